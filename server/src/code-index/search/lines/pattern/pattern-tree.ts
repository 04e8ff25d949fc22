import type { CodePoints } from "./code-points.ts";

/** What must hold of the words on both sides of a position. Halves look to one side alone. */
export type WordAssertion =
  | "wordBoundary"
  | "notWordBoundary"
  | "wordStart"
  | "wordEnd"
  | "noWordBefore"
  | "noWordAfter";

/** What must hold between two characters; of words also where only ASCII makes words. */
export type Assertion = "lineStart" | "lineEnd" | WordAssertion | `ascii:${WordAssertion}`;

/** A parsed pattern. Groups are dropped: captures are not needed. */
export type PatternTree =
  | { kind: "set"; set: CodePoints }
  | { kind: "look"; look: Assertion }
  /** With no parts: the empty text. */
  | { kind: "sequence"; parts: readonly PatternTree[] }
  | { kind: "choice"; parts: readonly PatternTree[] }
  /** `max` null: without end. */
  | { kind: "repeat"; part: PatternTree; min: number; max: number | null; isLazy: boolean };

export const emptyTree: PatternTree = { kind: "sequence", parts: [] };
