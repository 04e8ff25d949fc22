import { request as requestHttp, type ClientRequest, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { finished } from "node:stream";

import { AppError } from "@cairn/contract/errors";

export interface Deadlines {
  /** Until the connection is open. */
  connectTimeoutMs: number;
  /** Until the first byte of the answer, and between any two pieces of it. */
  idleTimeoutMs: number;
}

/** More than any answer people read weighs, with a frame around each of its words. */
const maxBytes = 32_000_000;

/** Answers of these statuses have no body to read. */
const bodyless = new Set([101, 204, 205, 304]);

/**
 * `fetch` for a model's stream: a deadline for connecting and one for silence, never one for the whole. Redirects are
 * not followed. `onFailure` is called when a deadline has passed, whatever the caller's library makes of the error.
 */
export function createDeadlineFetch(deadlines: Deadlines, onFailure: (failure: AppError) => void): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const signal = init?.signal ?? undefined;
    signal?.throwIfAborted();
    const exchange = openExchange(
      send(url, { method: init?.method ?? "GET", headers: toPlain(init?.headers) }),
      signal,
    );
    const watch = watchExchange(exchange, deadlines, onFailure);
    const response = await exchange.send(typeof init?.body === "string" ? init.body : "");
    watch.heard();
    const answer = { status: response.statusCode ?? 502, headers: toHeaders(response) };
    if (bodyless.has(answer.status)) {
      response.resume();
      return new Response(null, answer);
    }
    return new Response(toBody(response, watch), answer);
  };
}

interface HttpExchange {
  request: ClientRequest;
  send(body: string): Promise<IncomingMessage>;
  /** Closes the connection; whoever waits for the response or reads it gets the reason. */
  end(reason: Error): void;
}

/**
 * The request's own `signal` is not used: it ends the connection with an error even when the answer is whole and nobody
 * listens any more, and such an error ends the process.
 */
function openExchange(request: ClientRequest, signal: AbortSignal | undefined): HttpExchange {
  let response: IncomingMessage | null = null;
  const answered = Promise.withResolvers<IncomingMessage>();
  const end = (reason: Error) => void (response ? response.destroy(reason) : request.destroy(reason));
  const onAbort = () => end(signal?.reason instanceof Error ? signal.reason : new Error("stopped"));
  signal?.addEventListener("abort", onAbort, { once: true });
  request.once("close", () => signal?.removeEventListener("abort", onAbort));
  request.on("error", answered.reject);
  request.once("response", (message) => {
    response = message;
    // The caller may stop before it began to read.
    message.on("error", () => undefined);
    answered.resolve(message);
  });
  return {
    request,
    end,
    send(body) {
      request.end(body);
      return answered.promise;
    },
  };
}

interface Watch {
  /** Something came: the deadline for silence begins anew. */
  heard(bytes?: number): void;
  stop(): void;
}

function watchExchange(exchange: HttpExchange, deadlines: Deadlines, onFailure: (failure: AppError) => void): Watch {
  const { request } = exchange;
  let received = 0;
  let isReceived = false;
  const fail = (message: string, code: "vendor_unavailable" | "vendor_failed" = "vendor_unavailable") => {
    const failure = new AppError(code, { message });
    onFailure(failure);
    exchange.end(failure);
  };
  const { connectTimeoutMs, idleTimeoutMs } = deadlines;
  const silent = () => {
    isReceived = false;
    // What came while this process was busy is read before its silence is judged.
    setImmediate(() => {
      if (!isReceived) fail(`The model did not answer for ${inSeconds(idleTimeoutMs)}.`);
    });
  };
  let timer = setTimeout(
    () => fail(`The model could not be reached within ${inSeconds(connectTimeoutMs)}.`),
    connectTimeoutMs,
  );
  const heard = (bytes = 0) => {
    isReceived = true;
    clearTimeout(timer);
    received += bytes;
    if (received > maxBytes) fail("The model's answer grew too long and was cut off.", "vendor_failed");
    else timer = setTimeout(silent, idleTimeoutMs);
  };
  const stop = () => {
    isReceived = true;
    clearTimeout(timer);
  };
  request.once("socket", (socket) => {
    if (socket.connecting) socket.once("connect", () => heard());
    else heard();
  });
  request.once("close", stop);
  return { heard, stop };
}

/** Pieces that wait for a reader before the vendor's are left in the connection. */
const maxWaitingPieces = 16;

/** The response's bytes as they arrive, directly from the connection: every layer between would delay each word. */
function toBody(response: IncomingMessage, watch: Watch): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        response.on("data", (piece: Uint8Array) => {
          // Bytes already read still arrive after the reader has gone.
          if (response.destroyed) return;
          watch.heard(piece.length);
          controller.enqueue(piece);
          if ((controller.desiredSize ?? 0) <= 0) response.pause();
        });
        finished(response, { writable: false }, (error) => {
          watch.stop();
          if (error) controller.error(error);
          else controller.close();
        });
        response.pause();
      },
      pull: () => void response.resume(),
      cancel() {
        watch.stop();
        response.destroy();
      },
    },
    { highWaterMark: maxWaitingPieces },
  );
}

function toPlain(headers: HeadersInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(headers));
}

function toHeaders(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one);
  }
  return headers;
}

function inSeconds(timeoutMs: number): string {
  return `${Number((timeoutMs / 1000).toFixed(1))} s`;
}
