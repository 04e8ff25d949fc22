import type { Db } from "#server/platform/db/open-db.ts";

import { deleteUserRow } from "./users.store.ts";

/** Deletes the person with keys, memberships and everything else that the database ties to them. Checks no right. */
export async function deleteUserRecord(tx: Db, userId: string): Promise<void> {
  await deleteUserRow(tx, userId);
}
