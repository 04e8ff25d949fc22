import { AppError } from "@cairn/contract/errors";

import { withActor, type Ctx } from "#server/ctx.ts";
import type { PlannedCall } from "#server/platform/models/model-port.ts";

import type { ModelCaller } from "./model-use.ts";
import { insertCall, lockBudget, sumTokens } from "./usage.store.ts";

/** A call whose process died ends never; after this long it stops counting. */
const longestCallMs = 3_600_000;

/**
 * Sets the most that a call may take aside; answers the call's id. Throws `rate_limited` with what is used and until
 * when, where the month's tokens of the organization do not suffice. Two at once never both get the last.
 */
export async function reserveCall(
  ctx: Ctx,
  { planned, ...use }: ModelCaller & { planned: PlannedCall },
): Promise<string> {
  const { organizationId } = use;
  const { monthlyTokens } = ctx.settings.models;
  const now = ctx.now();
  const callId = ctx.newId();
  const reservedTokens = planned.promptTokens + planned.maxOutputTokens;
  const call = { ...use, callId, model: planned.model, reservedTokens, startedAt: now };
  // As the organization: the user may lose the right while the call runs, and it must be settled all the same.
  const { db } = withActor(ctx, { kind: "system", organizationId });
  await db.transaction(async (tx) => {
    if (monthlyTokens > 0) {
      await lockBudget(tx, organizationId);
      const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
      const aliveSince = new Date(now.getTime() - longestCallMs);
      const usedTokens = await sumTokens(tx, { organizationId, from, aliveSince });
      if (usedTokens + reservedTokens > monthlyTokens) throw refuse({ monthlyTokens, usedTokens, reservedTokens, now });
    }
    await insertCall(tx, call);
  });
  return callId;
}

function refuse(at: { monthlyTokens: number; usedTokens: number; reservedTokens: number; now: Date }): AppError {
  const { monthlyTokens, usedTokens, reservedTokens, now } = at;
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const month = now.toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
  const until = next.toLocaleDateString("en", { month: "long", day: "numeric", year: "numeric", timeZone: "UTC" });
  const left = Math.max(0, monthlyTokens - usedTokens);
  const message = `This organization may use ${inWords(monthlyTokens)} tokens of the model in ${month}. ${inWords(left)} are left, and this may take ${inWords(reservedTokens)}. The model can be asked again from ${until} (UTC), or when an operator raises the limit.`;
  return new AppError("rate_limited", {
    message,
    details: { retryAfterS: (next.getTime() - now.getTime()) / 1000 },
  });
}

function inWords(tokens: number): string {
  return tokens.toLocaleString("en");
}
