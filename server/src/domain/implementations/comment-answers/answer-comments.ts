import { maxComments } from "@cairn/contract/implementation-comments";

import type { Ctx } from "#server/ctx.ts";
import { insertComment, listCommentRows } from "#server/domain/implementations/store/comments.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { storable } from "#server/text/storable.ts";

import { nameThread, type CommentAnswer } from "./split-answers.ts";

/** Answers open threads in the name of an agent, within the transaction that ends its work. What names no thread is left out. */
export async function answerComments(
  ctx: Pick<Ctx, "newId" | "now">,
  tx: Db,
  given: { organizationId: string; implementationId: string; agent: string; content: readonly CommentAnswer[] },
): Promise<void> {
  const { organizationId, implementationId, agent, content } = given;
  if (content.length === 0) return;
  const rows = await listCommentRows(tx, given);
  const open = rows.filter(({ resolvedAt }) => resolvedAt === null);
  for (const { thread, text } of content.slice(0, Math.max(0, maxComments - rows.length))) {
    const answered = open.find(({ threadId }) => nameThread(threadId) === thread);
    if (answered === undefined) continue;
    const { threadId, path, side, line, hash, commit, excerpt } = answered;
    const about = { threadId, path, side, line, hash, commit, excerpt };
    const row = { commentId: ctx.newId(), organizationId, implementationId, message: storable(text), agent, ...about };
    await insertComment(tx, { ...row, createdAt: ctx.now() });
  }
}
