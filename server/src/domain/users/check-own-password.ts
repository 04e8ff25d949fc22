import type { Ctx } from "#server/ctx.ts";

import { matchesPassword } from "./password-hash.ts";
import { selectPasswordHash } from "./users.store.ts";

/** The stored hash that the password matches, for `replacePassword` to know it by; null when it is not theirs. */
export async function checkOwnPassword(
  ctx: Pick<Ctx, "wholeDb">,
  input: { userId: string; password: string },
): Promise<string | null> {
  const stored = await selectPasswordHash(ctx.wholeDb, input.userId);
  return (await matchesPassword(input.password, stored)) ? stored : null;
}
