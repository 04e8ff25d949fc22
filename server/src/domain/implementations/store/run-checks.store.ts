import { and, asc, desc, eq, gt, gte, inArray, isNotNull, ne, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { runChecks } from "#server/platform/db/tables/run-checks.ts";

import type { RunLease } from "./runs.store.ts";

export type RunCheckRow = typeof runChecks.$inferSelect;
export type NewRunCheck = Omit<RunCheckRow, "organizationId" | "implementationId" | "sequence">;

type RunKey = Pick<RunLease, "organizationId" | "implementationId">;

/** What was run for an implementation, in the order in which it ended. */
export async function listRunChecks(db: Db, { organizationId, implementationId }: RunKey): Promise<RunCheckRow[]> {
  return await db
    .select()
    .from(runChecks)
    .where(and(eq(runChecks.organizationId, organizationId), eq(runChecks.implementationId, implementationId)))
    .orderBy(asc(runChecks.sequence));
}

/** Adds what was run, in place of what a former run of the implementation has under the same key. The run must be locked. */
export async function insertRunCheck(tx: Db, lease: RunKey, row: NewRunCheck): Promise<void> {
  const { organizationId, implementationId } = lease;
  const next = sql<number>`(select coalesce(max(c.sequence), 0) + 1 from ${runChecks} c
    where c.implementation_id = ${implementationId})`;
  await tx
    .insert(runChecks)
    .values({ organizationId, implementationId, sequence: next, ...row })
    .onConflictDoUpdate({
      target: [runChecks.implementationId, runChecks.key],
      set: { sequence: next, ...row },
      setWhere: sql`${runChecks.attempt} < ${row.attempt}`,
    });
}

/** Which changed lines the newest tests of a commit ran; null where none of them told. Those of spoilt copies tell nothing of it. */
export async function loadCoverage(
  db: Db,
  { organizationId, implementationId, headOid }: RunKey & { headOid: string },
): Promise<RunCheckRow["coverage"]> {
  const [found] = await db
    .select({ coverage: runChecks.coverage })
    .from(runChecks)
    .where(
      and(
        eq(runChecks.organizationId, organizationId),
        eq(runChecks.implementationId, implementationId),
        eq(runChecks.commit, headOid),
        eq(runChecks.side, "result"),
        gte(runChecks.repetition, 1),
        isNotNull(runChecks.coverage),
      ),
    )
    .orderBy(desc(runChecks.sequence))
    .limit(1);
  return found?.coverage ?? null;
}

/** What passed under these keys for other implementations of the same repository since a moment, the newest of each. */
export async function findPassedChecks(
  db: Db,
  { organizationId, implementationId }: RunKey,
  { repositoryId, keys, since }: { repositoryId: string; keys: readonly string[]; since: Date },
): Promise<RunCheckRow[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .select({ row: runChecks })
    .from(runChecks)
    .innerJoin(implementations, eq(implementations.implementationId, runChecks.implementationId))
    .where(
      and(
        eq(runChecks.organizationId, organizationId),
        inArray(runChecks.key, [...keys]),
        eq(implementations.repositoryId, repositoryId),
        ne(runChecks.implementationId, implementationId),
        eq(runChecks.outcome, "passed"),
        eq(runChecks.isReused, false),
        gt(runChecks.createdAt, since),
      ),
    )
    .orderBy(desc(runChecks.createdAt));
  return [...new Map(rows.toReversed().map(({ row }) => [row.key, row])).values()];
}
