import { AppError, notFound } from "@cairn/contract/errors";

import { findWay } from "#server/domain/tasks/find-way.ts";

import type { WholeItem } from "./plan-items.store.ts";

/** Refuses blockers that are not of the plan, or that wait for this item themselves. */
export function checkItemLinks(
  items: readonly WholeItem[],
  { itemId, blockedBy }: Pick<WholeItem, "itemId" | "blockedBy">,
): void {
  if (blockedBy.includes(itemId)) throw new AppError("conflict", { message: "A task can't wait for itself" });
  const titles = new Map(items.map((item) => [item.itemId, item.title]));
  if (!blockedBy.every((id) => titles.has(id))) throw notFound("Proposed task");
  const links = items.flatMap((item) => item.blockedBy.map((blockerId) => ({ taskId: item.itemId, blockerId })));
  const way = findWay(links, { from: blockedBy, to: itemId });
  if (way === null) return;
  const circle = [itemId, ...way].map((id) => `“${titles.get(id) ?? ""}”`).join(" → ");
  throw new AppError("conflict", { message: `These tasks would wait for each other: ${circle}` });
}
