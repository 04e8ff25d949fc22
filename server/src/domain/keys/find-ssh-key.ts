import type { Ctx } from "#server/ctx.ts";

import { selectSshKeyByFingerprint } from "./keys.store.ts";

/**
 * Whose key has this fingerprint ("SHA256:…"), and the key as one line; null for an unknown one. It asks no right, because
 * it is how somebody signs in: the caller has the holder prove the key.
 */
export async function findSshKey(
  ctx: Pick<Ctx, "wholeDb">,
  fingerprint: string,
): Promise<{ userId: string; publicKey: string } | null> {
  return await selectSshKeyByFingerprint(ctx.wholeDb, fingerprint);
}
