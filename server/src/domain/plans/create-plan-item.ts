import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import { createPlanItem as endpoint, maxPlanItems } from "@cairn/contract/plans";

import type { Ctx } from "#server/ctx.ts";

import { changePlan } from "./change-plan.ts";
import { checkItemLinks } from "./link-items.ts";
import { insertItems, rankBetween, replaceItemLinks } from "./plan-items.store.ts";

/** Adds a task of somebody's own at the end of a plan. */
export async function createPlanItem(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { title, description = "", criteria = [], serviceId = null, blockedBy = [] } = bodyOf(endpoint, input);
  return await changePlan(ctx, input, async (tx, { plan, items }) => {
    if (items.length >= maxPlanItems) {
      throw new AppError("conflict", { message: `A plan can't have more than ${maxPlanItems} tasks` });
    }
    const { organizationId, planId } = plan;
    const itemId = ctx.newId();
    const blockerIds = [...new Set(blockedBy)];
    checkItemLinks(items, { itemId, blockedBy: blockerIds });
    const rank = rankBetween(items.at(-1), undefined);
    const accepted = { taskId: null, projectTaskId: null, acceptedAt: null };
    const written = { title, description, criteria, serviceId, note: null };
    await insertItems(tx, [{ itemId, organizationId, planId, rank, ...written, version: 1, ...accepted }]);
    await replaceItemLinks(tx, { organizationId, itemId }, blockerIds);
  });
}
