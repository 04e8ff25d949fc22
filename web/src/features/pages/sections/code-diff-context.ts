import type { SectionChanges } from "@cairn/contract/page-writing";
import { createContext } from "react";
import type { ComponentType } from "react";

type DiffHunk = SectionChanges["sources"][number]["hunks"][number];

export interface CodeDiffProps {
  path: string;
  hunk: DiffHunk;
}

/** The component that shows changed lines of code. The screen provides it, because features cannot import each other. */
export const CodeDiffContext = createContext<ComponentType<CodeDiffProps> | null>(null);

/** The line range after a change: moved by hunks above it, and extended by hunks within it. */
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
