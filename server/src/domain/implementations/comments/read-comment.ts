import { notFound } from "@cairn/contract/errors";
import type { ImplementationComment } from "@cairn/contract/implementation-comments";

import type { Ctx } from "#server/ctx.ts";
import { selectComment } from "#server/domain/implementations/store/comments.store.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";

import { describeComments } from "./describe-comments.ts";

/** One comment of an implementation as it stands now. */
export async function readComment(
  ctx: Ctx,
  implementation: NamedImplementationRow,
  commentId: string,
): Promise<ImplementationComment> {
  const row = await selectComment(ctx.db, { ...implementation, commentId });
  const [comment] = row === null ? [] : await describeComments(ctx, implementation, [row]);
  if (comment === undefined) throw notFound("Comment");
  return comment;
}
