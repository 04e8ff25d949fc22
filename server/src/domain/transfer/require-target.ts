import type { InputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { Action } from "@cairn/contract/roles";
import type { exportPagesToBranch } from "@cairn/contract/transfer";

import type { Ctx } from "#server/ctx.ts";
import { requireProject, type AccessedProject } from "#server/domain/members/require-project.ts";
import { requireClone, requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import type { RepositoryRow } from "#server/domain/repositories/catalog/track-indexing.ts";
import { isFolderPath } from "#server/platform/git/hosting/commit-files.ts";
import { isBranchName, isObjectId } from "#server/platform/git/objects/resolve-commit.ts";

export interface TransferBranch {
  project: AccessedProject;
  row: RepositoryRow;
  /** Where git reads it. */
  directory: string;
  branch: string;
  /** Without slashes at the ends; "" for the repository's root. */
  folder: string;
}

/** The branch and folder that pages go to or come from. */
export async function requireTarget(
  ctx: Ctx,
  input: InputOf<typeof exportPagesToBranch>,
  action: Action,
): Promise<TransferBranch> {
  const project = await requireProject(ctx, input, action);
  const row = await requireRepository(ctx, { ...project, repositoryId: input.repositoryId }, action);
  const branch = input.branch;
  if (!isBranchName(branch) || isMisleading(branch))
    throw refuse("Git does not allow this name for a branch", "branch");
  const folder = input.folder.replace(/^\/+|\/+$/g, "");
  if (!isFolderPath(folder)) throw refuse("This cannot be a folder of a repository", "folder");
  return { project, row, directory: await requireClone(ctx, row), branch, folder };
}

/** Git would take such a branch name for a commit's id, an option, or another ref. */
function isMisleading(branch: string): boolean {
  return isObjectId(branch) || /^(?:-|refs\/)|^(?:HEAD|@)$/.test(branch);
}

function refuse(message: string, field: string): AppError {
  return new AppError("invalid_input", { message, details: { field } });
}
