import type { Ctx } from "#server/ctx.ts";
import { listServicesNotLookedAt } from "#server/domain/service-commands/store/service-commands.store.ts";

import { findCommandsOf } from "./start-finding.ts";

/** Of one start; where there are more, the next goes on. */
const maxServices = 500;

/**
 * Puts every service in line in whose code nobody has looked for commands yet, as in what was indexed before this server
 * knew how to: nothing would come to it before its code changes.
 */
export async function findMissingCommands(ctx: Pick<Ctx, "wholeDb" | "enqueue">): Promise<void> {
  for (const service of await listServicesNotLookedAt(ctx.wholeDb, maxServices)) {
    await findCommandsOf(ctx, ctx.wholeDb, service);
  }
}
