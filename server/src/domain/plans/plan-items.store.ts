import type { TaskState } from "@cairn/contract/task-states";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { generateNKeysBetween } from "fractional-indexing";

import type { Db } from "#server/platform/db/open-db.ts";
import { planItems, planLinks, planLocations } from "#server/platform/db/tables/plans.ts";
import { services } from "#server/platform/db/tables/projects.ts";
import { tasks } from "#server/platform/db/tables/tasks.ts";

export type ItemRow = typeof planItems.$inferSelect;
export type ItemLocationRow = typeof planLocations.$inferSelect;
/** `itemId` waits for `blockerId`. */
type ItemLinkRow = Pick<typeof planLinks.$inferSelect, "itemId" | "blockerId">;

/** An item with everything that belongs to it. */
export interface WholeItem extends ItemRow {
  service: { serviceId: string; name: string } | null;
  /** What became of it; null before it is accepted, and where that task is gone. */
  task: { title: string; state: TaskState } | null;
  /** In the order of the items. */
  blockedBy: string[];
  /** The likeliest first. */
  locations: ItemLocationRow[];
}

type ItemsKey = Pick<ItemRow, "organizationId" | "planId">;

const inPlan = ({ organizationId, planId }: ItemsKey) =>
  and(eq(planItems.organizationId, organizationId), eq(planItems.planId, planId));

/** In the order of the plan. */
export async function listItems(db: Db, plan: ItemsKey): Promise<WholeItem[]> {
  const rows = await db
    .select({
      item: planItems,
      service: { serviceId: services.serviceId, name: services.name },
      task: { title: tasks.title, state: tasks.state },
    })
    .from(planItems)
    .leftJoin(services, eq(services.serviceId, planItems.serviceId))
    .leftJoin(tasks, and(eq(tasks.organizationId, planItems.organizationId), eq(tasks.taskId, planItems.taskId)))
    .where(inPlan(plan))
    .orderBy(asc(planItems.rank), asc(planItems.itemId));
  const itemIds = rows.map(({ item }) => item.itemId);
  const links = Map.groupBy(await listItemLinks(db, plan, itemIds), ({ itemId }) => itemId);
  const locations = Map.groupBy(await listItemLocations(db, plan, itemIds), ({ itemId }) => itemId);
  return rows.map(({ item, service, task }) => {
    const blockers = new Set((links.get(item.itemId) ?? []).map(({ blockerId }) => blockerId));
    const blockedBy = itemIds.filter((id) => blockers.has(id));
    return { ...item, service, task, blockedBy, locations: locations.get(item.itemId) ?? [] };
  });
}

async function listItemLinks(db: Db, { organizationId }: ItemsKey, itemIds: readonly string[]): Promise<ItemLinkRow[]> {
  return await db
    .select({ itemId: planLinks.itemId, blockerId: planLinks.blockerId })
    .from(planLinks)
    .where(and(eq(planLinks.organizationId, organizationId), inArray(planLinks.itemId, [...itemIds])));
}

async function listItemLocations(
  db: Db,
  { organizationId }: ItemsKey,
  itemIds: readonly string[],
): Promise<ItemLocationRow[]> {
  return await db
    .select()
    .from(planLocations)
    .where(and(eq(planLocations.organizationId, organizationId), inArray(planLocations.itemId, [...itemIds])))
    .orderBy(asc(planLocations.position));
}

/** Nobody else changes these items before the transaction `db` ends. In one order, so that nobody waits in a circle. */
export async function lockItems(db: Db, plan: ItemsKey): Promise<void> {
  await db
    .select({ itemId: planItems.itemId })
    .from(planItems)
    .where(inPlan(plan))
    .orderBy(asc(planItems.itemId))
    .for("no key update");
}

export async function insertItems(db: Db, rows: readonly ItemRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(planItems).values([...rows]);
}

export async function updateItemRow(
  db: Db,
  item: Pick<ItemRow, "organizationId" | "itemId">,
  change: Partial<ItemRow>,
) {
  await db
    .update(planItems)
    .set(change)
    .where(and(eq(planItems.organizationId, item.organizationId), eq(planItems.itemId, item.itemId)));
}

export async function deleteItemRow(db: Db, { organizationId, itemId }: Pick<ItemRow, "organizationId" | "itemId">) {
  await db.delete(planItems).where(and(eq(planItems.organizationId, organizationId), eq(planItems.itemId, itemId)));
}

/** Those that nobody has accepted. */
export async function deleteOpenItems(db: Db, plan: ItemsKey): Promise<void> {
  await db.delete(planItems).where(and(inPlan(plan), isNull(planItems.acceptedAt)));
}

/** Makes these the items that one waits for. */
export async function replaceItemLinks(
  db: Db,
  { organizationId, itemId }: Pick<ItemRow, "organizationId" | "itemId">,
  blockerIds: readonly string[],
): Promise<void> {
  await db.delete(planLinks).where(and(eq(planLinks.organizationId, organizationId), eq(planLinks.itemId, itemId)));
  const rows = blockerIds.map((blockerId) => ({ organizationId, itemId, blockerId }));
  if (rows.length > 0) await db.insert(planLinks).values(rows);
}

/** Makes these the files that an item is expected to touch, in this order. */
export async function replaceItemLocations(
  db: Db,
  { organizationId, itemId }: Pick<ItemRow, "organizationId" | "itemId">,
  locations: readonly Omit<ItemLocationRow, "organizationId" | "itemId" | "position">[],
): Promise<void> {
  await db
    .delete(planLocations)
    .where(and(eq(planLocations.organizationId, organizationId), eq(planLocations.itemId, itemId)));
  const rows = locations.map((location, position) => ({ ...location, organizationId, itemId, position }));
  if (rows.length > 0) await db.insert(planLocations).values(rows);
}

/** Ranks for so many items between these two; null is an end of the plan. */
export function ranksBetween(previous: ItemRow | undefined, next: ItemRow | undefined, amount: number): string[] {
  return generateNKeysBetween(previous?.rank ?? null, next?.rank ?? null, amount);
}

/** A rank for one item between these two. */
export function rankBetween(previous: ItemRow | undefined, next: ItemRow | undefined): string {
  const [rank = ""] = ranksBetween(previous, next, 1);
  return rank;
}
