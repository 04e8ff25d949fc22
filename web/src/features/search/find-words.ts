import type { TextRange } from "#web/ui/marked-parts.ts";

/** Where the words of a question stand in a text, in any case; words of one or two letters are left out. */
export function findWords(text: string, question: string): TextRange[] {
  const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}_$]{3,}/gu))];
  const lower = text.toLowerCase();
  // Lower case of some letters is longer: offsets would not fit.
  if (lower.length !== text.length) return [];
  const ranges: TextRange[] = [];
  for (const word of words) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) {
      ranges.push([at, at + word.length]);
    }
  }
  return ranges.sort((one, other) => one[0] - other[0]);
}
