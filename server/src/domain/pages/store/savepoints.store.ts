import { sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";

/** A point within a transaction that what follows can be undone to. */
export async function setSavepoint(tx: Db): Promise<void> {
  await tx.execute(sql`savepoint decision`);
}

/** What was done since stays with the transaction. */
export async function releaseSavepoint(tx: Db): Promise<void> {
  await tx.execute(sql`release savepoint decision`);
}

/** Undoes what was done since, also where a statement failed. */
export async function undoToSavepoint(tx: Db): Promise<void> {
  await tx.execute(sql`rollback to savepoint decision`);
}
