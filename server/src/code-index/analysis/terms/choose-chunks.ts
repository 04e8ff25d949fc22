import type { ProseFact, SymbolFact } from "#server/code-index/ports/facts.ts";

const targetLines = 40;
const leastLines = 18;
const mostLines = 52;

/**
 * First lines of the passages a file is searched by: about forty lines each, beginning where a declaration (with its
 * comment) or a heading begins if one is near.
 */
export function chooseChunks(input: {
  lines: number;
  symbols: readonly SymbolFact[];
  sections: readonly ProseFact[];
}): number[] {
  const { lines, symbols, sections } = input;
  const natural = [
    ...symbols.map(({ doc, startLine }) => Math.min(doc?.startLine ?? startLine, startLine)),
    ...sections.map(({ startLine }) => startLine),
  ].sort((a, b) => a - b);
  const starts = [1];
  let next = 0;
  for (let start = 1; lines - start + 1 > mostLines; start = starts.at(-1) ?? 1) {
    while (next < natural.length && (natural[next] ?? 0) < start + leastLines) next += 1;
    let cut = start + targetLines;
    for (let at = next; at < natural.length; at += 1) {
      const line = natural[at] ?? 0;
      if (line > start + mostLines) break;
      if (at === next || Math.abs(line - start - targetLines) <= Math.abs(cut - start - targetLines)) cut = line;
    }
    starts.push(cut);
  }
  return starts;
}
