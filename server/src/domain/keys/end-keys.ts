import type { Db } from "#server/platform/db/open-db.ts";

import { deleteKeysOf } from "./keys.store.ts";

/**
 * Every key of an account stops working. For the transaction in which the account's owner is verified anew; it
 * checks no right, because nobody is signed in then.
 */
export async function endKeys(db: Db, userId: string): Promise<void> {
  await deleteKeysOf(db, userId);
}
