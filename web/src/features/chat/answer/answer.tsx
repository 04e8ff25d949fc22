import type { ChatMessage, QuestionsResult } from "@cairn/contract/chat";
import { memo, useCallback, useRef } from "react";
import type { CSSProperties } from "react";

import { useCitationTargets } from "#web/features/code-browsing/code-browsing.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useTaskMentions } from "#web/features/task-mentions/task-mentions.api.ts";
import { cx } from "#web/ui/cx.ts";
import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";
import type { ResolveMention } from "#web/ui/markdown/mention-target.ts";

import { AnswerFooter } from "./answer-footer.tsx";
import { estimateAnswerHeightPx } from "./answer-height.ts";
import { QuestionGroup } from "./question-group.tsx";
import { Suggestions } from "./suggestions.tsx";
import { Thoughts } from "./thoughts.tsx";
import { useMinHeightWhileStreaming } from "./use-min-height-while-streaming.ts";

import "./answer.css";

export interface AnswerActions {
  onAsk: (question: string) => void;
  /** Sends the question again; absent where that is not possible. */
  onRetry?: () => void;
  /** Sends answers to clarifying questions; absent where none are asked. */
  onSubmit?: (result: QuestionsResult, content: string) => void;
  onReload: () => void;
}

interface AnswerProps {
  /** Of its message in the conversation. */
  index: number;
  project: ProjectKey;
  message: ChatMessage;
  /** The chat that a plan can begin with; null where none can. */
  planChatId: string | null;
  isStreaming: boolean;
  /** There are newer messages, so that it can be skipped in rendering while it is out of sight. */
  isSettled: boolean;
  loadingText: string | null;
  /** The answers to its clarifying questions; null where there are none. */
  result: QuestionsResult | null;
  /** Null for older answers and while an answer is awaited. */
  actions: AnswerActions | null;
  pendingAnswer: "none" | "sending" | "failed";
  /** The problem is shown below it. */
  isFailed: boolean;
  /** Why the answers to its questions could not be sent; null otherwise. */
  problem: string | null;
  onShowSources?: (index: number) => void;
}

/** One answer: the steps that led to it, its text, its footer and suggested questions. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const { index, project, message, isStreaming, isSettled, isFailed, loadingText, actions, onShowSources } = props;
  const { content, thoughts, questions, sources, suggestions } = message;
  const citations = useCitationTargets(project, sources);
  const resolveMention = useTaskLinks(project, content);
  const articleRef = useRef<HTMLElement>(null);
  useMinHeightWhileStreaming(articleRef, content, isStreaming);
  const isEmpty = content === "" && questions === null;
  return (
    <article
      ref={articleRef}
      aria-label="Answer"
      className={cx("answer min-w-0", isSettled && "answer-settled")}
      style={isSettled ? ({ "--answer-height": `${estimateAnswerHeightPx(content)}px` } as CSSProperties) : undefined}
    >
      <Thoughts thoughts={thoughts} isThinking={isStreaming && content === ""} loadingText={loadingText} />
      {content !== "" && (
        <>
          {/* The headings of the text are one level below this one. */}
          <h2 className="sr-only select-none">Answer</h2>
          <LazyMarkdown
            text={content}
            isStreaming={isStreaming}
            citations={citations}
            resolveMention={resolveMention}
            topHeading={3}
            isCompact
          />
        </>
      )}
      {isStreaming && content !== "" && loadingText !== null && (
        <p className="mt-3 text-sm text-ink-3">{loadingText}</p>
      )}
      <ClarifyingQuestions {...props} />
      {!isStreaming && isEmpty && !isFailed && <p className="text-sm text-ink-3">No answer was written.</p>}
      {!isStreaming && !isEmpty && (
        <AnswerFooter
          project={project}
          message={message}
          planStart={props.planChatId === null ? null : { chat: props.planChatId, answer: String(index) }}
          citations={citations}
          onShowSources={onShowSources && (() => onShowSources(index))}
          onRetry={questions === null ? actions?.onRetry : undefined}
        />
      )}
      {!isStreaming && actions && suggestions.length > 0 && (
        <Suggestions suggestions={suggestions} onAsk={actions.onAsk} />
      )}
    </article>
  );
});

/** Answers link the tasks they speak of in their own words, which say how they were then; others are shown by name. */
function useTaskLinks(project: ProjectKey, content: string): ResolveMention {
  const taskTarget = useTaskMentions(project, [content]);
  return useCallback(
    (mention) => {
      const target = mention.kind === "task" ? taskTarget(mention.taskId) : ({ kind: "name" } as const);
      return target.kind === "link" ? { kind: "link", href: target.href } : target;
    },
    [taskTarget],
  );
}

/** The questions that the assistant asks before it can answer. */
function ClarifyingQuestions({
  message: { questions },
  isStreaming,
  result,
  actions,
  pendingAnswer,
  problem,
}: AnswerProps) {
  if (questions === null) return null;
  const isFailed = pendingAnswer === "failed";
  const isOpen = !isStreaming && actions?.onSubmit !== undefined && (isFailed || result === null);
  return (
    <QuestionGroup
      group={questions}
      result={result}
      isOpen={isOpen && pendingAnswer !== "sending"}
      isSending={pendingAnswer === "sending"}
      problem={problem}
      onSubmit={(given, content) => actions?.onSubmit?.(given, content)}
      onReload={() => actions?.onReload()}
    />
  );
}
