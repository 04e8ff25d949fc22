import type { ChatContext, ChatMessage, ChatSession, QuestionsResult } from "@cairn/contract/chat";
import { applyOperation } from "@cairn/contract/chat-events";
import type { MessageOperation } from "@cairn/contract/chat-events";
import type { UploadedFile } from "@cairn/contract/files";
import { replaceEqualDeep } from "@tanstack/react-query";

export type ChatProblem =
  /** The question was not answered, or not completely; `cause` says why, as far as it is known. */
  | { kind: "answer"; cause: string }
  /** The chat could not be fetched. */
  | { kind: "load"; cause: string }
  /** The server has no such chat of this person. */
  | { kind: "missing" }
  /** The chat holds no message. */
  | { kind: "invalid" };

/** What a person sends: a question with its files, or the answers to clarifying questions. */
export interface ChatInput {
  /** The question; for answers to clarifying questions, the same answers as text. */
  content: string;
  attachments: readonly UploadedFile[];
  /** Null for a question. */
  result: QuestionsResult | null;
}

/** An input that was sent and is not in the session yet. */
interface PendingInput extends ChatInput {
  /** When the last user message before it was written: a newer one with the same text is this input. */
  after: string | null;
}

export interface ChatState {
  session: ChatSession | null;
  /** Set until the server has it in the session. */
  pending: PendingInput | null;
  isLoading: boolean;
  /** The connection was lost while an answer is awaited; the chat is fetched as soon as the server can be reached. */
  isReconnecting: boolean;
  /** The person pressed Stop: later operations of this answer are ignored, until the chat is fetched again. */
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

/** A chat that exists on the server and was not fetched yet. */
export const notLoadedChat: ChatState = { ...emptyChat, isLoading: true };

export type ChatEvent =
  | { type: "load-started" }
  | { type: "loaded"; session: ChatSession }
  | { type: "load-failed"; problem: ChatProblem }
  | { type: "sent"; input: ChatInput; sessionId: string; context: ChatContext; at: string; after?: string | null }
  | { type: "operations"; operations: readonly MessageOperation[] }
  | { type: "connection-lost" }
  | { type: "completed" }
  | { type: "stopped" }
  | { type: "failed"; cause: string }
  | { type: "deleted" }
  /** An input that could not be sent is removed, to be edited and sent again. */
  | { type: "withdrawn" };

/** Whether an answer is awaited or being received; no question can be sent meanwhile. */
export function isAnswering(state: ChatState): boolean {
  return (state.pending !== null && state.problem === null) || state.session?.isStreaming === true;
}

/** Whether the server's state may replace this one: not during an answer, nor while an input waits that never arrived. */
export function canReload(state: ChatState): boolean {
  return !isAnswering(state) && state.pending === null;
}

/** The chat's next state. Throws on an operation that does not fit its messages. */
export function reduceChat(state: ChatState, event: ChatEvent): ChatState {
  switch (event.type) {
    case "load-started":
      return { ...state, isLoading: true };
    case "loaded":
      return loadSession(
        { ...state, isLoading: false, isReconnecting: false, isStopped: false, pending: null, problem: null },
        event.session,
      );
    case "load-failed":
      return { ...state, isLoading: false, isReconnecting: false, problem: event.problem };
    case "sent":
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
      // The person ended the answer: a later failure does not matter to them.
      if (state.isStopped) return state;
      return {
        ...endAnswer(state, { isError: true, error: event.cause }),
        problem: { kind: "answer", cause: event.cause },
      };
    case "deleted":
      return { ...emptyChat, problem: { kind: "missing" } };
    case "withdrawn":
      return withdrawPending(state);
  }
}

/** Unchanged messages stay the same objects, so that only new ones are rendered again, however long the chat is. */
function keepUnchangedMessages(before: ChatSession | null, session: ChatSession): ChatSession {
  return before ? { ...session, messages: replaceEqualDeep(before.messages, session.messages) } : session;
}

/** Takes over a fetched session and its problem, such as a failure that happened while this tab did not listen. */
function loadSession(state: ChatState, fetched: ChatSession): ChatState {
  const session = keepUnchangedMessages(state.session, fetched);
  if (session.messages.length === 0) return { ...state, session, problem: { kind: "invalid" } };
  if (!session.isError) return { ...state, session };
  return { ...state, session, problem: { kind: "answer", cause: session.error ?? "" } };
}

function applyOperations(state: ChatState, operations: readonly MessageOperation[]): ChatState {
  if (!state.session) return state;
  const session = operations.reduce(applyOperation, state.session);
  const hasQuestionArrived = session.messages !== state.session.messages;
  const pending = hasQuestionArrived ? null : state.pending;
  return { ...state, session: keepUnchangedMessages(state.session, session), isReconnecting: false, pending };
}

function endAnswer(state: ChatState, change: Partial<ChatSession>): ChatState {
  const session = state.session && { ...state.session, ...change, isStreaming: false, loadingText: null };
  return { ...state, session, isReconnecting: false, pending: change.isError ? state.pending : null };
}

/** Removes the pending input, and the session too if it was created only for it. */
function withdrawPending(state: ChatState): ChatState {
  const isEmpty = state.session?.messages.length === 0;
  const session = isEmpty ? null : state.session && { ...state.session, isError: false, error: null };
  return { ...state, session, pending: null, problem: null };
}

/** A session that the server does not know yet. */
function createLocalSession({ sessionId, context, at }: Extract<ChatEvent, { type: "sent" }>): ChatSession {
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

/** How many questions the person asked, with one that is on its way. */
export function countQuestions({ session, pending }: ChatState): number {
  const questions = session?.messages.filter(({ role }) => role === "user") ?? [];
  return questions.length + (pending === null ? 0 : 1);
}

/** What to send again: the pending input, or the last user message; null where there is none. */
export function lastInput(state: ChatState): ChatInput | null {
  if (state.pending) return state.pending;
  const message = lastUserMessage(state.session);
  return message ? { content: message.content, attachments: message.attachments, result: message.result } : null;
}

/**
 * Whether a fetched session contains the pending input. The same text may be there from an earlier time, so its date
 * counts; answers to clarifying questions are recognised by the id of the questions.
 */
export function isDelivered(state: ChatState, session: ChatSession): boolean {
  const { pending } = state;
  if (pending === null) return true;
  const { result } = pending;
  if (result) return session.messages.some((message) => message.result?.toolId === result.toolId);
  const last = lastUserMessage(session);
  return last !== undefined && last.content === pending.content && last.createdAt !== pending.after;
}
