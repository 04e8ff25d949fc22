import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { updateComment as endpoint } from "@cairn/contract/implementation-comments";

import type { Ctx } from "#server/ctx.ts";
import { updateCommentRow } from "#server/domain/implementations/store/comments.store.ts";

import { readComment } from "./read-comment.ts";
import { requireOwnComment } from "./require-comment.ts";

/** Changes what a comment says. Throws `forbidden` for everybody but who wrote it. */
export async function updateComment(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { implementation, comment } = await requireOwnComment(ctx, input);
  const { message } = input;
  if (message !== comment.message) await updateCommentRow(ctx.db, comment, { message, editedAt: ctx.now() });
  return await readComment(ctx, implementation, comment.commentId);
}
