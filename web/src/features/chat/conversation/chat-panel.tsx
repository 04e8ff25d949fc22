import type { UploadedFile } from "@cairn/contract/files";
import { ArrowDownIcon } from "@phosphor-icons/react/dist/csr/ArrowDown";
import { PaperclipIcon } from "@phosphor-icons/react/dist/csr/Paperclip";
import { useLocation } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import type { AnswerActions } from "#web/features/chat/answer/answer.tsx";
import { AnswererNote } from "#web/features/chat/composer/answerer-note.tsx";
import { useChatDraft } from "#web/features/chat/composer/chat-draft.ts";
import { Composer } from "#web/features/chat/composer/composer.tsx";
import { useFileDrop } from "#web/features/chat/composer/use-file-drop.ts";
import { isAnswering } from "#web/features/chat/session/chat-state.ts";
import type { ChatState } from "#web/features/chat/session/chat-state.ts";
import { useUser } from "#web/features/users/users.api.ts";
import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { isTyping } from "#web/ui/keyboard/is-typing.ts";
import { preloadMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";

import { ChatProblemCard } from "./chat-problem-card.tsx";
import type { ChatViewProps } from "./chat-view-props.ts";
import { Messages } from "./messages.tsx";
import { NewChat } from "./new-chat.tsx";
import { useStickToEnd } from "./use-stick-to-end.ts";
import { useStopOnEscape } from "./use-stop-on-escape.ts";

/** The messages of a chat and the field to ask in. */
export function ChatPanel(props: ChatViewProps) {
  const { project, state, header, lens, onLens, intro, placeholder, canAttach = false, onAsk, onStop, onRetry } = props;
  const { session, pending, problem } = state;
  const chatRef = useRef<HTMLElement>(null);
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const { scrollRef, contentRef, isAtEnd, goToEnd } = useStickToEnd(session !== null);
  const { draft, draftState } = useDraftForAddress(project.organizationId);
  const drop = useFileDrop(canAttach ? (files) => void draft.addFiles(files) : null);
  const isBusy = isAnswering(state);
  const isNew = session === null && !state.isLoading && (problem === null || problem.kind === "missing");
  const announcement = useAnnouncement(state);
  const stop = useCallback(() => {
    // The server does not have this input yet, so it would be lost.
    if (pending?.result === null) draft.restoreMessage(pending);
    onStop();
  }, [pending, draft, onStop]);
  useStopOnEscape(chatRef, isBusy, stop);
  useEffect(preloadMarkdown, []);
  const isStarting = isNew || pending !== null;
  useEffect(() => {
    // Whoever began to write elsewhere on the screen while this was loading goes on there.
    if (isStarting && !isTyping(document.activeElement)) inputRef.current?.focus({ preventScroll: true });
  }, [isStarting]);

  const send = useCallback(
    (question: string, attachments: readonly UploadedFile[] = []) => {
      goToEnd();
      onAsk(question, attachments);
    },
    [goToEnd, onAsk],
  );
  // Stable while the person types, so that the messages are not rendered again with each letter.
  const actions = useMemo(() => answerActions(props, send), [props, send]);
  const edit = () => {
    const input = props.onWithdraw?.();
    if (input) draft.restoreMessage(input);
    inputRef.current?.focus({ preventScroll: true });
  };
  const isProblemInline = pending?.result != null && problem?.kind === "answer";
  const problemCard = problem && !isProblemInline && (
    <ChatProblemCard
      problem={problem}
      onRetry={onRetry}
      onEdit={pending !== null && problem.kind === "answer" && props.onWithdraw ? edit : undefined}
    />
  );
  return (
    <section ref={chatRef} aria-label="Chat" className="relative flex h-full min-h-0 flex-col" {...drop.handlers}>
      {header}
      <section
        ref={scrollRef}
        aria-label="Conversation"
        // Focusable, so that it can be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        // With a background of its own the browser scrolls it as one layer while an answer grows.
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain bg-surface-1 px-4 focus-visible:-outline-offset-2 md:px-6"
      >
        <div ref={contentRef} className="mx-auto flex min-h-full w-full max-w-190 flex-col gap-6 py-6">
          {state.isLoading && session === null && <ChatPlaceholder />}
          {session === null && problemCard}
          {isNew && (intro ?? <NewChat lens={lens ?? "technical"} onAsk={send} />)}
          {session && props.subject}
          {session && (
            <Messages
              project={project}
              state={state}
              actions={actions}
              shownSources={props.shownSources ?? null}
              onShowSources={props.onShowSources}
            />
          )}
          {session !== null && problemCard}
        </div>
      </section>
      <div className="mx-auto w-full max-w-190 shrink-0 px-4 pb-3 md:px-6">
        <div className="relative flex flex-col gap-2">
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
            project={project}
            inputRef={inputRef}
            draft={draft}
            draftState={draftState}
            placeholder={placeholder ?? (isNew ? "Ask about this product…" : "Ask a follow-up…")}
            isAnswering={isBusy}
            isPageFocus={isStarting}
            canAttach={canAttach}
            lens={lens}
            onLens={onLens}
            onSend={send}
            onStop={stop}
          />
          <AnswererNote hasImages={draftState.uploads.some(({ type }) => type.startsWith("image/"))} />
        </div>
      </div>
      {drop.isOver && <DropOverlay />}
      <Announcement>{announcement}</Announcement>
    </section>
  );
}

/** Each chat has its own draft, by its address; it is still there when the person comes back. */
function useDraftForAddress(organizationId: string) {
  const user = useUser();
  const address = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  const { draft, state } = useChatDraft(organizationId, `${user?.userId ?? ""}:${address}`);
  return { draft, draftState: state };
}

function answerActions(props: ChatViewProps, ask: (question: string) => void): AnswerActions {
  const { state, onAnswer, onAskAgain, onRetry, onReload = onRetry } = props;
  const { session, problem } = state;
  const lastQuestion = session?.messages.findLast(({ role }) => role === "user");
  // Answers to clarifying questions can be sent only once.
  const canAskAgain = problem === null && lastQuestion?.type === "text";
  return {
    onAsk: ask,
    onRetry: canAskAgain ? onAskAgain : undefined,
    onSubmit: onAnswer && ((result, content) => onAnswer({ content, attachments: [], result })),
    onReload,
  };
}

/**
 * For screen readers: that an answer is being written or is ready, never its text. Answers that were there when the chat
 * was opened are not announced.
 */
function useAnnouncement(state: ChatState): string {
  const isBusy = isAnswering(state);
  const [hasStarted, setHasStarted] = useState(isBusy);
  if (isBusy && !hasStarted) setHasStarted(true);
  if (isBusy) return "Answering";
  if (!hasStarted || state.problem !== null) return "";
  return state.isStopped ? "Answer stopped" : "Answer ready";
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

/** Covers the chat while files are dragged over it. */
function DropOverlay() {
  return (
    <div
      className={cx(
        "pointer-events-none absolute inset-2 z-20 grid animate-fade place-items-center rounded-xl border-2",
        "border-dashed border-accent-line bg-surface-1/90 text-center",
      )}
    >
      <div className="flex flex-col items-center gap-2 p-6">
        <PaperclipIcon aria-hidden className="size-8 text-accent-text" />
        <p className="text-lg font-semibold">Drop to attach</p>
        <p className="text-sm text-ink-2">JPEG, PNG, WebP, GIF or PDF, up to 10 files</p>
      </div>
    </div>
  );
}
