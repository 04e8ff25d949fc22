import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { describeGrant, explainReason } from "#server/domain/implementations/publishing/push-to-github.ts";
import { deleteMergeIntent, type MergedRepository } from "#server/domain/implementations/store/merges.store.ts";
import { openGithubForPush } from "#server/domain/integrations/open-github-repository.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { isAncestor } from "#server/platform/git/merging/list-commits-between.ts";
import { moveBranch } from "#server/platform/git/merging/move-branch.ts";
import { fetchTip } from "#server/platform/git/remote/fetch-tip.ts";
import { pushBranch } from "#server/platform/git/remote/push-branch.ts";

import type { MergedCode } from "./merged-code.ts";

type GithubConnection = Extract<MergedRepository["connection"], { type: "github" }>;

/**
 * Pushes the commit of a merge to the base branch on GitHub, which must stand where the merge rests on, and moves the
 * mirror's branch along. False where it stands elsewhere; the mirror's does too then, so that the next try rests on it. Where
 * GitHub does not take it, the merge is forgotten and `conflict` says why. Where it does not answer, nobody knows whether it
 * took it: that throws, and whoever looks at merges that were begun asks again.
 */
export async function moveGithubBase(
  ctx: Ctx,
  { row, repository, intent }: MergedCode,
  connection: GithubConnection,
): Promise<boolean> {
  const { egress, signal } = ctx;
  const directory = codeDirectory(ctx, repository);
  const { organizationId, mergeOid: oid, tipOid: from } = intent;
  const { baseBranch: branch } = row;
  const access = await openGithubForPush(ctx, { ...connection, organizationId });
  if (access === null) throw await forget(ctx, intent, describeGrant(connection));
  const remote = { kind: "url", ...access } as const;
  const move = async (to: string) =>
    await moveBranch(directory, { ref: `refs/heads/${branch}`, from, to, unmoved: [], signal });
  const pushed = await pushBranch({ directory, remote, egress, branch, oid, from, signal }).catch((error: unknown) => {
    throw withOutlook(error);
  });
  const name = `${connection.owner}/${connection.repo}`;
  switch (pushed.kind) {
    case "pushed":
      await move(oid);
      return true;
    case "taken": {
      const tip = await fetchTip({ directory, remote, egress, branch, signal });
      if (tip === null) throw await forget(ctx, intent, `${name} has no branch “${branch}” any more.`);
      await move(tip);
      return await isAncestor(directory, { oid, descendant: tip, signal });
    }
    case "unconfirmed":
      throw await forget(ctx, intent, `GitHub said that it took the merge, and ${branch} of ${name} does not have it.`);
    case "refused": {
      ctx.log.info({ reason: pushed.reason, branch }, "GitHub refused a merge");
      const way = `A pull request can still be opened there from “${row.workingBranch}”.`;
      throw await forget(ctx, intent, `${name} does not take the merge: ${explainReason(pushed.reason)} ${way}`);
    }
  }
}

/** The words of a failure after which nobody knows, with what happens next. */
function withOutlook(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.code.startsWith("vendor")) return error;
  const message = `${error.message} Whether the merge arrived is asked again in a moment.`;
  return new AppError(error.code, { message, cause: error });
}

/** Nothing was merged, and nothing will be by itself. */
async function forget(ctx: Ctx, intent: MergedCode["intent"], message: string): Promise<AppError> {
  await deleteMergeIntent(ctx.db, intent);
  return new AppError("conflict", { message });
}
