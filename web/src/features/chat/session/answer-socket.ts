import { chatNamespace } from "@cairn/contract/chat-events";
import type { ChatFailure, ChatRequest, MessageOperation } from "@cairn/contract/chat-events";
import type { Socket } from "socket.io-client";

import { openSocket } from "#web/lib/live/socket.ts";

export interface AnswerListener {
  onOperation: (operation: MessageOperation) => void;
  onCompleted: () => void;
  /** The server reports that it could not answer. */
  onFailed: (cause: string) => void;
  /** The connection ended before the answer did; only the server knows whether there is one. */
  onDropped: (cause: string) => void;
}

export interface AnswerConnection {
  /** Stops the answer on the server; the listener hears nothing afterwards. Settles as `cancelAnswer` does. */
  cancel: () => Promise<void>;
  /** Stops listening; the server continues. */
  close: () => void;
}

interface ChatSessionKey {
  organizationId: string;
  sessionId: string;
}

/** How long a stop waits for the server to report the end of the answer. */
const stopTimeoutMs = 10_000;

/**
 * Sends a question over a socket of its own and listens until the answer ends. Exactly one end is reported. `path` is
 * the path of the chat's GET endpoint: the socket event has the same name.
 */
export function requestAnswer(path: string, request: ChatRequest, listener: AnswerListener): AnswerConnection {
  return connect(request, (socket) => socket.emit(path, request), listener);
}

/** Listens to an answer that was requested elsewhere; the server sends first what it has sent to others already. */
export function watchAnswer(chat: ChatSessionKey, listener: AnswerListener): AnswerConnection {
  return connect(chat, () => {}, listener);
}

function connect(
  { organizationId, sessionId }: ChatSessionKey,
  onReady: (socket: Socket) => void,
  listener: AnswerListener,
): AnswerConnection {
  let socket: Socket | null = null;
  let isOver = false;
  const end = (report: () => void) => {
    if (isOver) return;
    isOver = true;
    socket?.close();
    report();
  };
  const isOurs = (message: { sessionId?: string } | undefined) =>
    message?.sessionId === undefined || message.sessionId === sessionId;

  const start = (opened: Socket) => {
    socket = opened;
    if (isOver) return void opened.close();
    opened.on("initialized", () => {
      if (!isOver) onReady(opened);
    });
    opened.on("message_operation", (operation: MessageOperation) => {
      if (!isOver && isOurs(operation)) listener.onOperation(operation);
    });
    opened.on("message_completed", (message: { sessionId?: string }) => {
      if (isOurs(message)) end(listener.onCompleted);
    });
    opened.on("exception", (failure: ChatFailure | undefined) => {
      if (isOurs(failure)) end(() => listener.onFailed(failure?.message || "Socket exception"));
    });
    opened.on("error", (failure: ChatFailure | undefined) => {
      if (isOurs(failure)) end(() => listener.onFailed(failure?.message || "Socket error"));
    });
    opened.on("connect_error", () => end(() => listener.onDropped("Connection error")));
    opened.on("disconnect", () => end(() => listener.onDropped("Socket disconnected unexpectedly")));
  };
  openSocket(chatNamespace).then(start, () => end(() => listener.onDropped("Connection error")));

  return {
    close: () => end(() => {}),
    cancel: async () => {
      if (isOver) return;
      isOver = true;
      if (socket?.connected) return await sendStop(socket, { organizationId, sessionId });
      socket?.close();
      await cancelAnswer({ organizationId, sessionId });
    },
  };
}

/**
 * Stops an answer that this tab does not listen to, for example after a reload of the page. Resolves when the server
 * reports its end; rejects when it reports nothing, because the answer had ended or the server does not know it.
 */
export async function cancelAnswer({ organizationId, sessionId }: ChatSessionKey): Promise<void> {
  const socket = await openSocket(chatNamespace);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on("initialized", resolve);
  socket.on("connect_error", reject);
  socket.on("disconnect", reject);
  await promise;
  await sendStop(socket, { organizationId, sessionId });
}

async function sendStop(socket: Socket, chat: ChatSessionKey): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onEnd = (message: { sessionId?: string } | undefined) => {
    if (message?.sessionId === chat.sessionId) resolve();
  };
  socket.on("message_completed", onEnd);
  socket.on("exception", onEnd);
  socket.on("disconnect", reject);
  const timer = setTimeout(reject, stopTimeoutMs);
  socket.emit("cancel", chat);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    socket.close();
  }
}
