import { listComments } from "@cairn/contract/implementation-comments";
import { getImplementationDiff, listImplementations, type ReviewedFile } from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getReviewMarks, noteLook } from "@cairn/contract/review-marks";
import { getTask } from "@cairn/contract/tasks";
import axe from "axe-core";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeComment } from "#web/features/review/testing/make-comment.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import { makeService } from "#web/testing/make-service.ts";
import { makeRepository } from "#web/testing/open-repository.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const task = makeTask(9, { title: "Show tides", state: "in-review" });
const [base, head] = ["a".repeat(40), "b".repeat(40)];
const repository = makeImplementation().repository;

const makeFile = (path: string, change: Partial<ReviewedFile> = {}): ReviewedFile => ({
  path,
  oldPath: null,
  status: "modified",
  additions: 2,
  deletions: 1,
  oldMode: "100644",
  newMode: "100644",
  isBinary: false,
  isTruncated: false,
  hunks: [],
  flags: [],
  version: `now ${path}`,
  ...change,
});

const files = [
  makeFile("api/src/board.ts", { status: "added", additions: 7, deletions: 0 }),
  makeFile("api/src/tides.ts", { status: "renamed", oldPath: "api/src/low.ts" }),
  makeFile("web/row.tsx", { status: "deleted" }),
];

const serviceOf = (at: number, name: string, workingPath: string) =>
  makeService(at, { name, workingPath, repository: makeRepository(repository) });

async function open(width: number) {
  const line = {
    line: 2,
    side: "old" as const,
    hash: "h",
    isOutdated: false,
    excerpt: { startLine: 1, lines: ["low"] },
  };
  const comments = [
    makeComment({ commentId: sampleId(1), file: { ...line, filename: "api/src/low.ts" } }),
    makeComment({
      commentId: sampleId(2),
      file: { ...line, filename: "web/row.tsx" },
      resolvedAt: "2026-11-21T10:00:00.000Z",
    }),
  ];
  return await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    viewport: { width, height: 800 },
    api(api) {
      const services = [serviceOf(1, "Timetable API", "/api"), serviceOf(2, "Board", "/web")];
      api.adjust(getProject, { slug: "shop", setupComplete: true, services });
      api.reply(getTask, task);
      api.replyList(listImplementations, [makeImplementation({ base, head, comments: { total: 2, open: 1 } })]);
      api.reply(getImplementationDiff, { base, head, isTruncated: false, files });
      api.replyList(listComments, comments);
      const marks = { viewed: [{ path: "web/row.tsx", version: "now web/row.tsx" }], lastLook: null };
      api.reply(getReviewMarks, marks);
      api.reply(noteLook, marks);
    },
  });
}

const tree = page.getByRole("tree", { name: "Changed files" });
const item = (name: RegExp) => tree.getByRole("treeitem", { name });
const focused = () => document.activeElement?.textContent ?? "";
const topOf = (element: Element) => element.getBoundingClientRect().top;

it("stands beside the changes, by service, with what is known of each file", async () => {
  await open(1600);
  await expect.element(tree).toBeVisible();
  await expect.element(item(/^Timetable API$/)).toHaveAttribute("aria-level", "1");
  await expect.element(item(/^src$/)).toHaveAttribute("aria-level", "2");
  await expect.element(item(/Added board\.ts.*\+7 added.*0 removed/)).toHaveAttribute("aria-level", "3");
  await expect.element(item(/Renamed tides\.ts.*1 open comment/)).toBeVisible();
  await expect.element(item(/Deleted row\.tsx.*Viewed/)).not.toMatchTextContent("comment");
  const first = page.getByRole("region", { name: "api/src/board.ts", exact: true });
  expect(Math.abs(topOf(first.element()) - topOf(page.getByRole("button", { name: /^Files/ }).element()))).toBeLessThan(
    2,
  );
  await page.getByRole("button", { name: /^Files/ }).click();
  await expect.element(tree).not.toBeInTheDocument();
});

it("folds by pointer, and tells of what is folded away", async () => {
  await open(1600);
  await item(/^Timetable API$/).click();
  await expect.element(item(/^Timetable API/)).toHaveAttribute("aria-expanded", "false");
  await expect.element(item(/^Timetable API.*2 files.*1 open comment.*\+9 added.*1 removed/)).toBeVisible();
  await expect.element(item(/board\.ts/)).not.toBeInTheDocument();
  await item(/^Timetable API/).click();
  await item(/tides\.ts/).click();
  await expect.element(page.getByRole("button", { name: "Fold api/src/tides.ts" })).toHaveFocus();
});

it("is gone through by the keys of a tree", async () => {
  await open(1600);
  await expect.element(tree).toBeVisible();
  await page.getByRole("textbox", { name: "Filter files" }).click();
  await userEvent.keyboard("{Tab}");
  await expect.poll(focused).toBe("Timetable API");
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(focused).toBe("src");
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(item(/^src/)).toHaveAttribute("aria-expanded", "false");
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(focused).toBe("Board");
  await userEvent.keyboard("{ArrowUp}{ArrowRight}{ArrowRight}");
  await expect.poll(focused).toContain("board.ts");
  await userEvent.keyboard("{ArrowLeft}");
  await expect.poll(focused).toBe("src");
  await userEvent.keyboard("{End}");
  await expect.poll(focused).toContain("row.tsx");
  await userEvent.keyboard("{Home}t");
  await expect.poll(focused).toContain("tides.ts");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Fold api/src/tides.ts" })).toHaveFocus();
});

it("shows what is searched for though its folder was folded, and is folded again without the words", async () => {
  await open(1600);
  await item(/^Timetable API$/).click();
  await page.getByRole("textbox", { name: "Filter files" }).fill("tides");
  await expect.element(item(/tides\.ts/)).toBeVisible();
  await page.getByRole("textbox", { name: "Filter files" }).fill("");
  await expect.element(item(/^Timetable API/)).toHaveAttribute("aria-expanded", "false");
});

it.each(["dark", "light"])("has no violation, open and folded: %s", async (theme) => {
  await open(1600);
  await item(/^Board$/).click();
  await expect.element(item(/^Board.*1 file/)).toBeVisible();
  document.documentElement.dataset["theme"] = theme;
  const { violations } = await axe.run(document);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)])).toEqual([]);
});

it.each([375, 1280])("opens above or beside the changes when asked for at %i px", async (width) => {
  await open(width);
  const files = page.getByRole("button", { name: /^Files/ });
  await expect.element(files).toHaveAttribute("aria-expanded", "false");
  await expect.element(tree).not.toBeInTheDocument();
  await files.click();
  await expect.element(tree).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(width);
});
