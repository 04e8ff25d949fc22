import { runGit } from "#server/platform/git/process/run-git.ts";

import { listBranches } from "./list-branches.ts";

/** The branch the remote calls its main one, else main or master, else the newest; null in an empty repository. */
export async function findDefaultBranch(
  directory: string,
  options: { signal?: AbortSignal } = {},
): Promise<string | null> {
  const branches = await listBranches(directory, options);
  const names = new Set(branches.map((branch) => branch.name));
  const head = await runGit({
    directory,
    args: ["symbolic-ref", "--quiet", "HEAD"],
    acceptExitCodes: [0, 1],
    signal: options.signal,
  });
  const recorded = head.stdout
    .toString("utf8")
    .trimEnd()
    .replace(/^refs\/heads\//, "");
  return [recorded, "main", "master"].find((name) => names.has(name)) ?? branches[0]?.name ?? null;
}
