import { AppError, notFound } from "@cairn/contract/errors";
import type { Action } from "@cairn/contract/roles";

import type { Ctx } from "../../ctx.ts";
import { resolveCommit } from "../../platform/git/resolve-commit.ts";
import { requireProject } from "../members/require-project.ts";
import { findInProject, type RepositoryRow } from "./repositories.store.ts";

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

/** The commit that a branch name or a full commit id stands for in the repository's mirror. */
export async function requireCommit(ctx: Ctx, row: RepositoryRow, revision: string): Promise<string> {
  if (row.indexedCommit === null) {
    throw new AppError("not_found", { message: "The repository has not been cloned yet" });
  }
  const commit = await resolveCommit(ctx.mirrors.directory(row.repositoryId), revision, { signal: ctx.signal });
  if (commit === null) throw notFound("Branch");
  return commit;
}
