import { createHash, randomBytes } from "node:crypto";

import type { Ctx } from "#server/ctx.ts";
import { lockUser } from "#server/domain/users/lock-user.ts";
import { ownIssuer } from "#server/platform/oidc/own-issuer.ts";

import { deletePasswordResetsOf, insertPasswordReset } from "./password-resets.store.ts";

const lifetimeMs = 3_600_000;

/**
 * The address of a page on which its holder can set the user's password: once, within the hour, and only until the next
 * link is made. Null when there is no such user. The link is a secret and is not stored.
 */
export async function makePasswordReset(
  ctx: Pick<Ctx, "wholeDb" | "settings" | "now">,
  userId: string,
): Promise<string | null> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(ctx.now().getTime() + lifetimeMs);
  const isMade = await ctx.wholeDb.transaction(async (tx) => {
    if (!(await lockUser(tx, userId))) return false;
    await deletePasswordResetsOf(tx, userId);
    await insertPasswordReset(tx, { tokenHash: hashResetToken(token), userId, expiresAt });
    return true;
  });
  return isMade ? `${ownIssuer(ctx.settings.addresses)}/password/reset/${token}` : null;
}

/** The form in which tokens are stored; they are long and random, so no slow hash is needed. */
export function hashResetToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
