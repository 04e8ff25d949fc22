import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { mergeQueueEntries } from "#server/platform/db/tables/merge-queue.ts";
import { projects, repositories } from "#server/platform/db/tables/projects.ts";
import { tasks } from "#server/platform/db/tables/tasks.ts";

import type { ImplementationRow } from "./implementations.store.ts";

export type QueueEntryRow = typeof mergeQueueEntries.$inferSelect;

/** An entry with the change that it is about. */
export interface QueuedChange {
  entry: QueueEntryRow;
  row: ImplementationRow;
  repository: Pick<typeof repositories.$inferSelect, "repositoryId" | "connection">;
  task: { taskKey: string | null; projectTaskId: number };
}

type EntryKey = Pick<QueueEntryRow, "organizationId" | "implementationId">;
/** An entry as somebody planned it: whoever plans it anew makes another one of it. */
type PlannedKey = EntryKey & Pick<QueueEntryRow, "mergeOid">;

const isOf = ({ organizationId, implementationId }: EntryKey) =>
  and(eq(mergeQueueEntries.organizationId, organizationId), eq(mergeQueueEntries.implementationId, implementationId));

/** Puts an implementation, which is locked, at the end of the line, unless it is in it with the same change. */
export async function insertQueueEntry(
  tx: Db,
  entry: Pick<QueueEntryRow, "organizationId" | "implementationId" | "headOid" | "requestedBy" | "queuedAt">,
): Promise<void> {
  const former = await selectQueueEntry(tx, entry);
  if (former !== null && former.state !== "left" && former.headOid === entry.headOid) return;
  await deleteQueueEntry(tx, entry);
  await tx.insert(mergeQueueEntries).values({ ...entry, state: "waiting" });
}

/** Also one that has left; null where there is none. */
async function selectQueueEntry(db: Db, key: EntryKey): Promise<QueueEntryRow | null> {
  const [entry] = await db.select().from(mergeQueueEntries).where(isOf(key));
  return entry ?? null;
}

/** It has no place any more, and nothing is told of it. */
export async function deleteQueueEntry(tx: Db, key: EntryKey): Promise<void> {
  await tx.delete(mergeQueueEntries).where(isOf(key));
}

/** The lines of all branches of some repositories, each in its order. */
export async function listQueue(
  db: Db,
  { organizationId, repositoryIds }: { organizationId: string; repositoryIds: readonly string[] },
): Promise<QueuedChange[]> {
  return await db
    .select({
      entry: mergeQueueEntries,
      row: implementations,
      repository: { repositoryId: repositories.repositoryId, connection: repositories.connection },
      task: { taskKey: projects.taskKey, projectTaskId: tasks.projectTaskId },
    })
    .from(mergeQueueEntries)
    .innerJoin(implementations, eq(implementations.implementationId, mergeQueueEntries.implementationId))
    .innerJoin(repositories, eq(repositories.repositoryId, implementations.repositoryId))
    .innerJoin(projects, eq(projects.projectId, implementations.projectId))
    .innerJoin(tasks, eq(tasks.taskId, implementations.taskId))
    .where(
      and(
        eq(mergeQueueEntries.organizationId, organizationId),
        inArray(implementations.repositoryId, [...repositoryIds]),
        ne(mergeQueueEntries.state, "left"),
      ),
    )
    .orderBy(asc(mergeQueueEntries.queuedAt), asc(implementations.projectImplementationId));
}

/** Entries of these implementations, also those that have left. */
export async function listEntries(
  db: Db,
  organizationId: string,
  implementationIds: readonly string[],
): Promise<QueueEntryRow[]> {
  return await db
    .select()
    .from(mergeQueueEntries)
    .where(
      and(
        eq(mergeQueueEntries.organizationId, organizationId),
        inArray(mergeQueueEntries.implementationId, [...implementationIds]),
      ),
    );
}

/** Repositories of all organizations in whose lines somebody waits. `db` must see all. */
export async function listQueuedRepositories(db: Db): Promise<{ organizationId: string; repositoryId: string }[]> {
  return await db
    .selectDistinct({
      organizationId: implementations.organizationId,
      repositoryId: implementations.repositoryId,
    })
    .from(mergeQueueEntries)
    .innerJoin(implementations, eq(implementations.implementationId, mergeQueueEntries.implementationId))
    .where(ne(mergeQueueEntries.state, "left"));
}

/** Gives an entry another commit to be tested. False where it was planned anew, or has left. */
export async function planEntry(
  db: Db,
  former: PlannedKey,
  plan: { ontoOid: string; mergeOid: string },
): Promise<boolean> {
  return await updateEntry(db, former, { ...plan, proof: null, progress: null, state: "waiting" });
}

/** Writes what is known of the commit of an entry. False where that is another one by now. */
export async function updateEntry(
  db: Db,
  key: PlannedKey,
  change: Partial<Pick<QueueEntryRow, "state" | "proof" | "progress" | "reason" | "ontoOid" | "mergeOid">>,
): Promise<boolean> {
  const planned = key.mergeOid;
  const updated = await db
    .update(mergeQueueEntries)
    .set(change)
    .where(
      and(
        isOf(key),
        ne(mergeQueueEntries.state, "left"),
        planned === null ? isNull(mergeQueueEntries.mergeOid) : eq(mergeQueueEntries.mergeOid, planned),
      ),
    )
    .returning({ implementationId: mergeQueueEntries.implementationId });
  return updated.length > 0;
}
