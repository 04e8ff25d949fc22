import type { ChatMessage, ChatSession } from "@cairn/contract/chat";
import { chatNamespace } from "@cairn/contract/chat-events";
import type { ChatRequest, ChatServerEvents } from "@cairn/contract/chat-events";
import { expect } from "vitest";

import { makeMessage } from "#web/features/chat/session/fake-chat-server.ts";
import { sockets } from "#web/lib/live/testing/fake-sockets.ts";
import type { FakeSocket } from "#web/lib/live/testing/fake-sockets.ts";

/** The connections of chats that the screen opened and the server has not admitted yet. */
export const waitingConnections = () =>
  sockets.filter(({ namespace, connected, isClosed }) => namespace === chatNamespace && !connected && !isClosed);

/** The next connection of a chat that the screen opens, not admitted yet. */
export async function nextConnection(): Promise<FakeSocket> {
  await expect.poll(waitingConnections).not.toHaveLength(0);
  const [socket] = waitingConnections();
  if (!socket) throw new Error("The screen closed the connection again");
  return socket;
}

/** Accepts the connection that the screen opens for a question, and returns the question. */
export async function receiveQuestion(): Promise<ReceivedQuestion> {
  const socket = await nextConnection();
  socket.accept();
  const [event, request] = socket.sent[0] ?? ["", {}];
  expect(socket.sent).toHaveLength(1);
  return new ReceivedQuestion(socket, event, request as ChatRequest);
}

/** The server's side of one question: what the screen sent, and how its answer comes. */
export class ReceivedQuestion {
  readonly socket: FakeSocket;
  /** The event that it was sent with, which names the assistant. */
  readonly event: string;
  readonly request: ChatRequest;

  constructor(socket: FakeSocket, event: string, request: ChatRequest) {
    this.socket = socket;
    this.event = event;
    this.request = request;
  }

  /** The same answer over another connection. */
  over(socket: FakeSocket): ReceivedQuestion {
    return new ReceivedQuestion(socket, this.event, this.request);
  }

  /** The server has the question and begins its answer. */
  start(messages: readonly ChatMessage[] = this.#firstMessages()): this {
    return this.set("messages", messages).set("isStreaming", true);
  }

  /** Replaces a field of the session, such as "title" or "messages/1/suggestions". */
  set(path: string, value: unknown): this {
    return this.#change("update", path, value);
  }

  /** Another piece of the text of the answer, which is the message at `index`. */
  write(piece: string, index = 1): this {
    return this.#change("append", `messages/${index}/content`, piece);
  }

  complete(): void {
    this.#send("message_completed", { sessionId: this.request.sessionId });
  }

  fail(message: string): void {
    this.#send("exception", { sessionId: this.request.sessionId, message });
  }

  #firstMessages(): ChatMessage[] {
    const { request } = this.request;
    return [makeMessage("user", request.type === "text" ? request.content : ""), makeMessage("assistant", "")];
  }

  #change(operation: "update" | "append", path: string, value: unknown): this {
    this.#send("message_operation", { sessionId: this.request.sessionId, path: `/${path}`, operation, value });
    return this;
  }

  #send<Event extends keyof ChatServerEvents>(event: Event, ...values: Parameters<ChatServerEvents[Event]>): void {
    this.socket.send(event, ...values);
  }
}

/** A chat as a GET returns it, of texts by the person and the assistant in turn. Each has an id of its own. */
export function chatOf(texts: readonly string[], change: Partial<ChatSession> = {}): ChatSession {
  return {
    sessionId: crypto.randomUUID(),
    title: "Delays",
    messages: texts.map((text, index) => makeMessage(index % 2 === 0 ? "user" : "assistant", text)),
    data: null,
    context: { lens: "technical" },
    isStreaming: false,
    isComplete: true,
    isError: false,
    error: null,
    loadingText: null,
    updatedAt: "2026-03-02T09:30:00.000Z",
    ...change,
  };
}
