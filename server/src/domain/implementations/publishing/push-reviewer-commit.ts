import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { readTip } from "#server/platform/git/remote/fetch-tip.ts";
import { pushBranch } from "#server/platform/git/remote/push-branch.ts";
import type { Remote } from "#server/platform/git/remote/remote.ts";

import { explainReason, wordsOf } from "./push-change.ts";
import {
  describeGrant,
  nameTarget,
  openPush,
  type NamedTarget,
  type PushableConnection,
  type PushCtx,
} from "./push-target.ts";

interface ReviewerPush {
  row: NamedImplementationRow;
  connection: PushableConnection;
  /** On top of the head of the row, where the branch must stand at its host. */
  commit: string;
}

/**
 * Puts what a reviewer committed on a branch that people push to where it is hosted. Throws with the reason, in words, where it did not get there; done twice it leaves the same.
 */
export async function pushReviewerCommit(
  ctx: PushCtx & Pick<Ctx, "mirrors" | "settings">,
  { row, connection, commit }: ReviewerPush,
): Promise<void> {
  const target = nameTarget(connection);
  const { organizationId, repositoryId } = row;
  try {
    const remote = await openPush(ctx, { organizationId, repositoryId, connection });
    if (remote === null) throw refuse(describeGrant(connection));
    await send(ctx, { ...target, row, commit, remote });
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof AppError) || error.code === "conflict") throw error;
    ctx.log.warn({ error, branch: row.workingBranch }, "what a reviewer committed could not be pushed to its host");
    if (!error.isRetryable) throw refuse(wordsOf(error, target));
    const message = `${error.message} Should it have got there all the same, it is fetched and checked as what was pushed.`;
    throw new AppError(error.code, { message, cause: error });
  }
}

async function send(
  ctx: Pick<Ctx, "egress" | "mirrors" | "settings" | "signal" | "log">,
  {
    row,
    commit: oid,
    name,
    host,
    there,
    remote,
  }: NamedTarget & Pick<ReviewerPush, "row" | "commit"> & { remote: Remote },
): Promise<void> {
  const { egress, signal } = ctx;
  const { workingBranch: branch, headOid: from } = row;
  const directory = codeDirectory(ctx, row.repository);
  const pushed = await pushBranch({ directory, remote, egress, branch, oid, from, signal });
  switch (pushed.kind) {
    case "pushed":
      return;
    case "taken": {
      const isThere = (await readTip({ directory, remote, egress, branch, signal })) !== null;
      throw refuse(
        isThere
          ? `“${branch}” has other commits in ${name} ${there} by now. They are fetched and checked first; look at it again then.`
          : `${name} has no branch “${branch}” ${there} any more.`,
      );
    }
    case "unconfirmed":
      throw refuse(`${host} said that it took the commit, and “${branch}” of ${name} does not have it.`);
    case "refused":
      ctx.log.info({ reason: pushed.reason, branch }, "a host refused what a reviewer committed");
      throw refuse(`${name} does not take the commit: ${explainReason(pushed.reason, host)}`);
  }
}

function refuse(message: string): AppError {
  return new AppError("conflict", { message });
}
