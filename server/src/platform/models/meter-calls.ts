import type { LanguageModelMiddleware } from "ai";

import { estimatePrompt, estimateTokens } from "./estimate-tokens.ts";
import { tookNothing } from "./explain-failure.ts";
import type { CallMeter, TakenTokens } from "./model-port.ts";

type WrapStream = NonNullable<LanguageModelMiddleware["wrapStream"]>;
type CallStream = Awaited<ReturnType<WrapStream>>["stream"];
type CallPart = CallStream extends ReadableStream<infer Part> ? Part : never;

/**
 * Has every call of the vendor counted: set aside before it is sent, settled once when it ends. However it ends - whole,
 * broken off, stopped - what it took is told; where the vendor could not report that, by estimate.
 */
export function meterCalls(meter: CallMeter, model: string): LanguageModelMiddleware {
  return {
    specificationVersion: "v4",
    async wrapStream({ doStream, params }) {
      const promptTokens = estimatePrompt(params);
      const settle = await meter({ model, promptTokens, maxOutputTokens: params.maxOutputTokens ?? 0 });
      const call = openCall(promptTokens, settle);
      try {
        const { stream, ...rest } = await doStream();
        return { ...rest, stream: countParts(stream, call, params.abortSignal) };
      } catch (error) {
        await (tookNothing(error) ? settle({ inputTokens: 0, outputTokens: 0 }) : call.end());
        throw error;
      }
    },
  };
}

interface Call {
  see(part: CallPart): void;
  /** Settles what was taken; only the first time counts. */
  end(): Promise<void>;
}

function openCall(promptTokens: number, settle: (taken: TakenTokens) => Promise<void>): Call {
  let written = 0;
  let reported: TakenTokens | null = null;
  let ended: Promise<void> | null = null;
  return {
    see(part) {
      if ("delta" in part && typeof part.delta === "string") written += part.delta.length;
      if (part.type !== "finish") return;
      const { inputTokens, outputTokens } = part.usage;
      if (inputTokens.total === undefined && outputTokens.total === undefined) return;
      reported = { inputTokens: tokens(inputTokens.total), outputTokens: tokens(outputTokens.total) };
    },
    end() {
      ended ??= settle(reported ?? { inputTokens: promptTokens, outputTokens: estimateTokens(written) });
      return ended;
    },
  };
}

/** What vendors report goes into sums and columns: nothing but a whole number that fits. */
function tokens(reported: number | undefined): number {
  if (reported === undefined || !(reported > 0)) return 0;
  return Math.min(Math.round(reported), 1_000_000_000);
}

function countParts(stream: CallStream, call: Call, signal: AbortSignal | undefined): CallStream {
  const reader = stream.getReader();
  // Whoever stops an answer reads it no further.
  const onStop = () => void call.end();
  signal?.addEventListener("abort", onStop, { once: true });
  const end = async () => {
    signal?.removeEventListener("abort", onStop);
    await call.end();
  };
  return new ReadableStream<CallPart>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (value) call.see(value);
        if (done || value.type === "finish") await end();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        await end();
        controller.error(error);
      }
    },
    async cancel(reason) {
      await Promise.all([end(), reader.cancel(reason)]);
    },
  });
}
