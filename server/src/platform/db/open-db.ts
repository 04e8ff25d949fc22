import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool } from "pg";

export type Database = NodePgDatabase;
/** A database or a transaction on it: what stores take, so that callers decide what commits together. */
export type Db = Pick<Database, "select" | "selectDistinct" | "insert" | "update" | "delete" | "execute">;

export interface OpenedDb {
  db: Database;
  close: () => Promise<void>;
}

interface PoolOptions {
  max: number;
  /** How long a statement waits for a connection that is free. */
  waitMs?: number;
  onError: (error: Error) => void;
  /** Settings that each connection starts with, beside those of the connection string. */
  settings?: Record<string, string>;
}

/** One pool with the rights of the connection's own user, for what the operator does: migrations, grants. */
export function openDb(connectionString: string, options: { max?: number; onError: (error: Error) => void }): OpenedDb {
  const pool = openPool(connectionString, { max: 15, ...options });
  return { db: drizzle(pool), close: () => pool.end() };
}

/**
 * A pool on the one PostgreSQL. Statements that wait over 60 s are ended by the server; a lost idle connection is
 * reported to `onError` and replaced by the pool.
 */
export function openPool(connectionString: string, options: PoolOptions): Pool {
  const config = {
    connectionString: withSettings(connectionString, options.settings ?? {}),
    max: options.max,
    connectionTimeoutMillis: options.waitMs ?? 5_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    // Statements handed over together travel together: a scope costs no further round trip. (Not in pg's types yet.)
    pipeline: true,
  };
  const pool = new Pool(config);
  pool.on("error", options.onError);
  // A connection lost in use fails the statement that waits on it; without a listener it would end the process too.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Options given beside a connection string are dropped where the string has some of its own, so they go into it. */
function withSettings(connectionString: string, settings: Record<string, string>): string {
  const given = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  if (given.length === 0) return connectionString;
  const url = new URL(connectionString);
  const own = url.searchParams.get("options");
  url.searchParams.set("options", [...(own ? [own] : []), ...given].join(" "));
  return url.toString();
}
