import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getImplementationDiff as endpoint } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { flagChange } from "#server/domain/implementations/flags/flag-change.ts";
import { flagTests } from "#server/domain/implementations/flags/flag-tests.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { diffCommits, type CommitDiff } from "#server/platform/git/diff/diff-commits.ts";

import { requireImplementation } from "./require-implementation.ts";
import { trimHunk } from "./trim-hunk.ts";

/** What an implementation changes, against the commit it began at. */
export async function getImplementationDiff(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const { before, after } = input;
  const { baseOid: base, headOid: head } = row;
  if (base === null || head === null) return { base, head, files: [], isTruncated: false };
  const directory = codeDirectory(ctx, row.repository);
  const contextLines = Math.max(before, after);
  const diff: CommitDiff = await diffCommits(directory, { base, head, contextLines, signal: ctx.signal });
  const ofTests = flagTests(diff.files);
  const files = diff.files.map((file) => ({
    ...file,
    hunks: file.hunks.map((hunk) => trimHunk(hunk, { before, after })),
    flags: [...(ofTests.get(file.path) ?? []), ...flagChange(file)],
  }));
  return { base, head, files, isTruncated: diff.isTruncated };
}
