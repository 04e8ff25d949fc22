import type { User } from "@cairn/contract/auth";

import type { Ctx } from "#server/ctx.ts";
import { renameUser } from "#server/domain/users/rename-user.ts";

import { requireUser, signInFirst } from "./require-user.ts";

/** Changes the signed-in user's name. */
export async function updateUserData(ctx: Ctx, input: { firstName: string; lastName: string }): Promise<User> {
  const userId = requireUser(ctx.actor);
  const user = await renameUser(ctx, { userId, firstName: input.firstName, lastName: input.lastName });
  if (!user) throw signInFirst();
  return user;
}
