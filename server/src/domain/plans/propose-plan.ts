import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { proposePlan as endpoint } from "@cairn/contract/plans";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { storable } from "#server/text/storable.ts";

import { getPlan } from "./get-plan.ts";
import { lockPlan, updatePlanRow } from "./plans.store.ts";
import { startPlanning } from "./start-planning.ts";

/**
 * Has the tasks of a plan proposed again, for another goal where one is given. One that is under way for the former goal
 * keeps nothing of it. Until the new ones are there the former ones stay.
 */
export async function proposePlan(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "task.write");
  const key = { organizationId, projectId, planId: input.planId };
  await ctx.db.transaction(async (tx) => {
    const plan = await lockPlan(tx, key);
    if (plan === null) throw notFound("Plan");
    const goal = input.goal === undefined ? plan.goal : storable(input.goal);
    const again = { state: "waiting" as const, proposal: plan.proposal + 1, progress: null, error: null };
    await updatePlanRow(tx, key, { goal, ...again, updatedAt: ctx.now() });
    await startPlanning(ctx, tx, key);
  });
  return await getPlan(ctx, key);
}
