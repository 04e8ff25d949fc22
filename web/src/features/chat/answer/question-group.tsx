import type { ChatQuestion, QuestionGroup as Group, QuestionsResult } from "@cairn/contract/chat";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { controlClass } from "#web/ui/form/field.tsx";

import {
  chooseOption,
  toAnswerDrafts,
  emptyAnswer,
  toQuestionsResult,
  selectOwnAnswer,
  answerValues,
  writeOwnAnswer,
} from "./question-answers.ts";
import type { AnswerDraft, AnswerDrafts } from "./question-answers.ts";

/** Characters of one own answer. */
const maxOwnLength = 2_000;

interface QuestionGroupProps {
  group: Group;
  /** The answers that were sent or are being sent; null where there are none. */
  result: QuestionsResult | null;
  /** It can be answered: it is the newest message and has no answer. */
  isOpen: boolean;
  /** The answers are being sent. */
  isSending: boolean;
  /** Why the answers could not be sent; null otherwise. */
  problem: string | null;
  onSubmit: (result: QuestionsResult, content: string) => void;
  /** Fetches the chat again, because another person may have answered. */
  onReload: () => void;
}

/** Unsent answers by the id of their questions, so that they are still there after leaving the chat and coming back. */
const draftsByGroup = new Map<string, AnswerDrafts>();

/** Clarifying questions of the assistant: answered together, and read-only afterwards. */
export function QuestionGroup(props: QuestionGroupProps) {
  const { group, result, isOpen, isSending, problem, onSubmit, onReload } = props;
  const [ownDrafts, setOwnDrafts] = useState<AnswerDrafts>(() => draftsByGroup.get(group.toolId) ?? {});
  const drafts = isOpen || result === null ? ownDrafts : toAnswerDrafts(group, result);
  const answers = toQuestionsResult(group, ownDrafts);
  const isEmpty = answers.result.answers.length === 0;

  const change = (questionId: string, draft: AnswerDraft) => {
    const next = { ...ownDrafts, [questionId]: draft };
    draftsByGroup.set(group.toolId, next);
    setOwnDrafts(next);
  };
  const submit = () => {
    if (isOpen && !isEmpty) onSubmit(answers.result, answers.content);
  };
  // Enter alone belongs to the fields; with Ctrl or Cmd it sends from each of them.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    <section
      aria-label={group.questions.length === 1 ? "Question to you" : "Questions to you"}
      className="mt-4 max-w-160 rounded-lg border border-line bg-surface-2"
    >
      <ol className="flex flex-col divide-y divide-line-subtle">
        {group.questions.map((question, index) => (
          <li key={question.questionId} className="px-4 py-3">
            <ClarifyingQuestion
              question={question}
              number={group.questions.length === 1 ? null : index + 1}
              draft={drafts[question.questionId] ?? emptyAnswer}
              isOpen={isOpen}
              onChange={(draft) => change(question.questionId, draft)}
              onKeyDown={onKeyDown}
            />
          </li>
        ))}
      </ol>
      <div className="flex min-h-12 flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t border-line-subtle px-4 py-2">
        {problem !== null && (
          <p role="alert" className="min-w-0 flex-1 text-sm text-danger-text">
            {problem}
          </p>
        )}
        {problem !== null && (
          <Button size="sm" variant="ghost" onClick={onReload}>
            Load the chat again
          </Button>
        )}
        {isOpen || isSending ? (
          <Button
            size="sm"
            variant="primary"
            isBusy={isSending}
            disabledReason={isEmpty && !isSending ? "Answer at least one question" : undefined}
            onClick={submit}
          >
            {group.questions.length === 1 ? "Send answer" : "Send answers"}
          </Button>
        ) : (
          <ReadOnlyNote isAnswered={result !== null} />
        )}
      </div>
    </section>
  );
}

function ReadOnlyNote({ isAnswered }: { isAnswered: boolean }) {
  return (
    <p className="flex flex-1 items-center gap-1.5 text-sm text-ink-3">
      {isAnswered && <CheckCircleIcon aria-hidden weight="fill" className="size-4 text-success-text" />}
      {isAnswered ? "Answered" : "Not answered: the conversation went on"}
    </p>
  );
}

interface ClarifyingQuestionProps {
  question: ChatQuestion;
  /** Null where it is the only one. */
  number: number | null;
  draft: AnswerDraft;
  isOpen: boolean;
  onChange: (draft: AnswerDraft) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function ClarifyingQuestion({ question, number, draft, isOpen, onChange, onKeyDown }: ClarifyingQuestionProps) {
  const name = useId();
  const { text, options, isMultiple } = question;
  const kind = isMultiple ? "checkbox" : "radio";
  const hasOptions = options.length > 0;
  return (
    <fieldset disabled={!isOpen} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium wrap-anywhere text-ink">
        {number !== null && <span className="mr-1.5 text-ink-3 tabular-nums">{number}.</span>}
        {text}
        {isMultiple && hasOptions && <span className="ml-1.5 font-normal text-ink-3">Choose any</span>}
      </legend>
      {options.map((option) => (
        <label key={option} className={choiceClass}>
          <input
            type={kind}
            name={name}
            checked={draft.chosen.includes(option)}
            onChange={() => onChange(chooseOption(draft, question, option))}
            onKeyDown={onKeyDown}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">{option}</span>
        </label>
      ))}
      {!isOpen && answerValues(draft).length === 0 && <p className="text-sm text-ink-3">No answer given</p>}
      {(isOpen || draft.isOwn) && (
        <div className="flex items-start gap-2 text-sm">
          {hasOptions && (
            <input
              type={kind}
              name={name}
              aria-label="In your own words"
              checked={draft.isOwn}
              onChange={(event) => onChange(selectOwnAnswer(draft, question, event.target.checked))}
              className="mt-2.5 size-4 shrink-0 accent-accent pointer-coarse:mt-3.5"
            />
          )}
          <textarea
            rows={hasOptions ? 1 : 2}
            aria-label={`Own answer to: ${text}`}
            placeholder="In your own words…"
            maxLength={maxOwnLength}
            value={draft.own}
            onChange={(event) => onChange(writeOwnAnswer(draft, question, event.target.value))}
            onKeyDown={onKeyDown}
            className={cx(
              controlClass,
              "field-sizing-content min-h-8 resize-none px-2.5 py-1.5 pointer-coarse:min-h-11 pointer-coarse:py-2.5",
            )}
          />
        </div>
      )}
    </fieldset>
  );
}

const choiceClass =
  "flex min-h-8 items-start gap-2 rounded-md py-1.5 text-sm text-ink-2 has-checked:text-ink " +
  "has-[:checked:disabled]:font-medium pointer-coarse:min-h-11 pointer-coarse:py-3";
