import { chatNamespace } from "@cairn/contract/chat-events";
import type { ChatFailure, ChatRequest, MessageOperation } from "@cairn/contract/chat-events";
import type { Socket } from "socket.io-client";

import { openSocket } from "#web/lib/socket.ts";

export interface AnswerListener {
  onOperation: (operation: MessageOperation) => void;
  onCompleted: () => void;
  /** The server says that it did not answer. */
  onFailed: (cause: string) => void;
  /** The connection ended before the answer did; whether there is one only the server knows. */
  onDropped: (cause: string) => void;
}

export interface OpenAnswer {
  /** Tells the server to stop; nothing is reported afterwards. */
  cancel: () => void;
  /** Stops listening; the server goes on. */
  close: () => void;
}

interface ChatName {
  organizationId: string;
  sessionId: string;
}

/** How long a socket may stay open to get a stop out. */
const cancelLingerMs = 2_000;

/**
 * Asks over a socket of its own and listens until the answer ends, one way or the other. Reports one end only. `path` is
 * that of the chat, the same that GET reads: the event is named after it.
 */
export function openAnswer(path: string, request: ChatRequest, listener: AnswerListener): OpenAnswer {
  return listen(request, (socket) => socket.emit(path, request), listener);
}

/** Listens to an answer that was asked for elsewhere; the server tells first what others have heard of it. */
export function watchAnswer(chat: ChatName, listener: AnswerListener): OpenAnswer {
  return listen(chat, () => {}, listener);
}

function listen(
  { organizationId, sessionId }: ChatName,
  onReady: (socket: Socket) => void,
  listener: AnswerListener,
): OpenAnswer {
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
    opened.on("initialized", () => onReady(opened));
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
    cancel: () => {
      if (isOver) return;
      isOver = true;
      socket?.emit("cancel", { organizationId, sessionId });
      setTimeout(() => socket?.close(), cancelLingerMs);
    },
  };
}

/** Stops an answer that this tab does not listen to, for example after a reload of the page. */
export async function cancelAnswer(chat: ChatName): Promise<void> {
  const socket = await openSocket(chatNamespace);
  socket.on("initialized", () => socket.emit("cancel", chat));
  setTimeout(() => socket.close(), cancelLingerMs);
}
