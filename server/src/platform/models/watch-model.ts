import { setTimeout as wait } from "node:timers/promises";

import type { AppError } from "@cairn/contract/errors";

import { describeLimits } from "./describe-limits.ts";
import type { ModelCapabilities } from "./model-port.ts";
import type { ModelSettings } from "./vendor-address.ts";

/** What one look at a model found. */
export type ProbeResult =
  | { kind: "found"; capabilities: ModelCapabilities }
  /** The model cannot be reached: the cause is for people. */
  | { kind: "failed"; failure: AppError }
  /** Too busy to be probed: the earlier result stays. */
  | { kind: "busy" };

export interface ModelWatch {
  readonly known: ModelCapabilities;
  /** Why the model cannot answer now; null when it can. */
  readonly failure: AppError | null;
  start: (onLook: (found: ModelCapabilities) => void) => () => void;
  /** Probes at once and waits a little for the result; returns why the model still cannot be reached, or null. */
  lookAgain(options: { maxWaitMs: number; signal: AbortSignal }): Promise<AppError | null>;
  /** Something failed in use: looks again soon, where somebody watches. */
  doubt(): void;
}

const firstPauseMs = 5_000;
const longestPauseMs = 600_000;
/** A model that can do less is looked at again now and then: an operator may have put another behind the name. */
const degradedPauseMs = 3_600_000;

/** Remembers what a model can do, and finds it out. Nothing is looked at before somebody watches. */
export function createModelWatch(
  settings: Pick<ModelSettings, "provider" | "contextTokens" | "images">,
  check: (signal: AbortSignal) => Promise<ProbeResult>,
): ModelWatch {
  const memory = createMemory(settings);
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let watcher: { onLook: (found: ModelCapabilities) => void; stop: AbortController } | null = null;

  const lookOnce = async ({ onLook, stop }: NonNullable<typeof watcher>): Promise<void> => {
    const found = await check(stop.signal).catch((): ProbeResult => ({ kind: "busy" }));
    looking = null;
    if (stop.signal.aborted) return;
    memory.take(found);
    onLook(memory.known);
    const pauseMs = memory.pauseMs();
    if (pauseMs !== null) plan(pauseMs);
  };
  const begin = (): Promise<void> | null => {
    clearTimeout(timer);
    if (watcher) looking ??= lookOnce(watcher);
    return looking;
  };
  const plan = (pauseMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void begin(), pauseMs).unref();
  };
  return {
    get known() {
      return memory.known;
    },
    get failure() {
      return memory.failure;
    },
    start(onLook) {
      const stop = new AbortController();
      watcher = { onLook, stop };
      void begin();
      return () => {
        clearTimeout(timer);
        watcher = null;
        stop.abort();
      };
    },
    async lookAgain({ maxWaitMs, signal }) {
      const timeout = wait(maxWaitMs, undefined, { signal, ref: false }).catch(() => undefined);
      await Promise.race([begin(), timeout]);
      return memory.failure;
    },
    doubt() {
      if (watcher && looking === null) plan(firstPauseMs);
    },
  };
}

/** What the looks so far add up to. */
function createMemory(settings: Parameters<typeof createModelWatch>[0]) {
  const limits = describeLimits(settings, { contextTokens: null, images: null });
  let failures = 0;
  const memory = {
    known: { state: "checking", tools: true, json: true, ...limits, reasons: [] } as ModelCapabilities,
    failure: null as AppError | null,
    take(found: ProbeResult): void {
      failures = found.kind === "found" ? 0 : failures + 1;
      if (found.kind === "busy") return;
      memory.failure = found.kind === "failed" ? found.failure : null;
      memory.known =
        found.kind === "found"
          ? found.capabilities
          : { ...memory.known, state: "unreachable", reasons: [found.failure.message] };
    },
    /** Until the next look; null where none is needed. */
    pauseMs(): number | null {
      if (failures > 0) return Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
      return memory.known.state === "degraded" ? degradedPauseMs : null;
    },
  };
  return memory;
}
