import type { Ctx } from "#server/ctx.ts";
import type { CheckRecord } from "#server/domain/implementations/checks/check-record.ts";
import { updateEntry, type QueuedChange } from "#server/domain/implementations/store/merge-queue.store.ts";
import type { RunCheckRow } from "#server/domain/implementations/store/run-checks.store.ts";
import { findPassedChecks } from "#server/domain/implementations/store/run-checks.store.ts";

/** What one test of an entry comes to: only the verdict is kept, so a test that was broken off begins anew. */
export function createTestRecord(ctx: Pick<Ctx, "db">, { entry, row }: QueuedChange): CheckRecord {
  const { organizationId, implementationId } = row;
  const known: RunCheckRow[] = [];
  return {
    list: () => Promise.resolve(known),
    write(rows) {
      for (const one of rows) known.push({ ...one, organizationId, implementationId, sequence: known.length + 1 });
      return Promise.resolve();
    },
    findPassed: (keys, since) => findPassedChecks(ctx.db, row, { repositoryId: row.repositoryId, keys, since }),
    async show(progress) {
      await updateEntry(ctx.db, entry, { progress });
    },
  };
}
