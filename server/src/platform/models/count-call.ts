import type { LanguageModelMiddleware } from "ai";

import { estimatePrompt, estimateTokens } from "./estimate-tokens.ts";
import { tookNothing } from "./explain-failure.ts";
import type { CallMeter, TakenTokens } from "./model-port.ts";

type WrapOptions = Parameters<NonNullable<LanguageModelMiddleware["wrapStream"]>>[0];

/** A model in the types of the vendor's library: the model, the parameters of a call, and the parts of its stream. */
export type VendorModel = WrapOptions["model"];
export type CallOptions = WrapOptions["params"];
type CallStream = Awaited<ReturnType<VendorModel["doStream"]>>["stream"];
export type CallPart = CallStream extends ReadableStream<infer Part> ? Part : never;

/** What is counted of a call under way. */
export interface CountedCall {
  see(part: CallPart): void;
  /** Settles the tokens used, however the call ended; only the first call counts. */
  end(): Promise<void>;
  /** The same of a call that was refused or never arrived. */
  fail(error: unknown): Promise<void>;
}

const uncounted: CountedCall = { see: () => undefined, end: async () => undefined, fail: async () => undefined };

/**
 * Counts a call of the vendor: tokens are reserved before it is sent and settled once when it ends. However it ends -
 * complete, broken off, stopped - the tokens used are reported; by estimate where the vendor did not report them.
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
  // A stopped answer is not read any further.
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

/** Vendors' figures are summed and stored: only whole numbers that fit are accepted. */
function tokens(reported: number | undefined): number {
  if (reported === undefined || !(reported > 0)) return 0;
  return Math.min(Math.round(reported), 1_000_000_000);
}
