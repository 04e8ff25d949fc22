import { bodyOf, type InputOf, type ResultOf } from "@cairn/contract/endpoint";
import { AppError, notFound } from "@cairn/contract/errors";
import { updatePlanItem as endpoint } from "@cairn/contract/plans";

import type { Ctx } from "#server/ctx.ts";

import { changePlan, requireOpenItem } from "./change-plan.ts";
import { checkItemLinks } from "./link-items.ts";
import { replaceItemLinks, replaceItemLocations, updateItemRow } from "./plan-items.store.ts";

/** Changes what is given of a proposed task and leaves the rest. */
export async function updatePlanItem(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const { version, blockedBy, locations, ...fields } = bodyOf(endpoint, input);
  return await changePlan(ctx, input, async (tx, held) => {
    const item = requireOpenItem(held, input.itemId);
    if (version !== undefined && version !== item.version) {
      throw new AppError("conflict", {
        message: `Somebody changed “${item.title}” meanwhile. Look at it and try again.`,
      });
    }
    if (blockedBy !== undefined) {
      const blockerIds = [...new Set(blockedBy)];
      checkItemLinks(held.items, { itemId: item.itemId, blockedBy: blockerIds });
      await replaceItemLinks(tx, item, blockerIds);
    }
    if (locations !== undefined) {
      const keyOf = (file: { repositoryId: string; path: string }) => `${file.repositoryId} ${file.path}`;
      const wanted = new Set(locations.map(keyOf));
      const kept = item.locations.filter((location) => wanted.has(keyOf(location)));
      if (kept.length < wanted.size) throw notFound("File");
      await replaceItemLocations(tx, item, kept);
    }
    await updateItemRow(tx, item, { ...fields, version: item.version + 1 });
  });
}
