import { runGit } from "#server/platform/git/process/run-git.ts";

/**
 * Brings the branches of a bundle that we wrote ourselves into a bare repository that has none: all of them or nothing. Not for untrusted bundles: git checks objects less strictly when it reads them from a bundle.
 */
export async function fetchBundle(
  bundle: string,
  directory: string,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  const args = ["fetch", "--quiet", "--atomic", "--end-of-options", bundle, "refs/heads/*:refs/heads/*"];
  await runGit({ directory, allowProtocol: "file", args, signal: options.signal });
}
