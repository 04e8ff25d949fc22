import { withActor, type Ctx } from "#server/ctx.ts";
import { estimateTokens } from "#server/platform/models/estimate-tokens.ts";
import type { CallMeter, ModelEvent, ModelPort, TakenTokens } from "#server/platform/models/model-port.ts";

import { costOf } from "./cost-of.ts";
import type { ModelCaller } from "./model-use.ts";
import { reserveCall } from "./reserve-call.ts";
import { settleCall } from "./settle-call.ts";

/** Text that comes between two words of what it took so far: a stop loses no more than that. */
const reportEveryCharacters = 2_000;

/**
 * The model of this server; the tokens of each call are reserved in the organization's budget before it is made and
 * settled after. Null where none is configured. The caller has checked the right to the organization. `ownMeter` is asked
 * first, for a limit of the caller's own.
 */
export function meteredModel(ctx: Ctx, use: ModelCaller, ownMeter?: CallMeter): ModelPort | null {
  const { model } = ctx;
  if (model === null) return null;
  return {
    name: model.name,
    capabilities: () => model.capabilities(),
    stream: (request) => {
      const book = openUsageBook(ctx, request.isQuick ? { ...use, purpose: "title" } : use);
      const meter = ownMeter === undefined ? book.meter : bothMeters(ownMeter, book.meter);
      return reportUsage(model.stream({ ...request, meter }), book);
    },
  };
}

/** A call that the second refuses took nothing of the first. */
function bothMeters(first: CallMeter, second: CallMeter): CallMeter {
  return async (planned) => {
    const settleFirst = await first(planned);
    try {
      const settleSecond = await second(planned);
      return async (taken) => {
        await settleFirst(taken);
        await settleSecond(taken);
      };
    } catch (error) {
      await settleFirst({ inputTokens: 0, outputTokens: 0 });
      throw error;
    }
  };
}

/**
 * The events of a request with what it took so far: when a call begins, now and then while it writes, when it ends, and
 * last of all when it failed. A stop in between loses no more than the newest words.
 */
async function* reportUsage(events: AsyncIterable<ModelEvent>, book: UsageBook): AsyncGenerator<ModelEvent> {
  const iterator = events[Symbol.asyncIterator]();
  const advance = () => {
    const next = iterator.next();
    // Who reads us may be busy when it fails.
    next.catch(() => undefined);
    return next;
  };
  let next = advance();
  try {
    while (true) {
      const result = await nextOrReport(next, book);
      yield* book.takeReport();
      if (result === "report") continue;
      if (result.done) return;
      if (result.value.type === "text" || result.value.type === "thought") book.write(result.value.text.length);
      yield result.value;
      next = advance();
    }
  } catch (error) {
    yield* book.takeReport();
    throw error;
  } finally {
    await iterator.return?.();
  }
}

/** The next event, or that a report of usage is due before it. A promise for each: one for all would remember every event. */
function nextOrReport<T>(next: Promise<T>, book: UsageBook): Promise<T | "report"> {
  return new Promise((resolve, reject) => {
    book.onReport(() => resolve("report"));
    next.then(resolve, reject);
  });
}

interface UsageBook {
  meter: CallMeter;
  /** Characters that came of the call under way. */
  write(characters: number): void;
  /** Calls this listener, and no other any more, when a report is due; at once where one is. */
  onReport(listener: () => void): void;
  /** The usage so far, with an estimate of the running call; empty when it was already reported. */
  takeReport(): readonly ModelEvent[];
}

const nothing: readonly ModelEvent[] = [];

function openUsageBook(ctx: Ctx, use: ModelCaller): UsageBook {
  const taken: TakenTokens = { inputTokens: 0, outputTokens: 0 };
  let open: { promptTokens: number; written: number } | null = null;
  let listener: () => void = () => undefined;
  let isDue = false;
  let hasReported = false;
  let unreported = 0;
  const report = () => {
    isDue = true;
    listener();
  };
  return {
    onReport(next) {
      listener = next;
      if (isDue) next();
    },
    write(characters) {
      if (open) open.written += characters;
      unreported += characters;
      if (unreported >= reportEveryCharacters) report();
    },
    takeReport() {
      if (!isDue) return nothing;
      isDue = false;
      unreported = 0;
      const inputTokens = taken.inputTokens + (open?.promptTokens ?? 0);
      const outputTokens = taken.outputTokens + estimateTokens(open?.written ?? 0);
      if (inputTokens + outputTokens === 0 && !hasReported) return [];
      hasReported = true;
      const costUsd = costOf(ctx.settings.models, { inputTokens, outputTokens });
      return [{ type: "usage", usage: { inputTokens, outputTokens, costUsd } }];
    },
    async meter(planned) {
      const callId = await reserveCall(ctx, { ...use, planned });
      open = { promptTokens: planned.promptTokens, written: 0 };
      report();
      return async (call) => {
        open = null;
        taken.inputTokens += call.inputTokens;
        taken.outputTokens += call.outputTokens;
        report();
        await settleCall(withActor(ctx, { kind: "system", organizationId: use.organizationId }), {
          organizationId: use.organizationId,
          callId,
          taken: call,
        });
      };
    },
  };
}
