import type { RunLogEntry, RunProgress } from "@cairn/contract/implementations";

import type { PhaseWork } from "#server/domain/implementations/phases/run-phase.ts";
import {
  findPassedChecks,
  insertRunCheck,
  listRunChecks,
  type NewRunCheck,
  type RunCheckRow,
} from "#server/domain/implementations/store/run-checks.store.ts";
import { appendOperations, lockRun, showProgress } from "#server/domain/implementations/store/runs.store.ts";

/** Where what checks came to is written down, and what is known already. */
export interface CheckRecord {
  /** Everything that was run for the change, in the order in which it ended. */
  list(): Promise<RunCheckRow[]>;
  /** Adds checks that ended, and says so. Throws where nobody may go on. */
  write(rows: readonly NewRunCheck[], entries: readonly Pick<RunLogEntry, "kind" | "text">[]): Promise<void>;
  /** What passed under these keys for others of the same repository since a moment. */
  findPassed(keys: readonly string[], since: Date): Promise<RunCheckRow[]>;
  /** Shows what a command writes at the moment. */
  show(progress: RunProgress): Promise<void>;
}

/** The record of a run: it writes only while the run holds its lease. */
export function createRunRecord({ ctx, lease, row }: Pick<PhaseWork, "ctx" | "lease" | "row">): CheckRecord {
  return {
    list: () => listRunChecks(ctx.db, lease),
    async write(rows, entries) {
      await ctx.db.transaction(async (tx) => {
        await lockRun(tx, lease);
        for (const one of rows) await insertRunCheck(tx, lease, one);
        const told = entries.map((entry) => ({ ...entry, step: "fix-build-errors" as const }));
        await appendOperations(tx, lease, told, ctx.now());
      });
    },
    findPassed: (keys, since) => findPassedChecks(ctx.db, lease, { repositoryId: row.repositoryId, keys, since }),
    show: (progress) => showProgress(ctx.db, lease, progress),
  };
}
