import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** What the server does with one request. */
export type ModelReply =
  | { kind: "text"; pieces: readonly string[] }
  | { kind: "tool-calls"; calls: readonly { id: string; name: string; arguments: string }[] }
  /** Takes the request and sends nothing, with the connection open. */
  | { kind: "stall" }
  /** Sends the pieces and then nothing, with the connection open. */
  | { kind: "stall-after"; pieces: readonly string[] }
  /** Sends the pieces with a pause before each. */
  | { kind: "drip"; pieces: readonly string[]; pauseMs: number }
  /** Sends the pieces and drops the connection. */
  | { kind: "cut-after"; pieces: readonly string[] }
  /** Ends in good order but without a finish reason and [DONE]. */
  | { kind: "unfinished"; pieces: readonly string[] }
  /** Sends this body as it is. */
  | { kind: "raw"; status: number; contentType: string; body: string | Buffer };

interface ModelRequestSeen {
  authorization: string | undefined;
  body: { model: string; messages: { role: string; content: unknown }[]; tools?: unknown[]; tool_choice?: unknown };
}

export interface ModelServer {
  /** What MODEL_BASE_URL is set to. */
  baseUrl: string;
  requests: ModelRequestSeen[];
  /** Replies in order; the last one stays for all that follow. A function answers by what was asked. */
  script(replies: readonly ModelReply[] | ((request: ModelRequestSeen) => ModelReply)): void;
  close(): Promise<void>;
}

/** A model that speaks the OpenAI-compatible streaming protocol and does what the test says. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequestSeen[] = [];
  let next: (request: ModelRequestSeen) => ModelReply = () => ({ kind: "text", pieces: ["Hello"] });
  const server = createServer((request, response) => {
    void (async () => {
      const seen = { authorization: request.headers.authorization, body: JSON.parse(await readBody(request)) };
      requests.push(seen);
      await reply(next(seen), response);
    })();
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script(replies) {
      if (typeof replies === "function") {
        next = replies;
        return;
      }
      const waiting = [...replies];
      const last = replies.at(-1) ?? { kind: "stall" };
      next = () => waiting.shift() ?? last;
    },
    close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      return closed.promise;
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

async function reply(behaviour: ModelReply, response: ServerResponse): Promise<void> {
  if (behaviour.kind === "stall") return;
  if (behaviour.kind === "raw") {
    response.writeHead(behaviour.status, { "content-type": behaviour.contentType }).end(behaviour.body);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  if (behaviour.kind === "tool-calls") {
    sendToolCalls(behaviour.calls, response);
    return;
  }
  for (const piece of behaviour.pieces) {
    if (behaviour.kind === "drip") await wait(behaviour.pauseMs);
    await send(response, { content: piece }, null);
  }
  if (behaviour.kind === "cut-after") response.destroy();
  else if (behaviour.kind === "unfinished") response.end();
  else if (behaviour.kind !== "stall-after") finish(response, "stop");
}

/** Arguments come in two halves, as real vendors send them. */
function sendToolCalls(
  calls: readonly { id: string; name: string; arguments: string }[],
  response: ServerResponse,
): void {
  for (const [index, call] of calls.entries()) {
    const half = Math.ceil(call.arguments.length / 2);
    const first = { name: call.name, arguments: call.arguments.slice(0, half) };
    void send(response, { tool_calls: [{ index, id: call.id, type: "function", function: first }] }, null);
    void send(response, { tool_calls: [{ index, function: { arguments: call.arguments.slice(half) } }] }, null);
  }
  finish(response, "tool_calls");
}

function finish(response: ServerResponse, reason: string): void {
  void send(response, {}, reason);
  const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
  response.write(`data: ${JSON.stringify({ id: "1", model: "fake", choices: [], usage })}\n\n`);
  response.end("data: [DONE]\n\n");
}

/** Resolves when the network took the piece, so that a cut right after it does not swallow it. */
function send(response: ServerResponse, delta: object, finishReason: string | null): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const chunk = { id: "1", model: "fake", choices: [{ index: 0, delta, finish_reason: finishReason }] };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`, () => resolve());
  return promise;
}
