import type { Ctx } from "../../ctx.ts";
import { countServicesUsing, deleteRepositoryRow, type RepositoryKey } from "./repositories.store.ts";

/** Deletes a repository that no service uses any more, with its mirror and index. */
export async function removeUnusedRepository(ctx: Ctx, key: RepositoryKey): Promise<void> {
  if ((await countServicesUsing(ctx.db, key.repositoryId)) > 0) return;
  await deleteRepositoryRow(ctx.db, key);
  await removeRepositoryFiles(ctx, key.repositoryId);
}

/** What lies on the disk for a repository whose row is gone. */
export async function removeRepositoryFiles(ctx: Ctx, repositoryId: string): Promise<void> {
  await ctx.indexes.remove(repositoryId);
  await ctx.mirrors.remove(repositoryId);
}
