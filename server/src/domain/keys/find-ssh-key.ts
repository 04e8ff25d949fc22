import type { Ctx } from "#server/ctx.ts";

import { selectSshKeyByFingerprint } from "./keys.store.ts";

/**
 * The owner of the key with this fingerprint ("SHA256:…"), and the key as one line; null for an unknown one. It checks
 * no right, because it is part of signing in: the caller must verify possession of the key.
 */
export async function findSshKey(
  ctx: Pick<Ctx, "wholeDb">,
  fingerprint: string,
): Promise<{ userId: string; publicKey: string } | null> {
  return await selectSshKeyByFingerprint(ctx.wholeDb, fingerprint);
}
