import type { Ctx } from "#server/ctx.ts";

import { selectAnyUser } from "./users.store.ts";

/** Whether there is an account on this server already. It asks for no right. */
export async function hasAnyUser(ctx: Pick<Ctx, "wholeDb">): Promise<boolean> {
  return (await selectAnyUser(ctx.wholeDb)) !== null;
}
