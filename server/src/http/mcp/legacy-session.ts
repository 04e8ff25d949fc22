import { AppError } from "@cairn/contract/errors";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";

import { connectionOf, type AgentVisit } from "./agent-connection.ts";
import { boundStream } from "./bound-stream.ts";
import type { McpRuntime } from "./mcp-runtime.ts";
import type { McpSession } from "./session-table.ts";

/** Transport of the protocol's first version: one stream for all answers. */
interface LegacyTransport extends Transport {
  stream: ReadableStream<Uint8Array>;
}

/**
 * A session of the older transport: the answer is a stream that first names where messages go, then carries all that
 * the server says. The session lasts as long as the stream.
 */
export async function openLegacySession(
  runtime: McpRuntime,
  visit: AgentVisit,
  messagesPath: string,
): Promise<Response> {
  const { sessions, limits, now } = runtime;
  const sessionId = runtime.newSessionId();
  const transport = createTransport(`${messagesPath}?sessionId=${sessionId}`, limits.heartbeatMs);
  const server = runtime.createServer(connectionOf(runtime.services, visit));
  server.onerror = (error) => runtime.services.log.debug({ error }, "an agent's session had a fault");
  const end = (): Promise<void> => server.close();
  const session: McpSession = {
    sessionId,
    kind: "legacy",
    visit,
    lastUsedAt: now(),
    openStreams: 1,
    handle: async (_, body) => receive(transport, body),
    announceTools: () => server.sendToolListChanged().catch(() => undefined),
    drain: end,
    end,
  };
  sessions.add(session);
  await server.connect(transport);
  const { stream, ended } = boundStream(transport.stream, limits.maxWaitingBytes);
  void ended.then(() => {
    sessions.remove(sessionId);
    return server.close();
  });
  const headers = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };
  return new Response(stream, { headers });
}

function receive(transport: Transport, body: unknown): Response {
  const message = JSONRPCMessageSchema.safeParse(body);
  if (!message.success) throw new AppError("invalid_input", { message: "The body is no message of the protocol" });
  transport.onmessage?.(message.data);
  return new Response("Accepted", { status: 202 });
}

function createTransport(endpoint: string, heartbeatMs: number): LegacyTransport {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<string, Uint8Array>({
    transform: (text, controller) => controller.enqueue(encoder.encode(text)),
  });
  const writer = writable.getWriter();
  const write = (text: string): void => void writer.write(text).catch(() => undefined);
  let heartbeat: NodeJS.Timeout | undefined;
  let isOpen = true;
  const transport: LegacyTransport = {
    stream: readable,
    async start() {
      write(`event: endpoint\ndata: ${endpoint}\n\n`);
      heartbeat = setInterval(() => write(": keepalive\n\n"), heartbeatMs).unref();
    },
    async send(message) {
      if (!isOpen) throw new Error("the stream is closed");
      write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      clearInterval(heartbeat);
      void writer.close().catch(() => undefined);
      transport.onclose?.();
    },
  };
  return transport;
}
