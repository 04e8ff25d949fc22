import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { openGithubForPush } from "#server/domain/integrations/open-github-repository.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { readTip } from "#server/platform/git/remote/fetch-tip.ts";
import { pushBranch } from "#server/platform/git/remote/push-branch.ts";
import type { Remote } from "#server/platform/git/remote/remote.ts";
import type { GithubName } from "#server/platform/github/github-port.ts";

import { describeGrant, explainReason, wordsOf } from "./push-to-github.ts";

interface ReviewerPush {
  row: NamedImplementationRow;
  connection: GithubName & { connectionId: string };
  /** On top of the head of the row, where the branch must stand at GitHub. */
  commit: string;
}

/**
 * Puts what a reviewer committed on a branch of GitHub that people push to, by a token that is good for this repository and
 * asked for this push. Throws with the reason, in words, where it did not get there; done twice it leaves the same.
 */
export async function pushReviewerCommit(
  ctx: Pick<Ctx, "db" | "github" | "egress" | "mirrors" | "settings" | "signal" | "now" | "log">,
  { row, connection, commit }: ReviewerPush,
): Promise<void> {
  const name = `${connection.owner}/${connection.repo}`;
  try {
    const access = await openGithubForPush(ctx, { ...connection, organizationId: row.organizationId });
    if (access === null) throw refuse(describeGrant(connection));
    await send(ctx, { row, commit, name, remote: { kind: "url", ...access } });
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof AppError) || error.code === "conflict") throw error;
    ctx.log.warn({ error, branch: row.workingBranch }, "what a reviewer committed could not be pushed to GitHub");
    if (!error.isRetryable) throw refuse(wordsOf(error, name));
    const message = `${error.message} Should it have got there all the same, it is fetched and checked as what was pushed.`;
    throw new AppError(error.code, { message, cause: error });
  }
}

async function send(
  ctx: Pick<Ctx, "egress" | "mirrors" | "settings" | "signal" | "log">,
  { row, commit: oid, name, remote }: { row: NamedImplementationRow; commit: string; name: string; remote: Remote },
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
          ? `“${branch}” has other commits in ${name} on GitHub by now. They are fetched and checked first; look at it again then.`
          : `${name} has no branch “${branch}” on GitHub any more.`,
      );
    }
    case "unconfirmed":
      throw refuse(`GitHub said that it took the commit, and “${branch}” of ${name} does not have it.`);
    case "refused":
      ctx.log.info({ reason: pushed.reason, branch }, "GitHub refused what a reviewer committed");
      throw refuse(`${name} does not take the commit: ${explainReason(pushed.reason)}`);
  }
}

function refuse(message: string): AppError {
  return new AppError("conflict", { message });
}
