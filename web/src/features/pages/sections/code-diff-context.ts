import type { SectionChanges } from "@cairn/contract/page-writing";
import { createContext } from "react";
import type { ComponentType } from "react";

type DiffHunk = SectionChanges["sources"][number]["hunks"][number];

export interface CodeDiffProps {
  path: string;
  hunk: DiffHunk;
}

/** Draws changed lines of code. The screen gives it, for pages know no repositories. */
export const CodeDiffContext = createContext<ComponentType<CodeDiffProps> | null>(null);

/** Where lines stand after a change, as far as it only moved them; what was changed within counts as theirs. */
export function shiftLines(
  { startLine, endLine }: { startLine: number; endLine: number },
  hunks: readonly DiffHunk[],
): { start: number; end: number } {
  const growth = (isCounted: (hunk: DiffHunk) => boolean) =>
    hunks.filter(isCounted).reduce((sum, hunk) => sum + hunk.newLines - hunk.oldLines, 0);
  const start = Math.max(1, startLine + growth((hunk) => hunk.oldStart + hunk.oldLines <= startLine));
  const end = endLine + growth((hunk) => hunk.oldStart <= endLine);
  return { start, end: Math.max(start, end) };
}
