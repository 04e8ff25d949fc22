import type { Ctx } from "#server/ctx.ts";

import { countCopies, hasDemo } from "./demo-copies.store.ts";

/** Whether a newcomer can have a copy of the demo here. It tells nothing of anybody, and asks for no right. */
export async function isDemoOffered({ wholeDb, settings }: Pick<Ctx, "wholeDb" | "settings">): Promise<boolean> {
  const { demoCopies } = settings.limits;
  return demoCopies > 0 && (await hasDemo(wholeDb)) && (await countCopies(wholeDb)) < demoCopies;
}
