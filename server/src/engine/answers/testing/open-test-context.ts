import { openAnswerContext, type AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { AnswerEvent, Codebase, QuestionFocus } from "#server/engine/answer-context/answer-event.ts";
import type { LocatedSymbol } from "#server/engine/retrieval/relations.ts";

import { indexCodebase } from "./index-codebase.ts";

/** An answer that is being worked out over real indexes of real repositories. */
export interface TestContext {
  context: AnswerContext;
  codebases: readonly Codebase[];
  /** Everything that was reported so far. */
  events: AnswerEvent[];
  /** The declaration of this name, or of this "parent.name", in this file. */
  symbolOf(path: string, name: string): LocatedSymbol;
  /** The same codebases in an answer of its own, about something or already cancelled. */
  again(work?: { focus?: QuestionFocus; signal?: AbortSignal }): AnswerContext;
  remove(): Promise<void>;
}

/** Commits and indexes the files of each repository; those of `outside` as texts from outside the code. */
export async function openTestContext(
  repositories: Record<string, Record<string, string>>,
  outside: readonly string[] = [],
): Promise<TestContext> {
  const indexed = await Promise.all(
    Object.entries(repositories).map(([name, files]) => indexCodebase(name, [{ message: "Begin", files }])),
  );
  const codebases = indexed.map(({ codebase }): Codebase => ({
    ...codebase,
    ...(outside.includes(codebase.name) ? { isContext: true } : {}),
  }));
  const events: AnswerEvent[] = [];
  const again: TestContext["again"] = ({ focus = null, signal = new AbortController().signal } = {}) =>
    openAnswerContext(codebases, { emit: (event) => void events.push(event), signal, focus });
  return {
    context: again(),
    codebases,
    events,
    again,
    symbolOf(path, name) {
      for (const codebase of codebases) {
        const isNamed = ({ name: own, parent }: { name: string; parent: string | null }) =>
          own === name || `${parent}.${own}` === name;
        const symbol = codebase.index.facts(path)?.symbols.find(isNamed);
        if (symbol) return { codebase, path, symbol };
      }
      throw new Error(`no ${name} in ${path}`);
    },
    async remove() {
      for (const one of indexed) await one.remove();
    },
  };
}
