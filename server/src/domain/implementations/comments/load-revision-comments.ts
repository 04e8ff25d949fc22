import { commentAuthor, type CommentFile } from "@cairn/contract/implementation-comments";

import type { Ctx } from "#server/ctx.ts";
import { nameThread } from "#server/domain/implementations/comment-answers/split-answers.ts";
import { listCommentRows } from "#server/domain/implementations/store/comments.store.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";

import { describeComments, sortComments } from "./describe-comments.ts";

/** What a reviewer wants changed: a comment that is not resolved, with what was answered. */
export interface RevisionComment {
  threadId: string;
  /** Null where it is about the whole. */
  file: CommentFile | null;
  /** The oldest first. */
  messages: { author: string; message: string }[];
}

/** What a revision has to deal with: the threads that are open, on the whole first, then by file and line. */
export async function loadRevisionComments(
  ctx: Pick<Ctx, "db" | "mirrors" | "settings" | "signal">,
  implementation: Pick<
    NamedImplementationRow,
    "organizationId" | "implementationId" | "repository" | "baseOid" | "headOid"
  >,
): Promise<RevisionComment[]> {
  const rows = await listCommentRows(ctx.db, implementation);
  const comments = sortComments(await describeComments(ctx, implementation, rows));
  const threads = [...Map.groupBy(comments, ({ threadId }) => threadId)];
  return threads
    .filter(([, thread]) => thread.some(({ resolvedAt }) => resolvedAt === null))
    .map(([threadId, thread]) => ({
      threadId,
      file: thread[0]?.file ?? null,
      messages: thread.map((comment) => ({ author: commentAuthor(comment), message: comment.message })),
    }));
}

/** "Comment a1b2c3, on src/tides.ts, line 2 of the change" with the line and what was said; as Markdown, quoted. */
export function writeRevisionComment({ threadId, file, messages }: RevisionComment): string {
  const said = messages.map(({ author, message }) => quote(`${author}: ${message}`)).join("\n>\n");
  const name = `Comment ${nameThread(threadId)}`;
  if (file === null) return `${name}, on the whole:\n\n${said}`;
  const side = file.side === "old" ? "the code before the change" : "the change";
  const where = file.isOutdated
    ? `${name}, on a line of ${file.filename} that is another one by now; it was:`
    : `${name}, on ${file.filename}, line ${file.line} of ${side}:`;
  return `${where}\n\n${code(file.excerpt.lines)}\n\n${said}`;
}

function quote(text: string): string {
  return text.replaceAll(/^/gm, "> ");
}

/** Set in, so that no fence within it ends it. */
function code(lines: readonly string[]): string {
  return lines.map((line) => `    ${line}`).join("\n");
}
