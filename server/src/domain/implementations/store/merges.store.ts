import { and, eq, isNull, lte, ne, or, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementations, mergeIntents } from "#server/platform/db/tables/implementations.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";

import type { ImplementationRow } from "./implementations.store.ts";

export type MergeIntentRow = typeof mergeIntents.$inferSelect;

type MergeKey = Pick<MergeIntentRow, "organizationId" | "implementationId">;

const isOf = ({ organizationId, implementationId }: MergeKey) =>
  and(eq(mergeIntents.organizationId, organizationId), eq(mergeIntents.implementationId, implementationId));

/** False where a merge of this implementation is under way. It must be locked. */
export async function insertMergeIntent(tx: Db, intent: MergeIntentRow): Promise<boolean> {
  const inserted = await tx.insert(mergeIntents).values(intent).onConflictDoNothing().returning();
  return inserted.length > 0;
}

/** The merge of an implementation that is under way; null where there is none. */
export async function selectMergeIntent(db: Db, key: MergeKey): Promise<MergeIntentRow | null> {
  const [intent] = await db.select().from(mergeIntents).where(isOf(key));
  return intent ?? null;
}

/** True for the one caller who carries out the decisions about documents; all others wait until that is done. */
export async function takeDocuments(tx: Db, intent: MergeIntentRow, now: Date): Promise<boolean> {
  const taken = await tx
    .update(mergeIntents)
    .set({ documentsAt: now })
    .where(and(isOf(intent), eq(mergeIntents.mergeOid, intent.mergeOid), isNull(mergeIntents.documentsAt)))
    .returning({ implementationId: mergeIntents.implementationId });
  return taken.length > 0;
}

/** Ends a merge; another one of the same implementation stays. False where somebody else ended it. */
export async function deleteMergeIntent(tx: Db, intent: MergeIntentRow): Promise<boolean> {
  const deleted = await tx
    .delete(mergeIntents)
    .where(and(isOf(intent), eq(mergeIntents.mergeOid, intent.mergeOid)))
    .returning({ implementationId: mergeIntents.implementationId });
  return deleted.length > 0;
}

/** Another commit than the one that was planned is what brought the change in. Null where the merge is over. */
export async function updateMergeCommit(
  db: Db,
  intent: MergeIntentRow,
  mergeOid: string,
): Promise<MergeIntentRow | null> {
  const [changed] = await db
    .update(mergeIntents)
    .set({ mergeOid })
    .where(and(isOf(intent), eq(mergeIntents.mergeOid, intent.mergeOid)))
    .returning();
  return changed ?? null;
}

/**
 * Merges of all organizations that are under way, of repositories that are hosted elsewhere those that began before
 * `elsewhereBefore`: whoever began a newer one still waits for its host. `db` must see all.
 */
export async function listMergeIntents(db: Db, elsewhereBefore: Date): Promise<MergeIntentRow[]> {
  const rows = await db
    .select({ intent: mergeIntents })
    .from(mergeIntents)
    .innerJoin(implementations, eq(implementations.implementationId, mergeIntents.implementationId))
    .innerJoin(repositories, eq(repositories.repositoryId, implementations.repositoryId))
    .where(or(sql`${repositories.connection}->>'type' = 'internal'`, lte(mergeIntents.createdAt, elsewhereBefore)));
  return rows.map(({ intent }) => intent);
}

/** An implementation and its repository; null when it is gone. */
export async function selectMerged(db: Db, { organizationId, implementationId }: MergeKey) {
  const [found] = await db
    .select({ row: implementations, repository: repositories })
    .from(implementations)
    .innerJoin(repositories, eq(repositories.repositoryId, implementations.repositoryId))
    .where(
      and(eq(implementations.organizationId, organizationId), eq(implementations.implementationId, implementationId)),
    );
  return found ?? null;
}

export type MergedRepository = NonNullable<Awaited<ReturnType<typeof selectMerged>>>["repository"];

/** It is merged from here on, and nobody pushes to it any more. It must be locked. */
export async function updateMerged(
  tx: Db,
  implementationId: string,
  merged: Pick<ImplementationRow, "mergedOid" | "mergedAt" | "mergedBy">,
): Promise<void> {
  await tx
    .update(implementations)
    .set({ ...merged, state: "merged", pushKeyHash: null, pushKeyUserId: null, pushUntil: null })
    .where(eq(implementations.implementationId, implementationId));
}

/** Tells whoever looks at another open implementation onto the same branch that it may be another matter now. */
export async function noteOthers(tx: Db, row: ImplementationRow): Promise<void> {
  await tx
    .select({
      noted: sql`note_project_change(${implementations.organizationId}, ${implementations.projectId},
        'implementation', ${implementations.implementationId}, 'updated')`,
    })
    .from(implementations)
    .where(
      and(
        eq(implementations.organizationId, row.organizationId),
        eq(implementations.repositoryId, row.repositoryId),
        eq(implementations.baseBranch, row.baseBranch),
        eq(implementations.state, "created"),
        ne(implementations.implementationId, row.implementationId),
      ),
    );
}
