import type { CheckedEvidence, Evidence, ListedFacts } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { PageService } from "#server/engine/facts/scope/page-input.ts";

import type { DraftBlock } from "./section-draft.ts";

/** What one page is about: the whole product, or one service's folder. */
export interface PageSubject {
  name: string;
  /** One per repository of the product, or exactly one for a service. */
  scopes: readonly CodeScope[];
  /** Null on pages of the product. */
  service: PageService | null;
  /** All services of the product, whichever page this is. */
  services: readonly PageService[];
}

/** What a section is made of before its evidence is looked up. Diagrams carry their own lines. */
export type Draft = { blocks: DraftBlock[] } | { diagram: Diagram };

/** Mermaid source line by line; a line whose evidence is gone is left out. */
export interface Diagram {
  /** First line: kind and direction, title and description. */
  head: string[];
  lines: DiagramLine[];
  /** Lines with evidence that must remain, or the diagram says nothing. */
  minimum: number;
  /** Facts that it shows all of; absent where it chooses. */
  lists?: readonly ListedFacts[];
}

export interface DiagramLine {
  text: string;
  evidence: Evidence[];
}

/** One part of a first page and the one who writes it. */
export interface SectionTemplate {
  /** Unique within its page; never changes, rows are found by it. */
  templateKey: string;
  title: string;
  /** The same request in words: shown to people, and sent to a model. */
  prompt: string;
  output: "markdown" | "mermaid";
  /** Null when the code says nothing about it. */
  draft(subject: PageSubject): Promise<Draft | null>;
}

export interface WrittenSection {
  templateKey: string;
  title: string;
  prompt: string;
  output: "markdown" | "mermaid";
  content: string;
  sources: CheckedEvidence[];
  lists: ListedFacts[];
  /** Statements left out because their evidence was not found. */
  dropped: number;
}
