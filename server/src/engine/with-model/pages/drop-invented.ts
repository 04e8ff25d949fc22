import { blotCode } from "./outside-code.ts";

const ends = /[.!?]+(?![\p{L}\p{N}.!?])(?:\s*\[\d{1,4}\])*\s*/gu;

/**
 * The line without the sentences all of whose citations are invalid: a sentence with an invented proof is not proven by
 * its neighbours. `count` is the number of facts and passages, which are cited from 1. What stays is not changed.
 */
export function dropInvented(line: string, count: number): string {
  if (!/\[\d{1,4}\]/.test(line) || line.trimStart().startsWith("|")) return line;
  const kept = splitAtEnds(line).filter((sentence) => {
    const cited = Array.from(blotCode(sentence).matchAll(/\[(\d{1,4})\]/g), ([, number]) => Number(number));
    return cited.length === 0 || cited.some((number) => number >= 1 && number <= count);
  });
  return kept.join("").trimEnd();
}

/** The sentences of a line, which together are the line: dots in code, names and numbers end none. */
function splitAtEnds(line: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: end, index } of blotCode(line).matchAll(ends)) {
    const to = index + end.length;
    if (!/[\s\]]$/.test(end) && to < line.length) continue;
    parts.push(line.slice(from, to));
    from = to;
  }
  return [...parts, line.slice(from)];
}
