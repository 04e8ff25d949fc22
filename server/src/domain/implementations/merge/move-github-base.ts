import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { describeGrant, explainReason, wordsOf } from "#server/domain/implementations/publishing/push-to-github.ts";
import { openGithubForPush } from "#server/domain/integrations/open-github-repository.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { moveBranch } from "#server/platform/git/merging/move-branch.ts";
import { readTip } from "#server/platform/git/remote/fetch-tip.ts";
import { pushBranch } from "#server/platform/git/remote/push-branch.ts";
import type { Remote } from "#server/platform/git/remote/remote.ts";

import { findHostedTip } from "./find-hosted-tip.ts";
import type { GithubConnection, MergedCode, MovedBase } from "./merged-code.ts";

/**
 * Pushes the commit of a merge to the base branch on GitHub, which must stand where the merge rests on, and moves the
 * mirror's branch along, also where it turns out to stand elsewhere: the next try rests on that. Where GitHub does not
 * answer, nobody knows whether it took it: that throws, and whoever looks at merges that were begun asks again.
 */
export async function moveGithubBase(ctx: Ctx, merged: MergedCode, connection: GithubConnection): Promise<MovedBase> {
  const { organizationId } = merged.intent;
  const name = `${connection.owner}/${connection.repo}`;
  try {
    const access = await openGithubForPush(ctx, { ...connection, organizationId });
    if (access === null) return { kind: "refused", reason: describeGrant(connection) };
    return await pushMerge(ctx, merged, { remote: { kind: "url", ...access }, name });
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof AppError)) throw error;
    // Nothing will change by asking again: the account is gone, the repository is archived.
    if (!error.isRetryable) return { kind: "refused", reason: wordsOf(error, name) };
    const message = `${error.message} Whether the merge arrived is asked again in a moment.`;
    throw new AppError(error.code, { message, cause: error });
  }
}

interface GithubRemote {
  remote: Remote;
  /** "acme/shop" */
  name: string;
}

async function pushMerge(ctx: Ctx, merged: MergedCode, { remote, name }: GithubRemote): Promise<MovedBase> {
  const { egress, signal } = ctx;
  const { row, repository, intent } = merged;
  const directory = codeDirectory(ctx, repository);
  const { mergeOid: oid, tipOid: from } = intent;
  const { baseBranch: branch } = row;
  const look = async () => await findHostedTip(ctx, merged, remote);
  const working = await readTip({ directory, remote, egress, branch: row.workingBranch, signal });
  if (working !== null && working !== intent.headOid) {
    if ((await look()).isMerged) return { kind: "moved" };
    const reason = `“${row.workingBranch}” has other commits on GitHub by now, which nobody has checked.`;
    return { kind: "refused", reason };
  }
  const pushed = await pushBranch({ directory, remote, egress, branch, oid, from, signal });
  switch (pushed.kind) {
    case "pushed":
      await moveBranch(directory, { ref: `refs/heads/${branch}`, from, to: oid, unmoved: [], signal });
      return { kind: "moved" };
    case "taken":
    case "unconfirmed": {
      // Where it was taken, somebody may have pushed on top of it since.
      const { tip, isMerged } = await look();
      if (isMerged) return { kind: "moved" };
      if (tip === null) return { kind: "refused", reason: `${name} has no branch “${branch}” any more.` };
      if (pushed.kind === "taken") return { kind: "elsewhere" };
      const message = `GitHub said that it took the merge, and ${branch} of ${name} does not have it.`;
      throw new AppError("vendor_unavailable", { message });
    }
    case "refused": {
      ctx.log.info({ reason: pushed.reason, branch }, "GitHub refused a merge");
      const way = `A pull request can still be opened there from “${row.workingBranch}”.`;
      const reason = `${name} does not take the merge: ${explainReason(pushed.reason)} ${way}`;
      return { kind: "refused", reason };
    }
  }
}
