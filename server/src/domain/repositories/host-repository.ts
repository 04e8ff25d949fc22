import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "../../ctx.ts";
import type { Db } from "../../platform/db/open-db.ts";
import { createRepository } from "../../platform/git/create-repository.ts";
import { hostedDirectory } from "../../platform/storage/data-folders.ts";
import { findProjectName, insertRepository, type RepositoryRow } from "./repositories.store.ts";

/**
 * Adds a repository of our own to a product that is being created in the same transaction. Only the row is written here:
 * the first index run makes the repository, so that no crash leaves one without a row.
 */
export async function hostRepository(
  ctx: Ctx,
  db: Db,
  input: { organizationId: string; projectId: string; slug: string },
): Promise<void> {
  const { organizationId } = input;
  const repositoryId = ctx.newId();
  await insertRepository(db, {
    ...input,
    repositoryId,
    connection: { type: "internal" },
    indexState: "queued",
    createdAt: ctx.now(),
  });
  await ctx.enqueue(db, "index-repository", { organizationId, repositoryId }, repositoryId);
}

/**
 * Where a hosted repository lies. Before its first index it is made there, with a README that holds the product's name;
 * later it is never made again, because that would hide that everybody's work is gone.
 */
export async function openHostedRepository(ctx: Ctx, row: RepositoryRow): Promise<string> {
  const { dataDir } = ctx.settings.server;
  const directory = hostedDirectory(dataDir, row.repositoryId);
  const isNew = row.mainBranch === null;
  if (!isNew) return directory;
  const name = await findProjectName(ctx.db, row.projectId);
  if (name === null) throw new AppError("not_found", { message: "The product of this repository was deleted." });
  await createRepository({
    directory,
    file: { path: "README.md", content: `# ${name}\n` },
    message: "Begin",
    author: { name: ctx.settings.appName, email: `no-reply@${new URL(ctx.settings.addresses.apiHost).hostname}` },
    signal: ctx.signal,
  });
  return directory;
}
