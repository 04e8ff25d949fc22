import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { planSummarySchema, type listPlans as endpoint } from "@cairn/contract/plans";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { toEntity } from "#server/to-entity.ts";

import { planTitle } from "./plan-title.ts";
import { listPlanRows } from "./plans.store.ts";

/** One page of a project's plans, newest first. */
export async function listPlans(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const project = await requireProject(ctx, input, "task.read");
  const { page, limit } = input;
  const { rows, total } = await listPlanRows(ctx.db, project, { limit, offset: (page - 1) * limit });
  const content = rows.map((row) => toEntity(planSummarySchema, { ...row, title: planTitle(row.goalStart) }));
  return { content, page, limit, total };
}
