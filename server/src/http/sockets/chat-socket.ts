import { chatAssistants, type ChatAssistant } from "@cairn/contract/chat";
import {
  cancelRequestSchema,
  chatNamespace,
  chatPathPrefix,
  chatRequestSchema,
  type ChatServerEvents,
} from "@cairn/contract/chat-events";
import { AppError, unknownErrorMessage } from "@cairn/contract/errors";
import { parseInput } from "@cairn/contract/input-messages";
import type { DefaultEventsMap, Namespace, Server, Socket } from "socket.io";

import type { Ctx } from "#server/ctx.ts";
import { ask } from "#server/domain/chat/answering/ask.ts";
import { wholeSession } from "#server/domain/chat/answering/run-answer.ts";
import { cancelAnswer } from "#server/domain/chat/session/cancel-answer.ts";
import type { ChatStreamEvent, ChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import type { Tool } from "#server/edge.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";
import { createRequestLimits, type RequestLimits } from "#server/http/request/request-limits.ts";
import type { AccessChange } from "#server/platform/db/listen-access-changes.ts";

import { recheckSockets, type SocketHolder } from "./recheck-sockets.ts";
import { cutIfSlow } from "./slow-reader.ts";

export interface ChatSocketParts {
  services: Services;
  streams: ChatStreams;
  /** What a model may look up while it answers. */
  tools: readonly Tool[];
  /** The user of an access token; null when it is refused or over. */
  authenticate: (accessToken: string) => Promise<{ userId: string; grantId: string } | null>;
}

interface SocketData extends SocketHolder {
  accessToken: string;
}

type ChatSocket = Socket<DefaultEventsMap, ChatServerEvents, DefaultEventsMap, SocketData>;
type ChatNamespace = Namespace<DefaultEventsMap, ChatServerEvents, DefaultEventsMap, SocketData>;

const assistants = new Map<string, ChatAssistant>(
  chatAssistants.flatMap((name) => [
    [name, name],
    [`${chatPathPrefix}${name}`, name],
  ]),
);
const neverAborted = new AbortController().signal;

export interface ChatSockets {
  /** Cuts the sockets that a change of rights took the ground from. */
  recheck(change: AccessChange): void;
}

/**
 * The chat namespace: accepts questions and stops, and passes on the events of this process's streams. All sockets of a
 * person get all of that person's answers; one that connects in the middle first gets what the others already have.
 */
export function serveChatSockets(io: Server, parts: ChatSocketParts): ChatSockets {
  const namespace: ChatNamespace = io.of(chatNamespace);
  const limits = createRequestLimits(parts.services);
  namespace.use((socket, next) => {
    void (async () => next(await admit(socket, parts)))();
  });
  namespace.on("connection", (socket) => {
    void socket.join(socket.data.userId);
    socket.emit("initialized");
    for (const answer of parts.streams.runningOf(socket.data.userId)) {
      noteReceived(socket, answer);
      for (const operation of wholeSession(answer.sent())) socket.emit("message_operation", operation);
    }
    const turns = new Map<string, Promise<void>>();
    socket.onAny((event: string, payload: unknown) => {
      const isOver = isTooMany(socket, limits);
      void inTurn(turns, sessionIdOf(payload), async () => {
        if (!(await isOver)) await answerEvent(socket, parts, event, payload);
      });
    });
    // The right may have gone while the socket was let in and nobody could find it yet.
    void recheckSockets([socket], { all: true }, parts.services);
  });
  parts.streams.listen((update) => pass(namespace, update));
  return { recheck: (change) => void recheckSockets(namespace.sockets.values(), change, parts.services) };
}

/** Undefined lets the socket in; an error is what its `connect_error` says. */
async function admit(socket: ChatSocket, parts: ChatSocketParts): Promise<Error | undefined> {
  try {
    const { token } = socket.handshake.auth as { token?: unknown };
    const user = typeof token === "string" ? await parts.authenticate(token) : null;
    if (user === null || typeof token !== "string") return new Error("Sign in to continue");
    socket.data = { ...user, accessToken: token, heard: new Map() };
    return undefined;
  } catch (error) {
    parts.services.log.error({ error }, "a chat socket could not be admitted");
    return new Error(unknownErrorMessage);
  }
}

/** Events of one chat wait for each other: a stop right behind its question finds the chat written. */
async function inTurn(
  turns: Map<string, Promise<void>>,
  sessionId: string | undefined,
  answer: () => Promise<void>,
): Promise<void> {
  if (sessionId === undefined) return await answer();
  const turn = (turns.get(sessionId) ?? Promise.resolve()).then(answer);
  turns.set(sessionId, turn);
  await turn;
  if (turns.get(sessionId) === turn) turns.delete(sessionId);
}

/** Never rejects: errors are sent to the client. */
async function answerEvent(socket: ChatSocket, parts: ChatSocketParts, event: string, payload: unknown): Promise<void> {
  const { services, streams, tools } = parts;
  const requestId = services.newId();
  // A stop waits for nobody.
  const leave = event === "cancel" ? null : await streams.startSemaphore.acquire();
  try {
    const ctx = await openCtx(socket, parts, requestId);
    if (event === "cancel") await cancelAnswer(ctx, { ...parseInput(cancelRequestSchema, payload), streams });
    else {
      const assistant = assistants.get(event);
      if (!assistant) throw new AppError("not_found", { message: "There is no such chat" });
      await ask(ctx, { ...parseInput(chatRequestSchema, payload), assistant, streams, tools });
    }
  } catch (error) {
    const message = messageOf(error);
    if (message === unknownErrorMessage) services.log.error({ error, requestId }, "chat request failed");
    const sessionId = sessionIdOf(payload);
    socket.emit("exception", sessionId === undefined ? { message } : { sessionId, message });
  } finally {
    leave?.();
  }
}

/**
 * Counts an event like a call, before anything looks at it: one socket must not keep the database from everybody. Who
 * sends far too many is let go: reading them costs, too. Never rejects.
 */
async function isTooMany(socket: ChatSocket, limits: RequestLimits): Promise<boolean> {
  try {
    await limits.takeCall({ userId: socket.data.userId });
    return false;
  } catch (error) {
    socket.emit("exception", { message: messageOf(error) });
    socket.disconnect(true);
    return true;
  }
}

/** The token is checked for each request: it may have expired since the socket connected. */
async function openCtx(socket: ChatSocket, parts: ChatSocketParts, requestId: string): Promise<Ctx> {
  const user = await parts.authenticate(socket.data.accessToken);
  if (user === null) throw new AppError("unauthenticated", { message: "Your sign-in has ended. Sign in again." });
  return createCtx(parts.services, { actor: { kind: "user", ...user }, requestId, signal: neverAborted });
}

/** An event for several sockets is serialized once. */
function pass(namespace: ChatNamespace, event: ChatStreamEvent): void {
  const { sessionId } = event;
  const sockets = socketsOf(namespace, event.owner.userId);
  const all = namespace.to(event.owner.userId);
  for (const socket of sockets) noteReceived(socket, event);
  switch (event.type) {
    case "operations":
      for (const socket of sockets) cutIfSlow(socket);
      for (const operation of event.operations) all.emit("message_operation", operation);
      break;
    case "completed":
      all.emit("message_completed", { sessionId });
      break;
    case "failed":
      all.emit("exception", { sessionId, message: event.message });
      break;
    case "revoked":
    case "moved":
      for (const socket of sockets) socket.disconnect(true);
      break;
  }
}

/** A socket is checked again when its person loses access to one of the products it received events of. */
function noteReceived(socket: ChatSocket, received: { owner: { organizationId: string }; projectId: string }): void {
  const { projectId, owner } = received;
  socket.data.heard.set(projectId, { organizationId: owner.organizationId, projectId });
}

function socketsOf(namespace: ChatNamespace, userId: string): ChatSocket[] {
  const ids = namespace.adapter.rooms.get(userId) ?? new Set<string>();
  return [...ids].map((id) => namespace.sockets.get(id)).filter((socket) => socket !== undefined);
}

function messageOf(error: unknown): string {
  return error instanceof AppError && error.code !== "internal" ? error.message : unknownErrorMessage;
}

function sessionIdOf(payload: unknown): string | undefined {
  const parsed = cancelRequestSchema.pick({ sessionId: true }).safeParse(payload);
  return parsed.success ? parsed.data.sessionId : undefined;
}
