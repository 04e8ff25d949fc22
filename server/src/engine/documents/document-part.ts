import type { FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Paragraph } from "#server/engine/statements/paragraphs.ts";

/** A paragraph, a list with the sentence before it, a short program with the same, or a row of a table. */
export interface DocumentPart extends FileRef {
  /** The titles above it, the nearest last. */
  headings: readonly string[];
  /** A row has none: its cells stand in `row`. */
  paragraphs: readonly Paragraph[];
  /** Title and text of each cell of a row; empty for all others. */
  row: readonly { title: string; text: string }[];
  /** As written, without marks. */
  text: string;
  startLine: number;
  endLine: number;
  /** Place among the parts of its document, from 0. */
  at: number;
}

export interface DocumentSection {
  /** All that stands under one title, in its order. */
  parts: readonly DocumentPart[];
  /** The part that says most of the question itself. */
  best: DocumentPart;
  score: number;
}
