import type { FileKind, ProseFact, SymbolFact } from "#server/code-index/ports/facts.ts";
import type { FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";

import type { Focus, WeightedTerm } from "./judge-passages.ts";
import type { SearchedFile } from "./search-first.ts";

/** A declaration, a passage of prose or the opening comment of a file, judged against a question. */
export interface Passage extends FileRef {
  fileKind: FileKind;
  language: string | null;
  content:
    | { type: "symbol"; symbol: SymbolFact }
    | { type: "prose"; prose: ProseFact }
    | { type: "header" }
    /** Of a file that declares nothing, such as a manifest. */
    | { type: "lines" };
  startLine: number;
  endLine: number;
  /** The lines within that say most of it; null where none does. */
  focus: Focus | null;
  score: number;
  /** Share of the question's words found here, weighted by how rare each is; 0 to 1. */
  coverage: number;
  /** The same by term. */
  met: readonly number[];
}

export interface FirstFile extends SearchedFile {
  /** Share of the question's words that its passages hold together, 0 to 1; null where it has none that could be judged. */
  coverage: number | null;
}

export interface Retrieval {
  /** The question's words as they were looked for. */
  terms: readonly WeightedTerm[];
  /** Own words of the question that no code spells out; documents and tests may. */
  unspoken: QuestionTerm[];
  /** Best first. */
  passages: Passage[];
  /** The files that the search ranks first for the whole question, best first; empty where only some kinds are wanted. */
  first: readonly FirstFile[];
  /** Terms of the question that occur in no file. */
  missing: QuestionTerm[];
}
