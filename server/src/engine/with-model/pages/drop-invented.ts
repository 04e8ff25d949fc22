const sentences = /[^.!?]+(?:[.!?]+(?![\p{L}\p{N}])(?:\s*\[\d{1,4}\])*|[.!?]+|$)\s*/gu;

/**
 * The line without the sentences all of whose citations are invalid: a sentence with an invented proof is not proven by
 * its neighbours. `count` is the number of facts and passages, which are cited from 1.
 */
export function dropInvented(line: string, count: number): string {
  if (!/\[\d{1,4}\]/.test(line) || line.trimStart().startsWith("|")) return line;
  const kept = joinOpen(line.match(sentences) ?? [line]).filter((sentence) => {
    const cited = Array.from(sentence.matchAll(/\[(\d{1,4})\]/g), ([, number]) => Number(number));
    return cited.length === 0 || cited.some((number) => number >= 1 && number <= count);
  });
  return kept.join("").trimEnd();
}

/** Dots within names and numbers end no sentence. */
function joinOpen(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last === undefined || /(?:\s|\])$/.test(last)) joined.push(part);
    else joined[joined.length - 1] = last + part;
  }
  return joined;
}
