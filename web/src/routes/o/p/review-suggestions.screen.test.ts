import {
  addComment,
  applySuggestions,
  listComments,
  type CommentFile,
  type CommentSuggestion,
  type ImplementationComment,
} from "@cairn/contract/implementation-comments";
import { getImplementationDiff, listImplementations, type Implementation } from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeComment } from "#web/features/review/testing/make-comment.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const task = makeTask(9, { title: "Show tides", state: "in-review" });
const head = "b".repeat(40);
const content = ["low = 0.4", "slack = 3"];

function makeSuggested(number: number, obstacle: string | null = null): ImplementationComment {
  const former = content[number - 1] ?? "";
  const file: CommentFile = {
    filename: "src/tides.ts",
    line: number,
    side: "new",
    hash: "h",
    isOutdated: false,
    excerpt: { startLine: number, lines: [former] },
  };
  const suggestion: CommentSuggestion = { startLine: number, former: [former], lines: [`${former} + 1`], obstacle };
  const message = `Rather:\n\n\`\`\`suggestion\n${former} + 1\n\`\`\``;
  return makeComment({ commentId: sampleId(30 + number), message, file, suggestion });
}

async function open(comments: ImplementationComment[], change: Partial<Implementation> = {}): Promise<FakeApi> {
  return await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      const counts = { total: comments.length, open: comments.length };
      api.replyList(listImplementations, [makeImplementation({ comments: counts, ...change })]);
      api.reply(listComments, { content: comments });
      api.reply(addComment, makeComment());
      api.reply(applySuggestions, makeImplementation());
      const lines = content.map((text, at) => ({
        type: "added" as const,
        content: text,
        oldLine: null,
        newLine: at + 1,
      }));
      api.reply(getImplementationDiff, {
        base: "a".repeat(40),
        head,
        isTruncated: false,
        files: [
          {
            path: "src/tides.ts",
            oldPath: null,
            status: "added",
            additions: 2,
            deletions: 0,
            oldMode: null,
            newMode: "100644",
            isBinary: false,
            isTruncated: false,
            hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 2, heading: "", lines }],
            flags: [],
            version: "1",
          },
        ],
      });
    },
  });
}

const suggestions = () => page.getByRole("figure", { name: "Suggested change" });
const button = (name: string) => page.getByRole("button", { name, exact: true });

it("shows a suggestion as a change of its line, and applies it to what is on the page", async () => {
  const first = makeSuggested(1);
  const api = await open([first]);
  await expect.element(suggestions()).toMatchTextContent(/removed: .*low = 0\.4.*added: .*low = 0\.4 \+ 1/s);
  await expect.element(page.getByText("Rather:")).toBeVisible();
  await button("Apply").click();
  await expect.poll(() => api.received(applySuggestions).at(-1)).toMatchObject({ head, commentIds: [first.commentId] });
});

it("applies several together", async () => {
  const [first, second] = [makeSuggested(1), makeSuggested(2)];
  const api = await open([first, second]);
  await suggestions().nth(0).getByRole("button", { name: "Apply with others" }).click();
  await suggestions().nth(1).getByRole("button", { name: "Apply with others" }).click();
  await button("Apply 2 suggestions").click();
  await expect
    .poll(() => api.received(applySuggestions).at(-1))
    .toMatchObject({ head, commentIds: [first.commentId, second.commentId] });
  await expect.element(page.getByRole("region", { name: "Chosen suggestions" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
});

it("says why one cannot be applied", async () => {
  await open([makeSuggested(1, "Its line was changed or removed since")]);
  await expect.element(page.getByText("Cannot be applied: its line was changed or removed since.")).toBeVisible();
  await expect.element(button("Apply")).not.toBeInTheDocument();
});

it("says beside the buttons why nothing can be committed from here", async () => {
  const commitObstacle = "GitHub lets this server only read acme/shop. Commit it there, and push; it is followed.";
  await open([makeSuggested(1)], { commitObstacle });
  await expect.element(button("Apply")).toHaveAttribute("aria-disabled", "true");
  await expect.element(suggestions().getByText(commitObstacle).first()).toBeVisible();
});

it("says at the suggestion why it was not applied, and leaves it there to be tried again", async () => {
  const api = await open([makeSuggested(1)]);
  const message = "“feature/low” has other commits in acme/shop on GitHub by now.";
  api.refuse(applySuggestions, "conflict", message);
  await button("Apply").click();
  await expect.element(suggestions().getByRole("alert")).toMatchTextContent(`Nothing was applied. ${message}`);
  await expect.element(button("Apply")).toBeVisible();
});

it("lets somebody suggest another line while they write about one", async () => {
  const api = await open([]);
  await button("Comment on line 2").click();
  await button("Suggest a change").click();
  await expect.element(button("Suggest a change")).not.toBeInTheDocument();
  await button("Comment").click();
  await expect.poll(() => api.received(addComment).at(-1)).toMatchObject({ message: "```suggestion\nslack = 3\n```" });
});
