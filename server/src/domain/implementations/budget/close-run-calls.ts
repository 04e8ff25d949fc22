import type { Ctx } from "#server/ctx.ts";
import { listOpenCalls } from "#server/domain/implementations/store/run-calls.store.ts";
import type { RunLease } from "#server/domain/implementations/store/runs.store.ts";
import { endCallWithin } from "#server/domain/usage/end-call-within.ts";
import type { Db } from "#server/platform/db/open-db.ts";

/**
 * Ends the model calls that a run has under way, for whoever takes it over or ends it within the transaction `tx`: one
 * that was sent counts with all that was set aside for it, one that was not with nothing. Whoever made such a call and is
 * alive after all settles it with what it took. The run must be locked.
 */
export async function closeRunCalls(
  ctx: Pick<Ctx, "settings" | "now">,
  tx: Db,
  run: Pick<RunLease, "organizationId" | "implementationId">,
): Promise<void> {
  for (const { callId, sentAt, reservedTokens, promptTokens } of await listOpenCalls(tx, run)) {
    const inputTokens = sentAt === null ? 0 : (promptTokens ?? reservedTokens);
    const outputTokens = sentAt === null ? 0 : reservedTokens - inputTokens;
    const taken = { inputTokens, outputTokens };
    await endCallWithin(ctx, tx, { organizationId: run.organizationId, callId, taken });
  }
}
