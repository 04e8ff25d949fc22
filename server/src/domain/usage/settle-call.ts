import { setTimeout as wait } from "node:timers/promises";

import type { Ctx } from "#server/ctx.ts";
import type { TakenTokens } from "#server/platform/models/model-port.ts";

import { endCallWithin } from "./end-call-within.ts";

/** After each try that failed, the next one; a database that is away for longer is not coming back for this. */
const pausesMs = [500, 2_000, 8_000, 30_000];

/**
 * Replaces the reservation of a call with its usage. A complete answer is not lost because this
 * fails, and does not wait for the retry. The actor must be the system of the organization.
 */
export async function settleCall(
  ctx: Pick<Ctx, "db" | "settings" | "now" | "log">,
  { organizationId, callId, taken }: { organizationId: string; callId: string; taken: TakenTokens },
): Promise<void> {
  const settle = async (tried: number): Promise<void> => {
    try {
      await endCallWithin(ctx, ctx.db, { organizationId, callId, taken });
    } catch (error) {
      const pauseMs = pausesMs[tried];
      if (pauseMs === undefined) {
        ctx.log.error({ error, callId, ...taken }, "what a model call took could not be written");
        return;
      }
      void wait(pauseMs, undefined, { ref: false }).then(() => settle(tried + 1));
    }
  };
  await settle(0);
}
