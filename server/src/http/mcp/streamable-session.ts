import { setTimeout as wait } from "node:timers/promises";

import { AppError } from "@cairn/contract/errors";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  isJSONRPCRequest,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/sdk/types.js";
import type { InitializeRequest, JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

import { connectionOf, type AgentVisit } from "./agent-connection.ts";
import { boundStream, type BoundStream } from "./bound-stream.ts";
import { createEventStore } from "./event-store.ts";
import type { McpRuntime } from "./mcp-runtime.ts";
import type { McpSession } from "./session-table.ts";

/** A client that waits for an answer comes back after this time when its stream ends. */
const retryIntervalMs = 1_000;
const versionHeader = "mcp-protocol-version";

/** A session of the streamable transport, with the answer to the request that began it. */
export async function openStreamableSession(
  runtime: McpRuntime,
  visit: AgentVisit,
  first: { request: Request; body: InitializeRequest },
): Promise<Response> {
  const { sessions, limits, now } = runtime;
  const sessionId = runtime.newSessionId();
  const eventStore = createEventStore(limits.events, now);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => sessionId,
    eventStore,
    retryInterval: retryIntervalMs,
    keepAliveMs: limits.heartbeatMs,
    onsessionclosed: () => sessions.remove(sessionId),
  });
  const server = runtime.createServer(connectionOf(runtime.services, visit));
  server.onerror = (error) => runtime.services.log.debug({ error }, "an agent's session had a fault");
  await server.connect(transport);
  endStreamsOfCancelled(transport);
  const requested = first.body.params.protocolVersion;
  const version = SUPPORTED_PROTOCOL_VERSIONS.includes(requested) ? requested : LATEST_PROTOCOL_VERSION;
  const answers = new Set<BoundStream>();
  const tools = announceToolsOf(server);
  const session: McpSession = {
    sessionId,
    kind: "streamable",
    visit,
    lastUsedAt: now(),
    openStreams: 0,
    async handle(request, body) {
      if (opensStream(request, body) && session.openStreams >= limits.streamsPerSession) {
        throw new AppError("rate_limited", { message: "Too many calls of this session are open at once" });
      }
      refuseForgottenEvent(request, eventStore.has);
      const bound = follow(session, runtime);
      const response = await transport.handleRequest(speak(request, version), { parsedBody: body });
      if (request.method === "GET" && response.ok) await tools.announceAgain();
      return bound(response, body === undefined ? null : answers);
    },
    announceTools: tools.announce,
    async drain() {
      transport.closeStandaloneSSEStream();
      const under = Promise.all([...answers].map(({ ended }) => ended));
      await Promise.race([under, wait(limits.drainMs, undefined, { ref: false })]);
      await session.end();
    },
    end: () => server.close(),
  };
  sessions.add(session);
  const response = await session.handle(first.request, first.body);
  if (response.ok) return response;
  sessions.remove(sessionId);
  await server.close();
  return response;
}

/**
 * Tells a client that it has other tools now, and once more when it begins to listen: nobody may have listened before,
 * and a client that hears it twice only lists once more.
 */
function announceToolsOf(server: Server): { announce: () => Promise<void>; announceAgain: () => Promise<void> } {
  let isDue = false;
  const send = (): Promise<void> => server.sendToolListChanged().catch(() => undefined);
  return {
    async announce() {
      isDue = true;
      await send();
    },
    async announceAgain() {
      if (!isDue) return;
      isDue = false;
      await send();
    },
  };
}

/** Counts a request to its session for as long as its answer is open, and lets go of a reader that is too slow. */
function follow(session: McpSession, runtime: McpRuntime) {
  session.openStreams += 1;
  const end = (): void => {
    session.openStreams -= 1;
    session.lastUsedAt = runtime.now();
  };
  return (response: Response, answers: Set<BoundStream> | null): Response => {
    if (!response.body || !isStream(response)) {
      end();
      return response;
    }
    const bound = boundStream(response.body, runtime.limits.maxWaitingBytes);
    answers?.add(bound);
    void bound.ended.then(end).finally(() => answers?.delete(bound));
    return new Response(bound.stream, { status: response.status, headers: response.headers });
  };
}

/** Notifications, among them that a call is cancelled, and the end of a session always come through. */
function opensStream({ method }: Request, body: unknown): boolean {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  return method === "GET" || messages.some((message) => isJSONRPCRequest(message));
}

export function isStream(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

/**
 * The protocol version negotiated at the start holds for the whole session: a client that names another known version
 * is still the same client, and must be able to resume its streams.
 */
function speak(request: Request, version: string): Request {
  const headers = new Headers(request.headers);
  const named = headers.get(versionHeader);
  if (named === null || SUPPORTED_PROTOCOL_VERSIONS.includes(named)) headers.set(versionHeader, version);
  return new Request(request.url, { method: request.method, headers });
}

function refuseForgottenEvent(request: Request, has: (eventId: string) => boolean): void {
  const lastEventId = request.headers.get("last-event-id");
  if (request.method !== "GET" || lastEventId === null || has(lastEventId)) return;
  throw new AppError("invalid_input", { message: "The events after that one are no longer kept" });
}

/** A cancelled request is never answered; without this its stream would stay open for as long as the client does. */
function endStreamsOfCancelled(transport: WebStandardStreamableHTTPServerTransport): void {
  const receive = transport.onmessage;
  transport.onmessage = (message: JSONRPCMessage, extra) => {
    receive?.(message, extra);
    if (!("method" in message) || message.method !== "notifications/cancelled") return;
    const { requestId } = (message.params ?? {}) as { requestId?: unknown };
    if (typeof requestId === "string" || typeof requestId === "number") transport.closeSSEStream(requestId);
  };
}
