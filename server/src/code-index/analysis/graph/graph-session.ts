import type { DeclarationKind } from "#server/code-index/analysis/graph/model/file-graph.ts";
import type { NameResolver, Ref, Resolution } from "#server/code-index/analysis/graph/resolve/resolution.ts";
import { declarationOf, nothing } from "#server/code-index/analysis/graph/resolve/resolution.ts";
import { createNameResolver } from "#server/code-index/analysis/graph/resolve/resolve-names.ts";
import { createTypeResolver } from "#server/code-index/analysis/graph/resolve/resolve-types.ts";
import type { CodeIndex } from "#server/code-index/ports/code-index.ts";

import type { TextReader } from "./graph-source.ts";
import { GraphSource } from "./graph-source.ts";
import { createSurroundings, NeedsFiles, NeedsWord } from "./surroundings.ts";

export interface DefinitionMatch {
  path: string;
  name: string;
  kind: DeclarationKind;
  /** Position of the name; line 1 and column 1 for a file as a whole. */
  line: number;
  column: number;
  /** Lines of the whole declaration. */
  startLine: number;
  endLine: number;
  /** Inside a function or block: no symbol of the file. */
  isLocal: boolean;
  isCertain: boolean;
}

export interface GraphQuestion {
  index: CodeIndex;
  reader: TextReader;
  /** Paths of the files that hold the word; "isCutOff" where not all were looked at. */
  filesWithWord(word: string): Promise<{ paths: readonly string[]; isCutOff: boolean }>;
  /** Default 8,000. */
  deadlineMs?: number;
}

/** A busy machine needs seconds for a few files, and what is cut off would be said to be declared nowhere. */
const defaultDeadlineMs = 8000;
/** One question, or several about the same code: what was read for one is there for the next. */
export interface Session {
  source: GraphSource;
  question: GraphQuestion;
  /** Whether the time is up, and that much more. */
  isOver(graceMs?: number): boolean;
  isWordCutOff(): boolean;
  /** Whether files could not be loaded because too many were. */
  isBudgetSpent(): boolean;
  /** Runs until nothing has to be loaded any more. */
  ask(run: (names: NameResolver) => Resolution): Promise<Resolution>;
  /** What the members override, beside themselves. */
  topOf(refs: readonly Ref[]): Promise<Ref[]>;
  declared(ref: Ref): ReturnType<typeof declarationOf>;
}

export function openSession(question: GraphQuestion, files: number): Session {
  const source = new GraphSource(question.index, question.reader);
  const deadline = Date.now() + (question.deadlineMs ?? defaultDeadlineMs);
  const words = new Map<string, readonly string[]>();
  let isWordCutOff = false;
  const budget = { files };
  const around = createSurroundings(source, { files: (word) => words.get(word) }, budget);
  const isOver = (more = 0): boolean => Date.now() > deadline + more;
  const names = createNameResolver(around, () => types);
  const types = createTypeResolver(around, names);
  async function ask(run: (names: NameResolver) => Resolution): Promise<Resolution> {
    for (;;) {
      try {
        return run(names);
      } catch (error) {
        if (error instanceof NeedsFiles) {
          if (isOver()) return nothing;
          await source.load(error.paths);
        } else if (error instanceof NeedsWord) {
          const found = isOver() ? { paths: [], isCutOff: true } : await question.filesWithWord(error.word);
          isWordCutOff ||= found.isCutOff;
          words.set(error.word, found.paths);
        } else if (error instanceof RangeError) {
          // Types nested beyond what the stack holds are nobody's.
          return nothing;
        } else throw error;
      }
    }
  }
  return {
    source,
    question,
    isOver,
    isWordCutOff: () => isWordCutOff,
    isBudgetSpent: () => budget.files <= 0,
    ask,
    topOf: async (refs) => {
      const climb = (resolver: NameResolver): Resolution => ({
        ...nothing,
        refs: refs.flatMap((ref) => [ref, resolver.overridden(ref)]),
      });
      const { refs: tops } = await ask(climb);
      return tops.length === 0 ? [...refs] : tops;
    },
    declared: (ref) => declarationOf(around, ref),
  };
}

export function describeAll(session: Session, { refs, isCertain }: Resolution): DefinitionMatch[] {
  const seen = new Set<string>();
  return refs.flatMap((ref) => {
    const found = describe(session, ref, isCertain);
    const key = found === null ? "" : `${found.path} ${found.line} ${found.column}`;
    if (found === null || seen.has(key)) return [];
    seen.add(key);
    return [found];
  });
}

function describe({ source }: Session, ref: Ref, isCertain: boolean): DefinitionMatch | null {
  const { path } = ref;
  if (ref.declaration < 0) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return { path, name, kind: "module", line: 1, column: 1, startLine: 1, endLine: 1, isLocal: false, isCertain };
  }
  const declaration = source.graph(path)?.declarations[ref.declaration];
  if (declaration === undefined) return null;
  const { name, kind, line, column, startLine, endLine, reach } = declaration;
  return { path, name, kind, line, column, startLine, endLine, isLocal: reach === "local", isCertain };
}
