import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

import { anthropic, google, openAi, responses, type Dialect, type FakeCall, type FakeUsage } from "./model-dialects.ts";

/** What the server does with one request. */
export type ModelReply =
  /** `endsAs` is `stop` unless said. */
  | { kind: "text"; pieces: readonly string[]; usage?: FakeUsage; endsAs?: "stop" | "length" }
  | { kind: "tool-calls"; calls: readonly FakeCall[]; usage?: FakeUsage; pauseMs?: number }
  /** Takes the request and sends nothing, with the connection open. */
  | { kind: "stall" }
  /** Sends the pieces and then nothing, with the connection open. */
  | { kind: "stall-after"; pieces: readonly string[] }
  /** Sends the pieces with a pause before each. */
  | { kind: "drip"; pieces: readonly string[]; pauseMs: number }
  /** Sends a byte of a line that never ends now and then, until the other side leaves. */
  | { kind: "byte-drip"; pauseMs: number }
  /** Sends the pieces and drops the connection. */
  | { kind: "cut-after"; pieces: readonly string[] }
  /** Ends in good order but without a finish reason and [DONE]. */
  | { kind: "unfinished"; pieces: readonly string[] }
  /** Sends this body as it is. */
  | { kind: "raw"; status: number; contentType: string; body: string | Buffer };

export interface ModelRequestSeen {
  /** Below the server's address. */
  path: string;
  headers: IncomingMessage["headers"];
  authorization: string | undefined;
  body: { model: string; messages: { role: string; content: unknown }[]; tools?: unknown[]; tool_choice?: unknown } & {
    [field: string]: unknown;
  };
}

export interface ModelServer {
  /** What MODEL_BASE_URL is set to. */
  baseUrl: string;
  /** Requests for an answer. */
  requests: ModelRequestSeen[];
  /** Replies in order; the last one stays for all that follow. A function answers by what was asked. */
  script(replies: readonly ModelReply[] | ((request: ModelRequestSeen) => ModelReply)): void;
  /** What the vendor tells of its models, as JSON by path; all else is 404. */
  describe(answers: Record<string, unknown>): void;
  close(): Promise<void>;
}

const usualUsage: FakeUsage = { promptTokens: 11, completionTokens: 7 };

/**
 * A model that does what the test says. It speaks the streaming protocol of whoever asks: the OpenAI-compatible one, and
 * Anthropic's and Google's at their paths.
 */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequestSeen[] = [];
  let reported: Record<string, unknown> = {};
  let next: (request: ModelRequestSeen) => ModelReply = () => ({ kind: "text", pieces: ["Hello"] });
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? "";
      const dialect = dialectOf(path);
      const text = await readBody(request);
      if (dialect === null) {
        const answer = reported[path];
        response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
        response.end(JSON.stringify(answer ?? { error: "unknown" }));
        return;
      }
      const { headers } = request;
      const seen = { path, headers, authorization: headers.authorization, body: JSON.parse(text) };
      requests.push(seen);
      await reply(next(seen), { dialect, response });
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
    describe(answers) {
      reported = answers;
    },
    close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      return closed.promise;
    },
  };
}

function dialectOf(path: string): Dialect | null {
  if (path.endsWith("/chat/completions")) return openAi;
  if (path.endsWith("/responses")) return responses;
  if (path.endsWith("/messages") || path.endsWith("/messages?beta=true")) return anthropic;
  return path.includes(":streamGenerateContent") ? google : null;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

async function reply(
  behaviour: ModelReply,
  { dialect, response }: { dialect: Dialect; response: ServerResponse },
): Promise<void> {
  if (behaviour.kind === "stall") return;
  if (behaviour.kind === "raw") {
    response.writeHead(behaviour.status, { "content-type": behaviour.contentType }).end(behaviour.body);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  if (behaviour.kind === "byte-drip") {
    await dripBytes(response, behaviour.pauseMs);
    return;
  }
  const usage = ("usage" in behaviour ? behaviour.usage : undefined) ?? usualUsage;
  await send(response, dialect.begin(usage));
  if (behaviour.kind === "tool-calls") {
    if (behaviour.pauseMs !== undefined) await wait(behaviour.pauseMs);
    response.end(dialect.toolCalls(behaviour.calls) + dialect.end("tools", usage));
    return;
  }
  for (const piece of behaviour.pieces) {
    if (behaviour.kind === "drip") await wait(behaviour.pauseMs);
    await send(response, dialect.text(piece));
  }
  if (behaviour.kind === "cut-after") response.destroy();
  else if (behaviour.kind === "unfinished") response.end();
  else if (behaviour.kind === "text") response.end(dialect.end(behaviour.endsAs ?? "stop", usage));
  else if (behaviour.kind === "drip") response.end(dialect.end("stop", usage));
}

async function dripBytes(response: ServerResponse, pauseMs: number): Promise<void> {
  await send(response, "data: {");
  while (!response.destroyed) {
    await wait(pauseMs);
    await send(response, " ");
  }
}

/** Resolves when the network took the piece, so that a cut right after it does not swallow it. */
function send(response: ServerResponse, piece: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (piece === "") resolve();
  else response.write(piece, () => resolve());
  return promise;
}
