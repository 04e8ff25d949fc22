import type { LanguageModelMiddleware } from "ai";

import { estimatePrompt, estimateTokens } from "./estimate-tokens.ts";
import { tookNothing } from "./explain-failure.ts";
import type { CallMeter, TakenTokens } from "./model-port.ts";

type WrapOptions = Parameters<NonNullable<LanguageModelMiddleware["wrapStream"]>>[0];

/** One model as the vendor's library speaks to it, what a call of it is given, and what a call streams. */
export type VendorModel = WrapOptions["model"];
export type CallOptions = WrapOptions["params"];
type CallStream = Awaited<ReturnType<VendorModel["doStream"]>>["stream"];
export type CallPart = CallStream extends ReadableStream<infer Part> ? Part : never;

/** What is counted of a call under way. */
export interface CountedCall {
  see(part: CallPart): void;
  /** Settles what was taken, however the call ended; only the first time counts. */
  end(): Promise<void>;
  /** The same of a call that was refused or never arrived. */
  fail(error: unknown): Promise<void>;
}

const uncounted: CountedCall = { see: () => undefined, end: async () => undefined, fail: async () => undefined };

/**
 * Has a call of the vendor counted: set aside before it is sent, settled once when it ends. However it ends - whole,
 * broken off, stopped - what it took is told; where the vendor could not report that, by estimate.
 */
export async function countCall(
  meter: CallMeter | undefined,
  model: string,
  options: CallOptions,
): Promise<CountedCall> {
  if (!meter) return uncounted;
  const promptTokens = estimatePrompt(options);
  const settle = await meter({ model, promptTokens, maxOutputTokens: options.maxOutputTokens ?? 0 });
  const call = openCall(promptTokens, settle);
  // Whoever stops an answer reads it no further.
  const onStop = () => void call.end();
  const signal = options.abortSignal;
  signal?.addEventListener("abort", onStop, { once: true });
  if (signal?.aborted) onStop();
  return call;
}

function openCall(promptTokens: number, settle: (taken: TakenTokens) => Promise<void>): CountedCall {
  let written = 0;
  let reported: TakenTokens | null = null;
  let ended: Promise<void> | null = null;
  const end = () => {
    ended ??= settle(reported ?? { inputTokens: promptTokens, outputTokens: estimateTokens(written) });
    return ended;
  };
  return {
    see(part) {
      if ("delta" in part && typeof part.delta === "string") written += part.delta.length;
      if (part.type !== "finish") return;
      const { inputTokens, outputTokens } = part.usage;
      if (inputTokens.total === undefined && outputTokens.total === undefined) return;
      reported = { inputTokens: tokens(inputTokens.total), outputTokens: tokens(outputTokens.total) };
    },
    end,
    fail(error) {
      if (tookNothing(error)) reported = { inputTokens: 0, outputTokens: 0 };
      return end();
    },
  };
}

/** What vendors report goes into sums and columns: nothing but a whole number that fits. */
function tokens(reported: number | undefined): number {
  if (reported === undefined || !(reported > 0)) return 0;
  return Math.min(Math.round(reported), 1_000_000_000);
}
