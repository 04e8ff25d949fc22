import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { deletePlan as endpoint } from "@cairn/contract/plans";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";

import { deletePlanRow, lockPlan } from "./plans.store.ts";

/** Deletes a plan; the tasks that were made of it stay. */
export async function deletePlan(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { organizationId, projectId } = await requireProject(ctx, input, "task.write");
  const key = { organizationId, projectId, planId: input.planId };
  await ctx.db.transaction(async (tx) => {
    if ((await lockPlan(tx, key)) === null) throw notFound("Plan");
    await deletePlanRow(tx, key);
  });
}
