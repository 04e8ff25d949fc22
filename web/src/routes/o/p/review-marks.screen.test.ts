import { getImplementationDiff, listImplementations, type ReviewedFile } from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import {
  getChangesSinceLook,
  getReviewMarks,
  noteLook,
  setViewed,
  type ReviewMarks,
} from "@cairn/contract/review-marks";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import { Refusal, type FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const task = makeTask(9, { title: "Show tides", state: "in-review" });
const base = "a".repeat(40);
const head = "b".repeat(40);
const former = "c".repeat(40);
const lastLook = { head: former, lookedAt: "2026-11-21T09:00:00.000Z" };

function makeFile(path: string): ReviewedFile {
  const lines = [
    { type: "deleted" as const, content: `low of ${path} = 2`, oldLine: 1, newLine: null },
    { type: "added" as const, content: `low of ${path} = 0.4`, oldLine: null, newLine: 1 },
  ];
  return {
    path,
    oldPath: null,
    status: "modified",
    additions: 1,
    deletions: 1,
    oldMode: "100644",
    newMode: "100644",
    isBinary: false,
    isTruncated: false,
    hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, heading: "", lines }],
    flags: [],
    version: `now ${path}`,
  };
}

const files = ["a.ts", "b.ts", "c.ts"].map(makeFile);

/** A server that keeps the marks. */
async function open(marks: Partial<ReviewMarks> = {}, adjust?: (api: FakeApi) => void): Promise<FakeApi> {
  let now: ReviewMarks = { viewed: [], lastLook: null, ...marks };
  return await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      api.replyList(listImplementations, [makeImplementation()]);
      api.reply(getImplementationDiff, { base, head, isTruncated: false, files });
      api.reply(getReviewMarks, () => now);
      api.reply(noteLook, () => now);
      api.reply(setViewed, ({ path, version, isViewed }) => {
        const others = now.viewed.filter((mark) => mark.path !== path);
        now = { ...now, viewed: isViewed ? [...others, { path, version }] : others };
        return now;
      });
      adjust?.(api);
    },
  });
}

const fileOf = (path: string) => page.getByRole("region", { name: path, exact: true });
const toggle = (path: string) => page.getByRole("checkbox", { name: `Viewed ${path}` });
const fold = (path: string) => page.getByRole("button", { name: new RegExp(`^(?:Fold|Show) ${path}$`) });

it("folds what somebody has viewed, counts it, and goes on to what they have not", async () => {
  const api = await open({ viewed: [{ path: "a.ts", version: "now a.ts" }] });
  await expect.element(page.getByText("1 of 3 viewed", { exact: true })).toBeVisible();
  await expect.element(fold("a.ts")).toHaveAttribute("aria-expanded", "false");
  await page.getByRole("button", { name: "Next unviewed" }).click();
  await expect.element(fold("b.ts")).toHaveFocus();
  await toggle("b.ts").click();
  await expect.element(fold("b.ts")).toHaveAttribute("aria-expanded", "false");
  expect(api.received(setViewed).at(-1)).toMatchObject({ path: "b.ts", version: "now b.ts", isViewed: true });
  await toggle("b.ts").click();
  await expect.element(fold("b.ts")).toHaveAttribute("aria-expanded", "true");
  await expect.element(page.getByText("1 of 3 viewed", { exact: true })).toBeVisible();
  expect(api.received(noteLook).at(-1)).toMatchObject({ head });
});

