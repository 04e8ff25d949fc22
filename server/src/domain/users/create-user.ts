import type { User } from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { violatedConstraint } from "#server/platform/db/unique-violation.ts";

import { insertUser, selectUserByEmail } from "./users.store.ts";

export interface NewUser {
  /** Lower case, checked by the contract's schema. */
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

/** Makes an account; called by the sign-up page and by the operator. Throws `conflict` when the address is taken. */
export async function createUser(
  ctx: Pick<Ctx, "wholeDb" | "now" | "newId" | "passwords">,
  input: NewUser,
): Promise<User> {
  const taken = new AppError("conflict", { message: "An account with this e-mail address already exists" });
  if (await selectUserByEmail(ctx.wholeDb, input.email)) throw taken;
  const { password, ...profile } = input;
  const user = { ...profile, userId: ctx.newId() };
  const passwordHash = await ctx.passwords.hash(password);
  try {
    await insertUser(ctx.wholeDb, { ...user, passwordHash, createdAt: ctx.now() });
  } catch (error) {
    throw violatedConstraint(error) === null ? error : taken;
  }
  return { ...user, avatar: null, hasPassword: true };
}
