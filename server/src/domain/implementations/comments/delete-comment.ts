import type { InputOf } from "@cairn/contract/endpoint";
import type { deleteComment as endpoint } from "@cairn/contract/implementation-comments";

import type { Ctx } from "#server/ctx.ts";
import { deleteCommentRow } from "#server/domain/implementations/store/comments.store.ts";

import { requireOwnComment } from "./require-comment.ts";

/** Deletes a comment; answers to it stay. Throws `forbidden` for everybody but who wrote it. */
export async function deleteComment(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const { comment } = await requireOwnComment(ctx, input);
  await deleteCommentRow(ctx.db, comment);
}
