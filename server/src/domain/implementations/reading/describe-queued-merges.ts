import type { QueuedMerge } from "@cairn/contract/implementations";
import { queuedMergeSchema } from "@cairn/contract/implementations";
import { proofSummarySchema } from "@cairn/contract/run-checks";

import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { listEntries, listQueue } from "#server/domain/implementations/store/merge-queue.store.ts";
import { nameTask } from "#server/domain/tasks/describe-tasks.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { toEntity } from "#server/to-entity.ts";

/** Where implementations of one organization are in the merge queues of their branches; those that are in none are missing. */
export async function describeQueuedMerges(
  db: Db,
  rows: readonly ImplementationRow[],
): Promise<Map<string, QueuedMerge>> {
  const byId = new Map(rows.map((row) => [row.implementationId, row]));
  const [first] = rows;
  if (first === undefined) return new Map();
  const { organizationId } = first;
  const entries = (await listEntries(db, organizationId, [...byId.keys()])).filter(
    // What was said of another change says nothing of this one.
    ({ implementationId, headOid }) => byId.get(implementationId)?.headOid === headOid,
  );
  if (entries.length === 0) return new Map();
  const repositoryIds = [...new Set(rows.map(({ repositoryId }) => repositoryId))];
  const queue = await listQueue(db, { organizationId, repositoryIds });
  return new Map(
    entries.map((entry) => {
      const row = byId.get(entry.implementationId);
      const line = queue.filter(
        (one) => one.row.repositoryId === row?.repositoryId && one.row.baseBranch === row.baseBranch,
      );
      const at = line.findIndex((one) => one.entry.implementationId === entry.implementationId);
      return [
        entry.implementationId,
        toEntity(queuedMergeSchema, {
          ...entry,
          place: at === -1 ? null : at + 1,
          before: line.slice(0, Math.max(0, at)).map(({ task }) => nameTask(task)),
          proof: entry.proof === null ? null : toEntity(proofSummarySchema, entry.proof),
        }),
      ];
    }),
  );
}
