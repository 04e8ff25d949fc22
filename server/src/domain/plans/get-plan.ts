import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { getPlan as endpoint } from "@cairn/contract/plans";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { describePlan } from "./describe-plan.ts";
import { selectPlan } from "./plans.store.ts";

export async function getPlan(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "task.read");
  const row = await selectPlan(ctx.db, { organizationId, projectId, planId: input.planId });
  if (row === null) throw notFound("Plan");
  return await describePlan(ctx, ctx.db, row);
}
