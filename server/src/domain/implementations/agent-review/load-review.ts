import type { Implementation } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { listComments } from "#server/domain/implementations/comments/list-comments.ts";
import { getChangeOverview } from "#server/domain/implementations/overview/get-change-overview.ts";
import { getImplementationChecks } from "#server/domain/implementations/reading/get-implementation-checks.ts";
import { getImplementationDiff } from "#server/domain/implementations/reading/get-implementation-diff.ts";
import { listImplementationRules } from "#server/domain/implementations/rules/list-implementation-rules.ts";
import type { ToolScope } from "#server/edge.ts";

import type { ReviewParts } from "./review-words.ts";

/** All that a review shows of an implementation. */
export async function loadReview(ctx: Ctx, scope: ToolScope, implementation: Implementation): Promise<ReviewParts> {
  const { implementationId, task } = implementation;
  const one = { ...scope, taskId: task.taskId, implementationId };
  const [overview, checks, rules, diff, comments] = await Promise.all([
    getChangeOverview(ctx, one),
    getImplementationChecks(ctx, one),
    listImplementationRules(ctx, one),
    getImplementationDiff(ctx, { ...one, before: 0, after: 0 }),
    listComments(ctx, one),
  ]);
  return { implementation, overview, checks, rules: rules.content, diff, comments: comments.content };
}
