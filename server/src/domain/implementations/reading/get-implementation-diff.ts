import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { getImplementationDiff as endpoint } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { isSkimmed } from "#server/domain/implementations/flags/flag-change.ts";
import { readFlags } from "#server/domain/implementations/flags/list-flags.ts";
import { codeDirectory } from "#server/domain/repositories/catalog/code-directory.ts";
import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";

import { describeDiff } from "./describe-diff.ts";
import { requireImplementation } from "./require-implementation.ts";

/** Of a file that somebody asked for by itself; with more of them a browser has no joy in any of them. */
const maxLinesOfOne = 20_000;

/** What an implementation changes, against the commit it began at. */
export async function getImplementationDiff(
  ctx: Ctx,
  input: InputOf<typeof endpoint>,
): Promise<ResultOf<typeof endpoint>> {
  const row = await requireImplementation(ctx, input, "implementation.read");
  const { before, after, path, oldPath } = input;
  const { baseOid: base, headOid: head } = row;
  if (base === null || head === null) return { base, head, files: [], isTruncated: false };
  const directory = codeDirectory(ctx, row.repository);
  const contextLines = Math.max(before, after);
  const of = path === undefined ? {} : { paths: [path, ...(oldPath ? [oldPath] : [])], maxLinesPerFile: maxLinesOfOne };
  const diff = await diffCommits(directory, {
    base,
    head,
    contextLines,
    ...of,
    isLesser: isSkimmed,
    signal: ctx.signal,
  });
  const flags = await readFlags(diff, { directory, base, head }, ctx.signal);
  return { base, head, files: describeDiff(diff, flags, { before, after }), isTruncated: diff.isTruncated };
}
