import type { Ctx } from "#server/ctx.ts";

import { selectPasswordHash } from "./users.store.ts";

/** The stored hash that the password matches, for `replacePassword` to know it by; null when it is not theirs. */
export async function checkOwnPassword(
  ctx: Pick<Ctx, "wholeDb" | "passwords">,
  input: { userId: string; password: string },
): Promise<string | null> {
  const stored = await selectPasswordHash(ctx.wholeDb, input.userId);
  return (await ctx.passwords.matches(input.password, stored)) ? stored : null;
}
