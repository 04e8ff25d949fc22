import type { RunPause } from "@cairn/contract/implementations";

import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import { hasRunCall, markCallSent, sumRunCalls } from "#server/domain/implementations/store/run-calls.store.ts";
import { lockRun, type RunLease } from "#server/domain/implementations/store/runs.store.ts";
import { reserveWithin } from "#server/domain/usage/reserve-within.ts";
import type { PlannedCall } from "#server/platform/models/model-port.ts";

import { pauseRun } from "./pause-run.ts";

/** Why a run may not call the model now. Refused by its own limit or that of its organization, it is paused already. */
export interface RunCallRefusal {
  /** `busy`: there may be enough once its calls under way have ended. Ask again then. */
  refused: "run" | "organization" | "busy";
  /** In words for people. */
  needs: string;
}

/** The reservation to settle. It was counted from here on; call `markRunCallSent` right before the vendor is asked. */
export interface RunReservation {
  reservationId: string;
}

/**
 * Sets aside the most that one model call of a run may take, in its own limit and in its organization's month. Two at
 * once never both get the last. Asked again with the `reservationId` of before, it is that reservation. A refusal pauses
 * the run: whoever holds it has lost it then, and writes nothing more. Throws LeaseLost.
 */
export async function reserveRunCall(
  ctx: Pick<RunCtx, "db" | "settings" | "now" | "newId">,
  { lease, planned, reservationId = ctx.newId() }: { lease: RunLease; planned: PlannedCall; reservationId?: string },
): Promise<RunReservation | RunCallRefusal> {
  return await ctx.db.transaction(async (tx) => {
    const row = await lockRun(tx, lease);
    if (await hasRunCall(tx, lease, reservationId)) return { reservationId };
    const { organizationId, implementationId, projectId, tokenLimit } = row;
    const sums = (await sumRunCalls(tx, organizationId, [implementationId]))(implementationId);
    const refuse = async (pause: RunPause): Promise<RunCallRefusal> => {
      if (sums.open > 0) return { refused: "busy", needs: pause.message };
      await pauseRun(ctx, tx, { row, pause });
      return { refused: pause.cause, needs: pause.message };
    };
    const usedTokens = sums.inputTokens + sums.outputTokens + sums.reservedTokens;
    const neededTokens = usedTokens + planned.promptTokens + planned.maxOutputTokens;
    if (tokenLimit !== null && neededTokens > tokenLimit) {
      return await refuse({ cause: "run", message: sayNeed({ tokenLimit, usedTokens, neededTokens }), neededTokens });
    }
    const caller = { organizationId, projectId, userId: row.createdBy, purpose: "implementation" } as const;
    const refusal = await reserveWithin(ctx, tx, { ...caller, callId: reservationId, implementationId, planned });
    if (refusal === null) return { reservationId };
    return await refuse({ cause: "organization", message: refusal.message, neededTokens: null });
  });
}

/** Says that the vendor is asked now: from here on the call counts, also when nobody lives to see its answer. */
export async function markRunCallSent(
  ctx: Pick<RunCtx, "db" | "now">,
  lease: RunLease,
  { reservationId }: RunReservation,
): Promise<void> {
  await markCallSent(ctx.db, lease, { callId: reservationId, sentAt: ctx.now() });
}

function sayNeed(at: { tokenLimit: number; usedTokens: number; neededTokens: number }): string {
  const [limit, used, next, needed] = [
    at.tokenLimit,
    at.usedTokens,
    at.neededTokens - at.usedTokens,
    at.neededTokens,
  ].map((tokens) => tokens.toLocaleString("en"));
  return `This run may use ${limit} tokens of the model. ${used} are used, and its next question to the model may take ${next}. It goes on with a limit of ${needed} or more.`;
}
