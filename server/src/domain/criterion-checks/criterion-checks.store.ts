import type { ExecutableCheck } from "@cairn/contract/criterion-checks";
import { and, asc, eq, notInArray } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { criterionChecks } from "#server/platform/db/tables/run-checks.ts";

interface CheckedTaskKey {
  organizationId: string;
  taskId: string;
}

const ofTask = ({ organizationId, taskId }: CheckedTaskKey) =>
  and(eq(criterionChecks.organizationId, organizationId), eq(criterionChecks.taskId, taskId));

/** What is run for criteria of a task, in the order of their ids. */
export async function listChecks(
  db: Db,
  task: CheckedTaskKey,
): Promise<{ criterionId: string; check: ExecutableCheck }[]> {
  return await db
    .select({ criterionId: criterionChecks.criterionId, check: criterionChecks.check })
    .from(criterionChecks)
    .where(ofTask(task))
    .orderBy(asc(criterionChecks.criterionId));
}

/** In place of what was run for the criterion before. The task must be locked. */
export async function writeCheck(
  tx: Db,
  { organizationId, taskId }: CheckedTaskKey,
  row: { criterionId: string; check: ExecutableCheck; updatedBy: string | null; updatedAt: Date },
): Promise<void> {
  const { criterionId: _criterionId, ...change } = row;
  await tx
    .insert(criterionChecks)
    .values({ organizationId, taskId, ...row })
    .onConflictDoUpdate({ target: [criterionChecks.taskId, criterionChecks.criterionId], set: change });
}

/** A person judges this criterion from here on. The task must be locked. */
export async function deleteCheck(tx: Db, task: CheckedTaskKey, criterionId: string): Promise<void> {
  await tx.delete(criterionChecks).where(and(ofTask(task), eq(criterionChecks.criterionId, criterionId)));
}

/** Removes what is run for criteria that the task no longer has. The task must be locked. */
export async function deleteOtherChecks(tx: Db, task: CheckedTaskKey, kept: readonly string[]): Promise<void> {
  await tx.delete(criterionChecks).where(and(ofTask(task), notInArray(criterionChecks.criterionId, [...kept])));
}
