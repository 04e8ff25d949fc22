import { AppError } from "@cairn/contract/errors";

import type { Egress } from "#server/platform/egress/resolve-address.ts";
import { isBranchName } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

import { withRemote, type Remote } from "./remote.ts";

const timeoutMs = 30_000;
const stallTimeoutMs = 15_000;
/**
 * Git's exit code when the remote answered and would refuse the branch as it is, for example because it has newer
 * commits.
 */
const refusedBranch = 1;

/**
 * Whether the remote would accept a push of a branch with this credential or key. Nothing is sent: a dry run ends when
 * the remote has listed its refs, and it lists them only to those who may push. Throws as every call of a remote does
 * when the remote cannot be reached.
 */
export async function checkCanPush(request: {
  /** A mirror that has the branch. */
  directory: string;
  remote: Remote;
  egress: Egress;
  branch: string;
  signal?: AbortSignal;
}): Promise<boolean> {
  const { directory, egress, branch, signal } = request;
  if (!isBranchName(branch)) return false;
  const refspec = `refs/heads/${branch}:refs/heads/${branch}`;
  return await withRemote(request.remote, { egress, stallTimeoutMs }, async ({ address, settings }) => {
    try {
      const { stdout } = await runGit({
        ...settings,
        directory,
        args: ["push", "--dry-run", "--porcelain", "--no-verify", "--end-of-options", address, refspec],
        acceptExitCodes: [0, refusedBranch],
        timeoutMs,
        idleTimeoutMs: stallTimeoutMs,
        signal,
      });
      return stdout.toString("utf8").startsWith("To ");
    } catch (error) {
      if (error instanceof AppError && (error.code === "invalid_input" || error.code === "vendor_failed")) return false;
      throw error;
    }
  });
}
