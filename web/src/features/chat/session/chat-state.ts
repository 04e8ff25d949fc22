import type { ChatContext, ChatMessage, ChatSession, QuestionsResult } from "@cairn/contract/chat";
import { applyOperation } from "@cairn/contract/chat-events";
import type { MessageOperation } from "@cairn/contract/chat-events";
import type { UploadedFile } from "@cairn/contract/files";
import { replaceEqualDeep } from "@tanstack/react-query";

export type ChatProblem =
  /** The question was not answered, or not to the end; `cause` is what is known of why. */
  | { kind: "answer"; cause: string }
  /** The chat could not be read. */
  | { kind: "load"; cause: string }
  /** The server has no such chat of this person. */
  | { kind: "missing" }
  /** The chat holds no message. */
  | { kind: "invalid" };

/** What a person sends: a question with its files, or the answers to questions that were asked back. */
export interface ChatInput {
  /** Of answers, what they say in words. */
  content: string;
  attachments: readonly UploadedFile[];
  /** Null for a question. */
  result: QuestionsResult | null;
}

/** What was sent and is not in the session yet. */
interface PendingInput extends ChatInput {
  /** When the last message before it was written: a newer one with the same words is this one. */
  after: string | null;
}

export interface ChatState {
  session: ChatSession | null;
  /** On its way, until the server has it in the session. */
  pending: PendingInput | null;
  isLoading: boolean;
  /** The connection is gone while an answer is awaited: it is read from the server as soon as that can be reached. */
  isReconnecting: boolean;
  /** Somebody pressed Stop: what still arrives of this answer is ignored. */
  isStopped: boolean;
  problem: ChatProblem | null;
}

export const emptyChat: ChatState = {
  session: null,
  pending: null,
  isLoading: false,
  isReconnecting: false,
  isStopped: false,
  problem: null,
};

/** A chat that is somewhere and was not read yet. */
export const notLoadedChat: ChatState = { ...emptyChat, isLoading: true };

export type ChatEvent =
  | { type: "load-started" }
  | { type: "loaded"; session: ChatSession }
  | { type: "load-failed"; problem: ChatProblem }
  | { type: "asked"; input: ChatInput; sessionId: string; context: ChatContext; at: string; after?: string | null }
  | { type: "operations"; operations: readonly MessageOperation[] }
  | { type: "connection-lost" }
  | { type: "completed" }
  | { type: "stopped" }
  | { type: "failed"; cause: string }
  | { type: "deleted" }
  /** What could not be sent is taken back, to be changed and sent again. */
  | { type: "taken-back" };

/** An answer is awaited or arriving; nothing can be asked meanwhile. */
export function isAnswering(state: ChatState): boolean {
  return (state.pending !== null && state.problem === null) || state.session?.isStreaming === true;
}

/** The server may know more; not while an answer arrives here, nor where a question waits that never reached it. */
export function canReload(state: ChatState): boolean {
  return !isAnswering(state) && state.pending === null;
}

/** What a chat becomes when something happens to it. */
export function reduceChat(state: ChatState, event: ChatEvent): ChatState {
  switch (event.type) {
    case "load-started":
      return { ...state, isLoading: true };
    case "loaded":
      return loadSession(
        { ...state, isLoading: false, isReconnecting: false, pending: null, problem: null },
        event.session,
      );
    case "load-failed":
      return { ...state, isLoading: false, isReconnecting: false, problem: event.problem };
    case "asked":
      return {
        ...state,
        isLoading: false,
        session: { ...(state.session ?? createLocalSession(event)), isError: false, error: null },
        pending: { ...event.input, after: event.after ?? lastUserMessage(state.session)?.createdAt ?? null },
        isStopped: false,
        problem: null,
      };
    case "operations":
      return state.isStopped ? state : applyOperations(state, event.operations);
    case "connection-lost":
      return { ...state, isReconnecting: true };
    case "completed":
      return endAnswer(state, { isComplete: true });
    case "stopped":
      return { ...endAnswer(state, { isComplete: true }), isStopped: true };
    case "failed":
      // The person ended it: what fails afterwards is nobody's concern.
      if (state.isStopped) return state;
      return {
        ...endAnswer(state, { isError: true, error: event.cause }),
        problem: { kind: "answer", cause: event.cause },
      };
    case "deleted":
      return { ...emptyChat, problem: { kind: "missing" } };
    case "taken-back":
      return withdrawPending(state);
  }
}

/** Messages that are as they were stay the same objects: only what is new is drawn again, however long the chat is. */
function keepUnchangedMessages(before: ChatSession | null, session: ChatSession): ChatSession {
  return before ? { ...session, messages: replaceEqualDeep(before.messages, session.messages) } : session;
}

/** Reads the state a session itself tells, such as a failure that happened while nobody listened. */
function loadSession(state: ChatState, read: ChatSession): ChatState {
  const session = keepUnchangedMessages(state.session, read);
  if (session.messages.length === 0) return { ...state, session, problem: { kind: "invalid" } };
  if (!session.isError) return { ...state, session };
  return { ...state, session, problem: { kind: "answer", cause: session.error ?? "" } };
}

function applyOperations(state: ChatState, operations: readonly MessageOperation[]): ChatState {
  if (!state.session) return state;
  const session = operations.reduce(applyOperation, state.session);
  const isQuestionThere = session.messages !== state.session.messages;
  const pending = isQuestionThere ? null : state.pending;
  return { ...state, session: keepUnchangedMessages(state.session, session), isReconnecting: false, pending };
}

function endAnswer(state: ChatState, change: Partial<ChatSession>): ChatState {
  const session = state.session && { ...state.session, ...change, isStreaming: false, loadingText: null };
  return { ...state, session, isReconnecting: false, pending: change.isError ? state.pending : null };
}

/** Without what never arrived, and without the session that was begun for nothing else. */
function withdrawPending(state: ChatState): ChatState {
  const isEmpty = state.session?.messages.length === 0;
  const session = isEmpty ? null : state.session && { ...state.session, isError: false, error: null };
  return { ...state, session, pending: null, problem: null };
}

/** A chat as it is before the server knows of it. */
function createLocalSession({ sessionId, context, at }: Extract<ChatEvent, { type: "asked" }>): ChatSession {
  return {
    sessionId,
    title: "",
    messages: [],
    data: null,
    context,
    isStreaming: false,
    isComplete: false,
    isError: false,
    error: null,
    loadingText: null,
    updatedAt: at,
  };
}

function lastUserMessage(session: ChatSession | null): ChatMessage | undefined {
  return session?.messages.findLast(({ role }) => role === "user");
}

/** What to send again: what is on its way, or the last message of the person; null where there is none. */
export function lastInput(state: ChatState): ChatInput | null {
  if (state.pending) return state.pending;
  const message = lastUserMessage(state.session);
  return message ? { content: message.content, attachments: message.attachments, result: message.result } : null;
}

/**
 * Whether a session read from the server holds what was sent last: the same words may stand there from an earlier time,
 * and answers are known by the questions they belong to.
 */
export function isDelivered(state: ChatState, session: ChatSession): boolean {
  const { pending } = state;
  if (pending === null) return true;
  const { result } = pending;
  if (result) return session.messages.some((message) => message.result?.toolId === result.toolId);
  const last = lastUserMessage(session);
  return last !== undefined && last.content === pending.content && last.createdAt !== pending.after;
}
