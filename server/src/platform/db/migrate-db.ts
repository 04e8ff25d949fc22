import { fileURLToPath } from "node:url";

import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/node-postgres/migrator";

import { openDb } from "./open-db.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
/** Any number, the same in every process: only one of them changes the schema or its grants at a time. */
export const schemaLock = 7_266_114;

/** Brings the database to this version's schema; a second run changes nothing. Safe when several processes start. */
export async function migrateDb(connectionString: string): Promise<void> {
  const opened = openDb(connectionString, { max: 1, onError: () => {} });
  try {
    await opened.db.execute(sql`select pg_advisory_lock(${schemaLock})`);
    await opened.db.execute(sql`set lock_timeout = '10s'`);
    // Row security holds for the tables' owner too: without this a migration would find every table empty.
    await opened.db.execute(sql`set cairn.scope = 'all'`);
    await migrate(opened.db, { migrationsFolder });
  } finally {
    await opened.close();
  }
}
