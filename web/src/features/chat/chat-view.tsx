import type { Lens } from "@cairn/contract/chat";
import { ArrowDownIcon } from "@phosphor-icons/react/dist/csr/ArrowDown";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Announcement } from "#web/ui/announcement.tsx";
import { Button } from "#web/ui/button.tsx";
import { preloadMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

import { ChatProblemCard } from "./chat-problem.tsx";
import { isAnswering } from "./chat-state.ts";
import type { ChatState } from "./chat-state.ts";
import { Composer } from "./composer.tsx";
import { Messages } from "./messages.tsx";
import { NewChat } from "./new-chat.tsx";
import { useStickToEnd } from "./use-stick-to-end.ts";

interface ChatViewProps {
  project: ProjectKey;
  state: ChatState;
  /** The bar over the messages. */
  header: ReactNode;
  /** Absent where there is but one way to answer. */
  lens?: Lens;
  onLens?: (lens: Lens) => void;
  /** Shown before the first question; absent, examples of questions about the product. */
  intro?: ReactNode;
  /** What may be typed, in place of a question. */
  placeholder?: string;
  onAsk: (question: string) => void;
  onStop: () => void;
  onRetry: () => void;
}

/** The messages of a chat and the field to ask in. */
export function ChatView(props: ChatViewProps) {
  const { project, state, header, lens, onLens, intro, placeholder, onAsk, onStop, onRetry } = props;
  const { session, pendingQuestion, problem } = state;
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const { scrollRef, contentRef, isAtEnd, goToEnd } = useStickToEnd();
  const isBusy = isAnswering(state);
  const isNew = session === null && !state.isLoading && (problem === null || problem.kind === "missing");
  useEffect(preloadMarkdown, []);
  const isBeginning = isNew || pendingQuestion !== null;
  useEffect(() => {
    if (isBeginning) inputRef.current?.focus({ preventScroll: true });
  }, [isBeginning]);

  const send = (question: string) => {
    goToEnd();
    onAsk(question);
  };
  return (
    <section aria-label="Chat" className="relative flex h-full min-h-0 flex-col">
      {header}
      <section
        ref={scrollRef}
        aria-label="Conversation"
        // Scrolled by keys as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative min-h-0 flex-1 overflow-y-auto px-4 focus-visible:-outline-offset-2 md:px-6"
      >
        <div ref={contentRef} className="mx-auto flex min-h-full w-full max-w-190 flex-col gap-6 py-6">
          {state.isLoading && session === null && <ChatPlaceholder />}
          {problem && session === null && <ChatProblemCard problem={problem} onRetry={onRetry} />}
          {isNew && (intro ?? <NewChat lens={lens ?? "technical"} onAsk={send} />)}
          {session && (
            <Messages
              project={project}
              session={session}
              pendingQuestion={pendingQuestion}
              isSending={isBusy && pendingQuestion !== null}
            />
          )}
          {problem && session !== null && <ChatProblemCard problem={problem} onRetry={onRetry} />}
        </div>
      </section>
      <div className="mx-auto w-full max-w-190 shrink-0 px-4 pb-4 md:px-6">
        <div className="relative">
          {!isAtEnd && (
            <Button
              size="sm"
              onClick={goToEnd}
              icon={<ArrowDownIcon aria-hidden className="size-3.5" />}
              className="absolute! -top-11 left-1/2 z-10 -translate-x-1/2 shadow-pop"
            >
              Jump to end
            </Button>
          )}
          <Composer
            inputRef={inputRef}
            placeholder={placeholder ?? (isNew ? "Ask about this product…" : "Ask a follow-up…")}
            isAnswering={isBusy}
            lens={lens}
            onLens={onLens}
            onSend={send}
            onStop={onStop}
          />
        </div>
      </div>
      <Announcement>{announcementFor(state)}</Announcement>
    </section>
  );
}

/** That an answer comes or has come, never its words: those are read when the listener wants them. */
function announcementFor(state: ChatState): string {
  if (isAnswering(state)) return "Answering";
  const isReady = state.session?.isComplete && !state.isStopped && state.problem === null;
  return isReady ? "Answer ready" : "";
}

function ChatPlaceholder() {
  return (
    <Loading what="chat">
      <Skeleton className="ml-auto h-11 w-3/5 rounded-xl" />
      <Skeleton className="mt-6 h-4 w-full" />
      <Skeleton className="mt-2.5 h-4 w-11/12" />
      <Skeleton className="mt-2.5 h-4 w-4/5" />
    </Loading>
  );
}
