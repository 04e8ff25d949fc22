import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import { maxItemLocations, type mergePlanItems as endpoint } from "@cairn/contract/plans";
import { maxCriteria, maxTaskDescription } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { changePlan, requireOpenItem, type HeldPlan } from "./change-plan.ts";
import { checkItemLinks } from "./link-items.ts";
import {
  deleteItemRow,
  replaceItemLinks,
  replaceItemLocations,
  updateItemRow,
  type WholeItem,
} from "./plan-items.store.ts";

/** Makes one item of two: it keeps its title and place, and takes on all that the other one says, which goes. */
export async function mergePlanItems(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  return await changePlan(ctx, input, async (tx, held) => {
    const item = requireOpenItem(held, input.itemId);
    const other = requireOpenItem(held, input.otherItemId);
    if (item.itemId === other.itemId) {
      throw new AppError("conflict", { message: "A task can't be merged with itself" });
    }
    await relink(tx, held, { item, other });
    await updateItemRow(tx, item, { ...mergeTexts(item, other), version: item.version + 1 });
    const files = new Map(
      [...other.locations, ...item.locations].map((one) => [`${one.repositoryId} ${one.path}`, one]),
    );
    const ownFirst = [...files.values()].sort(
      (a, b) => Number(b.itemId === item.itemId) - Number(a.itemId === item.itemId),
    );
    await replaceItemLocations(tx, item, ownFirst.slice(0, maxItemLocations));
    await deleteItemRow(tx, other);
  });
}

function mergeTexts(item: WholeItem, other: WholeItem): Pick<WholeItem, "description" | "criteria" | "serviceId"> {
  const said = other.description === "" ? other.title : `**${other.title}**\n\n${other.description}`;
  const description = [item.description, said].filter((text) => text !== "").join("\n\n");
  const criteria = [...new Set([...item.criteria, ...other.criteria])];
  if (description.length > maxTaskDescription || criteria.length > maxCriteria) {
    throw new AppError("conflict", { message: "Together they are longer than one task can be" });
  }
  return { description, criteria, serviceId: item.serviceId ?? other.serviceId };
}

/** What waited for either waits for the one, which waits for what either waited for. Refuses where that is a circle. */
async function relink(
  tx: Db,
  { items }: HeldPlan,
  { item, other }: { item: WholeItem; other: WholeItem },
): Promise<void> {
  const both = [item.itemId, other.itemId];
  const blockedBy = [...new Set([...item.blockedBy, ...other.blockedBy])].filter((id) => !both.includes(id));
  const waiting = items.filter((one) => !both.includes(one.itemId) && one.blockedBy.includes(other.itemId));
  const relinked = waiting.map((one) => {
    const ids = one.blockedBy.map((id) => (id === other.itemId ? item.itemId : id));
    return { ...one, blockedBy: [...new Set(ids)] };
  });
  const byId = new Map([...items, ...relinked].map((one) => [one.itemId, one]));
  byId.delete(other.itemId);
  checkItemLinks([...byId.values()], { itemId: item.itemId, blockedBy });
  await replaceItemLinks(tx, item, blockedBy);
  for (const one of relinked) {
    await replaceItemLinks(tx, one, one.blockedBy);
    await updateItemRow(tx, one, { version: one.version + 1 });
  }
}
