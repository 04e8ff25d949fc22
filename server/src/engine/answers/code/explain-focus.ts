import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";

import { explainSelection } from "./explain-selection.ts";

const maxFurther = 5;

/** What a section rests on: the first of its lines explained, the others named. Empty where none are known. */
export async function explainFocus(
  context: AnswerContext,
  part: QuestionPart,
  evidence: readonly Evidence[],
): Promise<StatementBlock[]> {
  const [first, ...others] = evidence.filter((one) => hasFile(context, one));
  if (!first) return [];
  const explained = await explainSelection(context, part, first);
  if (explained.every(({ statements }) => statements.length === 0)) return [];
  const further = others.slice(0, maxFurther).flatMap((one) => {
    const codebase = context.codebases.find(({ repositoryId }) => repositoryId === one.repositoryId);
    if (!codebase) return [];
    const location = { codebase, path: one.path };
    return [{ text: `- ${shownPath(context, location)}`, evidence: [linesOf(location, one.startLine, one.endLine)] }];
  });
  return [...explained, { heading: "It also rests on", statements: further }];
}

/** A page may be older than the code: a file can be gone. */
function hasFile(context: AnswerContext, { repositoryId, path }: Evidence): boolean {
  const codebase = context.codebases.find((one) => one.repositoryId === repositoryId);
  return codebase !== undefined && context.facts({ codebase, path }) !== null;
}
