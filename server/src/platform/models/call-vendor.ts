import { setTimeout as wait } from "node:timers/promises";

import { countCall, type CallOptions, type CallPart, type CountedCall, type VendorModel } from "./count-call.ts";
import type { CallMeter } from "./model-port.ts";

/** A call that the vendor has begun to answer. */
export interface VendorCall {
  counted: CountedCall;
  reader: ReadableStreamDefaultReader<CallPart>;
}

/** Tries, where the vendor is overloaded or out of reach, before anything was streamed. */
const tries = 2;
/** Before the second try; a vendor that names a pause is given it, up to the longest. */
const usualPauseMs = 2_000;
export const longestPauseMs = 4_000;

/** Calls a model; each try is counted for itself. */
export async function callVendor(
  model: VendorModel,
  options: CallOptions,
  { meter, name }: { meter: CallMeter | undefined; name: string },
): Promise<VendorCall> {
  for (let tried = 1; ; tried += 1) {
    const counted = await countCall(meter, name, options);
    try {
      const { stream } = await model.doStream(options);
      return { counted, reader: stream.getReader() };
    } catch (error) {
      await counted.fail(error);
      if (tried === tries || !canRetry(error)) throw error;
      await wait(pauseAfter(error), undefined, { signal: options.abortSignal });
    }
  }
}

/** What the library's errors say of a refused call. */
interface VendorRefusal {
  isRetryable?: boolean;
  responseHeaders?: Record<string, string>;
}

function canRetry(error: unknown): boolean {
  return error instanceof Error && (error as VendorRefusal).isRetryable === true;
}

function pauseAfter(error: unknown): number {
  const { responseHeaders: headers } = error as VendorRefusal;
  const wantedMs = Number(headers?.["retry-after-ms"] ?? Number(headers?.["retry-after"]) * 1000);
  return Number.isFinite(wantedMs) ? Math.min(Math.max(wantedMs, 0), longestPauseMs) : usualPauseMs;
}
