import type { Source } from "@cairn/contract/sources";

import { diffCommits, type CommitDiff } from "#server/platform/git/diff/diff-commits.ts";

/** Where cited lines are by git's own hunks alone; null once a hunk changed them. */
export type GoldRange = Pick<Source, "path" | "startLine" | "endLine"> | null;

type StaleDiffFile = CommitDiff["files"][number];

const unlimited = { maxFiles: 100_000, maxLinesPerFile: 10_000_000, maxLines: 10_000_000, maxBytes: 1024 ** 3 };

/** Carries cited lines over one push, from nothing but `git diff -U0 -M`. Knows nothing of the ledger. */
export async function readPushedLines(
  directory: string,
  { from, to }: { from: string; to: string },
): Promise<(range: NonNullable<GoldRange>) => GoldRange> {
  const diff = await diffCommits(directory, { base: from, head: to, contextLines: 0, ...unlimited });
  if (diff.isTruncated || diff.files.some((file) => file.isTruncated))
    throw new Error("The push is too large to judge");
  const files = new Map(diff.files.filter(({ oldMode }) => oldMode !== null).map((file) => [formerPath(file), file]));
  return (range) => {
    const file = files.get(range.path);
    return file === undefined ? range : carry(file, range);
  };
}

const formerPath = ({ path, oldPath, status }: StaleDiffFile): string =>
  status === "renamed" ? (oldPath ?? path) : path;

function carry(file: StaleDiffFile, { startLine, endLine }: NonNullable<GoldRange>): GoldRange {
  if (file.newMode === null || file.status === "type-changed" || file.isBinary) return null;
  let shift = 0;
  for (const { oldStart, oldLines, newLines } of file.hunks) {
    // Where nothing was taken away git names the line above what came.
    const isMet =
      oldLines === 0
        ? startLine <= oldStart && oldStart < endLine
        : oldStart <= endLine && oldStart + oldLines > startLine;
    if (isMet) return null;
    const isAbove = oldLines === 0 ? oldStart < startLine : oldStart + oldLines <= startLine;
    if (isAbove) shift += newLines - oldLines;
  }
  return { path: file.path, startLine: startLine + shift, endLine: endLine + shift };
}
