import type { Ctx } from "#server/ctx.ts";
import { listRunningChecks } from "#server/domain/service-commands/store/command-checks.store.ts";

/** Puts every check in line that is under way: also one whose job was given up when its process was killed once more. */
export async function resumeCommandChecks(ctx: Pick<Ctx, "wholeDb" | "enqueue">): Promise<void> {
  for (const { organizationId, serviceId } of await listRunningChecks(ctx.wholeDb)) {
    await ctx.enqueue(ctx.wholeDb, "check-service-commands", { organizationId, serviceId }, serviceId);
  }
}
