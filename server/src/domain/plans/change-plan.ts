import { AppError, notFound } from "@cairn/contract/errors";
import type { Plan } from "@cairn/contract/plans";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { holdService } from "#server/domain/services/hold-service.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { getPlan } from "./get-plan.ts";
import { listItems, lockItems, type WholeItem } from "./plan-items.store.ts";
import { lockPlan, updatePlanRow, type PlanKey, type PlanRow } from "./plans.store.ts";

/** A plan that nobody else changes, with its items in their order. */
export interface HeldPlan {
  plan: PlanRow;
  items: WholeItem[];
}

/**
 * Changes the items of a plan in one transaction, and answers the plan as it is then. Refused while its tasks are being
 * proposed, which would replace what is changed here. `serviceId` is a service that the change names.
 */
export async function changePlan(
  ctx: Ctx,
  input: PlanKey & { serviceId?: string | null | undefined },
  change: (tx: Db, held: HeldPlan) => Promise<void>,
): Promise<Plan> {
  const project = await requireProject(ctx, input, "task.write");
  const { organizationId, projectId } = project;
  const key = { organizationId, projectId, planId: input.planId };
  await ctx.db.transaction(async (tx) => {
    const plan = await lockPlan(tx, key);
    if (plan === null) throw notFound("Plan");
    refuseUnderWay(plan);
    if (input.serviceId && (await holdService(tx, key, input.serviceId)) === null) throw notFound("Service");
    await lockItems(tx, plan);
    await change(tx, { plan, items: await listItems(tx, plan) });
    await updatePlanRow(tx, key, { updatedAt: ctx.now() });
  });
  return await getPlan(ctx, key);
}

export function refuseUnderWay({ state }: Pick<PlanRow, "state">): void {
  if (state === "waiting" || state === "working") {
    throw new AppError("conflict", {
      message: "Tasks are being proposed for this plan. Change it when that has ended.",
    });
  }
}

/** The item, which nobody has accepted yet. */
export function requireOpenItem({ items }: HeldPlan, itemId: string): WholeItem {
  const item = items.find((one) => one.itemId === itemId);
  if (item === undefined) throw notFound("Proposed task");
  if (item.acceptedAt !== null) {
    throw new AppError("conflict", { message: `“${item.title}” is a task of the backlog already. Change it there.` });
  }
  return item;
}
