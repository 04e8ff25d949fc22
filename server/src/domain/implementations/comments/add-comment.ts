import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import { maxComments, type addComment as endpoint } from "@cairn/contract/implementation-comments";

import type { Ctx } from "#server/ctx.ts";
import { announce } from "#server/domain/event-hooks/announce.ts";
import { requireImplementation } from "#server/domain/implementations/reading/require-implementation.ts";
import {
  countComments,
  insertComment,
  selectComment,
  type LineColumns,
} from "#server/domain/implementations/store/comments.store.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { lockImplementation } from "#server/domain/implementations/store/starting.store.ts";
import { findPersonId } from "#server/domain/members/require-organization.ts";

import { readComment } from "./read-comment.ts";
import { readCommentedLine } from "./read-commented-line.ts";

type AddInput = InputOf<typeof endpoint>;

/** Adds a comment on the whole, on a line, or in answer to another one, whose thread and line it shares. */
export async function addComment(ctx: Ctx, input: AddInput): Promise<ResultOf<typeof endpoint>> {
  const implementation = await requireImplementation(ctx, input, "implementation.comment");
  const { organizationId, implementationId } = implementation;
  const createdBy = findPersonId(ctx);
  const commentId = ctx.newId();
  const about = await findSubject(ctx, implementation, { input, commentId });
  await ctx.db.transaction(async (tx) => {
    if ((await lockImplementation(tx, implementation)) === null) throw notFound("Implementation");
    const total = (await countComments(tx, organizationId, [implementationId])).get(implementationId)?.total ?? 0;
    if (total >= maxComments) {
      throw new AppError("conflict", {
        message: `An implementation can't have more than ${maxComments} comments. Delete some that are dealt with.`,
      });
    }
    const agent = ctx.actor.kind === "agent" ? "an agent" : null;
    const row = { commentId, organizationId, implementationId, message: input.message, createdBy, agent };
    await insertComment(tx, { ...row, ...about, createdAt: ctx.now() });
    await announce(tx, "comment.created", { ...implementation, commentId, now: ctx.now() });
  });
  return await readComment(ctx, implementation, commentId);
}

async function findSubject(
  ctx: Ctx,
  implementation: NamedImplementationRow,
  { input: { file, replyTo }, commentId }: { input: AddInput; commentId: string },
): Promise<Partial<LineColumns> & { threadId: string }> {
  if (replyTo === undefined) {
    return { threadId: commentId, ...(file ? await readCommentedLine(ctx, implementation, file) : {}) };
  }
  if (file !== undefined) {
    throw new AppError("invalid_input", { message: "An answer is about the line of what it answers" });
  }
  const answered = await selectComment(ctx.db, { ...implementation, commentId: replyTo });
  if (answered === null) throw notFound("Comment");
  const { threadId, path, side, line, hash, commit, excerpt } = answered;
  return { threadId, path, side, line, hash, commit, excerpt };
}
