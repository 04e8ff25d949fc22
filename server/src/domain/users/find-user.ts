import type { User } from "@cairn/contract/auth";

import type { Ctx } from "#server/ctx.ts";

import { selectUser } from "./users.store.ts";

/** Null when there is no such user (any more). */
export async function findUser(ctx: Pick<Ctx, "wholeDb">, userId: string): Promise<User | null> {
  const user = await selectUser(ctx.wholeDb, userId);
  return user && { ...user, avatar: null };
}
