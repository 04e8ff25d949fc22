import type { ChatMessage, QuestionsResult } from "@cairn/contract/chat";
import type { UploadedFile } from "@cairn/contract/files";
import { memo } from "react";

import { Answer } from "#web/features/chat/answer/answer.tsx";
import type { AnswerActions } from "#web/features/chat/answer/answer.tsx";
import { Thoughts } from "#web/features/chat/answer/thoughts.tsx";
import { SentFiles } from "#web/features/chat/files/sent-files.tsx";
import { isAnswering } from "#web/features/chat/session/chat-state.ts";
import type { ChatState } from "#web/features/chat/session/chat-state.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Collapsible } from "#web/ui/layout/collapsible.tsx";
import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

import { QuestionText } from "./question-text.tsx";

const maxQuestionHeightPx = 500;

interface MessagesProps {
  project: ProjectKey;
  /** Shows nothing while its session is null. */
  state: ChatState;
  /** Actions for the newest answer. */
  actions: AnswerActions;
  /** Index of the answer whose sources are shown beside the conversation; null where none are. */
  shownSources: number | null;
  /** Shows the sources of an answer; absent where they are shown nowhere. */
  onShowSources?: (index: number) => void;
}

/** Questions and answers of a chat, oldest first. Not rendered again while the person types below them. */
export const Messages = memo(function Messages(props: MessagesProps) {
  const { project, state, actions, shownSources, onShowSources } = props;
  const { session, pending } = state;
  if (session === null) return null;
  const { messages } = session;
  const last = messages.length - 1;
  const isBusy = isAnswering(state);
  return (
    <div role="log" aria-live="off" aria-label="Messages" className="flex flex-col gap-6">
      {messages.map((message, index) =>
        message.role === "user" ? (
          isShownWithQuestions(message, messages[index - 1]) ? null : (
            // oxlint-disable-next-line react/no-array-index-key -- messages are only ever added
            <UserMessage key={index} project={project} {...toUserMessageProps(message)} />
          )
        ) : (
          <Answer
            // oxlint-disable-next-line react/no-array-index-key -- messages are only ever added
            key={index}
            index={index}
            isSettled={index < last}
            project={project}
            message={message}
            // Where something else is worked on, an answer is about that.
            planChatId={session.data === null ? session.sessionId : null}
            isStreaming={session.isStreaming && index === last}
            loadingText={loadingText(state, index === last)}
            result={message.questions && questionsResult(state, message.questions.toolId)}
            actions={index === last && (!isBusy || pending?.result) ? actions : null}
            pendingAnswer={index === last ? pendingAnswerState(state) : "none"}
            isFailed={index === last && state.problem?.kind === "answer"}
            problem={index === last && pending?.result && state.problem?.kind === "answer" ? state.problem.cause : null}
            onShowSources={shownSources === index ? undefined : onShowSources}
          />
        ),
      )}
      {pending !== null && pending.result === null && (
        <UserMessage project={project} text={pending.content} attachments={pending.attachments} isMarkdown={false} />
      )}
      {isBusy && pending !== null && (
        <Thoughts thoughts={[]} isThinking loadingText={state.isReconnecting ? reconnectingText : null} />
      )}
    </div>
  );
});

const reconnectingText = "Connection lost. Trying to reach the server";

function loadingText({ session, isReconnecting }: ChatState, isLast: boolean): string | null {
  if (!isLast || !session?.isStreaming) return null;
  return isReconnecting ? reconnectingText : session.loadingText;
}

function pendingAnswerState({ pending, problem }: ChatState): "none" | "sending" | "failed" {
  if (!pending?.result) return "none";
  return problem === null ? "sending" : "failed";
}

/** The answers to a group of clarifying questions, also while they are being sent. */
function questionsResult({ session, pending }: ChatState, toolId: string): QuestionsResult | null {
  const isOf = (result: QuestionsResult | null | undefined) => result?.toolId === toolId;
  const message = session?.messages.find(({ result }) => isOf(result));
  return message?.result ?? (isOf(pending?.result) ? (pending?.result ?? null) : null);
}

/** Whether the message holds the answers to the questions above it, which show them already. */
function isShownWithQuestions({ result }: ChatMessage, before: ChatMessage | undefined): boolean {
  return result !== null && before?.questions?.toolId === result.toolId;
}

function toUserMessageProps({ content, attachments, type }: ChatMessage): Omit<UserMessageProps, "project"> {
  return { text: content, attachments, isMarkdown: type === "questions-result" };
}

interface UserMessageProps {
  project: ProjectKey;
  text: string;
  attachments: readonly UploadedFile[];
  /** True for text that the app composed; what people type is shown as plain text. */
  isMarkdown: boolean;
}

const UserMessage = memo(function Question({ project, text, attachments, isMarkdown }: UserMessageProps) {
  return (
    <article aria-label="Your question" className="ml-auto max-w-[85%] min-w-0">
      {attachments.length > 0 && <SentFiles organizationId={project.organizationId} files={attachments} />}
      <div className="ml-auto w-fit max-w-full rounded-xl bg-surface-3 px-4 py-2.5">
        <Collapsible maxHeightPx={maxQuestionHeightPx} moreLabel="Show full message" lessLabel="Show less">
          {isMarkdown ? (
            <LazyMarkdown text={text} isCompact />
          ) : (
            <p className="text-[0.9375rem] leading-6 wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">
              <QuestionText project={project} text={text} />
            </p>
          )}
        </Collapsible>
      </div>
    </article>
  );
});
