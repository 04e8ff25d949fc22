import { AppError, notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import { selectComment, type NamedCommentRow } from "#server/domain/implementations/store/comments.store.ts";
import type {
  ImplementationKey,
  NamedImplementationRow,
} from "#server/domain/implementations/store/implementations.store.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

/** The comment of this implementation, if the actor may comment on it. */
export async function requireComment(
  ctx: Ctx,
  target: ImplementationKey & { commentId: string },
): Promise<{ implementation: NamedImplementationRow; comment: NamedCommentRow }> {
  const implementation = await requireImplementation(ctx, target, "implementation.comment");
  const { organizationId, implementationId } = implementation;
  const comment = await selectComment(ctx.db, { organizationId, implementationId, commentId: target.commentId });
  if (comment === null) throw notFound("Comment");
  return { implementation, comment };
}

/** The same for whoever wrote it. Throws `forbidden` for everybody else. */
export async function requireOwnComment(
  ctx: Ctx,
  target: ImplementationKey & { commentId: string },
): ReturnType<typeof requireComment> {
  const found = await requireComment(ctx, target);
  if (found.comment.createdBy === requireUserId(ctx)) return found;
  throw new AppError("forbidden", { message: "Only whoever wrote a comment may change or delete it" });
}
