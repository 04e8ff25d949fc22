import type { CodePassage } from "./shown-passages.ts";

/** What a look-up found. */
export interface LookUpResult {
  passages: readonly CodePassage[];
  /** What is said beside them or in their place: a listing, that nothing matches. */
  note: string;
}
