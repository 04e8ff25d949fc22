import { AppError } from "@cairn/contract/errors";

import { withActor, type Ctx } from "#server/ctx.ts";
import type { PlannedCall } from "#server/platform/models/model-port.ts";

import type { ModelCaller } from "./model-use.ts";
import { reserveWithin } from "./reserve-within.ts";

/**
 * Sets the most that a call may take aside; answers the call's id. Throws `rate_limited` with what is used and until
 * when, where the month's tokens of the organization do not suffice. Two at once never both get the last.
 */
export async function reserveCall(
  ctx: Ctx,
  { planned, ...use }: ModelCaller & { planned: PlannedCall },
): Promise<string> {
  const { organizationId } = use;
  const callId = ctx.newId();
  // As the organization: the user may lose the right while the call runs, and it must be settled all the same.
  const { db } = withActor(ctx, { kind: "system", organizationId });
  await db.transaction(async (tx) => {
    const refusal = await reserveWithin(ctx, tx, { ...use, callId, planned });
    if (refusal === null) return;
    const { message, retryAfterS } = refusal;
    throw new AppError("rate_limited", { message, details: { retryAfterS } });
  });
  return callId;
}
