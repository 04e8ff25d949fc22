import { maxMissedRanges, type ChangedLineCoverage } from "@cairn/contract/change-overview";

import type { ChangedCoverage } from "./relate-coverage.ts";

/** How many of the changed lines ran, and ranges of those that did not. */
export function describeCoverage(coverage: ChangedCoverage | null): ChangedLineCoverage | null {
  if (coverage === null) return null;
  const { files } = coverage;
  const count = (of: (file: ChangedCoverage["files"][number]) => number) =>
    files.reduce((sum, one) => sum + of(one), 0);
  const run = count((file) => file.run.length);
  return {
    run,
    lines: run + count((file) => file.missed.length),
    missed: files
      .flatMap(({ path, missed }) => joinLines(missed).map((range) => ({ path, ...range })))
      .slice(0, maxMissedRanges),
  };
}

function joinLines(lines: readonly number[]): { startLine: number; endLine: number }[] {
  const ranges: { startLine: number; endLine: number }[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last?.endLine === line - 1) last.endLine = line;
    else ranges.push({ startLine: line, endLine: line });
  }
  return ranges;
}
