import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";
import type { movePlanItem as endpoint } from "@cairn/contract/plans";

import type { Ctx } from "#server/ctx.ts";

import { changePlan } from "./change-plan.ts";
import { rankBetween, updateItemRow } from "./plan-items.store.ts";

/** Puts an item right after another one, or first. Links stay as they are: order is what people prefer, not what waits. */
export async function movePlanItem(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { itemId, afterItemId } = input;
  return await changePlan(ctx, input, async (tx, { items }) => {
    const item = items.find((one) => one.itemId === itemId);
    if (item === undefined) throw notFound("Proposed task");
    if (itemId === afterItemId) return;
    const others = items.filter((one) => one.itemId !== itemId);
    const at = afterItemId === null ? 0 : others.findIndex((one) => one.itemId === afterItemId) + 1;
    if (at === 0 && afterItemId !== null) throw notFound("Proposed task");
    const rank = rankBetween(others[at - 1], others[at]);
    await updateItemRow(tx, item, { rank });
  });
}
