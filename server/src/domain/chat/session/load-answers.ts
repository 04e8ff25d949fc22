import type { ChatMessage, ChatQuestion, QuestionAnswer, QuestionsResult } from "@cairn/contract/chat";
import { AppError, notFound } from "@cairn/contract/errors";

/**
 * The answers to the newest group of questions of a conversation, each question once and in the group's order, and the
 * same as a text that any engine can read. Refused where the group is unknown or was answered before.
 */
export function loadAnswers(
  messages: readonly ChatMessage[],
  { toolId, answers }: QuestionsResult,
): { content: string; result: QuestionsResult } {
  const requested = messages.findLast(({ questions }) => questions?.toolId === toolId);
  if (!requested?.questions) throw notFound("Questions");
  const isNewest = messages.findLast(({ questions }) => questions !== null) === requested;
  const isAnswered = messages.some(({ result }) => result?.toolId === toolId);
  if (isAnswered || !isNewest) throw new AppError("conflict", { message: "These questions were answered already" });
  const { questions } = requested.questions;
  const known = new Set(questions.map(({ questionId }) => questionId));
  const isForeign = answers.some(({ questionId }) => !known.has(questionId));
  if (isForeign || new Set(answers.map(({ questionId }) => questionId)).size < answers.length) {
    throw invalid("The answers do not fit the questions. Load the chat again.");
  }
  const given = questions.flatMap((question) => readAnswer(question, answers));
  if (given.length === 0) throw invalid("Answer at least one of the questions");
  return {
    content: given.map(({ text, values }) => `**${text}** ${values.join(", ")}`).join("\n\n"),
    result: { toolId, answers: given.map(({ questionId, values }) => ({ questionId, values })) },
  };
}

/** Nothing where the question was left out. Own words are as good as the options, which only save typing. */
function readAnswer(
  { questionId, text, isMultiple }: ChatQuestion,
  answers: readonly QuestionAnswer[],
): (QuestionAnswer & { text: string })[] {
  const values = [...new Set(answers.find((answer) => answer.questionId === questionId)?.values)];
  if (values.length === 0) return [];
  if (values.length > 1 && !isMultiple) throw invalid(`Choose one answer to “${text}”`);
  return [{ questionId, text, values }];
}

function invalid(message: string): AppError {
  return new AppError("invalid_input", { message });
}
