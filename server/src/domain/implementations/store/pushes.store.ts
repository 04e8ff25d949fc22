import type { TaskState } from "@cairn/contract/task-states";
import { and, eq, gt, inArray, lte, ne, or, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { tasks } from "#server/platform/db/tables/tasks.ts";

import type { ImplementationKey, ImplementationRow } from "./implementations.store.ts";

const keyColumns = {
  organizationId: implementations.organizationId,
  implementationId: implementations.implementationId,
  repositoryId: implementations.repositoryId,
  workingBranch: implementations.workingBranch,
  baseBranch: implementations.baseBranch,
  userId: implementations.pushKeyUserId,
};

/** States that a task may be in while somebody pushes for it. */
export const openStates: readonly TaskState[] = ["todo", "in-progress", "in-review"];

/** Neither decided upon nor stopped. */
const takesPushes = and(
  eq(implementations.engine, "own-machine"),
  eq(implementations.state, "created"),
  ne(implementations.runState, "stopped"),
);

/** The implementation whose key has this hash, while it takes pushes. `db` must see all organizations. */
export async function selectByPushKey(db: Db, hash: string, now: Date) {
  const [row] = await db
    .select(keyColumns)
    .from(implementations)
    .innerJoin(tasks, eq(tasks.taskId, implementations.taskId))
    .where(
      and(
        eq(implementations.pushKeyHash, hash),
        gt(implementations.pushUntil, now),
        inArray(tasks.state, [...openStates]),
        takesPushes,
      ),
    );
  return row ?? null;
}

/** The implementation and its repository, while it takes pushes; null else. */
export async function selectPushed(
  db: Db,
  { organizationId, implementationId }: Pick<ImplementationRow, "organizationId" | "implementationId">,
) {
  const [found] = await db
    .select({ row: implementations, repository: repositories })
    .from(implementations)
    .innerJoin(repositories, eq(repositories.repositoryId, implementations.repositoryId))
    .where(
      and(
        eq(implementations.organizationId, organizationId),
        eq(implementations.implementationId, implementationId),
        takesPushes,
      ),
    );
  return found ?? null;
}

/** Branches that lie elsewhere are pushed to by whoever may push there, without a key of ours and its end. */
const isFollowed = sql`exists (select 1 from ${repositories} where ${repositories.repositoryId} = ${implementations.repositoryId}
  and ${repositories.connection}->>'type' <> 'internal')`;

/** Those of all organizations that may still be pushed to: `db` must see all. */
export async function listPushed(
  db: Db,
  now: Date,
): Promise<Pick<ImplementationRow, "organizationId" | "implementationId">[]> {
  return await db
    .select(keyColumns)
    .from(implementations)
    .where(and(takesPushes, or(gt(implementations.pushUntil, now), isFollowed)));
}

/** A change and where its branch lies. */
export interface FollowedChange {
  key: ImplementationKey;
  headOid: string | null;
  workingBranch: string;
  repository: Pick<typeof repositories.$inferSelect, "repositoryId" | "connection">;
}

/** Changes of all organizations that runs made, which wait for a decision on a branch that people may push to. `db` must see all. */
export async function listFollowed(db: Db): Promise<FollowedChange[]> {
  const { organizationId, projectId, taskId, implementationId, headOid, workingBranch } = implementations;
  const { repositoryId, connection } = repositories;
  return await db
    .select({
      key: { organizationId, projectId, taskId, implementationId },
      headOid,
      workingBranch,
      repository: { repositoryId, connection },
    })
    .from(implementations)
    .innerJoin(repositories, eq(repositories.repositoryId, implementations.repositoryId))
    .innerJoin(tasks, eq(tasks.taskId, implementations.taskId))
    .where(
      and(
        ne(implementations.engine, "own-machine"),
        eq(implementations.state, "created"),
        eq(implementations.runState, "completed"),
        eq(implementations.isPublished, true),
        inArray(tasks.state, [...openStates]),
      ),
    );
}

/** Those of all organizations that wait for a push which nobody may make any more. `db` must see all. */
export async function listForgotten(db: Db, now: Date): Promise<ImplementationRow[]> {
  return await db
    .select()
    .from(implementations)
    .where(and(eq(implementations.runState, "waiting"), lte(implementations.pushUntil, now)));
}

/** Sets what may push from now on. The implementation must be locked. */
export async function updatePushKey(
  tx: Db,
  implementationId: string,
  change: Pick<ImplementationRow, "pushKeyHash" | "pushKeyUserId" | "pushUntil">,
): Promise<void> {
  await tx.update(implementations).set(change).where(eq(implementations.implementationId, implementationId));
}

/** Puts it in line to prove a commit that was pushed; whoever proves another one is written off. It must be locked. */
export async function requeuePushed(
  tx: Db,
  implementationId: string,
  change: { pushedOid: string; queuedAt: Date; pushUntil: Date },
): Promise<void> {
  await tx
    .update(implementations)
    .set({
      ...change,
      runState: "queued",
      isPublished: true,
      attempt: sql`${implementations.attempt} + 1`,
      fromAttempt: sql`${implementations.attempt} + 1`,
      leaseEpoch: sql`${implementations.leaseEpoch} + 1`,
      ticket: null,
      endedAt: null,
      // They were about another commit.
      proof: null,
      progress: null,
    })
    .where(
      and(
        eq(implementations.implementationId, implementationId),
        inArray(implementations.runState, ["waiting", "queued", "running", "completed", "failed"]),
      ),
    );
}
