import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import type { RunLease } from "#server/domain/implementations/store/runs.store.ts";
import { settleCall } from "#server/domain/usage/settle-call.ts";
import type { TakenTokens } from "#server/platform/models/model-port.ts";

/**
 * Replaces a reservation with what the call took. It needs no lease: what was taken counts, whoever holds the run by now.
 * Done again, it leaves the same. It does not throw, and tries again by itself where the database is away.
 */
export async function settleRunCall(
  ctx: Pick<RunCtx, "db" | "settings" | "now" | "log">,
  lease: RunLease,
  { reservationId, taken }: { reservationId: string; taken: TakenTokens },
): Promise<void> {
  await settleCall(ctx, { organizationId: lease.organizationId, callId: reservationId, taken });
}
