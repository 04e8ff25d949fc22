import { pushDays } from "@cairn/contract/implementations";

import { withActor, type Ctx } from "#server/ctx.ts";
import { stopRun } from "#server/domain/implementations/starting/stop-implementation.ts";
import { listForgotten, listPushed } from "#server/domain/implementations/store/pushes.store.ts";

import { takePush } from "./take-push.ts";

/**
 * Takes what was pushed and not taken, as where this server was killed in between, and ends what nobody has pushed to in
 * its time.
 */
export async function lookAfterPushes(ctx: Ctx): Promise<void> {
  for (const pushed of await listPushed(ctx.wholeDb, ctx.now())) await takePush(ctx, pushed);
  for (const forgotten of await listForgotten(ctx.wholeDb, ctx.now())) {
    const { organizationId } = forgotten;
    const acting = withActor(ctx, { kind: "system", organizationId });
    const why = `Stopped: nothing was pushed in ${pushDays} days.`;
    await acting.db.transaction((tx) => stopRun(acting, tx, forgotten, why));
  }
}
