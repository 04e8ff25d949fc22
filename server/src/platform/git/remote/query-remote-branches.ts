import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Egress } from "#server/platform/egress/resolve-address.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

import { listRemoteBranches, type RemoteBranches } from "./list-remote-branches.ts";
import { withRemote, type Remote } from "./remote.ts";

/** Requests the branches of a remote that has no mirror; nothing is kept. */
export async function queryRemoteBranches(request: {
  remote: Remote;
  egress: Egress;
  /** How long the remote may send nothing. */
  stallTimeoutMs: number;
  signal?: AbortSignal;
}): Promise<RemoteBranches> {
  const { egress, stallTimeoutMs, signal } = request;
  // Git reads and writes nothing there, but must run inside a repository.
  const directory = await mkdtemp(join(tmpdir(), "cairn-ask-"));
  try {
    await runGit({ directory, args: ["init", "--quiet", "--bare", "--template="], signal });
    return await withRemote(request.remote, { egress, stallTimeoutMs }, (remote) =>
      listRemoteBranches({ directory, remote, stallTimeoutMs, signal }),
    );
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}
