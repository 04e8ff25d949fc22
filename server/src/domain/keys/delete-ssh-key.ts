import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireUser } from "#server/domain/auth/require-user.ts";

import { deleteSshKeyRow } from "./keys.store.ts";

/** Deletes one of the signed-in user's keys; its holder may add it again, to any account. */
export async function deleteSshKey(ctx: Ctx, input: { keyId: string }): Promise<undefined> {
  const userId = requireUser(ctx.actor);
  if (!(await deleteSshKeyRow(ctx.db, { userId, keyId: input.keyId }))) throw notFound("SSH key");
}
