import { listReviewOverlaps } from "@cairn/contract/change-overlaps";
import { getProject } from "@cairn/contract/projects";
import { listReviewableBranches, listReviews, reviewBranch } from "@cairn/contract/reviews";
import { listTasks } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const open = (api: (fake: FakeApi) => void) =>
  openScreen("/o/payments/p/shop/review", {
    api(fake) {
      fake.adjust(getProject, { slug: "shop", setupComplete: true });
      api(fake);
    },
  });

it("lists what waits for a decision, with what stands in its way, and leads there", async () => {
  await open((api) =>
    api.replyList(listReviews, [
      makeImplementation({ implementationId: sampleId(8), comments: { total: 3, open: 2 } }),
      makeImplementation({
        implementationId: sampleId(9),
        canMerge: false,
        mergeObstacles: [{ kind: "conflict", message: "Conflicts with main in src/tides.ts" }],
      }),
      makeImplementation({
        implementationId: sampleId(10),
        running: true,
        outcome: null,
        endedAt: null,
        pause: { cause: "run", message: "It needs 5,000 tokens more.", neededTokens: 5_000 },
        canMerge: false,
        mergeObstacles: [{ kind: "running", message: "Paused: it waits for more tokens" }],
      }),
    ]),
  );
  const list = page.getByRole("list", { name: "Reviews" });
  await expect.element(list).toMatchTextContent(/It needs 5,000 tokens more\..*Paused/s);
  await expect.element(list).toMatchTextContent(/FB-9 · Implementation 1 · Merges cleanly.*2 open comments/s);
  await expect.element(list).toMatchTextContent("Conflicts with main in src/tides.ts");
  const link = list.getByRole("link").first();
  await expect
    .element(link)
    .toHaveAttribute("href", `/o/payments/p/shop/review/${sampleId(9)}?implementationId=${sampleId(8)}`);
});

it("says how what waits meets each other, as soon as that is known", async () => {
  const [first, second] = [sampleId(8), sampleId(9)];
  const meeting = { isCalledHere: false, moreCount: 0 };
  await open((api) => {
    api.replyList(listReviews, [
      makeImplementation({ implementationId: first }),
      makeImplementation({ implementationId: second }),
    ]);
    api.reply(listReviewOverlaps, {
      content: [
        {
          ...meeting,
          implementationId: first,
          kind: "lines",
          other: { implementationId: second, taskName: "FB-7" },
          name: "src/board.ts",
          moreCount: 2,
        },
        {
          ...meeting,
          implementationId: second,
          kind: "calls",
          other: { implementationId: first, taskName: "FB-9" },
          name: "readTide",
          isCalledHere: true,
        },
      ],
      isPartial: false,
    });
  });
  const list = page.getByRole("list", { name: "Reviews" });
  await expect.element(list).toMatchTextContent("Would conflict with FB-7 in src/board.ts, and meets 2 more");
  await expect.element(list).toMatchTextContent("Calls readTide, which FB-9 changes");
});

it("says that nothing waits", async () => {
  await open((api) => api.replyList(listReviews, []));
  await expect.element(page.getByText("Nothing waits for review")).toBeVisible();
});

it("says why it could not be loaded", async () => {
  await open((api) => api.refuse(listReviews, "conflict", "The database is away"));
  await expect.element(page.getByText("The database is away")).toBeVisible();
});

const neap = {
  repositoryId: sampleId(3),
  repositorySlug: "ferry-board",
  branch: "feature/neap",
  head: "a".repeat(40),
  updatedAt: "2026-11-21T09:00:00.000+01:00",
};

it("puts a branch in review that somebody pushed, for a task where one is chosen, and leads there", async () => {
  const api = await openScreen("/o/payments/p/shop/review", {
    viewport: { width: 375, height: 800 },
    api(fake) {
      fake.adjust(getProject, { slug: "shop", setupComplete: true });
      fake.replyList(listReviews, []);
      fake.reply(listReviewableBranches, {
        content: [neap],
        total: 240,
      });
      fake.replyList(listTasks, [makeTask(7, { title: "Show neap tides", state: "todo" })]);
      fake.reply(reviewBranch, makeImplementation({ implementationId: sampleId(8) }));
    },
  });
  await page.getByRole("button", { name: "Review a branch" }).click();
  await page.getByRole("combobox", { name: "For" }).click();
  await page.getByRole("option", { name: /Show neap tides/ }).click();
  await expect.element(page.getByText(/^240 branches, of which the 1 with the newest commits/)).toBeVisible();
  api.reply(listReviewableBranches, { content: [], total: 0 });
  await page.getByRole("textbox", { name: "Find a branch" }).fill("spring");
  await expect.poll(() => api.received(listReviewableBranches).at(-1)).toMatchObject({ text: "spring" });
  await expect.element(page.getByText(/^No branch that waits has “spring” in its name/)).toBeVisible();
  api.reply(listReviewableBranches, { content: [neap], total: 1 });
  await page.getByRole("textbox", { name: "Find a branch" }).fill("NEAP");
  await page.getByRole("button", { name: "Review feature/neap" }).click();
  await expect
    .poll(() => api.received(reviewBranch).at(-1))
    .toMatchObject({ repositoryId: sampleId(3), branch: "feature/neap", taskId: makeTask(7).taskId });
  await expect.poll(() => location.pathname).toBe(`/o/payments/p/shop/review/${sampleId(9)}`);
});
