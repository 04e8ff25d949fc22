import type { Ctx } from "#server/ctx.ts";
import {
  countServicesUsing,
  deleteRepositoryRow,
  lockRepositoryRow,
  type RepositoryKey,
} from "#server/domain/repositories/store/repositories.store.ts";

import { startRemovingFiles } from "./remove-repository-files.ts";

/**
 * Deletes a repository that no service uses any more, with its mirror and index. One that this server hosts stays with
 * its product: it may be the only copy.
 */
export async function removeUnusedRepository(ctx: Ctx, key: RepositoryKey): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockRepositoryRow(tx, key);
    if (!row || row.connection.type === "internal") return;
    if ((await countServicesUsing(tx, key.repositoryId)) > 0) return;
    await deleteRepositoryRow(tx, key);
    await startRemovingFiles(ctx, tx, [key.repositoryId]);
  });
}
