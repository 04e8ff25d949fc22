import type { Ctx } from "#server/ctx.ts";

import { claimDueLetters } from "./need-letters.store.ts";

const hourMs = 3_600_000;
const intervalsMs = { hourly: hourMs, daily: 24 * hourMs };

/** Puts in line a look at what waits for each person whose turn it is. Called every few minutes, in as many processes as there are. */
export async function enqueueNeedLetters(ctx: Pick<Ctx, "wholeDb" | "enqueue" | "now" | "mail">): Promise<void> {
  if (!ctx.mail) return;
  const now = ctx.now();
  for (const frequency of ["hourly", "daily"] as const) {
    const dueSince = new Date(now.getTime() - intervalsMs[frequency]);
    await ctx.wholeDb.transaction(async (tx) => {
      const due = await claimDueLetters(tx, { frequency, dueSince, now });
      for (const userId of due) await ctx.enqueue(tx, "send-needs", { userId }, userId);
    });
  }
}
