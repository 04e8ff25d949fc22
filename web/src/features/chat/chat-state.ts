import type { ChatContext, ChatSession } from "@cairn/contract/chat";
import { applyOperation } from "@cairn/contract/chat-events";
import type { MessageOperation } from "@cairn/contract/chat-events";

export type ChatProblem =
  /** The question was not answered, or not to the end; `cause` is what is known of why. */
  | { kind: "answer"; cause: string }
  /** The chat could not be read. */
  | { kind: "load"; cause: string }
  /** The server has no such chat of this person. */
  | { kind: "missing" }
  /** The chat holds no message. */
  | { kind: "invalid" };

export interface ChatState {
  session: ChatSession | null;
  /** The question on its way, until the server has it in the session. */
  pendingQuestion: string | null;
  isLoading: boolean;
  /** Somebody pressed Stop: what still arrives of this answer is ignored. */
  isStopped: boolean;
  problem: ChatProblem | null;
}

export const emptyChat: ChatState = {
  session: null,
  pendingQuestion: null,
  isLoading: false,
  isStopped: false,
  problem: null,
};

export type ChatEvent =
  | { type: "load-started" }
  | { type: "loaded"; session: ChatSession }
  | { type: "load-failed"; problem: ChatProblem }
  | { type: "asked"; question: string; sessionId: string; context: ChatContext; at: string }
  | { type: "operations"; operations: readonly MessageOperation[] }
  | { type: "completed" }
  | { type: "stopped" }
  | { type: "failed"; cause: string };

/** An answer is awaited or arriving; nothing can be asked meanwhile. */
export function isAnswering(state: ChatState): boolean {
  return (state.pendingQuestion !== null && state.problem === null) || state.session?.isStreaming === true;
}

/** What a chat becomes when something happens to it. */
export function reduceChat(state: ChatState, event: ChatEvent): ChatState {
  switch (event.type) {
    case "load-started":
      return { ...state, isLoading: true };
    case "loaded":
      return withSession({ ...state, isLoading: false, pendingQuestion: null, problem: null }, event.session);
    case "load-failed":
      return { ...state, isLoading: false, problem: event.problem };
    case "asked":
      return {
        ...state,
        session: { ...(state.session ?? newSession(event)), isError: false, error: null },
        pendingQuestion: event.question,
        isStopped: false,
        problem: null,
      };
    case "operations":
      return state.isStopped ? state : applyAll(state, event.operations);
    case "completed":
      return ended(state, { isComplete: true });
    case "stopped":
      return { ...ended(state, { isComplete: true }), isStopped: true };
    case "failed":
      // The person ended it: what fails afterwards is nobody's concern.
      if (state.isStopped) return state;
      return {
        ...ended(state, { isError: true, error: event.cause }),
        problem: { kind: "answer", cause: event.cause },
      };
  }
}

/** Reads the state a session itself tells, such as a failure that happened while nobody listened. */
function withSession(state: ChatState, session: ChatSession): ChatState {
  if (session.messages.length === 0) return { ...state, session, problem: { kind: "invalid" } };
  if (!session.isError) return { ...state, session };
  return { ...state, session, problem: { kind: "answer", cause: session.error ?? "" } };
}

function applyAll(state: ChatState, operations: readonly MessageOperation[]): ChatState {
  if (!state.session) return state;
  const session = operations.reduce(applyOperation, state.session);
  const isQuestionThere = session.messages !== state.session.messages;
  return { ...state, session, pendingQuestion: isQuestionThere ? null : state.pendingQuestion };
}

function ended(state: ChatState, change: Partial<ChatSession>): ChatState {
  const session = state.session && { ...state.session, ...change, isStreaming: false, loadingText: null };
  return { ...state, session, pendingQuestion: change.isError ? state.pendingQuestion : null };
}

/** A chat as it is before the server knows of it. */
function newSession({ sessionId, context, at }: Extract<ChatEvent, { type: "asked" }>): ChatSession {
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

/** What to ask again: the question on its way, or the last one of the session. */
export function lastQuestion(state: ChatState): string | null {
  return state.pendingQuestion ?? state.session?.messages.findLast(({ role }) => role === "user")?.content ?? null;
}
