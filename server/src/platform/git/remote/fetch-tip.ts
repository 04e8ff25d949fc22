import type { Egress } from "#server/platform/egress/resolve-address.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { watchSize } from "#server/platform/git/process/watch-size.ts";

import { readBranch } from "./push-branch.ts";
import { withRemote, type Remote } from "./remote.ts";

const timeoutMs = 10 * 60_000;
const stallTimeoutMs = 60_000;

interface RemoteBranch {
  /** A mirror of the remote; others may work on it. */
  directory: string;
  remote: Remote;
  egress: Egress;
  branch: string;
  signal: AbortSignal;
}

/** The commit that a branch of a remote stands at; null where there is none. Throws as every call of a remote does. */
export async function readTip({ remote, egress, ...read }: RemoteBranch): Promise<string | null> {
  return await withRemote(remote, { egress, stallTimeoutMs }, (open) => readBranch(open, read));
}

/**
 * The same, with its history brought into the mirror; no ref of it moves. `maxBytes`: largest size of the mirror's objects on
 * disk; `too_large` beyond.
 */
export async function fetchTip({
  directory,
  remote,
  egress,
  branch,
  maxBytes,
  signal,
}: RemoteBranch & { maxBytes: number }): Promise<string | null> {
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
    const size = watchSize(directory, maxBytes);
    try {
      await runGit({
        ...open.settings,
        directory,
        args: [...args, ...open.options, "--end-of-options", open.address, `refs/heads/${branch}`],
        timeoutMs,
        idleTimeoutMs: stallTimeoutMs * 2,
        signal: AbortSignal.any([signal, size.signal]),
      });
      await size.checkNow();
    } finally {
      size.stop();
    }
    size.signal.throwIfAborted();
    return oid;
  });
}
