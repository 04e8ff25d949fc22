import { diffCommits } from "#server/platform/git/diff/diff-commits.ts";

import type { PhaseWork } from "./run-phase.ts";

/** How much a change is, as `saySize` has it; null where it changes nothing. */
export async function measureChange(
  { ctx, directory }: Pick<PhaseWork, "ctx" | "directory">,
  { base, head }: { base: string; head: string },
): Promise<string | null> {
  const { files } = await diffCommits(directory, { base, head, contextLines: 0, signal: ctx.signal });
  return files.length === 0 ? null : saySize(files);
}

/** How much a change of these files is, in words such as "2 files changed, 3 lines added and 1 removed". */
export function saySize(files: readonly { additions: number; deletions: number }[]): string {
  const added = files.reduce((sum, file) => sum + file.additions, 0);
  const deleted = files.reduce((sum, file) => sum + file.deletions, 0);
  const count = files.length === 1 ? "One file" : `${files.length} files`;
  return `${count} changed, ${added === 1 ? "1 line" : `${added} lines`} added and ${deleted} removed`;
}
