import { withActor, type Ctx } from "../../ctx.ts";
import type { TakenTokens } from "../../platform/models/model-port.ts";
import { costOf } from "./cost-of.ts";
import { endCall } from "./usage.store.ts";

/** Writes what a call took in place of what was set aside for it. An answer that is there is not lost because this fails. */
export async function settleCall(
  ctx: Ctx,
  { organizationId, callId, taken }: { organizationId: string; callId: string; taken: TakenTokens },
): Promise<void> {
  const { db } = withActor(ctx, { kind: "system", organizationId });
  const costUsd = costOf(ctx.settings.models, taken);
  try {
    await endCall(db, { organizationId, callId, ...taken, costUsd, endedAt: ctx.now() });
  } catch (error) {
    ctx.log.error({ error, callId, ...taken }, "what a model call took could not be written");
  }
}
