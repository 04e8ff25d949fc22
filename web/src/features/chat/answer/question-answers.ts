import type { ChatQuestion, QuestionGroup, QuestionsResult } from "@cairn/contract/chat";

/** What somebody has chosen and typed as the answer to one question. */
export interface AnswerDraft {
  /** Options as they stand there. */
  chosen: readonly string[];
  /** The own words count. */
  isOwn: boolean;
  own: string;
}

export const emptyAnswer: AnswerDraft = { chosen: [], isOwn: false, own: "" };

export type AnswerDrafts = Readonly<Record<string, AnswerDraft>>;

/** Chooses an option, or takes it back where several may be chosen. What was typed stays for who comes back to it. */
export function chooseOption(draft: AnswerDraft, question: ChatQuestion, option: string): AnswerDraft {
  if (!question.isMultiple) return { ...draft, chosen: [option], isOwn: false };
  const isChosen = draft.chosen.includes(option);
  // In the order in which they are offered, however they were chosen.
  const chosen = question.options.filter((one) => (one === option ? !isChosen : draft.chosen.includes(one)));
  return { ...draft, chosen };
}

/** Whoever types means what is typed: it counts, and in place of the one option where only one may be chosen. */
export function writeOwnAnswer(draft: AnswerDraft, question: ChatQuestion, own: string): AnswerDraft {
  return { chosen: question.isMultiple ? draft.chosen : [], isOwn: true, own };
}

export function selectOwnAnswer(draft: AnswerDraft, question: ChatQuestion, isOwn: boolean): AnswerDraft {
  return { ...draft, chosen: isOwn && !question.isMultiple ? [] : draft.chosen, isOwn };
}

export function answerValues(draft: AnswerDraft): string[] {
  const own = draft.own.trim();
  return draft.isOwn && own !== "" ? [...draft.chosen, own] : [...draft.chosen];
}

/** What is sent: only what was answered, in the order of the questions, and the same in words. */
export function toQuestionsResult(
  group: QuestionGroup,
  drafts: AnswerDrafts,
): { result: QuestionsResult; content: string } {
  const answered = group.questions
    .map(({ questionId, text }) => ({ questionId, text, values: answerValues(drafts[questionId] ?? emptyAnswer) }))
    .filter(({ values }) => values.length > 0);
  return {
    result: { toolId: group.toolId, answers: answered.map(({ questionId, values }) => ({ questionId, values })) },
    content: answered.map(({ text, values }) => `**${text}** ${values.join(", ")}`).join("\n\n"),
  };
}

/** What was answered, as it was chosen and typed. */
export function toAnswerDrafts(group: QuestionGroup, result: QuestionsResult): AnswerDrafts {
  return Object.fromEntries(
    group.questions.map(({ questionId, options }) => {
      const values = result.answers.find((answer) => answer.questionId === questionId)?.values ?? [];
      const own = values.filter((value) => !options.includes(value)).join(", ");
      const draft: AnswerDraft = {
        chosen: values.filter((value) => options.includes(value)),
        isOwn: own !== "",
        own,
      };
      return [questionId, draft];
    }),
  );
}
