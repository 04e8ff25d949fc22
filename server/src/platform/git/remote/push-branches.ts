import { runGit } from "#server/platform/git/process/run-git.ts";

export interface Push {
  /** Bare repository whose branches go out. */
  directory: string;
  /** An http or https address of this server's own choosing: it is not checked here. */
  address: string;
  username: string;
  password: string;
  signal?: AbortSignal;
}

/** Makes the remote's branches those of a bare repository, whatever they were before. */
export async function pushBranches({ directory, address, username, password, signal }: Push): Promise<void> {
  await runGit({
    directory,
    allowProtocol: "http:https",
    credential: { origin: new URL(address).origin, username, password },
    args: ["push", "--quiet", "--force", "--end-of-options", address, "refs/heads/*:refs/heads/*"],
    signal,
  });
}
