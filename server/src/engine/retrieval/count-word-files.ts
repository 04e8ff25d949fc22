import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { FileKind } from "#server/code-index/ports/facts.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";

/** How far a word is spread. */
export interface WordSpread {
  /** Files whose own text holds it, counted up to a bound. */
  files: number;
  /** Whether code or configuration says it, and not documents and tests alone. */
  isInCode: boolean;
}

/** A word of more files is common, whatever their number. */
const maxCounted = 60;
const codeKinds: readonly FileKind[] = ["source", "config", "data"];

/** In how many files a word occurs, over all repositories; external texts count as if they were code. */
export function countWordFiles(codebases: readonly Codebase[], word: string): WordSpread {
  const all = codebases.map(({ index, isContext }) => ({ ...filesIn(index, word), isContext }));
  return {
    files: all.reduce((sum, { files }) => sum + files, 0),
    isInCode: all.some(({ isInCode, isContext, files }) => isInCode || (isContext && files > 0)),
  };
}

function filesIn(index: CodeIndex, word: string): WordSpread {
  const { files, kinds } = index.countWord(word);
  return { files: Math.min(files, maxCounted), isInCode: codeKinds.some((kind) => kinds.has(kind)) };
}
