import { deliverDue } from "#server/domain/event-hooks/deliver-due.ts";
import { forgetDeliveries } from "#server/domain/event-hooks/forget-deliveries.ts";
import { createCtx } from "#server/http/request/request-ctx.ts";
import type { Services } from "#server/http/request/request-ctx.ts";

import { repeat } from "./repeat.ts";

const intervalMs = 5_000;
const forgetEveryMs = 3_600_000;

/** Tells webhooks in the background what is due; answers how to stop. */
export function startHooks(services: Services): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const ctx = createCtx(services, { actor: { kind: "anonymous" }, requestId: "hooks", signal: stopped.signal });
  const tell = (work: (given: typeof ctx) => Promise<void>) => async () => {
    try {
      await work(ctx);
    } catch (error) {
      if (!stopped.signal.aborted) services.log.warn({ error }, "telling webhooks did not work this time");
    }
  };
  const underWay = new Set<Promise<void>>();
  // An address that is slow to answer must not keep others waiting for their turn.
  const begin = async (given: typeof ctx) => {
    const { ended } = await deliverDue(given);
    underWay.add(ended);
    void ended.finally(() => underWay.delete(ended));
  };
  const repeats = [repeat(tell(begin), intervalMs), repeat(tell(forgetDeliveries), forgetEveryMs)];
  return {
    async stop() {
      stopped.abort();
      await Promise.all(repeats.map((one) => one.stop()));
      await Promise.all(underWay);
    },
  };
}
