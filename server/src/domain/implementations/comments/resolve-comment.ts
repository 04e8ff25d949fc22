import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { resolveComment as endpoint } from "@cairn/contract/implementation-comments";

import type { Ctx } from "#server/ctx.ts";
import { resolveThread } from "#server/domain/implementations/store/comments.store.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";

import { readComment } from "./read-comment.ts";
import { requireComment } from "./require-comment.ts";

/** Closes the thread of a comment, or opens it again: what was asked and what was answered belong together. */
export async function resolveComment(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { implementation, comment } = await requireComment(ctx, input);
  const change = input.resolved
    ? { resolvedAt: ctx.now(), resolvedBy: requireUserId(ctx) }
    : { resolvedAt: null, resolvedBy: null };
  await resolveThread(ctx.db, comment, change);
  return await readComment(ctx, implementation, comment.commentId);
}
