import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";

/** What can be searched and cited now: an index with a reader at the same commit. */
export interface IndexedRepository extends Codebase {
  /** Where git reads it. */
  directory: string;
  /** Branch the index follows. */
  branch: string;
  index: CodeIndex;
}
