import type { TextRange } from "#web/ui/code/marked-parts.ts";

/** Stop words. */
const fillers = new Set(
  (
    "about after and any are but can could did does for from get had has have how into its not our out should some " +
    "than that the their them then there these they this those was were what when where which who why will with would " +
    "you your"
  ).split(" "),
);

/**
 * Finds the words of a query in a text, case-insensitively. Words of one or two letters are ignored, and so are stop
 * words when other words remain.
 */
export function findQueryWords(text: string, question: string): TextRange[] {
  const all = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}_$]{3,}/gu))];
  const meaningful = all.filter((word) => !fillers.has(word));
  const words = meaningful.length > 0 ? meaningful : all;
  const lower = text.toLowerCase();
  // Some letters have a longer lower case; offsets would then be wrong.
  if (lower.length !== text.length) return [];
  const ranges: TextRange[] = [];
  for (const word of words) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) {
      ranges.push([at, at + word.length]);
    }
  }
  return ranges.sort((one, other) => one[0] - other[0]);
}
