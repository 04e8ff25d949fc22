import type { ChatQuestion, QuestionGroup, QuestionsResult } from "@cairn/contract/chat";

/** The answer to one question while it is being given. */
export interface AnswerDraft {
  /** The texts of the chosen options. */
  chosen: readonly string[];
  /** Whether the own text is part of the answer. */
  isOwn: boolean;
  /** Text in the person's own words. It stays when `isOwn` becomes false. */
  own: string;
}

export const emptyAnswer: AnswerDraft = { chosen: [], isOwn: false, own: "" };

export type AnswerDrafts = Readonly<Record<string, AnswerDraft>>;

/** Chooses an option; where several may be chosen, a second time removes it. The own text stays. */
export function chooseOption(draft: AnswerDraft, question: ChatQuestion, option: string): AnswerDraft {
  if (!question.isMultiple) return { ...draft, chosen: [option], isOwn: false };
  const isChosen = draft.chosen.includes(option);
  // In the order of the options, not of the clicks.
  const chosen = question.options.filter((one) => (one === option ? !isChosen : draft.chosen.includes(one)));
  return { ...draft, chosen };
}

/** Typing selects the own text; where only one choice is allowed, instead of an option. */
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

/** The answers to send, without unanswered questions, and the same as Markdown. */
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

/** A sent result as it looked in the form. */
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
