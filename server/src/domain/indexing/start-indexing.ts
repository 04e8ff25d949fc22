import type { Ctx } from "#server/ctx.ts";
import { applyIndexing } from "#server/domain/repositories/catalog/track-indexing.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/** Puts an index run in line within `db`; a run that already waits serves for both. */
export async function startIndexing(
  ctx: Ctx,
  db: Db,
  key: { organizationId: string; repositoryId: string },
): Promise<void> {
  const indexBegunAt = ctx.now();
  await applyIndexing(
    ctx,
    key,
    { indexState: "queued", indexProgress: 0, indexBegunAt, indexReading: null, indexError: null },
    db,
  );
  await ctx.enqueue(db, "index-repository", { ...key }, key.repositoryId);
}
