import { getChat, getDescriptionChat, getDraftChat } from "@cairn/contract/chat";
import type { ChatAssistant, ChatContext, ChatSession } from "@cairn/contract/chat";
import type { ChatRequest, MessageOperation } from "@cairn/contract/chat-events";
import { AppError } from "@cairn/contract/errors";
import { messages } from "@cairn/contract/texts";

import { call } from "#web/lib/api/call.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";

import { cancelAnswer, requestAnswer, watchAnswer } from "./answer-socket.ts";
import type { AnswerConnection } from "./answer-socket.ts";
import { canReload, isDelivered, isAnswering, lastInput, reduceChat, notLoadedChat } from "./chat-state.ts";
import type { ChatEvent, ChatInput, ChatProblem, ChatState } from "./chat-state.ts";
import type { PendingStopStore } from "./pending-stop-store.ts";
import { retryWhileUnavailable } from "./retry-while-unavailable.ts";
import type { UnsentInput, UnsentInputStore } from "./unsent-input-store.ts";

/** How often a chat is read again while the server answers and nothing is heard of it. */
const pollMs = 1_000;
/** An answer that comes is heard of more often. */
const silenceMs = 3_000;
/** A server that restarts is back within this time. */
const outageTimeoutMs = 45_000;
/** A server that could not be reached in the first place is given less: nothing of ours is on it yet. */
const unsentTimeoutMs = 8_000;
/** How often a question is sent that never reached the server. */
const maxSendAttempts = 3;

export interface ChatKey {
  organizationId: string;
  sessionId: string;
  assistant: ChatAssistant;
}

/** Where the chats of an assistant are read; its path is also the name of the event that asks it. */
const endpoints = {
  "organization-chat-assistant": getChat,
  "project-metadata-assistant": getDescriptionChat,
  "artifact-data-assistant": getDraftChat,
} as const;

interface SendAttempt {
  input: ChatInput;
  context: ChatContext;
  data: unknown;
  count: number;
}

/**
 * One chat of this tab. It lives outside React, so that an answer goes on arriving while other screens are shown.
 */
export class LiveChat {
  readonly key: ChatKey;
  readonly #onChange: () => void;
  readonly #unsent: UnsentInputStore;
  readonly #stops: PendingStopStore;
  readonly #listeners = new Set<() => void>();
  #state: ChatState = notLoadedChat;
  #answer: AnswerConnection | null = null;
  #waiting: MessageOperation[] = [];
  #frame = 0;
  #heardAt = 0;
  /** Whoever waits for something compares it: another number means that something else has begun since. */
  #turn = 0;
  #isReading = false;
  #isDeleted = false;