it("is gone through by V alone, from within a file as well, and ends with all files viewed", async () => {
  await open();
  await page.getByRole("button", { name: "Comment on line 1" }).first().click();
  const line = page.getByRole("group", { name: "Changes of a.ts" });
  await expect.poll(() => document.activeElement?.matches("[contenteditable=true]")).toBe(true);
  await userEvent.keyboard("{Escape}");
  line.element().focus();
  await userEvent.keyboard("v");
  await expect.element(fold("b.ts")).toHaveFocus();
  await userEvent.keyboard("vv");
  await expect.element(page.getByText("3 of 3 viewed", { exact: true })).toBeVisible();
  await expect.element(fold("c.ts")).toHaveFocus();
  await expect.element(page.getByRole("button", { name: "Next unviewed" })).not.toBeInTheDocument();
  await userEvent.keyboard("v");
  await expect.element(page.getByText("2 of 3 viewed", { exact: true })).toBeVisible();
});

it("says where a file is another one than somebody viewed, and shows it", async () => {
  await open({ viewed: [{ path: "a.ts", version: "before" }] });
  await expect.element(fileOf("a.ts").getByText("Changed since you viewed it")).toBeVisible();
  await expect.element(toggle("a.ts")).not.toBeChecked();
  await expect.element(fold("a.ts")).toHaveAttribute("aria-expanded", "true");
});

it("takes a mark back that the server refuses", async () => {
  await open({}, (api) => api.refuse(setViewed, "conflict", "No more than 3000 files can be marked as viewed."));
  await toggle("a.ts").click();
  await expect.element(page.getByText("Could not mark the file")).toBeVisible();
  await expect.element(toggle("a.ts")).not.toBeChecked();
});

it("shows what changed since somebody looked last, where the old side takes no comments", async () => {
  await open({ lastLook }, (api) =>
    api.reply(getChangesSinceLook, {
      base: former,
      head,
      isTruncated: false,
      files: [makeFile("b.ts")],
      changesOfBase: "left-out",
    }),
  );
  await page.getByText("Since you last looked", { exact: true }).click();
  await expect.element(page.getByRole("heading", { name: /^1 file changed/ })).toBeVisible();
  await expect.element(page.getByText(/what came from there is left out/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Comment on line 1" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Comment on removed line 1" })).not.toBeInTheDocument();
  await page.getByText("All changes", { exact: true }).click();
  await expect.element(page.getByRole("heading", { name: /^3 files changed/ })).toBeVisible();
});

it("says so where the commit that somebody looked at is gone, and still has all changes", async () => {
  await open({ lastLook }, (api) =>
    api.reply(getChangesSinceLook, () => {
      throw new Refusal("conflict", "What you looked at last, cccccccc, is gone from the repository.");
    }),
  );
  await page.getByText("Since you last looked", { exact: true }).click();
  await expect.element(page.getByText(/is gone from the repository/)).toBeVisible();
  await page.getByText("All changes", { exact: true }).click();
  await expect.element(fileOf("a.ts")).toBeVisible();
});

it("lists the files, which T filters and Enter goes to, by the keyboard alone", async () => {
  await open({ viewed: [{ path: "b.ts", version: "now b.ts" }] });
  const list = page.getByRole("tree", { name: "Changed files" });
  await expect.element(fold("b.ts")).toHaveAttribute("aria-expanded", "false");
  await expect.element(list).not.toBeInTheDocument();
  await userEvent.keyboard("t");
  const filter = page.getByRole("textbox", { name: "Filter files" });
  await expect.element(filter).toHaveFocus();
  await expect.element(list.getByRole("treeitem", { name: /b\.ts.*Viewed/ })).toBeVisible();
  expect(list.getByRole("treeitem").elements()).toHaveLength(3);
  await userEvent.keyboard("B");
  expect(list.getByRole("treeitem").elements()).toHaveLength(1);
  await userEvent.keyboard("{Enter}");
  await expect.element(fold("b.ts")).toHaveFocus();
  await expect.element(fold("b.ts")).toHaveAttribute("aria-expanded", "true");
  await userEvent.keyboard("t");
  await userEvent.keyboard("zzz");
  await expect.element(page.getByText("No changed file has these letters in its path.")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "Files T", exact: true })).toHaveFocus();
  await expect.element(filter).not.toBeInTheDocument();
});
