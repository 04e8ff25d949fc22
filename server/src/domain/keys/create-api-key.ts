import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import type { createApiKey as endpoint } from "@cairn/contract/keys";

import type { Ctx } from "#server/ctx.ts";
import { requireUser } from "#server/domain/auth/require-user.ts";

import { createKeySecret, hashKeySecret } from "./api-key-secret.ts";
import { maxKeys, tooManyKeys } from "./key-limit.ts";
import { countApiKeys, insertApiKey, lockUser } from "./keys.store.ts";

/** Makes a key; its secret is in this answer and nowhere else. */
export async function createApiKey(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const userId = requireUser(ctx.actor);
  const secret = createKeySecret();
  const key = {
    keyId: ctx.newId(),
    name: input.name ?? null,
    lastFour: secret.slice(-4),
    scopes: [...new Set(input.scopes)],
  };
  const createdAt = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if ((await countApiKeys(tx, userId)) >= maxKeys) throw tooManyKeys();
    await insertApiKey(tx, { ...key, userId, secretHash: hashKeySecret(secret), createdAt });
  });
  return { ...key, createdAt: createdAt.toISOString(), key: secret };
}
