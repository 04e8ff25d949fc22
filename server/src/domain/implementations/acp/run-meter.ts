import { setTimeout as wait } from "node:timers/promises";

import { AppError } from "@cairn/contract/errors";

import {
  markRunCallSent,
  reserveRunCall,
  type RunReservation,
} from "#server/domain/implementations/budget/reserve-run-call.ts";
import { settleRunCall } from "#server/domain/implementations/budget/settle-run-call.ts";
import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import type { RunLease } from "#server/domain/implementations/store/runs.store.ts";
import type { CallMeter, PlannedCall } from "#server/platform/models/model-port.ts";

/** Until it is asked again whether the calls under way have left enough. */
const busyMs = 500;

/** Counts the model calls that an agent makes, in the budget of its run. A call that this refuses pauses the run. */
export function createRunMeter(ctx: RunCtx, lease: RunLease): CallMeter {
  return async (planned) => {
    const reservation = await reserve(ctx, lease, planned);
    await markRunCallSent(ctx, lease, reservation);
    return async (taken) => await settleRunCall(ctx, lease, { ...reservation, taken });
  };
}

async function reserve(ctx: RunCtx, lease: RunLease, planned: PlannedCall): Promise<RunReservation> {
  for (;;) {
    const answer = await reserveRunCall(ctx, { lease, planned });
    if ("reservationId" in answer) return answer;
    if (answer.refused !== "busy") throw new AppError("rate_limited", { message: answer.needs });
    await wait(busyMs, undefined, { signal: ctx.signal });
  }
}
