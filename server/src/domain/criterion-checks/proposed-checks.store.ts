import { and, asc, eq, inArray } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { proposedChecks } from "#server/platform/db/tables/run-checks.ts";

export type ProposedCheckRow = typeof proposedChecks.$inferSelect;

interface ProposingTaskKey {
  organizationId: string;
  taskId: string;
}

const ofTask = ({ organizationId, taskId }: ProposingTaskKey) =>
  and(eq(proposedChecks.organizationId, organizationId), eq(proposedChecks.taskId, taskId));

/** What could be run for criteria of a task, in the order of their ids. */
export async function listProposed(db: Db, task: ProposingTaskKey): Promise<ProposedCheckRow[]> {
  return await db.select().from(proposedChecks).where(ofTask(task)).orderBy(asc(proposedChecks.criterionId));
}

/** Asks for proposals, in place of those that these criteria had. The task must be locked. */
export async function requestProposals(
  tx: Db,
  { organizationId, taskId }: ProposingTaskKey,
  {
    criteria,
    ...request
  }: {
    criteria: readonly { id: string; text: string }[];
    requestId: string;
    requestedBy: string | null;
    requestedAt: Date;
  },
): Promise<void> {
  const ids = criteria.map(({ id }) => id);
  await deleteProposed(tx, { organizationId, taskId }, ids);
  const waiting = { ...request, organizationId, taskId, state: "waiting" as const };
  await tx
    .insert(proposedChecks)
    .values(criteria.map(({ id: criterionId, text: criterion }) => ({ ...waiting, criterionId, criterion })));
}

/** Where the same request is still waited for. */
export async function keepProposal(
  db: Db,
  row: Pick<ProposedCheckRow, "organizationId" | "taskId" | "criterionId" | "requestId">,
  found: Pick<ProposedCheckRow, "state" | "check" | "reason" | "tail" | "writtenBy" | "commitOid">,
): Promise<void> {
  const isSame = and(eq(proposedChecks.criterionId, row.criterionId), eq(proposedChecks.requestId, row.requestId));
  await db
    .update(proposedChecks)
    .set(found)
    .where(and(ofTask(row), isSame, eq(proposedChecks.state, "waiting")));
}

/** Somebody decided. The task must be locked. */
export async function deleteProposed(tx: Db, task: ProposingTaskKey, criterionIds: readonly string[]): Promise<void> {
  await tx.delete(proposedChecks).where(and(ofTask(task), inArray(proposedChecks.criterionId, [...criterionIds])));
}
