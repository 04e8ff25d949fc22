import type { ChatMessage, ChatSession } from "@cairn/contract/chat";
import type { ChatServerEvents, MessageOperation } from "@cairn/contract/chat-events";

import { FakeSocket } from "#web/lib/live/testing/fake-sockets.ts";

export const sessionId = "b8f9a2f0-6c3c-4c0e-9f0a-0a4a5a1b1c1d";
const createdAt = "2026-01-01T00:00:00.000Z";

export function makeMessage(role: ChatMessage["role"], content: string, at = createdAt): ChatMessage {
  return {
    role,
    content,
    type: "text",
    files: [],
    attachments: [],
    questions: null,
    result: null,
    suggestions: [],
    usage: null,
    basis: [],
    thoughts: [],
    sources: [],
    writtenBy: null,
    droppedCitations: 0,
    createdAt: at,
  };
}

export function makeSession(texts: readonly string[], change: Partial<ChatSession> = {}): ChatSession {
  return {
    sessionId,
    title: "Why",
    messages: texts.map((text, index) => makeMessage(index % 2 === 0 ? "user" : "assistant", text)),
    data: null,
    context: { lens: "technical" },
    isStreaming: false,
    isComplete: true,
    isError: false,
    error: null,
    loadingText: null,
    updatedAt: createdAt,
    ...change,
  };
}

export function operation(path: string, kind: MessageOperation["operation"], value: unknown): MessageOperation {
  return { sessionId, path, operation: kind, value };
}

/** The server as a client of the chats sees it: the response to a GET, and the sockets that were opened. */
export class FakeChatServer {
  /** Null where the server has no such chat. */
  session: ChatSession | null = null;
  isReachable = true;
  /** How many times the chat was fetched. */
  fetches = 0;
  readonly sockets: FakeSocket[] = [];
  /** What the next answers of the API wait for. */
  beforeAnswer: Promise<void> = Promise.resolve();
  /** What opening a socket waits for. */
  beforeSocket: Promise<void> = Promise.resolve();

  readonly fetch = async (url: string): Promise<Response> => {
    this.fetches += 1;
    await this.beforeAnswer;
    if (!this.isReachable) throw new TypeError("fetch failed");
    const isKnown = this.session !== null && new URL(url).searchParams.get("sessionId") === sessionId;
    if (!isKnown) return Response.json({ code: "not_found", message: "Chat not found" }, { status: 404 });
    return Response.json(this.session);
  };

  readonly openSocket = async (): Promise<FakeSocket> => {
    await this.beforeSocket;
    const socket = new FakeSocket("/chat");
    this.sockets.push(socket);
    return socket;
  };

  /** The connection that was opened last. */
  get socket(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error("No connection was opened");
    return socket;
  }

  /** Sends an event to every connection, as the server does for each of a person's tabs. */
  send<Event extends keyof ChatServerEvents>(event: Event, ...values: Parameters<ChatServerEvents[Event]>): void {
    for (const socket of this.sockets) socket.send(event, ...values);
  }

  /** Sends pieces of the answer's text, which is the message at `index`. */
  sendText(index: number, ...pieces: readonly string[]): void {
    for (const piece of pieces)
      this.send("message_operation", operation(`/messages/${index}/content`, "append", piece));
  }

  /** All events that clients sent, over all connections. */
  received(): [event: string, payload: unknown][] {
    return this.sockets.flatMap(({ sent }) => sent);
  }
}
