import { matchesGlob } from "node:path";

import { runGit } from "#server/platform/git/process/run-git.ts";

interface TreeSearch {
  commit: string;
  pattern: string;
  isRegex: boolean;
  ignoreCase: boolean;
  /** A file, a folder, or a glob such as `src/**`; absent: everywhere. */
  paths?: string;
  signal?: AbortSignal;
}

const timeoutMs = 20_000;
const maxOutputBytes = 4_000_000;

/**
 * The lines of a commit's texts that hold a pattern: the path of a file, then each line with its number, and an empty line
 * between files. Empty where there are none. Throws where the pattern is no regular expression.
 */
export async function searchTree(directory: string, search: TreeSearch): Promise<string> {
  const { commit, pattern, isRegex, ignoreCase, paths, signal } = search;
  const isGlob = paths !== undefined && /[*?[{]/.test(paths);
  const options = [isRegex ? "--extended-regexp" : "--fixed-strings", ...(ignoreCase ? ["--ignore-case"] : [])];
  const output = ["--line-number", "--heading", "--break", "-I", "--no-color", "--full-name"];
  // Both texts are values: the one comes over standard input, the other behind the mark that ends all options.
  const { stdout } = await runGit({
    directory,
    args: ["grep", ...output, ...options, "-f", "-", commit, "--", ...(paths === undefined || isGlob ? [] : [paths])],
    input: [pattern.replaceAll(/\r?\n/g, " ")],
    signal,
    timeoutMs,
    maxOutputBytes,
    acceptExitCodes: [0, 1],
  });
  const prefix = `${commit}:`;
  const files = stdout.toString("utf8").split(`\n\n${prefix}`);
  return files
    .map((file) => (file.startsWith(prefix) ? file.slice(prefix.length) : file).trimEnd())
    .filter((file) => file !== "" && (!isGlob || matchesGlob(file.split("\n", 1)[0] ?? "", paths)))
    .join("\n\n");
}
