import { getChat, getDescriptionChat, getDraftChat } from "@cairn/contract/chat";
import type { ChatAssistant, ChatContext, ChatSession } from "@cairn/contract/chat";
import type { ChatRequest, MessageOperation } from "@cairn/contract/chat-events";
import { AppError } from "@cairn/contract/errors";
import { messages } from "@cairn/contract/texts";

import { call } from "#web/lib/api/call.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";

import { cancelAnswer, requestAnswer, watchAnswer } from "./answer-socket.ts";
import type { AnswerConnection } from "./answer-socket.ts";
import {
  canReload,
  countQuestions,
  isDelivered,
  isAnswering,
  lastInput,
  reduceChat,
  notLoadedChat,
} from "./chat-state.ts";
import type { ChatEvent, ChatInput, ChatProblem, ChatState } from "./chat-state.ts";
import type { PendingStopStore } from "./pending-stop-store.ts";
import { retryWhileUnavailable } from "./retry-while-unavailable.ts";
import type { UnsentInput, UnsentInputStore } from "./unsent-input-store.ts";

/** How often the chat is fetched while the server answers and no operation reaches this tab. */
const pollMs = 1_000;
/** An answer that is being written sends operations more often than this; a longer silence may be a dead connection. */
const silenceMs = 3_000;
/** How long a server that was reached before may be unavailable: long enough for a restart. */
const outageTimeoutMs = 45_000;
/** The same where the question was never sent; shorter, because the server has nothing of ours yet. */
const unsentTimeoutMs = 8_000;
/** How often a question that never reached the server is sent in all. */
const maxSendAttempts = 3;

export interface ChatKey {
  organizationId: string;
  sessionId: string;
  assistant: ChatAssistant;
}

/**
 * The endpoint that returns a chat of each assistant; its path is also the name of the socket event that sends a
 * question.
 */
const endpoints = {
  "organization-chat-assistant": getChat,
  "project-metadata-assistant": getDescriptionChat,
  "artifact-data-assistant": getDraftChat,
} as const;

interface SendAttempt {
  input: ChatInput;
  context: ChatContext;
  data: unknown;
  /** From 1. */
  count: number;
}

/**
 * One chat of this tab. It lives outside React, so that an answer is received to its end while other screens are shown.
 */
export class LiveChat {
  readonly key: ChatKey;
  readonly #onChange: () => void;
  readonly #unsent: UnsentInputStore;
  readonly #stops: PendingStopStore;
  readonly #listeners = new Set<() => void>();
  #state: ChatState = notLoadedChat;
  #answer: AnswerConnection | null = null;
  #queued: MessageOperation[] = [];
  #frame = 0;
  #lastOperationAt = 0;
  /**
   * Grows with each request. Code that awaited something compares it: another number means that its result is outdated.
   */
  #generation = 0;
  #isLoading = false;
  #isDeleted = false;

