import { existsSync } from "node:fs";

import { AppError } from "@cairn/contract/errors";
import { slugLimits } from "@cairn/contract/slugs";

import type { Ctx } from "#server/ctx.ts";
import { removeRepositoryFiles } from "#server/domain/repositories/catalog/remove-repository-files.ts";
import {
  findProjectName,
  insertIfFree,
  type RepositoryRow,
} from "#server/domain/repositories/store/repositories.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { createRepository } from "#server/platform/git/hosting/create-repository.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";

interface RepositoryToHost {
  organizationId: string;
  projectId: string;
  slug: string;
  /** It begins without a commit and waits for the first push, so that a whole history can be pushed without force. */
  isEmpty?: boolean;
}

/**
 * Adds a repository of our own to a project, within `db`, and returns its id. Its slug is the wanted one, or that with
 * a number where another has it. Only the row is stored here: the first index run, clone or push makes the repository,
 * so that no crash leaves one without a row. The caller has already checked the right.
 */
export async function hostRepository(ctx: Ctx, db: Db, input: RepositoryToHost): Promise<string> {
  const { isEmpty = false, ...place } = input;
  const { organizationId } = place;
  const repositoryId = ctx.newId();
  const row = {
    ...place,
    repositoryId,
    connection: { type: "internal" as const },
    // A push puts the first index of an empty one in line.
    indexState: isEmpty ? ("never" as const) : ("queued" as const),
    createdAt: ctx.now(),
  };
  for (let attempt = 1; !(await insertIfFree(db, { ...row, slug: numbered(input.slug, attempt) }));) attempt += 1;
  if (!isEmpty) await ctx.enqueue(db, "index-repository", { organizationId, repositoryId }, repositoryId);
  return repositoryId;
}

/** The slug to try when others are taken: "shop", "shop-2", "shop-3". */
export function numbered(slug: string, attempt: number): string {
  const end = attempt === 1 ? "" : `-${attempt}`;
  return slug.slice(0, slugLimits.max - end.length).replace(/-$/, "") + end;
}

/**
 * The directory of a hosted repository. Before its first index it is made there: empty where it waits for its first
 * push, else with a README that holds the product's name; later it is never made again, because that would hide that everybody's work is gone. Several callers at once
 * are safe.
 */
export async function openHostedRepository(ctx: Ctx, row: RepositoryRow): Promise<string> {
  const directory = hostedDirectory(ctx.settings.server.dataDir, row.repositoryId);
  if (existsSync(directory)) return directory;
  const isNew = row.mainBranch === null;
  if (!isNew) throw lost();
  const name = await findProjectName(ctx.db, row.projectId);
  if (name === null) throw new AppError("not_found", { message: "The product of this repository was deleted." });
  await createRepository({
    directory,
    first: row.indexState === "never" ? null : { path: "README.md", content: `# ${name}\n`, message: "Begin" },
    author: { name: ctx.settings.appName, email: `no-reply@${new URL(ctx.settings.addresses.apiHost).hostname}` },
    signal: ctx.signal,
  });
  // Deleted meanwhile, when there were no files to remove yet.
  await removeRepositoryFiles(ctx, row);
  return directory;
}

function lost(): AppError {
  return new AppError("not_found", {
    message: "The files of this repository are missing on the server. Restore them from a backup.",
  });
}