  /** `onChange` is told of everything that lists of chats show too. */
  constructor(key: ChatKey, parts: { unsent: UnsentInputStore; stops: PendingStopStore; onChange: () => void }) {
    this.key = key;
    this.#onChange = parts.onChange;
    this.#unsent = parts.unsent;
    this.#stops = parts.stops;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): ChatState => this.#state;

  /** Reads the chat unless more of it is known here; what was shown stays until the new state is there. */
  async open(): Promise<void> {
    if (!canReload(this.#state) || this.#isReading || this.#isDeleted) return;
    const unsent = this.#state === notLoadedChat ? this.#unsent.read() : null;
    if (unsent) return this.#goOnSending(unsent);
    await this.#read();
  }

  /**
   * Whoever comes back to the tab, or back online, may have gone on with the chat elsewhere. A connection of which
   * nothing was heard meanwhile may be dead, which would show after most of a minute only.
   */
  refresh(): void {
    const isQuiet = performance.now() - this.#heardAt > silenceMs;
    if (this.#answer === null || !this.#state.session?.isStreaming) return void this.open();
    if (!isQuiet) return;
    this.#answer.close();
    void this.#follow(messages.socketDisconnected);
  }

  /**
   * Asks; does nothing while an answer is under way. `data` is what the assistant works on where the person changed it
   * themselves; absent, it goes on from what it has.
   */
  ask(question: string, context: ChatContext, data?: unknown): void {
    this.send({ content: question, attachments: [], result: null }, context, data);
  }

  /** The same with files, or with answers to what was asked back. */
  send(input: ChatInput, context: ChatContext, data?: unknown): void {
    if (isAnswering(this.#state)) return;
    this.#stops.keep(false);
    this.#expect(input, context);
    this.#unsent.keep({ input, context, data, after: this.#state.pending?.after ?? null });
    this.#connect({ input, context, data, count: 1 });
  }

  /** Stops the answer; what is written so far stays. */
  stop(): void {
    if (!isAnswering(this.#state)) return;
    this.#flush();
    this.#turn += 1;
    this.#stops.keep(true);
    const { organizationId, sessionId } = this.key;
    const stopped = this.#answer ? this.#answer.cancel() : cancelAnswer({ organizationId, sessionId });
    // Without a connection the answer ends by itself.
    void stopped.catch(() => {}).finally(() => this.#stops.keep(false));
    this.#answer = null;
    this.#dispatch({ type: "stopped" });
    this.#onChange();
  }

  /** Reads the chat again, and asks again if it still has no answer. */
  async retry(context: ChatContext): Promise<void> {
    const before = this.#state;
    const input = lastInput(before);
    const turn = this.#turn;
    const session = await this.#read();
    const { problem } = this.#state;
    if (problem?.kind === "load" || input === null || turn !== this.#turn) return;
    const isAnswered = session !== null && problem === null && isDelivered(before, session);
    if (!isAnswered) this.send(input, session?.context ?? context);
  }

  /** Asks the last question again though it was answered. */
  askAgain(context: ChatContext): void {
    const input = lastInput(this.#state);
    if (input) this.send(input, this.#state.session?.context ?? context);
  }

  /** Gives back what could not be sent, to be changed; null where nothing waits. */
  takeBack(): ChatInput | null {
    const { pending, problem } = this.#state;
    if (pending === null || problem === null) return null;
    this.#dispatch({ type: "taken-back" });
    return pending;
  }

  /** The chat was deleted: nothing more is heard of it. */
  close(): void {
    this.#isDeleted = true;
    this.#turn += 1;
    this.#answer?.close();
    this.#answer = null;
    this.#waiting = [];
    this.#dispatch({ type: "deleted" });
  }

  /** The page was loaded again while this was on its way: it is sent once more where it did not arrive. */
  #goOnSending({ input, context, data, after }: UnsentInput): void {
    this.#expect(input, context, after);
    void this.#follow(messages.socketConnection, { input, context, data, count: 1 });
  }

  #expect(input: ChatInput, context: ChatContext, after?: string | null): void {
    const { sessionId } = this.key;
    this.#dispatch({ type: "asked", input, sessionId, context, at: new Date().toISOString(), after });
  }

  #connect(sending: SendAttempt): void {
    const { assistant, ...key } = this.key;
    const { input, context, data } = sending;
    this.#turn += 1;
    this.#answer = requestAnswer(
      endpoints[assistant].path,
      { ...key, request: toRequest(input), context, ...(data === undefined ? {} : { data }) },
      {
        onOperation: (operation) => this.#enqueue(operation),
        onCompleted: () => this.#end({ type: "completed" }),
        onFailed: (cause) => this.#end({ type: "failed", cause }),
        onDropped: (cause) => void this.#follow(cause, sending),
      },
    );
  }

  /** Operations are applied once per frame: more often nobody could see. */
  #enqueue(operation: MessageOperation): void {
    this.#heardAt = performance.now();
    this.#waiting.push(operation);
    this.#frame ||= requestAnimationFrame(() => this.#flush());
  }

  #flush(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const operations = this.#waiting;
    if (operations.length === 0) return;
    this.#waiting = [];
    try {
      this.#dispatch({ type: "operations", operations });
    } catch {
      this.#answer?.close();
      this.#answer = null;
      void this.#follow(messages.patchError);
    }
  }

  #end(event: ChatEvent): void {
    this.#flush();
    this.#turn += 1;
    this.#answer = null;
    this.#dispatch(event);
    this.#onChange();
  }

  /**
   * The connection is gone, or somebody else asked; the server goes on answering. The chat is read until it is complete
   * or its answer is heard again, also when the server is away for a while. Only then it has failed, with this cause.
   */
  async #follow(cause: string, sending?: SendAttempt): Promise<void> {
    this.#flush();
    this.#answer = null;
    if (this.#state.isStopped) return;
    const turn = (this.#turn += 1);
    this.#dispatch({ type: "connection-lost" });
    const isUnsent = sending !== undefined && cause === messages.socketConnection;
    while (true) {
      const session = await retryWhileUnavailable(() => this.#fetch(), {
        patienceMs: isUnsent ? unsentTimeoutMs : outageTimeoutMs,
        isWanted: () => turn === this.#turn,
      });
      if (turn !== this.#turn) return;
      if (session === "away") return this.#end({ type: "failed", cause });
      if (session === null || !isDelivered(this.#state, session)) {
        if (isUnsent && sending.count < maxSendAttempts) return this.#connect({ ...sending, count: sending.count + 1 });
        return this.#end({ type: "failed", cause });
      }
      this.#dispatch({ type: "loaded", session });
      if (!session.isStreaming) return this.#onChange();
      this.#answer ??= this.#watch();
      await delay(pollMs);
      if (turn !== this.#turn) return;
    }
  }

  /** Listens along. The chat is read on until something is heard: another process may be the one that answers. */
  #watch(): AnswerConnection {
    const { assistant: _assistant, ...key } = this.key;
    let hasHeard = false;
    return watchAnswer(key, {
      onOperation: (operation) => {
        if (!hasHeard) this.#turn += 1;
        hasHeard = true;
        this.#enqueue(operation);
      },
      onCompleted: () => (hasHeard ? this.#end({ type: "completed" }) : undefined),
      onFailed: (cause) => (hasHeard ? this.#end({ type: "failed", cause }) : undefined),
      onDropped: (cause) => {
        this.#answer = null;
        if (hasHeard) void this.#follow(cause);
      },
    });
  }

  async #read(): Promise<ChatSession | null> {
    const turn = this.#turn;
    this.#isReading = true;
    this.#dispatch({ type: "load-started" });
    try {
      const session = await this.#fetch();
      // Something was asked meanwhile: what was read is from before.
      if (turn !== this.#turn) return null;
      this.#dispatch({ type: "loaded", session });
      if (session.isStreaming) void this.#follow(messages.socketDisconnected);
      // The page was loaded again before the stop got out.
      if (this.#stops.isStopping()) this.stop();
      return session;
    } catch (error) {
      if (turn === this.#turn) this.#dispatch({ type: "load-failed", problem: toProblem(error) });
      return null;
    } finally {
      this.#isReading = false;
    }
  }

  #fetch(): Promise<ChatSession> {
    const { assistant, organizationId, sessionId } = this.key;
    return call(endpoints[assistant], { params: {}, query: { organizationId, sessionId } });
  }

  #dispatch(event: ChatEvent): void {
    const before = this.#state;
    this.#state = reduceChat(before, event);
    if (before.pending !== null && this.#state.pending === null) this.#unsent.keep(null);
    for (const listener of this.#listeners) listener();
    if (hasNewListEntry(before, this.#state)) this.#onChange();
  }
}

/** It has just come to be there, or is called otherwise now. */
function hasNewListEntry(before: ChatState, after: ChatState): boolean {
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
