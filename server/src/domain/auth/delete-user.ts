import type { deleteUser as endpoint } from "@cairn/contract/auth";
import type { InputOf } from "@cairn/contract/endpoint";
import { AppError } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { findUser } from "#server/domain/users/find-user.ts";

import { confirmPassword } from "./confirm-password.ts";
import { removeUser } from "./remove-user.ts";
import { requireUser, signInFirst } from "./require-user.ts";

/** Deletes the signed-in user's account. A user with a password must type it again. */
export async function deleteUser(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<undefined> {
  const userId = requireUser(ctx.actor);
  const user = await findUser(ctx, userId);
  if (!user) throw signInFirst();
  if (user.hasPassword) await confirmPassword(ctx, { userId, password: input.password ?? "", field: "password" });
  const { lastOwnerOf } = await removeUser(ctx, user);
  if (lastOwnerOf.length > 0) throw new AppError("conflict", { message: lastOwnerMessage(lastOwnerOf) });
}

/** "You are the last Owner of Northquay and Harbor. …" */
function lastOwnerMessage(names: string[]): string {
  const listed = new Intl.ListFormat("en", { type: "conjunction" }).format(names);
  const them = names.length === 1 ? "the organization" : "these organizations";
  return `You are the last Owner of ${listed}. Make somebody else an Owner or delete ${them} first.`;
}
