import { listChangeOverlaps, type ChangeOverlap } from "@cairn/contract/change-overlaps";
import { getImplementationDiff, listImplementations, type Implementation } from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import { Refusal } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const task = makeTask(9, { title: "Show tides", state: "in-review" });
const [base, head] = ["a".repeat(40), "b".repeat(40)];

function makeOverlap(at: number, change: Partial<ChangeOverlap>): ChangeOverlap {
  return {
    implementationId: sampleId(300 + at),
    projectImplementationId: at,
    task: { taskId: sampleId(400 + at), name: `FB-${at}`, title: `Change ${at}` },
    files: ["src/board.ts"],
    fileCount: 1,
    conflicts: [],
    symbols: [],
    calls: [],
    ...change,
  };
}

async function open(content: () => ChangeOverlap[], change: Partial<Implementation> = {}): Promise<void> {
  await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      api.replyList(listImplementations, [makeImplementation({ base, head, ...change })]);
      api.reply(getImplementationDiff, { base, head, isTruncated: false, files: [] });
      api.reply(listChangeOverlaps, () => ({ content: content(), isPartial: false }));
    },
  });
}

const overlaps = page.getByRole("list", { name: "Other open changes that meet this one", exact: true });

it("names other open changes of the same files, and where the one that is merged second conflicts", async () => {
  const files = ["a.ts", "b.ts", "c.ts", "d.ts"];
  await open(() => [
    makeOverlap(12, { files: ["src/board.ts"], conflicts: ["src/board.ts"] }),
    makeOverlap(13, { files, fileCount: 5 }),
  ]);
  await expect
    .element(overlaps)
    .toMatchTextContent(/FB-12 Change 12 Whichever is merged second conflicts in src\/board\.ts\./);
  // What only shares a file is folded.
  const folded = page.getByText("1 more change");
  await folded.click();
  const rest = page.getByRole("list", { name: "More open changes that meet this one" });
  await expect.element(rest).toMatchTextContent("Changes a.ts, b.ts, c.ts and 2 more files too, elsewhere");
  const address = overlaps.getByRole("link", { name: "FB-12 Change 12" }).element().getAttribute("href");
  expect(address).toBe(`/o/payments/p/shop/review/${sampleId(412)}?implementationId=${sampleId(312)}`);
});

it("names declarations that both change, and calls of what changes, from either side", async () => {
  const call = { path: "src/board.ts", line: 3 };
  const readTide = { path: "src/tide.ts", name: "readTide" };
  await open(() => [
    makeOverlap(12, { symbols: [readTide, { path: "src/tide.ts", name: "Gauge.zero" }] }),
    makeOverlap(13, {
      files: [],
      fileCount: 0,
      calls: [
        { ...readTide, part: "signature", isCalledHere: true, call },
        { ...readTide, part: "body", isCalledHere: false, call },
      ],
    }),
    makeOverlap(14, { files: [], fileCount: 0, calls: [{ ...readTide, part: "removed", isCalledHere: false, call }] }),
  ]);
  await expect
    .element(overlaps)
    .toMatchTextContent(
      "FB-12 Change 12 Changes readTide in src/tide.ts, Gauge.zero in src/tide.ts too, on other lines.",
    );
  await expect
    .element(overlaps)
    .toMatchTextContent(
      "FB-13 Change 13 Changes the signature of readTide, which this change calls in src/board.ts, line 3, and 1 more call like it.",
    );
  await expect
    .element(overlaps)
    .toMatchTextContent("FB-14 Change 14 Calls readTide in src/board.ts, line 3, which this change removes.");
});

it("says nothing where there are none, and tries again after a failure", async () => {
  let isFull = true;
  await open(() => {
    if (isFull) throw new Refusal("unavailable", "The disk is full");
    return [];
  });
  await expect.element(page.getByText("The disk is full")).toBeVisible();
  isFull = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText("The disk is full")).not.toBeInTheDocument();
  await expect.element(overlaps).not.toBeInTheDocument();
});
