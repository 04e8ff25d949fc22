import { listTaskOverlaps, type TaskOverlap } from "@cairn/contract/change-overlaps";
import { getProject } from "@cairn/contract/projects";
import { getTaskLocations, pinTaskLocation } from "@cairn/contract/task-locations";
import type { FileLocation, LocationReason, TaskLocations } from "@cairn/contract/task-locations";
import { getTask, listTaskEvents } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const repositoryId = sampleId(3);
const task = makeTask(9, { title: "Show cancelled sailings" });
const file: FileLocation = {
  kind: "file",
  repositoryId,
  path: "src/sailings.ts",
  startLine: 4,
  endLine: 9,
  symbol: "listSailings",
  score: 1,
  why: [
    { kind: "words", words: ["sailings"], source: null },
    { kind: "history", words: ["Show delays of sailings", "Sailings"], source: null },
  ],
  isPinned: false,
  isGone: false,
};
const commit: TaskLocations["locations"][number] = {
  kind: "commit",
  repositoryId,
  score: 1,
  why: [],
  oid: "1234567".padEnd(40, "0"),
  subject: "Sort sailings",
  authorName: "Ada",
  committedAt: "2026-11-20T09:00:00.000Z",
  paths: ["src/sailings.ts"],
};
const found: TaskLocations = {
  locations: [file],
  nothing: null,
  freshness: [
    { repositoryId, repositorySlug: "boats", branch: "main", commit: "0", indexedAt: "2026-11-24T09:00:00.000Z" },
  ],
  pins: [],
};

const open = (given: Partial<TaskLocations>, overlaps: TaskOverlap[] = []) =>
  openScreen(`/o/payments/p/shop/tasks/${task.taskId}`, {
    api: (made) => {
      made.adjust(getProject, { slug: "shop", setupComplete: true, services: [] });
      made.reply(getTask, task);
      made.replyList(listTaskEvents, []);
      made.reply(getTaskLocations, { ...found, ...given });
      made.reply(pinTaskLocation, { pins: [] });
      made.reply(listTaskOverlaps, { content: overlaps, isPartial: false });
    },
  });
const list = () => page.getByRole("list", { name: "Where this lands" });
const inTask = { organizationId: "payments", projectId: "shop", taskId: task.taskId };
const place = { repositoryId, path: file.path, startLine: 4, endLine: 9, symbol: "listSailings" };

it("shows the files with their lines and why, to be pinned or removed", async () => {
  const fake = await open({});
  const link = list().getByRole("link", { name: "src/sailings.ts:4-9 listSailings" });
  await expect
    .element(link)
    .toHaveAttribute("href", expect.stringContaining("/repositories/boats/b/main/src/sailings.ts"));
  await expect.element(list().getByText("Speaks of sailings · Changed in “Show delays of sailings”")).toBeVisible();
  await page.getByRole("button", { name: "Pin src/sailings.ts", exact: true }).click();
  await expect.poll(() => fake.received(pinTaskLocation)).toEqual([{ ...inTask, ...place, kind: "pinned" }]);
  await page.getByRole("button", { name: "Remove src/sailings.ts" }).click();
  await expect.poll(() => fake.received(pinTaskLocation)[1]).toEqual({ ...inTask, ...place, kind: "removed" });
});

