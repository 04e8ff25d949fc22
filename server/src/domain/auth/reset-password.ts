import type { Ctx } from "#server/ctx.ts";
import { findUser } from "#server/domain/users/find-user.ts";
import { lockUser } from "#server/domain/users/lock-user.ts";

import { changePassword } from "./change-password.ts";
import { hashResetToken } from "./make-password-reset.ts";
import { selectPasswordReset, takePasswordReset } from "./password-resets.store.ts";

/** Whether the token of a link would be accepted now. */
export async function canResetPassword(ctx: Pick<Ctx, "wholeDb" | "now">, token: string): Promise<boolean> {
  return (await selectPasswordReset(ctx.wholeDb, hashResetToken(token), ctx.now())) !== null;
}

/**
 * Sets the password of the user a link was made for, and ends all of their sign-ins. Returns their address; null when
 * the link is over or was used, also a moment ago by somebody else.
 */
export async function resetPassword(
  ctx: Pick<Ctx, "wholeDb" | "now" | "mail" | "enqueue" | "passwords">,
  input: { token: string; newPassword: string },
): Promise<{ email: string } | null> {
  const tokenHash = hashResetToken(input.token);
  const userId = await selectPasswordReset(ctx.wholeDb, tokenHash, ctx.now());
  if (userId === null) return null;
  const passwordHash = await ctx.passwords.hash(input.newPassword);
  const isSet = await ctx.wholeDb.transaction(async (tx) => {
    // Every change of a password locks the user first; in another order two of them would deadlock.
    if (!(await lockUser(tx, userId)) || !(await takePasswordReset(tx, tokenHash, ctx.now()))) return false;
    return changePassword(ctx, tx, { userId, passwordHash, exceptGrantId: null });
  });
  return isSet ? findUser(ctx, userId) : null;
}
