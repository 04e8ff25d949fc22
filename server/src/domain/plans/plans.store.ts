import { and, count, desc, eq, notExists, or, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { artifacts } from "#server/platform/db/tables/artifacts.ts";
import { planItems, plans } from "#server/platform/db/tables/plans.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { users } from "#server/platform/db/tables/users.ts";

export type PlanRow = typeof plans.$inferSelect;

export interface PlanKey extends ProjectKey {
  planId: string;
}

/** What people read beside a plan. */
export interface NamedPlanRow extends PlanRow {
  /** Null when that account is gone. */
  creator: { userId: string; firstName: string | null; lastName: string | null } | null;
  /** Null where the goal comes from no page, or that is gone. */
  page: { artifactId: string; title: string } | null;
  /** What the names of the product's tasks begin with; null before its first task. */
  taskKey: string | null;
}

const inProject = ({ organizationId, projectId }: ProjectKey) =>
  and(eq(plans.organizationId, organizationId), eq(plans.projectId, projectId));

const isPlan = (key: PlanKey) => and(inProject(key), eq(plans.planId, key.planId));

const creator = { userId: users.userId, firstName: users.firstName, lastName: users.lastName };

/** Null when the project has no such plan. */
export async function selectPlan(db: Db, key: PlanKey): Promise<NamedPlanRow | null> {
  const [found] = await db
    .select({
      plan: plans,
      creator,
      page: { artifactId: artifacts.artifactId, title: artifacts.title },
      taskKey: projects.taskKey,
    })
    .from(plans)
    .innerJoin(projects, eq(projects.projectId, plans.projectId))
    .leftJoin(users, eq(users.userId, plans.createdBy))
    .leftJoin(artifacts, eq(artifacts.artifactId, plans.artifactId))
    .where(isPlan(key));
  return found ? { ...found.plan, creator: found.creator, page: found.page, taskKey: found.taskKey } : null;
}

/** Its project, if the organization has such a plan. */
export async function findProjectIdOfPlan(
  db: Db,
  { organizationId, planId }: { organizationId: string; planId: string },
): Promise<string | null> {
  const [found] = await db
    .select({ projectId: plans.projectId })
    .from(plans)
    .where(and(eq(plans.organizationId, organizationId), eq(plans.planId, planId)));
  return found?.projectId ?? null;
}

/** Letters of the goal that a list reads. */
const readForTitle = 1_000;

/** One page of the project's plans, newest first, and how many there are. */
export async function listPlanRows(db: Db, project: ProjectKey, { limit, offset }: { limit: number; offset: number }) {
  const ofPlan = and(eq(planItems.organizationId, plans.organizationId), eq(planItems.planId, plans.planId));
  const counts = { accepted: count(planItems.acceptedAt).as("accepted"), total: count().as("total") };
  const items = db.select(counts).from(planItems).where(ofPlan).as("items");
  const rows = await db
    .select({
      planId: plans.planId,
      state: plans.state,
      writtenBy: plans.writtenBy,
      createdAt: plans.createdAt,
      updatedAt: plans.updatedAt,
      goalStart: sql<string>`left(${plans.goal}, ${readForTitle})`,
      creator,
      items: { accepted: items.accepted, total: items.total },
    })
    .from(plans)
    .leftJoin(users, eq(users.userId, plans.createdBy))
    .crossJoinLateral(items)
    .where(inProject(project))
    .orderBy(desc(plans.createdAt), desc(plans.planId))
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ total: count() }).from(plans).where(inProject(project));
  return { rows, total: all?.total ?? 0 };
}

/**
 * The plan, which nobody else changes before the transaction `db` ends; the product's row is locked before it, since
 * whoever deletes the product comes to its parts in another order. Null when the project has no such plan.
 */
export async function lockPlan(db: Db, key: PlanKey): Promise<PlanRow | null> {
  const { organizationId, projectId, planId } = key;
  const isProject = and(eq(projects.organizationId, organizationId), eq(projects.projectId, projectId));
  await db.select({ projectId: projects.projectId }).from(projects).where(isProject).for("no key update");
  const [row] = await db.select().from(plans).where(isPlan({ organizationId, projectId, planId })).for("no key update");
  return row ?? null;
}

/**
 * Plans without items that found no code are to be worked out again; answers their ids. What people have written into
 * one meanwhile stays.
 */
export async function reopenUnindexed(db: Db, project: ProjectKey): Promise<string[]> {
  const items = db.select({ itemId: planItems.itemId }).from(planItems).where(eq(planItems.planId, plans.planId));
  // One that is worked on may have looked before this code was there.
  const hasNone = or(and(eq(plans.state, "ready"), eq(plans.nothing, "not-indexed")), eq(plans.state, "working"));
  const isOpen = and(inProject(project), hasNone, notExists(items));
  const reopened = await db
    .update(plans)
    .set({ state: "waiting", proposal: sql`${plans.proposal} + 1` })
    .where(isOpen)
    .returning({ planId: plans.planId });
  return reopened.map(({ planId }) => planId);
}

export async function insertPlan(db: Db, row: PlanRow): Promise<void> {
  await db.insert(plans).values(row);
}

export async function updatePlanRow(db: Db, key: PlanKey, change: Partial<PlanRow>): Promise<void> {
  await db.update(plans).set(change).where(isPlan(key));
}

/** False where it was gone already. */
export async function deletePlanRow(db: Db, key: PlanKey): Promise<boolean> {
  const gone = await db.delete(plans).where(isPlan(key)).returning({ planId: plans.planId });
  return gone.length > 0;
}
