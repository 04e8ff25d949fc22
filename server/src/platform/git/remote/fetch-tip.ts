import type { Egress } from "#server/platform/egress/resolve-address.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

import { readBranch } from "./push-branch.ts";
import { withRemote, type Remote } from "./remote.ts";

const timeoutMs = 10 * 60_000;
const stallTimeoutMs = 60_000;

interface FetchedTip {
  /** A mirror of the remote; others may work on it. */
  directory: string;
  remote: Remote;
  egress: Egress;
  branch: string;
  signal?: AbortSignal;
}

/**
 * Brings the commit that a branch of a remote stands at, with its history, into a mirror; no ref of it moves. Null where the
 * remote has no such branch. Throws as every call of a remote does.
 */
export async function fetchTip({ directory, remote, egress, branch, signal }: FetchedTip): Promise<string | null> {
  return await withRemote(remote, { egress, stallTimeoutMs }, async (open) => {
    const oid = await readBranch(open, { directory, branch, signal });
    if (oid === null) return null;
    const args = [
      "fetch",
      "--quiet",
      "--no-tags",
      "--no-recurse-submodules",
      "--no-write-fetch-head",
      "--update-shallow",
    ];
    await runGit({
      ...open.settings,
      directory,
      args: [...args, ...open.options, "--end-of-options", open.address, `refs/heads/${branch}`],
      timeoutMs,
      idleTimeoutMs: stallTimeoutMs * 2,
      signal,
    });
    return oid;
  });
}