  /** `onChange` is called when something changes that lists of chats show. */
  constructor(key: ChatKey, options: { unsent: UnsentInputStore; stops: PendingStopStore; onChange: () => void }) {
    this.key = key;
    this.#onChange = options.onChange;
    this.#unsent = options.unsent;
    this.#stops = options.stops;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): ChatState => this.#state;

  /** Fetches the chat, unless this tab has newer state; what is shown stays until the answer is there. */
  async open(): Promise<void> {
    if (!canReload(this.#state) || this.#isLoading || this.#isDeleted) return;
    const unsent = this.#state === notLoadedChat ? this.#unsent.load() : null;
    if (unsent) return this.#resumeSending(unsent);
    await this.#load();
  }

  /**
   * For a person who comes back to the tab or is online again: the chat may have been continued elsewhere. A connection
   * that was silent meanwhile may be dead, which the socket would notice only after most of a minute.
   */
  refresh(): void {
    const isSilent = performance.now() - this.#lastOperationAt > silenceMs;
    if (this.#answer === null || !this.#state.session?.isStreaming) return void this.open();
    if (!isSilent) return;
    this.#answer.close();
    void this.#recover(messages.socketDisconnected);
  }

  /**
   * Sends a question; does nothing while an answer is under way. `data` replaces what the assistant works on, where the
   * person changed it; absent, the assistant continues with what it has.
   */
  ask(question: string, context: ChatContext, data?: unknown): void {
    this.send({ content: question, attachments: [], result: null }, context, data);
  }

  /** The same with files, or with the answers to clarifying questions. */
  send(input: ChatInput, context: ChatContext, data?: unknown): void {
    if (isAnswering(this.#state)) return;
    this.#stops.save(null);
    this.#showPending(input, context);
    this.#unsent.save({ input, context, data, after: this.#state.pending?.after ?? null });
    this.#connect({ input, context, data, count: 1 });
  }

  /** Stops the answer; the text so far stays. */
  stop(): void {
    if (!isAnswering(this.#state)) return;
    this.#flush();
    this.#generation += 1;
    this.#stops.save(countQuestions(this.#state));
    const { organizationId, sessionId } = this.key;
    const stopped = this.#answer ? this.#answer.cancel() : cancelAnswer({ organizationId, sessionId });
    // A failed stop needs no message: without a connection the answer ends by itself.
    void stopped.catch(() => {}).finally(() => this.#stops.save(null));
    this.#answer = null;
    this.#dispatch({ type: "stopped" });
    this.#onChange();
  }

  /** Fetches the chat again, and sends the last input again if it still has no answer. */
  async retry(context: ChatContext): Promise<void> {
    const before = this.#state;
    const input = lastInput(before);
    const generation = this.#generation;
    const session = await this.#load();
    const { problem } = this.#state;
    if (problem?.kind === "load" || input === null || generation !== this.#generation) return;
    const isAnswered = session !== null && problem === null && isDelivered(before, session);
    if (!isAnswered) this.send(input, session?.context ?? context);
  }

  /** Sends the last input again although it was answered. */
  askAgain(context: ChatContext): void {
    const input = lastInput(this.#state);
    if (input) this.send(input, this.#state.session?.context ?? context);
  }

  /** Fetches the chat instead of sending a failed input again: another person may have sent one meanwhile. */
  async reload(): Promise<void> {
    if (!isAnswering(this.#state)) await this.#load();
  }

  /** Withdraws an input that could not be sent, and returns it to be edited; null where there is none. */
  withdraw(): ChatInput | null {
    const { pending, problem } = this.#state;
    if (pending === null || problem === null) return null;
    this.#dispatch({ type: "withdrawn" });
    return pending;
  }

  /** The chat was deleted: nothing is received any more. */
  close(): void {
    this.#isDeleted = true;
    this.#generation += 1;
    this.#closeAnswer();
    this.#queued = [];
    this.#dispatch({ type: "deleted" });
  }

  /** The page was reloaded before this input arrived: it is sent again, unless the server has it. */
  #resumeSending({ input, context, data, after }: UnsentInput): void {
    this.#showPending(input, context, after);
    void this.#recover(messages.socketConnection, { input, context, data, count: 1 });
  }

  #showPending(input: ChatInput, context: ChatContext, after?: string | null): void {
    const { sessionId } = this.key;
    this.#dispatch({ type: "sent", input, sessionId, context, at: new Date().toISOString(), after });
  }

  #connect(sending: SendAttempt): void {
    const { assistant, ...key } = this.key;
    const { input, context, data } = sending;
    this.#generation += 1;
    // The answer before shows its end a little before its connection reports it, which is no end of this one.
    this.#closeAnswer();
    this.#answer = requestAnswer(
      endpoints[assistant].path,
      { ...key, request: toRequest(input), context, ...(data === undefined ? {} : { data }) },
      {
        onOperation: (operation) => this.#enqueue(operation),
        onCompleted: () => this.#end({ type: "completed" }),
        onFailed: (cause) => this.#end({ type: "failed", cause }),
        onDropped: (cause) => void this.#recover(cause, sending),
      },
    );
  }

  /** Operations are applied once per frame, because the screen shows no more states than that. */
  #enqueue(operation: MessageOperation): void {
    this.#lastOperationAt = performance.now();
    this.#queued.push(operation);
    this.#frame ||= requestAnimationFrame(() => this.#flush());
  }

  #flush(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const operations = this.#queued;
    if (operations.length === 0) return;
    this.#queued = [];
    try {
      this.#dispatch({ type: "operations", operations });
    } catch {
      this.#closeAnswer();
      void this.#recover(messages.patchError);
    }
  }

  #end(event: ChatEvent): void {
    this.#flush();
    this.#generation += 1;
    this.#closeAnswer();
    this.#dispatch(event);
    this.#onChange();
  }

  /**
   * After a lost connection, or when the question was asked elsewhere, the server continues to answer. The chat is
   * fetched until it is complete or its operations arrive here again, also while the server is unavailable for a time.
   * Only when that fails the answer has failed, with `cause`.
   */
  async #recover(cause: string, sending?: SendAttempt): Promise<void> {
    this.#flush();
    this.#answer = null;
    if (this.#state.isStopped) return;
    const generation = (this.#generation += 1);
    this.#dispatch({ type: "connection-lost" });
    const isUnsent = sending !== undefined && cause === messages.socketConnection;
    while (true) {
      const session = await retryWhileUnavailable(() => this.#fetch(), {
        timeoutMs: isUnsent ? unsentTimeoutMs : outageTimeoutMs,
        isWanted: () => generation === this.#generation,
      });
      if (generation !== this.#generation) return;
      if (session === "unavailable") return this.#end({ type: "failed", cause });
      if (session === null || !isDelivered(this.#state, session)) {
        if (isUnsent && sending.count < maxSendAttempts) return this.#connect({ ...sending, count: sending.count + 1 });
        return this.#end({ type: "failed", cause });
      }
      this.#dispatch({ type: "loaded", session });
      if (!session.isStreaming) {
        this.#closeAnswer();
        return this.#onChange();
      }
      this.#answer ??= this.#watch();
      await delay(pollMs);
      if (generation !== this.#generation) return;
    }
  }

  /** A connection that still waits for operations would receive those of the next answer a second time. */
  #closeAnswer(): void {
    this.#answer?.close();
    this.#answer = null;
  }

  /**
   * Subscribes to an answer that was requested elsewhere. The chat is fetched on until the first operation arrives,
   * because another server process may be the one that answers.
   */
  #watch(): AnswerConnection {
    const { assistant: _assistant, ...key } = this.key;
    let hasReceived = false;
    return watchAnswer(key, {
      onOperation: (operation) => {
        if (!hasReceived) this.#generation += 1;
        hasReceived = true;
        this.#enqueue(operation);
      },
      onCompleted: () => (hasReceived ? this.#end({ type: "completed" }) : undefined),
      onFailed: (cause) => (hasReceived ? this.#end({ type: "failed", cause }) : undefined),
      onDropped: (cause) => {
        this.#answer = null;
        if (hasReceived) void this.#recover(cause);
      },
    });
  }

  async #load(): Promise<ChatSession | null> {
    const generation = this.#generation;
    this.#isLoading = true;
    this.#dispatch({ type: "load-started" });
    try {
      const session = await this.#fetch();
      // A question was sent meanwhile: this state is older.
      if (generation !== this.#generation) return null;
      this.#dispatch({ type: "loaded", session });
      if (session.isStreaming) void this.#recover(messages.socketDisconnected);
      // The page was reloaded before the stop was sent. A later question, of another tab, is to be answered.
      if (this.#stops.load() === countQuestions(this.#state)) this.stop();
      return session;
    } catch (error) {
      if (generation === this.#generation) this.#dispatch({ type: "load-failed", problem: toProblem(error) });
      return null;
    } finally {
      this.#isLoading = false;
    }
  }

  #fetch(): Promise<ChatSession> {
    const { assistant, organizationId, sessionId } = this.key;
    return call(endpoints[assistant], { params: {}, query: { organizationId, sessionId } });
  }

  #dispatch(event: ChatEvent): void {
    const before = this.#state;
    this.#state = reduceChat(before, event);
    if (before.pending !== null && this.#state.pending === null) this.#unsent.save(null);
    for (const listener of this.#listeners) listener();
    if (changesListEntry(before, this.#state)) this.#onChange();
  }
}

/** The chat has just become part of the list, or has another title. */
function changesListEntry(before: ChatState, after: ChatState): boolean {
  if (before.session === null || after.session === null) return false;
  if (before.pending !== null && after.pending === null) return true;
  return before.session.messages.length > 0 && before.session.title !== after.session.title;
}

function toRequest({ content, attachments, result }: ChatInput): ChatRequest["request"] {
  if (result) return { type: "questions-result", ...result };
  return {
    type: "text",
    content,
    ...(attachments.length === 0 ? {} : { files: attachments.map(({ filename }) => filename) }),
  };
}

function toProblem(error: unknown): ChatProblem {
  if (error instanceof AppError && error.code === "not_found") return { kind: "missing" };
  if (error instanceof AppError && error.code === "unprocessable") return { kind: "invalid" };
  return { kind: "load", cause: errorMessage(error) };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
