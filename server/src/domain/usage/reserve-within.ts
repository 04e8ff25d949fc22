import type { Ctx } from "#server/ctx.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { PlannedCall } from "#server/platform/models/model-port.ts";

import type { ModelCaller } from "./model-use.ts";
import { insertCall, lockBudget, sumTokens } from "./usage.store.ts";

/** A call of no run whose process died ends never; after this long it stops counting. */
const longestCallMs = 3_600_000;

/** What an organization lacks for a call, in words. */
interface BudgetRefusal {
  message: string;
  /** Until its next month begins. */
  retryAfterS: number;
}

interface NewReservation extends ModelCaller {
  callId: string;
  planned: PlannedCall;
  /** The run that calls. */
  implementationId?: string;
}

/**
 * Sets the most that a call may take aside within the transaction `tx`, or answers what the month's tokens of the
 * organization lack. Two at once never both get the last.
 */
export async function reserveWithin(
  ctx: Pick<Ctx, "settings" | "now">,
  tx: Db,
  { planned, ...call }: NewReservation,
): Promise<BudgetRefusal | null> {
  const { organizationId } = call;
  const { monthlyTokens } = ctx.settings.models;
  const now = ctx.now();
  const reservedTokens = planned.promptTokens + planned.maxOutputTokens;
  if (monthlyTokens > 0) {
    await lockBudget(tx, organizationId);
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
    const aliveSince = new Date(now.getTime() - longestCallMs);
    const usedTokens = await sumTokens(tx, { organizationId, from, aliveSince });
    if (usedTokens + reservedTokens > monthlyTokens) return refuse({ monthlyTokens, usedTokens, reservedTokens, now });
  }
  const { model, promptTokens } = planned;
  const ofRun = call.implementationId === undefined ? {} : { promptTokens };
  await insertCall(tx, { ...call, ...ofRun, model, reservedTokens, startedAt: now });
  return null;
}

function refuse(at: { monthlyTokens: number; usedTokens: number; reservedTokens: number; now: Date }): BudgetRefusal {
  const { monthlyTokens, usedTokens, reservedTokens, now } = at;
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const month = now.toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
  const until = next.toLocaleDateString("en", { month: "long", day: "numeric", year: "numeric", timeZone: "UTC" });
  const left = Math.max(0, monthlyTokens - usedTokens);
  const message = `This organization may use ${inWords(monthlyTokens)} tokens of the model in ${month}. ${inWords(left)} are left, and this may take ${inWords(reservedTokens)}. The model can be asked again from ${until} (UTC), or when an operator raises the limit.`;
  return { message, retryAfterS: (next.getTime() - now.getTime()) / 1000 };
}

function inWords(tokens: number): string {
  return tokens.toLocaleString("en");
}
