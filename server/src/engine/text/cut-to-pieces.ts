import type { FileFacts } from "#server/code-index/ports/facts.ts";

/** Lines without a declaration of their own are cut to pieces of this size, so that a citation stays narrow. */
const pieceLines = 40;

interface FileExcerpt {
  startLine: number;
  endLine: number;
  about: string | null;
}

/** Cuts lines where declarations begin. */
export function cutToPieces(
  { symbols }: Pick<FileFacts, "symbols">,
  startLine: number,
  endLine: number,
): FileExcerpt[] {
  const starts = new Map<number, string | null>([[startLine, null]]);
  for (const symbol of symbols) {
    const begin = Math.max(startLine, Math.min(symbol.doc?.startLine ?? symbol.startLine, symbol.startLine));
    const isOpening = symbol.endLine >= startLine && begin <= endLine && symbol.endLine - symbol.startLine >= 2;
    if (isOpening) starts.set(begin, `${symbol.kind} ${symbol.name}`);
  }
  const ordered = [...starts].sort(([a], [b]) => a - b);
  return ordered.flatMap(([from, about], at) => {
    const to = Math.min((ordered[at + 1]?.[0] ?? endLine + 1) - 1, endLine);
    const pieces: FileExcerpt[] = [];
    for (let line = from; line <= to; line += pieceLines) {
      pieces.push({ startLine: line, endLine: Math.min(to, line + pieceLines - 1), about });
    }
    return pieces;
  });
}
