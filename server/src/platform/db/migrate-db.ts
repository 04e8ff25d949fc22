import { fileURLToPath } from "node:url";

import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/node-postgres/migrator";

import { openDb } from "./open-db.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));
/** Any number, the same in every process: only one of them migrates at a time. */
const migrationLock = 7_266_114;

/** Brings the database to this version's schema; a second run changes nothing. Safe when several processes start. */
export async function migrateDb(connectionString: string): Promise<void> {
  const opened = openDb(connectionString, { max: 1, onError: () => {} });
  try {
    await opened.db.execute(sql`select pg_advisory_lock(${migrationLock})`);
    await opened.db.execute(sql`set lock_timeout = '10s'`);
    await migrate(opened.db, { migrationsFolder });
  } finally {
    await opened.close();
  }
}
