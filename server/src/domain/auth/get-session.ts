import type { User } from "@cairn/contract/auth";

import type { Ctx } from "#server/ctx.ts";
import { findUser } from "#server/domain/users/find-user.ts";

import { requireUser, signInFirst } from "./require-user.ts";

/** The signed-in user. */
export async function getSession(ctx: Ctx): Promise<User> {
  const user = await findUser(ctx, requireUser(ctx.actor));
  if (!user) throw signInFirst();
  return user;
}
