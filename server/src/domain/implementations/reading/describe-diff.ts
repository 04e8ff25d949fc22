import type { ReviewedFile } from "@cairn/contract/implementations";

import { flagChange } from "#server/domain/implementations/flags/flag-change.ts";
import { flagTests } from "#server/domain/implementations/flags/flag-tests.ts";
import type { CommitDiff } from "#server/platform/git/diff/diff-commits.ts";

import { trimHunk } from "./trim-hunk.ts";

/** The files of a diff as reviewers see them, with so many unchanged lines before and after each change. */
export function describeDiff(diff: CommitDiff, context: { before: number; after: number }): ReviewedFile[] {
  const ofTests = flagTests(diff.files);
  return diff.files.map((file) => ({
    ...file,
    hunks: file.hunks.map((hunk) => trimHunk(hunk, context)),
    flags: [...(ofTests.get(file.path) ?? []), ...flagChange(file)],
    version: diff.versions.get(file.path) ?? "",
  }));
}
