import type { IncomingMessage } from "node:http";

import { AppError } from "@cairn/contract/errors";

import { requestPinned } from "#server/platform/egress/request-pinned.ts";
import type { CheckedAddress, Egress } from "#server/platform/egress/resolve-address.ts";

export interface PinnedFetchOptions {
  egress: Egress;
  /** For a whole call, from the look-up of the name to the last byte. */
  timeoutMs: number;
  maxAnswerBytes: number;
}

type PinnedFetch = (address: string, init: RequestInit) => Promise<Response>;

/**
 * `fetch` for short calls to GitHub: connects to the addresses that were checked and to no others, follows no redirect,
 * keeps no connection, and gives up on slow and on large answers.
 */
export function createPinnedFetch({ egress, timeoutMs, maxAnswerBytes }: PinnedFetchOptions): PinnedFetch {
  return async (address, init) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      const checked = await egress.checkUrl(address);
      const response = await send(checked, init, signal);
      return toResponse(response, await readAll(response, maxAnswerBytes));
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (init.signal?.aborted) throw new AppError("cancelled", { message: "Nobody waits for GitHub's answer." });
      const isLate = timeout.aborted;
      const message = isLate
        ? `GitHub did not answer within ${timeoutMs / 1000} seconds.`
        : "GitHub could not be reached right now.";
      throw new AppError("vendor_unavailable", { message, cause: error });
    }
  };
}

function send(checked: CheckedAddress, init: RequestInit, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = Object.fromEntries(new Headers(init.headers));
  const sent = requestPinned(checked, { method: init.method ?? "GET", headers, signal });
  sent.on("response", resolve);
  sent.on("error", reject);
  sent.end(typeof init.body === "string" ? init.body : undefined);
  return promise;
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AppError("vendor_failed", { message: "GitHub's answer is too large." });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Statuses whose answers have no body by definition. */
const emptyStatuses = [204, 205, 304];

function toResponse({ statusCode = 502, headers: given }: IncomingMessage, body: Buffer): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) headers.set(name, String(value));
  const isEmpty = emptyStatuses.includes(statusCode);
  return new Response(isEmpty ? null : new Uint8Array(body), { status: statusCode, headers });
}
