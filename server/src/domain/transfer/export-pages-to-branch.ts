import { displayName } from "@cairn/contract/auth";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";
import type { exportPagesToBranch as endpoint } from "@cairn/contract/transfer";

import type { Ctx } from "#server/ctx.ts";
import { signInFirst } from "#server/domain/auth/require-user.ts";
import { requireUserId } from "#server/domain/members/require-organization.ts";
import { findUser } from "#server/domain/users/find-user.ts";
import { commitFiles } from "#server/platform/git/hosting/commit-files.ts";

import { gatherFiles } from "./gather-pages.ts";
import { isPageFile } from "./page-paths.ts";
import { requireTarget } from "./require-target.ts";

/**
 * Commits the pages of a project to a branch of a repository hosted here, as the current user. Deleted pages are
 * deleted there too; other files in the folder stay.
 */
export async function exportPagesToBranch(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const { project, row, directory, branch, folder } = await requireTarget(ctx, input, "repository.push");
  if (row.connection.type !== "internal") {
    throw new AppError("unprocessable", { message: "Only repositories hosted here can be written to" });
  }
  const author = await findUser(ctx, requireUserId(ctx));
  if (!author) throw signInFirst();
  const { organizationId, projectId, name } = project;
  const files = await gatherFiles(ctx, { organizationId, projectId });
  const commit = await commitFiles(directory, {
    branch,
    base: row.mainBranch ?? "main",
    folder,
    isOwn: isPageFile,
    files,
    message: `Pages of ${name}`,
    author: { name: displayName(author), email: author.email },
    date: ctx.now(),
    signal: ctx.signal,
  });
  if (commit !== null) {
    const { repositoryId } = row;
    await ctx.enqueue(ctx.db, "index-repository", { organizationId, repositoryId }, repositoryId);
  }
  return { commit, files: files.length };
}
