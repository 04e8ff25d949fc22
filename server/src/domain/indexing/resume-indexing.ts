import type { Ctx } from "#server/ctx.ts";
import { listAllIndexed, listUnfinished } from "#server/domain/repositories/catalog/track-indexing.ts";

/**
 * Puts every run that was begun and not ended in line again, and one for every index that is not there or that an earlier
 * version of ours made; for the start of a process beside which no other works. A run whose job is still there is not doubled:
 * jobs of one repository coalesce.
 */
export async function resumeIndexing(ctx: Pick<Ctx, "wholeDb" | "enqueue" | "indexes">): Promise<void> {
  const unfinished = await listUnfinished(ctx);
  const indexed = await listAllIndexed(ctx);
  const lost = indexed.filter(({ repositoryId }) => !ctx.indexes.has(repositoryId));
  const awaited = new Set([...unfinished, ...lost].map(({ repositoryId }) => repositoryId));
  const outdated = indexed.filter(
    ({ repositoryId }) => !awaited.has(repositoryId) && ctx.indexes.isOutdated(repositoryId),
  );
  const putInLine = async ({ organizationId, repositoryId }: (typeof indexed)[number], canWait: boolean) =>
    await ctx.enqueue(
      ctx.wholeDb,
      "index-repository",
      { organizationId, repositoryId },
      { key: repositoryId, canWait },
    );
  for (const one of [...unfinished, ...lost]) await putInLine(one, false);
  // Their indexes can be read meanwhile: pushes and first runs go before them.
  for (const one of inTurns(outdated)) await putInLine(one, true);
}

/** The first of each organization, then the second of each: none waits for all that another one has. */
function inTurns<T extends { organizationId: string }>(all: readonly T[]): T[] {
  const byOrganization = [...Map.groupBy(all, ({ organizationId }) => organizationId).values()];
  const turns = byOrganization.flatMap((own) => own.map((one, turn) => ({ one, turn })));
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ one }) => one);
}
