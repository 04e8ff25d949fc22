import { posix } from "node:path";

import { runGit } from "#server/platform/git/process/run-git.ts";
import { matchGlob } from "#server/text/match-glob.ts";

interface TreeSearch {
  commit: string;
  pattern: string;
  isRegex: boolean;
  ignoreCase: boolean;
  /** As `isAmong` reads it; absent: everywhere. */
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
  const within = paths === undefined || isGlob(paths) ? [] : [trimPath(paths) || "."];
  const options = [isRegex ? "--extended-regexp" : "--fixed-strings", ...(ignoreCase ? ["--ignore-case"] : [])];
  const output = ["--line-number", "--heading", "--break", "-I", "--no-color", "--full-name"];
  // Both texts are values: the one comes over standard input, the other behind the mark that ends all options.
  const { stdout } = await runGit({
    directory,
    args: ["grep", ...output, ...options, "-f", "-", commit, "--", ...within],
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
    .filter((file) => file !== "" && (paths === undefined || isAmong(file.split("\n", 1)[0] ?? "", paths)))
    .join("\n\n");
}

const isGlob = (paths: string) => /[*?[{]/.test(paths);
const trimPath = (paths: string) => paths.replaceAll(/^(?:\.?\/)+|\/+$/g, "");

/**
 * Whether a file is meant by `paths`: a file, a folder, or a glob such as `src/**`. One without a folder, such as `*.ts`,
 * means files of that name in all folders.
 */
export function isAmong(file: string, paths: string): boolean {
  const wanted = trimPath(paths);
  if (wanted === "" || wanted === ".") return true;
  // Names may hold what means something in a glob: `app/[id]/page.tsx`.
  if (file === wanted || file.startsWith(`${wanted}/`)) return true;
  return isGlob(wanted) && matchGlob(wanted.includes("/") ? file : posix.basename(file), wanted);
}
