import { and, asc, count, desc, eq, gt, inArray, isNotNull, ne, notInArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { implementations, runOperations, runSteps } from "#server/platform/db/tables/implementations.ts";
import { projects, repositories } from "#server/platform/db/tables/projects.ts";
import { pullRequests } from "#server/platform/db/tables/pull-requests.ts";
import { tasks } from "#server/platform/db/tables/tasks.ts";
import { users } from "#server/platform/db/tables/users.ts";

export type ImplementationRow = typeof implementations.$inferSelect;
export type RunStepRow = typeof runSteps.$inferSelect;
export type PullRequestRow = typeof pullRequests.$inferSelect;
type RunOperationRow = typeof runOperations.$inferSelect;

/** An implementation with what belongs to it elsewhere. */
export interface NamedImplementationRow extends ImplementationRow {
  task: Pick<typeof tasks.$inferSelect, "taskId" | "projectTaskId" | "title" | "state">;
  taskKey: string | null;
  repository: Pick<typeof repositories.$inferSelect, "repositoryId" | "slug" | "connection" | "canPush">;
  creator: NamedPerson | null;
  /** Who merged it. */
  merger: NamedPerson | null;
  /** Who discarded it. */
  discarder: NamedPerson | null;
  /** The pull request that it is or was to be merged by. */
  pull: PullRequestRow | null;
}

interface NamedPerson {
  userId: string;
  firstName: string | null;
  lastName: string | null;
}

const mergers = alias(users, "mergers");
const discarders = alias(users, "discarders");

/** One implementation of one task; every query carries its organization and project. */
export interface ImplementationKey extends ProjectKey {
  taskId: string;
  implementationId: string;
}

const ofTask = ({ organizationId, projectId, taskId }: ProjectKey & { taskId: string }) =>
  and(
    eq(implementations.organizationId, organizationId),
    eq(implementations.projectId, projectId),
    eq(implementations.taskId, taskId),
  );

function selectNamed(db: Db) {
  return db
    .select({
      row: implementations,
      task: { taskId: tasks.taskId, projectTaskId: tasks.projectTaskId, title: tasks.title, state: tasks.state },
      taskKey: projects.taskKey,
      repository: {
        repositoryId: repositories.repositoryId,
        slug: repositories.slug,
        connection: repositories.connection,
        canPush: repositories.canPush,
      },
      creator: { userId: users.userId, firstName: users.firstName, lastName: users.lastName },
      merger: { userId: mergers.userId, firstName: mergers.firstName, lastName: mergers.lastName },
      discarder: { userId: discarders.userId, firstName: discarders.firstName, lastName: discarders.lastName },
      pull: pullRequests,
    })
    .from(implementations)
    .innerJoin(projects, eq(projects.projectId, implementations.projectId))
    .innerJoin(tasks, eq(tasks.taskId, implementations.taskId))
    .innerJoin(repositories, eq(repositories.repositoryId, implementations.repositoryId))
    .leftJoin(users, eq(users.userId, implementations.createdBy))
    .leftJoin(mergers, eq(mergers.userId, implementations.mergedBy))
    .leftJoin(discarders, eq(discarders.userId, implementations.discardedBy))
    .leftJoin(pullRequests, eq(pullRequests.implementationId, implementations.implementationId));
}

/** Null when the task has no such implementation. */
export async function selectImplementation(db: Db, key: ImplementationKey): Promise<NamedImplementationRow | null> {
  const [found] = await selectNamed(db).where(
    and(ofTask(key), eq(implementations.implementationId, key.implementationId)),
  );
  return found ? { ...found.row, ...found } : null;
}

/** One page of a task's implementations, newest first, and how many there are. */
export async function listImplementationRows(
  db: Db,
  task: ProjectKey & { taskId: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: NamedImplementationRow[]; total: number }> {
  const found = await selectNamed(db)
    .where(ofTask(task))
    .orderBy(desc(implementations.projectImplementationId))
    .limit(limit)
    .offset(offset);
  const [counted] = await db.select({ total: count() }).from(implementations).where(ofTask(task));
  return { rows: found.map(({ row, ...names }) => ({ ...row, ...names })), total: counted?.total ?? 0 };
}

/** Of a project, those with a change, whatever became of it, the newest first. */
export async function listNewestRows(
  db: Db,
  { organizationId, projectId }: ProjectKey,
  limit: number,
): Promise<NamedImplementationRow[]> {
  const found = await selectNamed(db)
    .where(
      and(
        eq(implementations.organizationId, organizationId),
        eq(implementations.projectId, projectId),
        isNotNull(implementations.headOid),
      ),
    )
    .orderBy(desc(implementations.projectImplementationId))
    .limit(limit);
  return found.map(({ row, ...names }) => ({ ...row, ...names }));
}

/** Other finished changes of the same branch that nobody has decided about, of the same project, the newest first. */
export async function listOtherOpenRows(
  db: Db,
  one: Pick<ImplementationRow, "organizationId" | "projectId" | "repositoryId" | "baseBranch" | "implementationId">,
  limit: number,
): Promise<NamedImplementationRow[]> {
  const found = await selectNamed(db)
    .where(
      and(
        eq(implementations.organizationId, one.organizationId),
        eq(implementations.projectId, one.projectId),
        eq(implementations.repositoryId, one.repositoryId),
        eq(implementations.baseBranch, one.baseBranch),
        eq(implementations.state, "created"),
        eq(implementations.runState, "completed"),
        isNotNull(implementations.headOid),
        ne(implementations.implementationId, one.implementationId),
      ),
    )
    .orderBy(desc(implementations.projectImplementationId))
    .limit(limit);
  return found.map(({ row, ...names }) => ({ ...row, ...names }));
}

/** Changes for other tasks that are under way or wait for a decision, as far as they are written; the newest first. */
export async function listOpenRows(
  db: Db,
  { organizationId, projectId, taskId }: ProjectKey & { taskId: string },
  limit: number,
): Promise<NamedImplementationRow[]> {
  const found = await selectNamed(db)
    .where(
      and(
        eq(implementations.organizationId, organizationId),
        eq(implementations.projectId, projectId),
        ne(implementations.taskId, taskId),
        eq(implementations.state, "created"),
        notInArray(implementations.runState, ["failed", "stopped"]),
        isNotNull(implementations.headOid),
      ),
    )
    .orderBy(desc(implementations.projectImplementationId))
    .limit(limit);
  return found.map(({ row, ...names }) => ({ ...row, ...names }));
}

/** One page of what waits for a decision in a project, the longest waiting first, and how much there is. */
export async function listReviewRows(
  db: Db,
  { organizationId, projectId }: ProjectKey,
  { limit, offset, withPaused }: { limit: number; offset: number; withPaused: boolean },
): Promise<{ rows: NamedImplementationRow[]; total: number }> {
  const isToDecide = and(eq(implementations.runState, "completed"), eq(tasks.state, "in-review"));
  const waits = and(
    eq(implementations.organizationId, organizationId),
    eq(implementations.projectId, projectId),
    eq(implementations.state, "created"),
    withPaused ? or(isToDecide, eq(implementations.runState, "paused")) : isToDecide,
  );
  const found = await selectNamed(db)
    .where(waits)
    // Those that are paused have not ended.
    .orderBy(sql`${implementations.endedAt} asc nulls first`, asc(implementations.projectImplementationId))
    .limit(limit)
    .offset(offset);
  const [counted] = await db
    .select({ total: count() })
    .from(implementations)
    .innerJoin(tasks, eq(tasks.taskId, implementations.taskId))
    .where(waits);
  return { rows: found.map(({ row, ...names }) => ({ ...row, ...names })), total: counted?.total ?? 0 };
}

/** Steps of these implementations, in the order in which they began. */
export async function listStepRows(
  db: Db,
  organizationId: string,
  implementationIds: readonly string[],
): Promise<RunStepRow[]> {
  return await db
    .select()
    .from(runSteps)
    .where(and(eq(runSteps.organizationId, organizationId), inArray(runSteps.implementationId, [...implementationIds])))
    .orderBy(asc(runSteps.implementationId), asc(runSteps.sequence));
}

/** What the log of an implementation holds after a number, in order. */
export async function listOperationRows(
  db: Db,
  { organizationId, implementationId }: Pick<ImplementationKey, "organizationId" | "implementationId">,
  { after, limit }: { after: number; limit: number },
): Promise<RunOperationRow[]> {
  return await db
    .select()
    .from(runOperations)
    .where(
      and(
        eq(runOperations.organizationId, organizationId),
        eq(runOperations.implementationId, implementationId),
        gt(runOperations.sequence, after),
      ),
    )
    .orderBy(asc(runOperations.sequence))
    .limit(limit);
}
