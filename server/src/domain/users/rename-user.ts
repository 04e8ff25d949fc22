import type { User } from "@cairn/contract/auth";

import type { Ctx } from "#server/ctx.ts";

import { updateUserNames } from "./users.store.ts";

/** Gives a user another name; null when there is no such user. */
export async function renameUser(
  ctx: Pick<Ctx, "db">,
  input: { userId: string; firstName: string; lastName: string },
): Promise<User | null> {
  const { userId, ...names } = input;
  const user = await updateUserNames(ctx.db, userId, names);
  return user && { ...user, avatar: null };
}
