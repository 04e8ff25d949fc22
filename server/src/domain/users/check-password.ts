import type { Ctx } from "#server/ctx.ts";

import { selectUserByEmail } from "./users.store.ts";

/**
 * The userId if address and password belong together, otherwise null, after the same time whether or not the user
 * exists.
 */
export async function checkPassword(
  ctx: Pick<Ctx, "wholeDb" | "passwords">,
  input: { email: string; password: string },
): Promise<string | null> {
  const user = await selectUserByEmail(ctx.wholeDb, input.email);
  const isMatch = await ctx.passwords.matches(input.password, user?.passwordHash ?? null);
  return user && isMatch ? user.userId : null;
}
