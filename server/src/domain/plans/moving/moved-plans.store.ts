import { and, asc, eq, sql } from "drizzle-orm";

import type { ItemLocationRow, ItemRow } from "#server/domain/plans/plan-items.store.ts";
import type { PlanRow } from "#server/domain/plans/plans.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { planItems, planLinks, planLocations, plans } from "#server/platform/db/tables/plans.ts";

/** All of a project, the oldest first. */
export async function selectPlanRows(db: Db, { organizationId, projectId }: ProjectKey): Promise<PlanRow[]> {
  return await db
    .select()
    .from(plans)
    .where(and(eq(plans.organizationId, organizationId), eq(plans.projectId, projectId)))
    .orderBy(asc(plans.createdAt), asc(plans.planId));
}

/** Those of these ids that a plan or an item of any organization has; nothing else is revealed of them. */
export async function listTakenPlanIds(wholeDb: Db, ids: readonly string[]): Promise<Set<string>> {
  const wanted = sql`any(${sql.param([...ids])}::uuid[])`;
  const { rows } = await wholeDb.execute<{ id: string }>(sql`
    select ${plans.planId} as id from ${plans} where ${plans.planId} = ${wanted}
    union select ${planItems.itemId} from ${planItems} where ${planItems.itemId} = ${wanted}`);
  return new Set(rows.map(({ id }) => id));
}

/** A whole plan: its row, its items with their links and files. */
export async function insertMovedPlan(
  db: Db,
  plan: PlanRow,
  items: readonly {
    row: ItemRow;
    blockedBy: readonly string[];
    locations: readonly Omit<ItemLocationRow, "organizationId" | "itemId">[];
  }[],
): Promise<void> {
  await db.insert(plans).values(plan);
  if (items.length === 0) return;
  await db.insert(planItems).values(items.map(({ row }) => row));
  const { organizationId } = plan;
  const links = items.flatMap(({ row: { itemId }, blockedBy }) =>
    blockedBy.map((blockerId) => ({ organizationId, itemId, blockerId })),
  );
  if (links.length > 0) await db.insert(planLinks).values(links).onConflictDoNothing();
  const files = items.flatMap(({ row: { itemId }, locations }) =>
    locations.map((location) => ({ ...location, organizationId, itemId })),
  );
  if (files.length > 0) await db.insert(planLocations).values(files).onConflictDoNothing();
}
