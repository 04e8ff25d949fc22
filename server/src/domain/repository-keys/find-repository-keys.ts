import type { Ctx } from "#server/ctx.ts";
import { hashKeySecret } from "#server/domain/keys/api-key-secret.ts";

import { selectByFingerprint, selectByHash, touchKey, type KeyHolder } from "./repository-keys.store.ts";
import { isTokenSecret } from "./token-secret.ts";

/** A key's use is noted at most this often: machines fetch many times a minute. */
const touchIntervalMs = 60_000;

/**
 * The repository that a token opens; null for an unknown one. It checks no right, because it is how a machine signs in.
 */
export async function findTokenKey(ctx: Pick<Ctx, "wholeDb">, secret: string): Promise<KeyHolder | null> {
  if (!isTokenSecret(secret)) return null;
  const [key] = await selectByHash(ctx.wholeDb, hashKeySecret(secret));
  return key ?? null;
}

/**
 * The repositories that a public key opens, with the key as one line; empty for an unknown one. It checks no right,
 * because it is how a machine signs in: the caller must verify possession of the key.
 */
export async function findPublicKeys(
  ctx: Pick<Ctx, "wholeDb">,
  fingerprint: string,
): Promise<(KeyHolder & { publicKey: string | null })[]> {
  return await selectByFingerprint(ctx.wholeDb, fingerprint);
}

/** Notes that a key was used just now. */
export async function touchRepositoryKey(ctx: Pick<Ctx, "wholeDb" | "now">, keyId: string): Promise<void> {
  const now = ctx.now();
  await touchKey(ctx.wholeDb, keyId, { now, notedBefore: new Date(now.getTime() - touchIntervalMs) });
}
