import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

import { AppError } from "@cairn/contract/errors";

import { requestPinned } from "#server/platform/egress/request-pinned.ts";
import type { CheckedAddress, Egress } from "#server/platform/egress/resolve-address.ts";

import type { CrawlLimits } from "./crawler-port.ts";
import { explainFailure, tooSlow } from "./explain-failure.ts";

/** How this server reaches the web. */
export interface WebAccess {
  egress: Egress;
  userAgent: string;
  limits: CrawlLimits;
}

export interface WebResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Decompressed; empty for every status but 200. */
  bytes: Buffer;
  /** There was more than `maxBytes`. */
  isCutOff: boolean;
}

/**
 * Requests a checked address once, without cookies, credentials or a referrer, and follows no redirect. Bytes are
 * counted after decompression, and reading ends at `maxBytes`.
 */
export async function exchange(
  mcpRoute: WebAccess,
  address: string,
  options: { maxBytes: number; signal: AbortSignal },
): Promise<WebResponse> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  try {
    const checked = await mcpRoute.egress.checkUrl(address);
    signal.throwIfAborted();
    const response = await send(mcpRoute, checked, { signal, stop });
    const { statusCode: status = 0, headers } = response;
    if (status !== 200) {
      response.destroy();
      return { status, headers, bytes: Buffer.alloc(0), isCutOff: false };
    }
    return { status, headers, ...(await readUpTo(decompress(response), options.maxBytes)) };
  } catch (error) {
    throw explainFailure(error, signal);
  } finally {
    stop.abort();
  }
}

function send(
  { userAgent, limits }: WebAccess,
  checked: CheckedAddress,
  { signal, stop }: { signal: AbortSignal; stop: AbortController },
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = {
    "user-agent": userAgent,
    accept: "text/html, application/xhtml+xml, text/markdown, text/plain;q=0.9, */*;q=0.1",
    "accept-encoding": "gzip, deflate, br",
    "accept-language": "en, *;q=0.5",
  };
  const request = requestPinned(checked, { method: "GET", headers, signal });
  const connecting = setTimeout(() => stop.abort(tooSlow()), limits.connectTimeoutMs);
  const connected = checked.url.protocol === "https:" ? "secureConnect" : "connect";
  request.once("socket", (socket) => socket.once(connected, () => clearTimeout(connecting)));
  request.setTimeout(limits.idleTimeoutMs, () => stop.abort(tooSlow()));
  request.on("response", resolve);
  request.on("error", reject);
  request.on("close", () => clearTimeout(connecting));
  request.end();
  return promise;
}

/** By the encoding that the response declares; one that was not requested is refused. */
function decompress(response: IncomingMessage): Readable {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return response;
  const decoder = createDecoder(encoding);
  if (decoder === null) {
    throw new AppError("vendor_failed", { message: "The page is compressed in a way that this server does not read." });
  }
  // A failure of either side reaches the reader of the decoder.
  return pipeline(response, decoder, () => undefined);
}

function createDecoder(encoding: string) {
  if (encoding === "gzip" || encoding === "x-gzip") return createGunzip();
  if (encoding === "deflate") return createInflate();
  return encoding === "br" ? createBrotliDecompress() : null;
}

async function readUpTo(stream: Readable, maxBytes: number): Promise<{ bytes: Buffer; isCutOff: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop ends the stream and with it the connection.
    if (bytes > maxBytes) return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCutOff: true };
  }
  return { bytes: Buffer.concat(chunks), isCutOff: false };
}
