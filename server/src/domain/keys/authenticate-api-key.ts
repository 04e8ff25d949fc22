import type { ApiKey } from "@cairn/contract/keys";

import type { Ctx } from "#server/ctx.ts";

import { hashKeySecret, isKeySecret } from "./api-key-secret.ts";
import { selectApiKeyByHash, touchApiKey } from "./keys.store.ts";

/** A key's use is noted at most this often: agents call many times a second. */
const touchIntervalMs = 60_000;

/** Whose key a secret is and what it may do; null for an unknown one. */
export async function authenticateApiKey(
  ctx: Pick<Ctx, "wholeDb" | "now">,
  secret: string,
): Promise<{ userId: string; scopes: ApiKey["scopes"] } | null> {
  if (!isKeySecret(secret)) return null;
  const key = await selectApiKeyByHash(ctx.wholeDb, hashKeySecret(secret));
  if (!key) return null;
  const now = ctx.now();
  await touchApiKey(ctx.wholeDb, key.keyId, { now, notedBefore: new Date(now.getTime() - touchIntervalMs) });
  return { userId: key.userId, scopes: key.scopes };
}
