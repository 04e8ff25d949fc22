import { getSession } from "@cairn/contract/auth";
import {
  addComment,
  deleteComment,
  listComments,
  resolveComment,
  updateComment,
  type CommentFile,
  type ImplementationComment,
} from "@cairn/contract/implementation-comments";
import { getImplementationDiff, listImplementations } from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeComment } from "#web/features/review/testing/make-comment.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen, reloadScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const task = makeTask(9, { title: "Show tides", state: "in-review" });
const me = sampleId(70);
const base = "a".repeat(40);
const head = "b".repeat(40);

const file: CommentFile = {
  filename: "src/tides.ts",
  line: 2,
  side: "new",
  hash: "h",
  isOutdated: false,
  excerpt: { startLine: 1, lines: ["high = 1", "low = 0.4"] },
};

const hunk = {
  oldStart: 1,
  oldLines: 3,
  newStart: 1,
  newLines: 3,
  heading: "",
  lines: [
    { type: "context", content: "high = 1", oldLine: 1, newLine: 1 },
    { type: "deleted", content: "low = 2", oldLine: 2, newLine: null },
    { type: "added", content: "low = 0.4", oldLine: null, newLine: 2 },
    { type: "context", content: "slack = 3", oldLine: 3, newLine: 3 },
  ],
} as const;

interface CommentsOptions {
  comments?: ImplementationComment[];
  viewport?: { width: number; height: number };
}

async function open({ comments = [], viewport }: CommentsOptions = {}): Promise<FakeApi> {
  const open = comments.filter(({ resolvedAt }) => resolvedAt === null).length;
  return await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    ...(viewport ? { viewport } : {}),
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.adjust(getSession, { userId: me });
      api.reply(getTask, task);
      api.replyList(listImplementations, [makeImplementation({ comments: { total: comments.length, open } })]);
      api.reply(getImplementationDiff, {
        base,
        head,
        isTruncated: false,
        files: [
          {
            path: "src/tides.ts",
            oldPath: null,
            status: "modified",
            additions: 1,
            deletions: 1,
            oldMode: "100644",
            newMode: "100644",
            isBinary: false,
            isTruncated: false,
            hunks: [{ ...hunk, lines: [...hunk.lines] }],
            flags: [],
            version: "1",
          },
        ],
      });
      api.reply(listComments, { content: comments });
      for (const endpoint of [addComment, updateComment, resolveComment]) api.reply(endpoint, makeComment());
      api.reply(deleteComment, undefined);
    },
  });
}

const line = (name: string) => page.getByRole("button", { name: `Comment on ${name}`, exact: true });
const field = (name: string) => page.getByRole("textbox", { name });
const tab = (name: string | RegExp) => page.getByRole("group", { name: "What is shown" }).getByText(name);

it("takes a comment on a line of either side by pointer, in the commits that are shown", async () => {
  const api = await open();
  await line("line 2").click();
  await field("Comment on src/tides.ts, line 2").fill("Why 0.4?");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect
    .poll(() => api.received(addComment).at(-1))
    .toMatchObject({ message: "Why 0.4?", file: { side: "new", filename: "src/tides.ts", line: 2, commit: head } });
  await line("removed line 2").click();
  await field("Comment on src/tides.ts, former line 2").fill("It was 2");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect
    .poll(() => api.received(addComment).at(-1))
    .toMatchObject({ message: "It was 2", file: { side: "old", filename: "src/tides.ts", line: 2, commit: base } });
});

it("takes a comment by the keyboard alone, and keeps what was typed through a reload until it is sent", async () => {
  await open();
  const changes = page.getByRole("group", { name: "Changes of src/tides.ts" });
  await expect.element(changes).toBeVisible();
  changes.element().focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}c");
  await expect.element(field("Comment on src/tides.ts, former line 2")).toHaveFocus();
  await userEvent.keyboard("Too low");
  await expect.element(field("Comment on src/tides.ts, former line 2")).toMatchTextContent("Too low");
  await reloadScreen();
  await expect.element(field("Comment on src/tides.ts, former line 2")).toMatchTextContent("Too low");
  await field("Comment on src/tides.ts, former line 2").click();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(field("Comment on src/tides.ts, former line 2")).not.toBeInTheDocument();
  await reloadScreen();
  await expect.element(line("line 2")).toBeVisible();
  await expect.element(field("Comment on src/tides.ts, former line 2")).not.toBeInTheDocument();
});

