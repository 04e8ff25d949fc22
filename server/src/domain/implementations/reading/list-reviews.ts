import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { listReviews as endpoint } from "@cairn/contract/reviews";

import type { Ctx } from "#server/ctx.ts";
import { listReviewRows } from "#server/domain/implementations/store/implementations.store.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describeImplementations } from "./describe-implementations.ts";

/** What waits for a person: runs that are paused, then implementations of tasks in review, the longest waiting first. */
export async function listReviews(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "implementation.read");
  const { page, limit } = input;
  const { rows, total } = await listReviewRows(ctx.db, project, {
    limit,
    offset: (page - 1) * limit,
    withPaused: true,
  });
  return { content: await describeImplementations(ctx, rows), page, limit, total };
}
