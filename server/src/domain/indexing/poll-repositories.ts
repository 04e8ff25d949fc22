import type { Ctx } from "#server/ctx.ts";
import { claimDue } from "#server/domain/repositories/catalog/track-indexing.ts";

/** Where the last try failed, asking so much less often spares a host in trouble. */
const failedFactor = 4;
/** More than the even share, so that a sweep that came late is made up for. */
const haste = 1.25;

/**
 * Puts asking the repositories in line whose turn it is: each every `POLL_INTERVAL_S`, spread evenly over it. It is the
 * net below pushes and webhooks, which may be lost. Called every `sweepIntervalMs`, in as many processes as there are.
 */
export async function pollRepositories(
  ctx: Pick<Ctx, "wholeDb" | "enqueue" | "settings" | "now">,
  { sweepIntervalMs }: { sweepIntervalMs: number },
): Promise<void> {
  const intervalMs = ctx.settings.limits.pollIntervalS * 1000;
  const now = ctx.now();
  await ctx.wholeDb.transaction(async (tx) => {
    const due = await claimDue(tx, {
      now,
      dueSince: new Date(now.getTime() - intervalMs),
      failedDueSince: new Date(now.getTime() - intervalMs * failedFactor),
      share: Math.min(1, (sweepIntervalMs / intervalMs) * haste),
    });
    for (const { organizationId, repositoryId } of due) {
      await ctx.enqueue(tx, "check-repository", { organizationId, repositoryId }, repositoryId);
    }
  });
}