it("folds the files that only history or imports speak for, unless somebody pinned them", async () => {
  const weak = (path: string, kinds: LocationReason["kind"][], isPinned = false): FileLocation => ({
    ...file,
    path,
    isPinned,
    why: kinds.map((kind) => ({ kind, words: ["sailings.ts"], source: null })),
  });
  await open({
    locations: [
      weak("src/pinned.ts", ["imports"], true),
      file,
      weak("src/both.ts", ["history", "imports"]),
      weak("src/spoken.ts", ["history", "words"]),
      weak("src/used.ts", ["imports"]),
      commit,
    ],
  });
  await expect.element(list().getByText("1234567 Sort sailings")).toBeVisible();
  const shown = () =>
    list()
      .getByRole("listitem")
      .elements()
      .map((one) => one.textContent.split(":")[0]);
  expect(shown()).toEqual(["src/pinned.ts", "src/sailings.ts", "src/spoken.ts", expect.stringContaining("1234567")]);
  await expect.element(page.getByText("src/used.ts:4-9 listSailings")).not.toBeVisible();
  await page.getByText("2 less certain files").click();
  await expect.element(page.getByText("src/used.ts:4-9 listSailings")).toBeVisible();
  await expect.element(page.getByText("src/both.ts:4-9 listSailings")).toBeVisible();
});

it("shows less certain files at once where there is nothing better", async () => {
  await open({ locations: [{ ...file, why: [{ kind: "history", words: ["Sort"], source: null }] }] });
  await expect.element(page.getByText("1 less certain file")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "src/sailings.ts:4-9 listSailings" })).toBeVisible();
});

it("says that a pinned file is gone, unpins it, and puts back what was removed", async () => {
  const by = { userId: sampleId(), firstName: "Ada", lastName: null };
  const whole = { startLine: null, endLine: null, symbol: null };
  const removed = { repositoryId, path: "src/tide.ts", kind: "removed" as const, ...whole };
  const pins = [{ ...removed, by, createdAt: "2026-11-24T09:00:00.000Z" }];
  const fake = await open({ locations: [{ ...file, isPinned: true, isGone: true }], pins });
  await expect.element(list().getByText("No longer in the code")).toBeVisible();
  await page.getByRole("button", { name: "Unpin src/sailings.ts" }).click();
  await expect.poll(() => fake.received(pinTaskLocation)).toEqual([{ ...inTask, ...place, kind: null }]);
  await page.getByText("1 removed").click();
  await page.getByRole("button", { name: "Put back" }).click();
  await expect.poll(() => fake.received(pinTaskLocation)[1]).toMatchObject({ path: "src/tide.ts", kind: null });
});

it.each([
  ["no-text", "Describe the task to see which code it touches."],
  ["not-in-code", "Nothing in the code speaks of this yet."],
  ["not-indexed", "Shown once the product's code is indexed."],
] as const)("says why there is nothing: %s", async (nothing, text) => {
  await open({ locations: [], nothing });
  await expect.element(page.getByText(text)).toBeVisible();
});

it("tells of open changes of the same files before anybody begins, and leads to them", async () => {
  const other = { taskId: sampleId(70), name: "FB-7", title: "Sort sailings" };
  await open({}, [
    {
      implementationId: sampleId(71),
      task: other,
      isRunning: true,
      files: [
        { path: "src/sailings.ts", symbol: "listSailings" },
        { path: "src/board.ts", symbol: null },
      ],
      calls: [],
    },
    {
      implementationId: sampleId(73),
      task: { taskId: sampleId(72), name: "FB-8", title: "Tides by harbour" },
      isRunning: false,
      files: [],
      calls: [
        {
          path: "src/tide.ts",
          name: "readTide",
          part: "signature",
          isCalledHere: true,
          call: { path: "src/sailings.ts", line: 5 },
        },
      ],
    },
  ]);
  const overlaps = page.getByRole("list", { name: "Open changes in these files" });
  await expect
    .element(overlaps.getByRole("listitem").first())
    .toMatchTextContent(
      "FB-7 Sort sailings changes listSailings in src/sailings.ts, src/board.ts as well, and is being written.",
    );
  await expect
    .element(overlaps.getByRole("listitem").last())
    .toMatchTextContent(
      "FB-8 Tides by harbour changes the signature of readTide, which is called where this task lands, in src/sailings.ts, line 5, and waits for review.",
    );
  await expect
    .element(overlaps.getByRole("link").first())
    .toHaveAttribute("href", `/o/payments/p/shop/review/${other.taskId}?implementationId=${sampleId(71)}`);
});
