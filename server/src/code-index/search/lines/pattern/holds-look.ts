import type { Assertion } from "./pattern-tree.ts";

/** The characters on both sides of a position. */
export interface Around {
  isLineStart: boolean;
  isLineEnd: boolean;
  isAfterWord: boolean;
  isBeforeWord: boolean;
  /** There is a byte that is no valid UTF-8: it is unknown whether it ends a word. */
  isAfterBroken: boolean;
  isBeforeBroken: boolean;
}

/** Whether the assertion holds at the position. */
export function holdsLook(check: Assertion, around: Around): boolean {
  switch (check) {
    case "lineStart":
      return around.isLineStart;
    case "lineEnd":
      return around.isLineEnd;
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
