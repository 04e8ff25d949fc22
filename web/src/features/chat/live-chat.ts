import { getChat, getDraftChat } from "@cairn/contract/chat";
import type { ChatAssistant, ChatContext } from "@cairn/contract/chat";
import type { MessageOperation } from "@cairn/contract/chat-events";
import { AppError } from "@cairn/contract/errors";

import { call } from "#web/lib/call.ts";
import { errorMessage } from "#web/lib/query-client.ts";

import { emptyChat, isAnswering, lastQuestion, reduceChat } from "./chat-state.ts";
import type { ChatEvent, ChatProblem, ChatState } from "./chat-state.ts";
import { cancelAnswer, openAnswer } from "./open-answer.ts";
import type { OpenAnswer } from "./open-answer.ts";

/** How often a chat is read again while the server answers and we cannot listen. */
const pollMs = 1_000;

export interface ChatKey {
  organizationId: string;
  sessionId: string;
  assistant: ChatAssistant;
}

/** Where the chats of an assistant are read; its path is also the name of the event that asks it. */
const endpoints = { "organization-chat-assistant": getChat, "artifact-data-assistant": getDraftChat } as const;

/**
 * One chat of this tab. It lives outside React, so that an answer goes on arriving while other screens are shown.
 */
export class LiveChat {
  readonly key: ChatKey;
  readonly #onChange: () => void;
  readonly #listeners = new Set<() => void>();
  #state: ChatState = emptyChat;
  #answer: OpenAnswer | null = null;
  #waiting: MessageOperation[] = [];
  #frame = 0;

  /** `onChange` is told of everything that lists of chats show too. */
  constructor(key: ChatKey, onChange: () => void) {
    this.key = key;
    this.#onChange = onChange;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): ChatState => this.#state;

  /** Reads the chat unless its answer is arriving here; what was shown stays until the new state is there. */
  async open(): Promise<void> {
    if (isAnswering(this.#state) || this.#state.isLoading) return;
    this.#dispatch({ type: "load-started" });
    await this.#read();
  }

  /**
   * Asks; does nothing while an answer is under way. `data` is what the assistant works on where the person changed it
   * themselves; absent, it goes on from what it has.
   */
  ask(question: string, context: ChatContext, data?: unknown): void {
    if (isAnswering(this.#state)) return;
    const { sessionId } = this.key;
    this.#dispatch({ type: "asked", question, sessionId, context, at: new Date().toISOString() });
    this.#connect(question, context, data);
  }

  /** Stops the answer; what is written so far stays. */
  stop(): void {
    this.#flush();
    if (this.#answer) this.#answer.cancel();
    else
      cancelAnswer(this.key).catch(() => {
        // Without a connection the answer ends by itself.
      });
    this.#answer = null;
    this.#dispatch({ type: "stopped" });
    this.#onChange();
  }

  /** Reads the chat again, and asks again if it still has no answer. */
  async retry(context: ChatContext): Promise<void> {
    const question = lastQuestion(this.#state);
    this.#dispatch({ type: "load-started" });
    await this.#read();
    const { problem, session } = this.#state;
    if (problem?.kind === "load" || question === null) return;
    const isAnswered = problem === null && session !== null && lastUserText(session.messages) === question;
    if (!isAnswered) this.ask(question, session?.context ?? context);
  }

  #connect(question: string, context: ChatContext, data: unknown): void {
    const { assistant, ...key } = this.key;
    const answer = openAnswer(
      endpoints[assistant].path,
      { ...key, request: { type: "text", content: question }, context, ...(data === undefined ? {} : { data }) },
      {
        onOperation: (operation) => this.#enqueue(operation),
        onCompleted: () => this.#end({ type: "completed" }),
        onFailed: (cause) => this.#end({ type: "failed", cause }),
        onDropped: (cause) => void this.#follow(cause),
      },
    );
    this.#answer = answer;
  }

  /** Operations are applied once per frame: more often nobody could see. */
  #enqueue(operation: MessageOperation): void {
    this.#waiting.push(operation);
    this.#frame ||= requestAnimationFrame(() => this.#flush());
  }

  #flush(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const operations = this.#waiting;
    if (operations.length === 0) return;
    this.#waiting = [];
    const wasPending = this.#state.pendingQuestion !== null;
    try {
      this.#dispatch({ type: "operations", operations });
    } catch {
      this.#answer?.close();
      this.#answer = null;
      void this.#follow("Patch error");
      return;
    }
    if (wasPending && this.#state.pendingQuestion === null) this.#onChange();
  }

  #end(event: ChatEvent): void {
    this.#flush();
    this.#answer = null;
    this.#dispatch(event);
    this.#onChange();
  }

  /** The connection is gone, but the server may go on answering: the chat is read until it is complete. */
  async #follow(cause: string): Promise<void> {
    this.#flush();
    this.#answer = null;
    if (this.#state.isStopped) return;
    const session = await this.#fetch().catch(() => null);
    const hasArrived = session !== null && lastUserText(session.messages) === lastQuestion(this.#state);
    if (!hasArrived) return this.#end({ type: "failed", cause });
    this.#dispatch({ type: "loaded", session });
    if (session.isStreaming) this.#pollLater();
    else this.#onChange();
  }

  async #read(): Promise<void> {
    try {
      const session = await this.#fetch();
      this.#dispatch({ type: "loaded", session });
      if (session.isStreaming) this.#pollLater();
    } catch (error) {
      this.#dispatch({ type: "load-failed", problem: problemOf(error) });
    }
  }

  #pollLater(): void {
    setTimeout(() => {
      if (!this.#state.isStopped && this.#answer === null && this.#state.session?.isStreaming) {
        void this.#read().then(() => !this.#state.session?.isStreaming && this.#onChange());
      }
    }, pollMs);
  }

  #fetch() {
    const { assistant, organizationId, sessionId } = this.key;
    return call(endpoints[assistant], { params: {}, query: { organizationId, sessionId } });
  }

  #dispatch(event: ChatEvent): void {
    this.#state = reduceChat(this.#state, event);
    for (const listener of this.#listeners) listener();
  }
}

function lastUserText(messages: readonly { role: string; content: string }[]): string | undefined {
  return messages.findLast(({ role }) => role === "user")?.content;
}

function problemOf(error: unknown): ChatProblem {
  if (error instanceof AppError && error.code === "not_found") return { kind: "missing" };
  if (error instanceof AppError && error.code === "unprocessable") return { kind: "invalid" };
  return { kind: "load", cause: errorMessage(error) };
}
