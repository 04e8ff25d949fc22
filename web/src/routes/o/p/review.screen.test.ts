import {
  getImplementationDiff,
  getImplementationLog,
  listImplementations,
  resumeImplementation,
  startImplementation,
  stopImplementation,
  type Implementation,
} from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const task = makeTask(9, { title: "Show tides", state: "in-review" });
const older = makeImplementation({
  implementationId: sampleId(7),
  projectImplementationId: 4,
  outcome: "failed",
  head: null,
});
const lines = [
  { type: "deleted", content: "low = 2", oldLine: 1, newLine: null },
  { type: "added", content: "low = 0.4", oldLine: null, newLine: 1 },
] as const;

const open = (implementations: Implementation[], query = ""): Promise<FakeApi> =>
  openScreen(`/o/payments/p/shop/review/${task.taskId}${query}`, {
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      api.replyList(listImplementations, implementations);
      api.reply(getImplementationLog, {
        entries: [
          {
            sequence: 1,
            step: "code-analysis",
            kind: "note",
            text: "Changed: src/tides.ts",
            createdAt: task.createdAt,
          },
        ],
        hasMore: false,
      });
      api.reply(getImplementationDiff, {
        base: "a".repeat(40),
        head: "b".repeat(40),
        isTruncated: false,
        files: [
          {
            path: ".github/workflows/test.yml",
            oldPath: null,
            status: "modified",
            additions: 1,
            deletions: 1,
            oldMode: "100644",
            newMode: "100644",
            isBinary: false,
            isTruncated: false,
            hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, heading: "", lines: [...lines] }],
            flags: ["ci"],
          },
        ],
      });
      for (const endpoint of [startImplementation, stopImplementation, resumeImplementation])
        api.reply(endpoint, makeImplementation());
    },
  });

it("shows the phases, the changes with what to look at twice, and the log of the newest implementation", async () => {
  await open([makeImplementation({ projectImplementationId: 5 }), older]);
  await expect.element(page.getByRole("heading", { name: "Show tides" })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Implementation 5" })).toBeVisible();
  await expect.element(page.getByText("Ready for review")).toBeVisible();
  await expect.element(page.getByRole("list", { name: "Phases" })).toHaveTextContent("Analysis completed in");
  await expect.element(page.getByText("Changes what CI runs")).toBeVisible();
  await expect.element(page.getByText("low = 0.4")).toBeVisible();
  await page.getByText("Log", { exact: true }).click();
  await expect.element(page.getByText("Changed: src/tides.ts")).toBeVisible();
});

it("opens the one that the address names, and goes on from there or begins anew", async () => {
  const failed = { ...older, task: { ...older.task, state: "todo" as const } };
  const api = await open(
    [makeImplementation({ projectImplementationId: 5 }), failed],
    `?implementationId=${older.implementationId}`,
  );
  await expect.element(page.getByRole("heading", { name: "Implementation 4" })).toBeVisible();
  await page.getByRole("button", { name: "Go on from here" }).click();
  await expect.poll(() => api.received(resumeImplementation).length).toBe(1);
  await page.getByRole("button", { name: "Start fresh" }).click();
  await expect.poll(() => api.received(startImplementation).length).toBe(1);
});

it("stops a run, and says where it stands in line", async () => {
  const api = await open([makeImplementation({ running: true, outcome: null, position: 2, head: null, events: [] })]);
  await expect.element(page.getByText("2 before it")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.poll(() => api.received(stopImplementation).length).toBe(1);
  await expect.element(page.getByText("Implementation stopped")).toBeVisible();
});

it("says that there is none yet", async () => {
  await open([]);
  await expect.element(page.getByText("No implementation yet")).toBeVisible();
});
