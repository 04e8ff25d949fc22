import type { Ctx } from "#server/ctx.ts";
import { replacePassword } from "#server/domain/users/replace-password.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { endAccount } from "#server/platform/oidc/end-browser-session.ts";

import { deletePasswordResetsOf } from "./password-resets.store.ts";

/**
 * Stores a new password within the transaction `tx`, ends the user's sign-ins and open links, and lets the user know by
 * mail where there is mail. The sign-in of `exceptGrantId` stays; null ends all. False, and nothing done, when the
 * password is no longer the one that was `checked`, or the user is gone.
 */
export async function changePassword(
  ctx: Pick<Ctx, "mail" | "enqueue">,
  tx: Db,
  change: { userId: string; passwordHash: string; checked?: string; exceptGrantId: string | null },
): Promise<boolean> {
  const { userId, exceptGrantId } = change;
  if (!(await replacePassword(tx, change))) return false;
  await endAccount(tx, userId, { exceptGrantId });
  await deletePasswordResetsOf(tx, userId);
  if (ctx.mail) await ctx.enqueue(tx, "send-password-changed", { userId }, userId);
  return true;
}
