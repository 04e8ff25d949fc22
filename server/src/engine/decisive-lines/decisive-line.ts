import type { FileRef } from "#server/engine/answer-context/answer-context.ts";

/** A line of code that bounds, refuses, chooses among a few values, or asks who it is. */
export interface DecisiveLine extends FileRef {
  sort: "amount" | "refusal" | "choice" | "right";
  startLine: number;
  endLine: number;
  /** As words that follow the name of what it stands in: "lasts 7 days", "refuses with “file must be an image”". */
  told: string;
  /** The declaration that it stands in, as people say it; empty where it stands in none. */
  within: string;
  /** Its own words: the line, and the comment above. */
  own: string;
  /** The lines around it. */
  around: string;
  /** A time is asked for by "how long", a number by "how many". */
  measures: "time" | "size" | "count" | null;
}
