import type { ChatMessage, ChatSession } from "@cairn/contract/chat";
import { memo } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { useCitationTargets } from "#web/features/repositories/repositories.api.ts";
import { Badge } from "#web/ui/badge.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { Footnotes } from "#web/ui/markdown/footnotes.ts";
import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

import { Thoughts } from "./thoughts.tsx";

const maxQuestionHeightPx = 500;

interface MessagesProps {
  project: ProjectKey;
  session: ChatSession;
  /** A question the server does not have yet. */
  pendingQuestion: string | null;
  /** That question is on its way. */
  isSending: boolean;
}

/** Questions and answers of a chat, oldest first. */
export function Messages({ project, session, pendingQuestion, isSending }: MessagesProps) {
  const last = session.messages.length - 1;
  return (
    <div role="log" aria-live="off" aria-label="Messages" className="flex flex-col gap-6">
      {session.messages.map((message, index) =>
        message.role === "user" ? (
          // oxlint-disable-next-line react/no-array-index-key -- messages are only ever added
          <Question key={index} text={message.content} />
        ) : (
          <Answer
            // oxlint-disable-next-line react/no-array-index-key -- messages are only ever added
            key={index}
            project={project}
            message={message}
            isStreaming={session.isStreaming && index === last}
            loadingText={index === last ? session.loadingText : null}
          />
        ),
      )}
      {pendingQuestion !== null && <Question text={pendingQuestion} />}
      {isSending && <Thoughts thoughts={[]} isThinking loadingText={null} />}
    </div>
  );
}

const Question = memo(function Question({ text }: { text: string }) {
  return (
    <article aria-label="Your question" className="ml-auto max-w-[85%] rounded-xl bg-surface-3 px-4 py-2.5">
      <Fold maxHeightPx={maxQuestionHeightPx} moreLabel="Show full message" lessLabel="Show less">
        <p className="text-[0.9375rem] leading-6 break-words whitespace-pre-wrap">{text}</p>
      </Fold>
    </article>
  );
});

interface AnswerProps {
  project: ProjectKey;
  message: ChatMessage;
  isStreaming: boolean;
  loadingText: string | null;
}

const Answer = memo(function Answer({ project, message, isStreaming, loadingText }: AnswerProps) {
  const citations = useCitationTargets(project, message.sources);
  const isThinking = isStreaming && message.content === "";
  return (
    <article aria-label="Answer" className="min-w-0">
      <Thoughts thoughts={message.thoughts} isThinking={isThinking} loadingText={loadingText} />
      {message.content !== "" && (
        <>
          {/* Headings of the text continue this one, whatever else stands on the screen. */}
          <h2 className="sr-only select-none">Answer</h2>
          <LazyMarkdown
            text={message.content}
            isStreaming={isStreaming}
            citations={citations}
            topHeading={3}
            isCompact
          />
        </>
      )}
      {!isStreaming && message.content === "" && <p className="text-sm text-ink-3">No answer was written.</p>}
      {!isStreaming && message.content !== "" && (
        <div className="mt-2 -ml-2 flex flex-wrap items-center gap-1">
          <CopyButton text={copyText(message.content, citations)} label="Copy answer" />
          {message.writtenBy && <Badge>{message.writtenBy}</Badge>}
          {message.droppedCitations > 0 && (
            <span className="ml-1 text-xs text-ink-3">
              {message.droppedCitations === 1
                ? "1 citation could not be verified and was left out"
                : `${message.droppedCitations} citations could not be verified and were left out`}
            </span>
          )}
        </div>
      )}
    </article>
  );
});

/** An answer outside the app: its citations become footnotes. */
function copyText(content: string, citations: readonly { location: string }[]): string {
  const footnotes = new Footnotes();
  const text = footnotes.mark(
    content,
    citations.map(({ location }) => location),
  );
  return [text, footnotes.notes()].filter(Boolean).join("\n\n");
}
