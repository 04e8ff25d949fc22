import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionTerm } from "#server/engine/intent/interpret-question.ts";

const readFiles = 10;

/** The files of some kinds that say most of the words of a question. */
export function searchFiles(
  context: AnswerContext,
  terms: readonly QuestionTerm[],
  kinds: readonly ("data" | "config" | "source" | "test")[],
): FileRef[] {
  const query = terms.map(({ word }) => word).join(" ");
  return context.lookUp("search_code", query, () =>
    context.codebases.flatMap((codebase) =>
      kinds.flatMap((kind) =>
        codebase.index.search(query, { kinds: [kind], limit: readFiles }).map(({ path }) => ({ codebase, path })),
      ),
    ),
  );
}
