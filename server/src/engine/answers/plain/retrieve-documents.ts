import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import type { Retrieval } from "#server/engine/retrieval/passage.ts";
import { retrieve } from "#server/engine/retrieval/passages.ts";

/** What programs and agents that write code are told of is of no use to people. */
export const forPrograms =
  /(?:^|\/)(?:api|apis|openapi|sdk|sdks|skills?)\/|\.api\.mdx?$|(?:^|\/)\.[^/]+\/|(?:^|\/)(?:CLAUDE|AGENTS|GEMINI|SKILL|copilot-instructions)\.mdx?$/i;

/** What documents say of a question, best first. */
export async function retrieveDocuments(context: AnswerContext, part: QuestionPart): Promise<Retrieval> {
  return await retrieve(context, part, ["docs"]);
}
