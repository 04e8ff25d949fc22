import type { Ctx } from "#server/ctx.ts";
import { resetIndexing } from "#server/domain/repositories/catalog/track-indexing.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/**
 * Throws the indexes of an organization, or of one project, away and puts building them anew in line, within `db`. The
 * cooldown of the manual Reindex does not hold here.
 */
export async function restartIndexing(
  ctx: Ctx,
  db: Db,
  scope: { organizationId: string; projectId?: string },
): Promise<void> {
  for (const { organizationId, repositoryId } of await resetIndexing(db, scope)) {
    await ctx.enqueue(db, "index-repository", { organizationId, repositoryId }, repositoryId);
  }
}
