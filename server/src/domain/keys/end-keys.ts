import type { Db } from "#server/platform/db/open-db.ts";

import { deleteKeysOf } from "./keys.store.ts";

/**
 * Every key of an account stops working. For the moment when its owner is found out anew, within that transaction; it
 * asks no right, because nobody is signed in then.
 */
export async function endKeys(db: Db, userId: string): Promise<void> {
  await deleteKeysOf(db, userId);
}
