import { existsSync } from "node:fs";

import { AppError } from "@cairn/contract/errors";
import { slugLimits } from "@cairn/contract/slugs";

import type { Ctx } from "#server/ctx.ts";
import { removeRepositoryFiles } from "#server/domain/repositories/catalog/remove-repository-files.ts";
import { insertIfFree, type RepositoryRow } from "#server/domain/repositories/store/repositories.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { createRepository } from "#server/platform/git/hosting/create-repository.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";

interface RepositoryToHost {
  organizationId: string;
  projectId: string;
  slug: string;
}

/**
 * Adds a repository of our own to a project, within `db`, and returns its id. Its slug is the wanted one, or that with
 * a number where another has it. It begins without a commit and waits for the first push, which puts its first index in
 * line: so a whole history can be pushed without force. Only the row is stored here: the first clone or push makes the
 * repository, so that no crash leaves one without a row. The caller has already checked the right.
 */
export async function hostRepository(ctx: Ctx, db: Db, input: RepositoryToHost): Promise<string> {
  const repositoryId = ctx.newId();
  const connection = { type: "internal" as const };
  const row = { ...input, repositoryId, connection, indexState: "never" as const, createdAt: ctx.now() };
  for (let attempt = 1; !(await insertIfFree(db, { ...row, slug: numbered(input.slug, attempt) }));) attempt += 1;
  return repositoryId;
}

/** The slug to try when others are taken: "shop", "shop-2", "shop-3". */
export function numbered(slug: string, attempt: number): string {
  const end = attempt === 1 ? "" : `-${attempt}`;
  return slug.slice(0, slugLimits.max - end.length).replace(/-$/, "") + end;
}

/**
 * The directory of a hosted repository. Before its first index it is made there, without a commit; later it is never made
 * again, because that would hide that everybody's work is gone. Several callers at once are safe.
 */
export async function openHostedRepository(ctx: Ctx, row: RepositoryRow): Promise<string> {
  const directory = hostedDirectory(ctx.settings.server.dataDir, row.repositoryId);
  if (existsSync(directory)) return directory;
  const isNew = row.mainBranch === null;
  if (!isNew) throw lost();
  await createRepository(directory, { signal: ctx.signal });
  // Deleted meanwhile, when there were no files to remove yet.
  await removeRepositoryFiles(ctx, row);
  return directory;
}

function lost(): AppError {
  return new AppError("not_found", {
    message: "The files of this repository are missing on the server. Restore them from a backup.",
  });
}
