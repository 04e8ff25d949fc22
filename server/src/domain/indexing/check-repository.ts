import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { applyCheck, loadForIndexing, type RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";

import { explainFailure } from "./index-repository.ts";
import { needsIndexRun } from "./needs-index-run.ts";

/** No run shows on the screen. */
const settled = new Set<RepositoryRow["indexState"]>(["never", "ready", "failed"]);

/**
 * Checks whether a repository changed and enqueues an index run only then. That it cannot be reached is shown on the
 * repository after the last try, or at once where no further try can help; the next successful check clears that by a
 * run.
 */
export async function checkRepository(
  ctx: Ctx,
  input: { organizationId: string; repositoryId: string },
  attempt: { isLastTry: boolean },
): Promise<void> {
  const row = await loadForIndexing(ctx, input);
  // A requested run is under way or waits: it checks by itself.
  if (!row || !settled.has(row.indexState)) return;
  const { organizationId, repositoryId } = row;
  try {
    const need = await needsIndexRun(ctx, row);
    await ctx.db.transaction(async (tx) => {
      await applyCheck(ctx, row, { checkedAt: ctx.now() }, tx);
      if (need === null) return;
      const job = { organizationId, repositoryId };
      await ctx.enqueue(tx, "index-repository", job, { key: repositoryId, canWait: need === "later" });
    });
  } catch (error) {
    const isFinal = attempt.isLastTry || (error instanceof AppError && !error.isRetryable);
    if (isFinal && !ctx.signal.aborted) {
      await applyCheck(ctx, row, { indexState: "failed", indexError: explainFailure(error), checkedAt: ctx.now() });
    }
    throw error;
  }
}
