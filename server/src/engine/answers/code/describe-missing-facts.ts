import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { withAllWords, type QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";
import { proseBlock } from "#server/engine/statements/quote-prose.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";

const absences: Partial<Record<QuestionPart["kind"], string>> = {
  configuration: "No setting was recognised in the indexed code.",
  dependencies: "No manifest in the indexed code names a package from outside.",
  data: "No table, model or other data shape was recognised in the indexed code.",
  tests: "No test was recognised in the indexed code.",
  jobs: "No scheduled job, background job or consumer of messages was recognised in the indexed code.",
  run: "No command was recognised in the indexed code, and no guide to running it.",
};

/**
 * Says that the index recognised none of what is asked for, with what the documents say about it: a declaration that
 * only bears the word "table" is no table. Empty for kinds that are no list of facts.
 */
export async function describeMissingFacts(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const text = absences[part.kind];
  if (text === undefined) return [];
  const requested = withAllWords(part);
  const prose = await proseBlock(context, requested, await retrieve(context, requested, ["docs"]), 1);
  return [{ heading: null, statements: [{ text, evidence: [] }], missing: 1 }, prose];
}
