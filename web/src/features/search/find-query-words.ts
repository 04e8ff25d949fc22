import type { TextRange } from "#web/ui/code/marked-parts.ts";

/** Words that hold a question together and say nothing of what it is about. */
const fillers = new Set(
  (
    "about after and any are but can could did does for from get had has have how into its not our out should some " +
    "than that the their them then there these they this those was were what when where which who why will with would " +
    "you your"
  ).split(" "),
);

/**
 * Where the words of a question stand in a text, in any case; words of one or two letters are left out, and so are
 * fillers where other words remain.
 */
export function findQueryWords(text: string, question: string): TextRange[] {
  const all = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}_$]{3,}/gu))];
  const meaningful = all.filter((word) => !fillers.has(word));
  const words = meaningful.length > 0 ? meaningful : all;
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
