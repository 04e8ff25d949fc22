import type { CodeIndex, SearchHit } from "#server/code-index/ports/code-index.ts";
import type { FileKind } from "#server/code-index/ports/facts.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";

/** How far a word is spread. */
export interface WordSpread {
  /** Files whose own text holds it, counted up to a bound. */
  files: number;
  /** Whether code or configuration says it, and not documents and tests alone. */
  isInCode: boolean;
}

const probe = 60;
const maxKnown = 4000;
const codeKinds: ReadonlySet<FileKind> = new Set(["source", "config", "data"]);

/** An index never changes, and people ask with the same words. */
const knownOf = new WeakMap<CodeIndex, Map<string, WordSpread>>();

/** In how many files a word occurs, over all repositories; external texts count as if they were code. */
export function countWordFiles(codebases: readonly Codebase[], word: string): WordSpread {
  const all = codebases.map(({ index, isContext }) => ({ ...filesIn(index, word), isContext }));
  return {
    files: all.reduce((sum, { files }) => sum + files, 0),
    isInCode: all.some(({ isInCode, isContext, files }) => isInCode || (isContext && files > 0)),
  };
}

function filesIn(index: CodeIndex, word: string): WordSpread {
  const known = knownOf.get(index) ?? new Map<string, WordSpread>();
  knownOf.set(index, known);
  const before = known.get(word);
  if (before) return before;
  const hits = index.search(word, { limit: probe }).filter(isInText);
  const found = { files: hits.length, isInCode: hits.some(({ kind }) => codeKinds.has(kind)) };
  if (known.size >= maxKnown) known.clear();
  known.set(word, found);
  return found;
}

/** What only a commit message says is not in the code. */
function isInText({ reasons }: SearchHit): boolean {
  return reasons.some(({ kind }) => kind !== "history" && kind !== "test");
}