it("leaves the focus where a comment was written, given up and resolved", async () => {
  const api = await open({ comments: [makeComment({ commentId: sampleId(1), file })] });
  const thread = page.getByRole("region", { name: "Comments on src/tides.ts, line 2" });
  await expect.element(thread).toBeVisible();
  line("line 3").element().focus();
  await userEvent.keyboard("c");
  await expect.element(field("Comment on src/tides.ts, line 3")).toHaveFocus();
  page.getByRole("button", { name: "Cancel" }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(line("line 3")).toHaveFocus();
  await userEvent.keyboard("c");
  await expect.element(field("Comment on src/tides.ts, line 3")).toHaveFocus();
  const written = makeComment({ commentId: sampleId(2), file: { ...file, line: 3 }, message: "Is it?" });
  api.reply(addComment, written);
  api.replyList(listComments, [makeComment({ commentId: sampleId(1), file }), written]);
  await userEvent.keyboard("Is it?{Control>}{Enter}{/Control}");
  await expect.element(page.getByRole("region", { name: "Comments on src/tides.ts, line 3" })).toHaveFocus();
  const resolvedAt = "2026-11-21T10:00:00.000Z";
  api.replyList(listComments, [makeComment({ commentId: sampleId(1), file, resolvedAt }), written]);
  thread.getByRole("button", { name: "Resolve", exact: true }).element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(thread.getByText("Resolved")).toBeVisible();
  await expect.element(thread).toHaveFocus();
});

it("says what is wrong with a comment and loses none of it when it cannot be sent", async () => {
  const api = await open();
  await line("line 2").click();
  await field("Comment on src/tides.ts, line 2").fill("?");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect.element(page.getByText("Comment is too short")).toBeVisible();
  await field("Comment on src/tides.ts, line 2").fill("Why?");
  api.refuse(addComment, "conflict", "The line has changed meanwhile. Look at it again before you comment.");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect.element(page.getByText("Could not add comment")).toBeVisible();
  await expect.element(field("Comment on src/tides.ts, line 2")).toMatchTextContent("Why?");
});

it("shows comments on their lines, folds what is resolved, and takes answers", async () => {
  const resolvedAt = "2026-11-21T10:00:00.000Z";
  const api = await open({
    comments: [
      makeComment({ commentId: sampleId(1), file }),
      makeComment({ commentId: sampleId(2), file: { ...file, line: 3 }, resolvedAt, message: "Is this used?" }),
    ],
  });
  const thread = page.getByRole("region", { name: "Comments on src/tides.ts, line 2" });
  await expect.element(thread).toMatchTextContent("Why null?");
  const folded = page.getByRole("region", { name: "Comments on src/tides.ts, line 3" });
  await expect.element(folded).not.toMatchTextContent("Is this used?");
  await folded.getByRole("button", { name: /Resolved/ }).click();
  await expect.element(folded).toMatchTextContent("Is this used?");
  await folded.getByRole("button", { name: "Reopen" }).click();
  await expect.poll(() => api.received(resolveComment).at(-1)).toMatchObject({ resolved: false });
  await thread.getByRole("button", { name: "Reply" }).click();
  await thread.getByRole("textbox", { name: "Reply" }).fill("As measured");
  await thread.getByRole("button", { name: "Reply" }).click();
  await expect
    .poll(() => api.received(addComment).at(-1))
    .toMatchObject({ message: "As measured", replyTo: sampleId(1) });
  await thread.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect.poll(() => api.received(resolveComment).at(-1)).toMatchObject({ resolved: true });
});

it("lets the author alone change and delete, and asks before it deletes", async () => {
  const mine = { userId: me, firstName: "Ada", lastName: "Okafor" };
  const api = await open({
    comments: [
      makeComment({ commentId: sampleId(1), file, createdBy: mine }),
      makeComment({ commentId: sampleId(2), threadId: sampleId(1), file, message: "Because" }),
    ],
  });
  await expect.element(page.getByRole("article", { name: "Comment by Lena Brandt" })).toBeVisible();
  await expect.poll(() => page.getByRole("button", { name: "More about this comment" }).all()).toHaveLength(1);
  await page.getByRole("button", { name: "More about this comment" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await field("Change the comment").fill("Why not null?");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => api.received(updateComment).at(-1)).toMatchObject({ message: "Why not null?" });
  await page.getByRole("button", { name: "More about this comment" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete comment" }).click();
  await expect.poll(() => api.received(deleteComment).length).toBe(1);
});

it("lists all of them, with what lost its line and what it was about, and takes one on the whole", async () => {
  const api = await open({
    comments: [
      makeComment({ commentId: sampleId(1), message: "Good start" }),
      makeComment({ commentId: sampleId(2), file: { ...file, isOutdated: true }, message: "Why 0.4?" }),
    ],
  });
  await expect.element(page.getByRole("region", { name: "Comments on src/tides.ts, line 2" })).not.toBeInTheDocument();
  await page
    .getByRole("complementary", { name: "Details" })
    .getByRole("button", { name: /Why 0.4/ })
    .click();
  const list = page.getByRole("region", { name: "Comments", exact: true });
  await expect.element(list).toMatchTextContent(/Good start.*Outdated.*low = 0.4.*Why 0.4\?/s);
  await field("Comment on the whole").fill("Ship it");
  await list.getByRole("button", { name: "Comment", exact: true }).click();
  await expect.poll(() => api.received(addComment).at(-1)).toMatchObject({ message: "Ship it" });
});

it("says that there is none, and that they could not be loaded", async () => {
  const api = await open({ viewport: { width: 375, height: 800 } });
  await tab("Comments").click();
  await expect.element(page.getByText("No comments yet")).toBeVisible();
  api.refuse(listComments, "conflict", "The database is away");
  await queryClient.resetQueries({ queryKey: endpointKey(listComments) });
  await expect.element(page.getByText("The database is away")).toBeVisible();
});

it("stands in the timeline among what the run did", async () => {
  await open({ comments: [makeComment({ message: "Why 0.4?", file })] });
  await page.getByText("Timeline").click();
  await expect
    .element(page.getByRole("list", { name: "Timeline" }))
    .toMatchTextContent(/commented on src\/tides\.ts, line 2.*Why 0\.4\?/s);
});
