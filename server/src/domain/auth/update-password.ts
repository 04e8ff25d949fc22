import type { updatePassword as endpoint } from "@cairn/contract/auth";
import type { InputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { findUser } from "#server/domain/users/find-user.ts";

import { changePassword } from "./change-password.ts";
import { confirmPassword, wrongPassword } from "./confirm-password.ts";
import { currentGrant, requireUser, signInFirst } from "./require-user.ts";

/** Changes the signed-in user's password; every other sign-in of theirs ends. */
export async function updatePassword(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const userId = requireUser(ctx.actor);
  const user = await findUser(ctx, userId);
  if (!user) throw signInFirst();
  if (!user.hasPassword) {
    const message = "You sign in at another provider, so there is no password to change here";
    throw new AppError("unprocessable", { message });
  }
  const checked = await confirmPassword(ctx, { userId, password: input.oldPassword, field: "oldPassword" });
  const passwordHash = await ctx.passwords.hash(input.newPassword);
  await ctx.wholeDb.transaction(async (tx) => {
    const change = { userId, passwordHash, checked, exceptGrantId: currentGrant(ctx.actor) };
    if (!(await changePassword(ctx, tx, change))) throw wrongPassword("oldPassword");
  });
}
