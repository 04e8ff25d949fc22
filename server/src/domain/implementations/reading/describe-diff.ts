import type { ChangeFlag } from "@cairn/contract/change-flags";
import type { ReviewedFile } from "@cairn/contract/implementations";

import type { CommitDiff } from "#server/platform/git/diff/diff-commits.ts";

import { trimHunk } from "./trim-hunk.ts";

/** The files of a diff as reviewers see them, with so many unchanged lines before and after each change. `flags`: by path. */
export function describeDiff(
  diff: CommitDiff,
  flags: ReadonlyMap<string, readonly ChangeFlag[]>,
  context: { before: number; after: number },
): ReviewedFile[] {
  return diff.files.map((file) => ({
    ...file,
    hunks: file.hunks.map((hunk) => trimHunk(hunk, context)),
    flags: [...(flags.get(file.path) ?? [])],
    version: diff.versions.get(file.path) ?? "",
  }));
}
