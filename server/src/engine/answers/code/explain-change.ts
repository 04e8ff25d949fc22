import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import { compilePatterns } from "#server/engine/intent/grammar/intent-grammar.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { chooseSymbols } from "#server/engine/retrieval/choose-symbols.ts";
import type { Retrieval } from "#server/engine/retrieval/passage.ts";
import { isSameFile } from "#server/engine/retrieval/search-first.ts";
import { codeStatement, type StatementBlock } from "#server/engine/statements/statements.ts";

import { behaviourBlock } from "./describe-behaviour.ts";
import { likelyFiles, showFirstFiles } from "./show-first-files.ts";

const changing = compilePatterns(
  [
    "[and] (what|which _) (do|does|must|should|would|will|can|has|have|need|needs) ~4 (change|changed|touch|edit|adapt|modify) ...",
    "[and] where (do|would|should|must|can|could) (i|we|you|one) ~3 (add|put|change|implement|fix|extend|insert|place|hook|edit|modify|start) ...",
  ],
  { scope: "whole" },
);

/** Whether a question asks what to change for something that the code need not have yet. */
export function asksForChange({ text, kind }: QuestionPart): boolean {
  return (kind === "where" || kind === "explain") && changing.has(text);
}

/**
 * Where a change would most likely be made: the files that the search ranks first, the lines of the first one, and the
 * tests that hold it to something. Empty where nothing is likely.
 */
export async function explainChange(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval,
): Promise<StatementBlock[]> {
  const places = await showFirstFiles(context, retrieval, []);
  if (places.length === 0) return [];
  const lead = { text: "This is where it would most likely be changed:", evidence: [] };
  const likely = likelyFiles(retrieval);
  const passages = retrieval.passages.filter((one) => likely.some((file) => isSameFile(one, file)));
  const [main] = chooseSymbols({ ...retrieval, passages }, 1);
  const quoted = main ? await codeStatement(context, main, part.terms, main.focus) : null;
  return [
    { heading: null, statements: [lead, ...places] },
    { heading: null, statements: quoted ? [quoted] : [] },
    main ? await behaviourBlock(context, part, [main]) : { heading: null, statements: [] },
  ];
}
