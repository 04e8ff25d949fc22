import { runGit } from "./run-git.ts";

const objectIdPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** True for a full object id, the only spelling of an object that reaches git's arguments. */
export function isObjectId(text: string): boolean {
  return objectIdPattern.test(text);
}

/**
 * The commit a branch name or a full commit id stands for; null when the mirror has none such. A branch wins over a
 * commit id of the same spelling. Nothing else that git would understand (`main~1`, `HEAD`, tags) is accepted.
 */
export async function resolveCommit(
  directory: string,
  revision: string,
  options: { signal?: AbortSignal } = {},
): Promise<string | null> {
  const candidates = [
    ...(isBranchName(revision) ? [`refs/heads/${revision}`] : []),
    ...(isObjectId(revision) ? [revision] : []),
  ];
  for (const candidate of candidates) {
    const { exitCode, stdout } = await runGit({
      directory,
      args: ["rev-parse", "--verify", "--quiet", "--end-of-options", `${candidate}^{commit}`],
      acceptExitCodes: [0, 1],
      signal: options.signal,
    });
    if (exitCode === 0) return stdout.toString("utf8").trim();
  }
  return null;
}

/** Refuses what git never allows in a ref, so that a name cannot turn into an expression such as `main~1`. */
export function isBranchName(name: string): boolean {
  if (/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\//u.test(name)) return false;
  if (name === "" || name.startsWith("/") || name.endsWith("/") || name.endsWith(".")) return false;
  return name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}
