import type { Assertion } from "./pattern-tree.ts";

/** What stands on both sides of a place between characters. */
export interface Around {
  isLineStart: boolean;
  isLineEnd: boolean;
  isAfterWord: boolean;
  isBeforeWord: boolean;
  /** A byte that is no part of UTF-8 stands there: nobody knows whether it ends a word. */
  isAfterBroken: boolean;
  isBeforeBroken: boolean;
}

/** Whether the condition holds at such a place. */
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
