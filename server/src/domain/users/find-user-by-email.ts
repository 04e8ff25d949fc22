import type { User } from "@cairn/contract/auth";

import type { Ctx } from "#server/ctx.ts";

import { selectUserByEmail } from "./users.store.ts";

/** By the address in lower case; null when nobody has it. For sign-in and for operators, who know no ids. */
export async function findUserByEmail(ctx: Pick<Ctx, "wholeDb">, email: string): Promise<User | null> {
  const found = await selectUserByEmail(ctx.wholeDb, email);
  if (!found) return null;
  const { passwordHash: _secret, ...user } = found;
  return { ...user, avatar: null };
}
