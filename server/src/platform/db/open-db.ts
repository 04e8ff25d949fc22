import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool } from "pg";

export type Database = NodePgDatabase;
/** A database or a transaction on it: what stores take, so that callers decide what commits together. */
export type Db = Pick<Database, "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute">;

export interface OpenedDb {
  db: Database;
  close: () => Promise<void>;
}

/**
 * A pool on the one PostgreSQL. Statements that wait over 60 s are ended by the server; a lost idle connection is
 * reported to `onError` and replaced by the pool.
 */
export function openDb(connectionString: string, options: { max?: number; onError: (error: Error) => void }): OpenedDb {
  const pool = new Pool({
    connectionString,
    max: options.max ?? 15,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  pool.on("error", options.onError);
  return { db: drizzle(pool), close: () => pool.end() };
}
