import type { Ctx } from "#server/ctx.ts";
import { repositoryExists } from "#server/domain/repositories/store/repositories.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { releaseObjects } from "#server/platform/git/objects/object-reader.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";
import { removeFolder } from "#server/platform/storage/remove-folder.ts";

/** Puts removing the files of repositories in line, within the transaction `db` that deletes their rows. */
export async function startRemovingFiles(ctx: Ctx, db: Db, repositoryIds: readonly string[]): Promise<void> {
  for (const repositoryId of repositoryIds) {
    await ctx.enqueue(db, "remove-repository-files", { repositoryId }, repositoryId);
  }
}

/**
 * Deletes everything from the disk that belongs to a repository whose row is gone: its index, its mirror and, where it
 * was hosted here, the repository itself. Safe to repeat. Does nothing while the row exists.
 */
export async function removeRepositoryFiles(ctx: Ctx, { repositoryId }: { repositoryId: string }): Promise<void> {
  if (await repositoryExists(ctx.wholeDb, repositoryId)) return;
  const hosted = hostedDirectory(ctx.settings.server.dataDir, repositoryId);
  for (const directory of [hosted, ctx.mirrors.directory(repositoryId)]) releaseObjects(directory);
  await ctx.indexes.remove(repositoryId);
  await ctx.mirrors.remove(repositoryId);
  await removeFolder(hosted);
}
