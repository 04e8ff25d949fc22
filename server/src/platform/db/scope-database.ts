import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool, PoolClient, QueryConfig } from "pg";

import type { Database } from "./open-db.ts";

/** Whose rows statements reach: those of a user's organizations and the user's own, of one organization, or none. */
export type RowScope = { kind: "user"; userId: string } | { kind: "organization"; organizationId: string } | null;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The pool's database as one scope sees it. Every statement runs in a transaction that enters the scope first, every
 * transaction enters it at its start, and both leave it by ending: a connection returns to the pool unchanged.
 */
export function scopeDatabase(pool: Pool, scope: RowScope): Database {
  const enter = scope === null ? "" : `; select cairn_enter('${nameOf(scope)}')`;
  const query = (config: QueryConfig, values?: unknown[]) => runAlone(pool, `begin${enter}`, { config, values });
  return toDatabase(pool, { query, connect: async () => holdTransaction(await pool.connect(), enter) });
}

/** The pool's database as it is. */
export function wholeDatabase(pool: Pool): Database {
  const query = (config: QueryConfig, values?: unknown[]) => pool.query(config, values);
  return toDatabase(pool, { query, connect: async () => holdTransaction(await pool.connect(), "") });
}

/** The two things that drizzle wants of a pool. */
interface PoolMethods {
  query(config: QueryConfig, values?: unknown[]): Promise<unknown>;
  connect(): Promise<PoolClient>;
}

/** Drizzle checks whether it was given a pool, so this still is one, with these methods replaced. */
function toDatabase(pool: Pool, methods: PoolMethods): Database {
  return drizzle(Object.assign(Object.create(pool) as Pool, methods));
}

/** The id becomes part of a statement's text, because statements without parameters can travel in one message. */
function nameOf(scope: NonNullable<RowScope>): string {
  const id = scope.kind === "user" ? scope.userId : scope.organizationId;
  if (!uuid.test(id)) throw new TypeError("A scope is named by a UUID");
  return `${scope.kind}:${id}`;
}

/** All three are sent at once. After a failure the commit is a rollback, and what failed first is what is thrown. */
async function runAlone(
  pool: Pool,
  begin: string,
  statement: { config: QueryConfig; values: unknown[] | undefined },
): Promise<unknown> {
  const client = await pool.connect();
  const [begun, result, committed] = await Promise.allSettled([
    client.query(begin),
    client.query(statement.config, statement.values),
    client.query("commit"),
  ]);
  // A connection that did not even end its transaction may still hold the scope.
  client.release(committed.status === "rejected");
  if (begun.status === "rejected") throw begun.reason;
  if (result.status === "rejected") throw result.reason;
  if (committed.status === "rejected") throw committed.reason;
  return result.value;
}

/**
 * A connection for one drizzle transaction, which enters the scope with its `begin`. Drizzle never gives back a
 * connection whose `begin` failed, and lets a failed `rollback` hide what it was for; here both close the connection.
 */
function holdTransaction(client: PoolClient, enter: string): PoolClient {
  let isBroken = false;
  const query = async (config: QueryConfig, values?: unknown[]) => {
    const isBegin = config.text.startsWith("begin");
    try {
      return isBegin ? await client.query(`${config.text}${enter}`) : await client.query(config, values);
    } catch (error) {
      if (config.text === "rollback") return void (isBroken = true);
      if (isBegin) client.release(true);
      throw error;
    }
  };
  return Object.assign(Object.create(client) as PoolClient, { query, release: () => client.release(isBroken) });
}
