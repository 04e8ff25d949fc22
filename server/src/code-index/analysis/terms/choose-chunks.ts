import type { ProseFact, SymbolFact } from "#server/code-index/ports/facts.ts";

const targetLines = 40;
const minLines = 18;
const maxLines = 52;

/**
 * Line numbers at which the chunks start that a file is searched by: about forty lines each, starting at a declaration
 * (with its comment) or a heading where one is near.
 */
export function chooseChunks(input: {
  lines: number;
  symbols: readonly SymbolFact[];
  sections: readonly ProseFact[];
}): number[] {
  const { lines, symbols, sections } = input;
  const preferred = [
    ...symbols.map(({ doc, startLine }) => Math.min(doc?.startLine ?? startLine, startLine)),
    ...sections.map(({ startLine }) => startLine),
  ].sort((a, b) => a - b);
  const starts = [1];
  let next = 0;
  for (let start = 1; lines - start + 1 > maxLines; start = starts.at(-1) ?? 1) {
    while (next < preferred.length && (preferred[next] ?? 0) < start + minLines) next += 1;
    let cut = start + targetLines;
    for (let at = next; at < preferred.length; at += 1) {
      const line = preferred[at] ?? 0;
      if (line > start + maxLines) break;
      // Any preferred start is better than the plain cut; of several the one nearest to the target length.
      if (at === next || Math.abs(line - start - targetLines) <= Math.abs(cut - start - targetLines)) cut = line;
    }
    starts.push(cut);
  }
  return starts;
}
