import type { Assertion, WordAssertion } from "./pattern-tree.ts";

/** What a character is to words. */
export const wordKinds = { none: 0, beyondAscii: 1, ascii: 2 } as const;

/** The characters on both sides of a position. */
export interface Around {
  isLineStart: boolean;
  isLineEnd: boolean;
  /** Of `wordKinds`. */
  before: number;
  after: number;
  /** There is a byte that is no valid UTF-8: it is unknown whether it ends a word. */
  isAfterBroken: boolean;
  isBeforeBroken: boolean;
}

/** Whether the assertion holds at the position. */
export function holdsLook(check: Assertion, around: Around): boolean {
  if (check === "lineStart") return around.isLineStart;
  if (check === "lineEnd") return around.isLineEnd;
  const { before, after } = around;
  // Where only ASCII makes words, any other byte is none, valid or not.
  if (isOfAscii(check))
    return holdsOfWords(check.slice(asciiPrefix.length) as WordAssertion, {
      isAfterWord: before === wordKinds.ascii,
      isBeforeWord: after === wordKinds.ascii,
      isAfterBroken: false,
      isBeforeBroken: false,
    });
  const { isAfterBroken, isBeforeBroken } = around;
  const [isAfterWord, isBeforeWord] = [before !== wordKinds.none, after !== wordKinds.none];
  return holdsOfWords(check, { isAfterWord, isBeforeWord, isAfterBroken, isBeforeBroken });
}

const asciiPrefix = "ascii:";

/** Whether the assertion tells ASCII's words from others. */
export function isOfAscii(check: Assertion): check is `ascii:${WordAssertion}` {
  return check.startsWith(asciiPrefix);
}

interface WordsAround {
  isAfterWord: boolean;
  isBeforeWord: boolean;
  isAfterBroken: boolean;
  isBeforeBroken: boolean;
}

function holdsOfWords(check: WordAssertion, around: WordsAround): boolean {
  switch (check) {
    case "wordBoundary":
      return around.isAfterWord !== around.isBeforeWord;
    case "notWordBoundary":
      return around.isAfterWord === around.isBeforeWord;
    case "wordStart":
      return !around.isAfterWord && around.isBeforeWord;
    case "wordEnd":
      return around.isAfterWord && !around.isBeforeWord;
    case "noWordBefore":
      return !around.isAfterWord && !around.isAfterBroken;
    case "noWordAfter":
      return !around.isBeforeWord && !around.isBeforeBroken;
  }
}
