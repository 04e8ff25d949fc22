import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { releaseObjects } from "#server/platform/git/objects/object-reader.ts";
import { contextDirectory } from "#server/platform/storage/data-folders.ts";
import { removeFolder } from "#server/platform/storage/remove-folder.ts";

import { listProjectIds, projectExists, type ContextScope } from "./external-context.store.ts";

/** Enqueues removing the built files of topics, within the transaction `db` that deletes their projects. */
export async function startRemovingContexts(ctx: Ctx, db: Db, scope: ContextScope): Promise<void> {
  for (const projectId of await listProjectIds(db, scope)) {
    await ctx.enqueue(db, "remove-context-files", { projectId }, projectId);
  }
}

/** Deletes the built files of a project's topics from the disk, once the project is gone. Safe to repeat. */
export async function removeContextFiles(ctx: Ctx, { projectId }: { projectId: string }): Promise<void> {
  if (!(await projectExists(ctx.wholeDb, projectId))) await removeContext(ctx, projectId);
}

/** All of it can be built again from the topics. */
export async function removeContext(ctx: Ctx, projectId: string): Promise<void> {
  const directory = contextDirectory(ctx.settings.server.dataDir, projectId);
  releaseObjects(directory);
  await ctx.indexes.remove(projectId);
  await removeFolder(directory);
}
