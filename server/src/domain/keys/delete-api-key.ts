import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireUser } from "#server/domain/auth/require-user.ts";

import { deleteApiKeyRow } from "./keys.store.ts";

/** Deletes one of the signed-in user's keys; it is refused from the next use on. */
export async function deleteApiKey(ctx: Ctx, input: { keyId: string }): Promise<undefined> {
  const userId = requireUser(ctx.actor);
  if (!(await deleteApiKeyRow(ctx.db, { userId, keyId: input.keyId }))) throw notFound("API key");
}
