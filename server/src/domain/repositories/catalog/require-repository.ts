import { stat } from "node:fs/promises";

import { AppError, notFound } from "@cairn/contract/errors";
import type { Action } from "@cairn/contract/roles";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { findInProject, type RepositoryRow } from "#server/domain/repositories/store/repositories.store.ts";
import { isObjectId, resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";

import { codeDirectory } from "./code-directory.ts";

/** The repository of this project, by slug or id, if the actor may do this. */
export async function requireRepository(
  ctx: Ctx,
  target: { organizationId: string; projectId: string; repositoryId: string },
  action: Action,
): Promise<RepositoryRow> {
  const project = await requireProject(ctx, target, action);
  const row = await findInProject(ctx.db, project, target.repositoryId);
  if (!row) throw notFound("Repository");
  return row;
}

/** The directory of the repository's code. A repository can be read once it is cloned, before it is indexed. */
export async function requireClone(ctx: Ctx, row: RepositoryRow): Promise<string> {
  const directory = codeDirectory(ctx, row);
  if (await isCloned(directory)) return directory;
  throw new AppError("not_found", { message: "The repository has not been cloned yet" });
}

/** The directory of the code, and the commit of a branch name or a full commit id there. */
export async function requireCode(
  ctx: Ctx,
  row: RepositoryRow,
  revision: string,
): Promise<{ directory: string; commit: string }> {
  const directory = await requireClone(ctx, row);
  const commit = await resolveCommit(directory, revision, { signal: ctx.signal });
  if (commit === null) throw notFound(isObjectId(revision) ? "Commit" : "Branch");
  return { directory, commit };
}

/** A copy is there in full or not at all. */
export async function isCloned(directory: string): Promise<boolean> {
  return await stat(directory).then(
    () => true,
    () => false,
  );
}
