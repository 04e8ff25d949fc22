const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** The words of a text in any script, in order; of scripts that set blanks, those of at least two letters. */
export function proseWords(text: string): string[] {
  if (!unspaced.test(text)) return text.split(/\s+/).filter((word) => /\p{L}{2,}/u.test(word));
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) =>
    isWordLike === true && /\p{L}/u.test(segment) ? [segment] : [],
  );
}
