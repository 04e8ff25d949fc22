import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { dropPlanItem as endpoint } from "@cairn/contract/plans";

import type { Ctx } from "#server/ctx.ts";

import { changePlan, requireOpenItem } from "./change-plan.ts";
import { deleteItemRow, replaceItemLinks, updateItemRow } from "./plan-items.store.ts";

/** Drops a proposed task; what waited for it waits for what it waited for. */
export async function dropPlanItem(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  return await changePlan(ctx, input, async (tx, held) => {
    const { itemId, blockedBy, ...item } = requireOpenItem(held, input.itemId);
    for (const waiting of held.items.filter((one) => one.blockedBy.includes(itemId))) {
      const others = waiting.blockedBy.filter((id) => id !== itemId);
      await replaceItemLinks(tx, waiting, [...new Set([...others, ...blockedBy])]);
      await updateItemRow(tx, waiting, { version: waiting.version + 1 });
    }
    await deleteItemRow(tx, { ...item, itemId });
  });
}
