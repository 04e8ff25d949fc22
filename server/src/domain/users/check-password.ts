import type { Ctx } from "#server/ctx.ts";

import { matchesPassword } from "./password-hash.ts";
import { selectUserByEmail } from "./users.store.ts";

/** The userId if address and password belong together, otherwise null, after the same time whoever exists. */
export async function checkPassword(
  ctx: Pick<Ctx, "wholeDb">,
  input: { email: string; password: string },
): Promise<string | null> {
  const user = await selectUserByEmail(ctx.wholeDb, input.email);
  const isMatch = await matchesPassword(input.password, user?.passwordHash ?? null);
  return user && isMatch ? user.userId : null;
}
