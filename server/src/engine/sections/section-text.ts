import type { CheckedEvidence, ListedFacts } from "#server/engine/evidence/evidence.ts";

import type { SectionTemplate } from "./section-template.ts";

/** How a section's text is to be shown. */
export type SectionOutput = "markdown" | "mermaid" | "plain-text";

/** What somebody wants to read: a template's words or a person's. */
export interface SectionRequest {
  title: string;
  prompt: string;
  output: SectionOutput;
  /** Of a planned section whose prompt nobody changed: its draft are the facts. Null: chosen by the words. */
  template: SectionTemplate | null;
}

/** A written section before it is on a page. */
export interface SectionText {
  /** Markdown or plain text with `[n]` citations counting from 1 into `sources`, or Mermaid source. */
  content: string;
  sources: CheckedEvidence[];
  /** Facts that it lists or counts. */
  lists: ListedFacts[];
  /** Statements left out because their evidence was not found, or because they had none. */
  dropped: number;
}

/** A section as it came out, with who wrote it: the model's name, or the built-in engine's where it had to. */
export interface AuthoredSection extends SectionText {
  writtenBy: string;
  /** What the model used, also where its text was refused; 0 without one. */
  inputTokens: number;
  outputTokens: number;
}
