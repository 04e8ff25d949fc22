import { isObjectId } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";

import { decodeForeign } from "./decode-diff.ts";
import { DiffParser, type DiffHunk, type DiffLimits } from "./parse-diff.ts";

const timeoutMs = 10_000;
const limits: DiffLimits = { maxFiles: 1, maxLinesPerFile: 5000, maxLines: 5000, maxBytes: 2 * 1024 * 1024 };

/**
 * What turns one content of a file into another; no hunks where one of them is no text. Throws when the repository misses
 * one of the two.
 */
export async function diffBlobs(
  directory: string,
  request: { before: string; after: string; contextLines: number; signal?: AbortSignal },
): Promise<DiffHunk[]> {
  const { before, after, contextLines, signal } = request;
  if (!isObjectId(before) || !isObjectId(after) || before === after) return [];
  const { stdout } = await runGit({
    directory,
    args: [
      "diff",
      "--raw",
      "--patch",
      "--full-index",
      "--no-color",
      "--no-ext-diff",
      "--no-textconv",
      `--unified=${contextLines}`,
      "--end-of-options",
      before,
      after,
    ],
    timeoutMs,
    signal,
  });
  const parser = new DiffParser(limits);
  for (let start = 0; start < stdout.length && !parser.isDone;) {
    const end = stdout.indexOf(10, start);
    parser.read(stdout.subarray(start, end === -1 ? stdout.length : end));
    start = end === -1 ? stdout.length : end + 1;
  }
  await decodeForeign(directory, parser.listForeign(), { signal });
  return parser.files.flatMap((file) => file.hunks);
}
