import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { TakenTokens } from "#server/platform/models/model-port.ts";

import { costOf } from "./cost-of.ts";
import { endCall } from "./usage.store.ts";

/** Replaces the reservation of a call with what it took, within `db`, or throws. Done again, the newer one counts. */
export async function endCallWithin(
  ctx: Pick<Ctx, "settings" | "now">,
  db: Db,
  { organizationId, callId, taken }: { organizationId: string; callId: string; taken: TakenTokens },
): Promise<void> {
  const costUsd = costOf(ctx.settings.models, taken);
  await endCall(db, { organizationId, callId, ...taken, costUsd, endedAt: ctx.now() });
}
