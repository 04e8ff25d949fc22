import type { ClientRequest, IncomingMessage } from "node:http";

import { AppError } from "@cairn/contract/errors";

import { requestPinned } from "#server/platform/egress/request-pinned.ts";
import type { Egress } from "#server/platform/egress/resolve-address.ts";

export interface VendorDeadlines {
  /** Until the connection is open. */
  connectTimeoutMs: number;
  /** Until the first byte of the answer, and between any two pieces of it. */
  idleTimeoutMs: number;
}

interface OutgoingCall extends VendorDeadlines {
  egress: Pick<Egress, "checkUrl">;
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  signal: AbortSignal;
  /** From here on the call may cost something. */
  onConnected: () => void;
}

/** The vendor's answer, whose first byte has come. */
export interface VendorAnswer {
  response: IncomingMessage;
  /** Why it broke off, where a deadline passed; null else. */
  failure(): AppError | null;
}

/**
 * Posts a call to the vendor, to an address that was checked, following no redirect. Nothing limits an answer that keeps
 * coming. Throws `vendor_unavailable`.
 */
export async function callVendor(call: OutgoingCall): Promise<VendorAnswer> {
  const { connectTimeoutMs, idleTimeoutMs, signal } = call;
  const checked = await call.egress.checkUrl(call.url);
  signal.throwIfAborted();
  const headers = { ...call.headers, "content-length": String(call.body.length) };
  const request = requestPinned(checked, { method: "POST", headers, signal });
  let failure: AppError | null = null;
  let timer: NodeJS.Timeout | undefined;
  const endAfter = (timeoutMs: number, message: string) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      failure = new AppError("vendor_unavailable", { message });
      request.destroy(failure);
    }, timeoutMs);
  };
  const listen = () => endAfter(idleTimeoutMs, `The model did not answer for ${inSeconds(idleTimeoutMs)}.`);
  endAfter(connectTimeoutMs, `The model could not be reached within ${inSeconds(connectTimeoutMs)}.`);
  const connected = () => {
    call.onConnected();
    listen();
  };
  const event = checked.url.protocol === "https:" ? "secureConnect" : "connect";
  request.once("socket", (socket) => socket.once(event, connected));
  request.once("close", () => clearTimeout(timer));
  try {
    const response = await waitForAnswer(request, call.body);
    listen();
    response.on("data", listen);
    // Paused again: whoever asked listens in a moment.
    response.pause();
    return { response, failure: () => failure };
  } catch (error) {
    throw failure ?? unreachable(error);
  }
}

function waitForAnswer(request: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on("error", reject);
  request.once("response", (response) => {
    response.on("error", () => undefined);
    resolve(response);
  });
  request.end(body);
  return promise;
}

function unreachable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError("vendor_unavailable", { message: "The connection to the model was lost.", cause: error });
}

function inSeconds(timeoutMs: number): string {
  return `${Number((timeoutMs / 1000).toFixed(1))} s`;
}
