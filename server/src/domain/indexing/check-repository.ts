import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { applyCheck, loadForIndexing } from "#server/domain/repositories/catalog/track-indexing.ts";

import { requestUpdates } from "./ask-for-news.ts";
import { explainFailure } from "./index-repository.ts";

/**
 * Asks whether a repository changed and puts an index run in line only then. That it cannot be asked is told on the
 * repository with the last try, or at once where no further try can help; the next good answer ends that by a run.
 */
export async function checkRepository(
  ctx: Ctx,
  input: { organizationId: string; repositoryId: string },
  attempt: { isLastTry: boolean },
): Promise<void> {
  const row = await loadForIndexing(ctx, input);
  // A run that was asked for is under way or waits: it looks for itself.
  if (!row || (row.indexState !== "ready" && row.indexState !== "failed")) return;
  const { organizationId, repositoryId } = row;
  try {
    const hasUpdates = await requestUpdates(ctx, row);
    await ctx.db.transaction(async (tx) => {
      await applyCheck(ctx, row, { checkedAt: ctx.now() }, tx);
      if (hasUpdates) await ctx.enqueue(tx, "index-repository", { organizationId, repositoryId }, repositoryId);
    });
  } catch (error) {
    const isFinal = attempt.isLastTry || (error instanceof AppError && !error.isRetryable);
    if (isFinal && !ctx.signal.aborted) {
      await applyCheck(ctx, row, { indexState: "failed", indexError: explainFailure(error), checkedAt: ctx.now() });
    }
    throw error;
  }
}
