import { request as requestHttp, type ClientRequest, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";

import { AppError } from "@cairn/contract/errors";

export interface Deadlines {
  /** Until the connection stands. */
  connectTimeoutMs: number;
  /** Until the first byte of the answer, and between any two pieces of it. */
  idleTimeoutMs: number;
}

/**
 * `fetch` for a model's stream: a deadline for connecting and one for silence, never one for the whole. Redirects are
 * not followed. `onFailure` hears of a deadline that ran out, whatever the caller's library makes of the error.
 */
export function createDeadlineFetch(deadlines: Deadlines, onFailure: (failure: AppError) => void): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const headers = Object.fromEntries(new Headers(init?.headers));
    const request = send(url, { method: init?.method ?? "GET", headers, signal: init?.signal ?? undefined });
    const watch = watchSilence(request, deadlines, onFailure);
    const response = await exchange(request, typeof init?.body === "string" ? init.body : "");
    watch.heard();
    return new Response(Readable.toWeb(Readable.from(pieces(response, watch))) as ReadableStream, {
      status: response.statusCode ?? 502,
      headers: toHeaders(response),
    });
  };
}

interface Watch {
  heard(): void;
  stop(): void;
}

function watchSilence(request: ClientRequest, deadlines: Deadlines, onFailure: (failure: AppError) => void): Watch {
  const end = (message: string) => {
    const failure = new AppError("vendor_unavailable", { message });
    onFailure(failure);
    request.destroy(failure);
  };
  const { connectTimeoutMs, idleTimeoutMs } = deadlines;
  const silent = () => end(`The model did not answer for ${inSeconds(idleTimeoutMs)}.`);
  let timer = setTimeout(
    () => end(`The model could not be reached within ${inSeconds(connectTimeoutMs)}.`),
    connectTimeoutMs,
  );
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(silent, idleTimeoutMs);
  };
  const stop = () => clearTimeout(timer);
  request.once("socket", (socket) => {
    if (socket.connecting) socket.once("connect", heard);
    else heard();
  });
  request.once("close", stop);
  return { heard, stop };
}

function exchange(request: ClientRequest, body: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.once("response", resolve);
  request.on("error", reject);
  request.end(body);
  return promise;
}

async function* pieces(response: IncomingMessage, watch: Watch): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of response) {
      watch.heard();
      yield piece as Uint8Array;
    }
  } finally {
    watch.stop();
    response.destroy();
  }
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
