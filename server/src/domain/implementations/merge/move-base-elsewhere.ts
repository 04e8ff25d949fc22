import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { explainReason, wordsOf } from "#server/domain/implementations/publishing/push-change.ts";
import {
  describeGrant,
  nameTarget,
  openPush,
  type NamedTarget,
  type PushableConnection,
} from "#server/domain/implementations/publishing/push-target.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { moveBranch } from "#server/platform/git/merging/move-branch.ts";
import { readTip } from "#server/platform/git/remote/fetch-tip.ts";
import { pushBranch } from "#server/platform/git/remote/push-branch.ts";
import type { Remote } from "#server/platform/git/remote/remote.ts";

import { findHostedTip } from "./find-hosted-tip.ts";
import type { MergedCode, MovedBase } from "./merged-code.ts";

/**
 * Pushes the commit of a merge to the base branch where its repository is hosted, which must stand where the merge rests on, and
 * moves the mirror's branch along, also where it turns out to stand elsewhere: the next try rests on that. Where the host does not
 * answer, nobody knows whether it took it: that throws, and whoever looks at merges that were begun asks again.
 */
export async function moveBaseElsewhere(
  ctx: Ctx,
  merged: MergedCode,
  connection: PushableConnection,
): Promise<MovedBase> {
  const { organizationId } = merged.intent;
  const { repositoryId } = merged.repository;
  const target = nameTarget(connection);
  try {
    const remote = await openPush(ctx, { organizationId, repositoryId, connection });
    if (remote === null) return { kind: "refused", reason: describeGrant(connection) };
    const hasPulls = connection.type === "github";
    return await pushMerge(ctx, merged, { ...target, remote, hasPulls });
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof AppError)) throw error;
    // Nothing will change by asking again: the account is gone, the repository is archived.
    if (!error.isRetryable) return { kind: "refused", reason: wordsOf(error, target) };
    const message = `${error.message} Whether the merge arrived is asked again in a moment.`;
    throw new AppError(error.code, { message, cause: error });
  }
}

interface BaseHost extends NamedTarget {
  remote: Remote;
  /** Somebody can ask there for the change to be merged. */
  hasPulls: boolean;
}

async function pushMerge(
  ctx: Ctx,
  merged: MergedCode,
  { remote, name, host, there, hasPulls }: BaseHost,
): Promise<MovedBase> {
  const { egress, signal } = ctx;
  const { row, repository, intent } = merged;
  const directory = codeDirectory(ctx, repository);
  const { mergeOid: oid, tipOid: from } = intent;
  const { baseBranch: branch } = row;
  const look = async () => await findHostedTip(ctx, merged, remote);
  const working = await readTip({ directory, remote, egress, branch: row.workingBranch, signal });
  if (working !== null && working !== intent.headOid) {
    if ((await look()).isMerged) return { kind: "moved" };
    const reason = `“${row.workingBranch}” has other commits ${there} by now, which nobody has checked.`;
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
      const message = `${host} said that it took the merge, and ${branch} of ${name} does not have it.`;
      throw new AppError("vendor_unavailable", { message });
    }
    case "refused": {
      ctx.log.info({ reason: pushed.reason, branch }, "a host refused a merge");
      const way = hasPulls ? ` A pull request can still be opened there from “${row.workingBranch}”.` : "";
      const reason = `${name} does not take the merge: ${explainReason(pushed.reason, host)}${way}`;
      return { kind: "refused", reason };
    }
  }
}
