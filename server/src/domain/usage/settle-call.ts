import { setTimeout as wait } from "node:timers/promises";

import { withActor, type Ctx } from "#server/ctx.ts";
import type { TakenTokens } from "#server/platform/models/model-port.ts";

import { costOf } from "./cost-of.ts";
import { endCall } from "./usage.store.ts";

/** After each try that failed, the next one; a database that is away for longer is not coming back for this. */
const pausesMs = [500, 2_000, 8_000, 30_000];

/**
 * Replaces the reservation of a call with its usage. A complete answer is not lost because this
 * fails, and does not wait for the retry.
 */
export async function settleCall(
  ctx: Ctx,
  { organizationId, callId, taken }: { organizationId: string; callId: string; taken: TakenTokens },
): Promise<void> {
  const { db } = withActor(ctx, { kind: "system", organizationId });
  const costUsd = costOf(ctx.settings.models, taken);
  const endedAt = ctx.now();
  const settle = async (tried: number): Promise<void> => {
    try {
      await endCall(db, { organizationId, callId, ...taken, costUsd, endedAt });
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
