import { compareTexts, type LineRange } from "#server/domain/ledger/follow-range.ts";

/**
 * Where lines of one version of a file, counted from 1, stand in another one; null where a line was changed or removed.
 * A line that occurs several times is known by its surroundings, up to the next lines above and below that occur once: no
 * change may touch any of them. So a comment on it is lost rather than put beside another line.
 */
export function createLineFollower(
  before: readonly string[],
  after: readonly string[],
): (line: number) => number | null {
  const ask = compareTexts(before, after);
  const [counts, laterCounts] = [countTexts(before), countTexts(after)];
  const isOnly = (text: string) => counts.get(text) === 1 && (laterCounts.get(text) ?? 0) <= 1;
  /** Ends at an end of the file, too: beyond it there is nothing that could be mistaken. */
  const surroundingsOf = (line: number): LineRange => {
    let [startLine, endLine] = [line, line];
    if (isOnly(before[line - 1] ?? "")) return { startLine, endLine };
    while (startLine > 1 && !isOnly(before[startLine - 1] ?? "")) startLine -= 1;
    while (endLine < before.length && !isOnly(before[endLine - 1] ?? "")) endLine += 1;
    return { startLine, endLine };
  };
  return (line) => {
    if (line < 1 || line > before.length) return null;
    const surroundings = surroundingsOf(line);
    const { startLine, endLine } = surroundings;
    const found = ask(surroundings);
    if (found.kind === "changed") return null;
    const isClear = before.slice(startLine - 1, endLine).some(isOnly) || before.length === after.length;
    return isClear ? found.startLine + line - startLine : null;
  };
}

function countTexts(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
