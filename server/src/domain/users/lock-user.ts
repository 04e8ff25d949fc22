import type { Db } from "#server/platform/db/open-db.ts";

import { lockUserRow } from "./users.store.ts";

/**
 * Until the transaction ends nobody else changes this user, or adds anything that belongs to them: memberships, keys,
 * links. False when there is no such user. Rows of organizations are locked before users, never after.
 */
export async function lockUser(tx: Db, userId: string): Promise<boolean> {
  return lockUserRow(tx, userId);
}
