import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { afterEach, beforeEach, expect, inject, it } from "vitest";

import { createTestWorld, makeOrganization, type TestWorld } from "#server/testing/test-ctx.ts";

import { type Database, type Db, openDb, openPool } from "./open-db.ts";
import { scopeDatabase, wholeDatabase } from "./scope-database.ts";
import { organizations } from "./tables/organizations.ts";

let world: TestWorld;
let pool: Pool;

beforeEach(async () => {
  world = await createTestWorld();
  pool = openRuntimePool(3);
});
afterEach(async () => {
  await pool.end();
  await world.close();
});

function openRuntimePool(max: number): Pool {
  const role = inject("testRuntimeRole");
  return openPool(world.connectionString, { max, onError: () => {}, settings: role ? { role } : {} });
}

function databaseOf(given: Pool, { organizationId }: { organizationId: string }): Database {
  return scopeDatabase(given, { kind: "organization", organizationId });
}

const seen = { organizationId: organizations.organizationId };

/** What each connection of the pool still holds of a scope. */
async function leftBehind(given: Pool): Promise<unknown[]> {
  const clients = await Promise.all(Array.from({ length: given.options.max ?? 1 }, () => given.connect()));
  const held = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(
        `select nullif(current_setting('cairn.scope', true), '') as scope,
           nullif(current_setting('cairn.organizations', true), '') as organizations,
           (select count(*)::int from organizations) as visible`,
      );
      client.release();
      return rows[0];
    }),
  );
  return held.filter((row) => row?.["scope"] !== null || row["organizations"] !== null || row["visible"] !== 0);
}

it("shows a thousand interleaved statements and transactions only what is theirs", async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => makeOrganization(world)));
  const kinds: ((db: Database) => Promise<{ organizationId: string }[]>)[] = [
    (db) => db.select(seen).from(organizations),
    (db) => db.transaction((tx) => tx.select(seen).from(organizations)),
    (db) =>
      db.transaction(async (tx) => {
        await tx.transaction((inner) => inner.execute(sql`select 1 / 0`)).catch(() => undefined);
        return await tx.transaction((inner) => inner.select(seen).from(organizations));
      }),
    async (db) => {
      await db.execute(sql`select 1 / ${0}::int`).catch(() => undefined);
      return await db.select(seen).from(organizations);
    },
  ];
  const runs = Array.from({ length: 1_000 }, async (_, index) => {
    const own = all[index % all.length];
    const run = kinds[index % kinds.length];
    if (!own || !run) throw new Error("nothing to run");
    const scope = index % 3 === 0 ? ({ kind: "user", userId: own.owner.userId } as const) : null;
    const rows = await run(scope ? scopeDatabase(pool, scope) : databaseOf(pool, own));
    return rows.length === 1 && rows[0]?.organizationId === own.organizationId;
  });
  const results = await Promise.all(runs);
  expect(results.filter((isOwn) => !isOwn)).toEqual([]);
  expect(await leftBehind(pool)).toEqual([]);
});

it("answers what failed, commits nothing of it and leaves no scope behind", async () => {
  const own = await makeOrganization(world);
  const db = databaseOf(pool, own);
  await expect(db.execute(sql`select 1 / 0`)).rejects.toMatchObject({ cause: { code: "22012" } });
  const failing = db.transaction(async (tx) => {
    await tx.update(organizations).set({ name: "Half done" });
    await tx.execute(sql`select 1 / 0`);
  });
  await expect(failing).rejects.toMatchObject({ cause: { code: "22012" } });
  expect(await db.select({ name: organizations.name }).from(organizations)).toEqual([{ name: "Northquay" }]);
  expect(await leftBehind(pool)).toEqual([]);
});

it("keeps a savepoint's failure from the rest of its transaction, which stays in its scope", async () => {
  const [own] = await Promise.all([makeOrganization(world), makeOrganization(world)]);
  const rows = await databaseOf(pool, own).transaction(async (tx) => {
    await tx.update(organizations).set({ name: "Kept" });
    const inner = tx.transaction(async (savepoint) => {
      await savepoint.update(organizations).set({ name: "Undone" });
      throw new Error("no");
    });
    await expect(inner).rejects.toThrow("no");
    return await tx.select({ ...seen, name: organizations.name }).from(organizations);
  });
  expect(rows).toEqual([{ organizationId: own.organizationId, name: "Kept" }]);
});

it("passes isolation levels on", async () => {
  const own = await makeOrganization(world);
  const level = await databaseOf(pool, own).transaction(
    async (tx) => (await tx.execute(sql`show transaction_isolation`)).rows,
    { isolationLevel: "serializable" },
  );
  expect(level).toEqual([{ transaction_isolation: "serializable" }]);
});

it("replaces a connection that is killed, whatever it is doing, and says which statement failed", async () => {
  const own = await makeOrganization(world);
  const single = openRuntimePool(1);
  const admin = openDb(world.connectionString, { max: 1, onError: () => {} });
  const kill = (pid: unknown) => admin.db.execute(sql`select pg_terminate_backend(${pid}::int, 5000)`);
  const readPid = async (db: Db) => (await db.execute(sql`select pg_backend_pid() as pid`)).rows[0]?.["pid"];
  for (const db of [databaseOf(single, own), wholeDatabase(single)]) {
    const inTransaction = db.transaction(async (tx) => {
      await kill(await readPid(tx));
      await tx.execute(sql`select 'after the kill'`);
    });
    await expect(inTransaction).rejects.toThrow("after the kill");
    const pid = await readPid(db);
    const [asleep] = await Promise.allSettled([db.execute(sql`select pg_sleep(60)`), kill(pid)]);
    expect(asleep).toMatchObject({
      status: "rejected",
      reason: { message: expect.stringContaining("sleep") as string },
    });
    const other = await readPid(db);
    await kill(other);
    // The pool may not have heard of it yet.
    await db.transaction(readPid).catch(() => undefined);
    expect(await readPid(db)).not.toBe(other);
  }
  expect(await databaseOf(single, own).select(seen).from(organizations)).toEqual([
    { organizationId: own.organizationId },
  ]);
  expect(await leftBehind(single)).toEqual([]);
  await single.end();
  await admin.close();
});

it("closes a connection whose begin failed, instead of losing it", async () => {
  const own = await makeOrganization(world);
  const single = openRuntimePool(1);
  const db = databaseOf(single, own);
  const isolationLevel = "no such level" as "serializable";
  await expect(db.transaction((tx) => tx.select(seen).from(organizations), { isolationLevel })).rejects.toThrow(
    "begin",
  );
  expect(await db.select(seen).from(organizations)).toEqual([{ organizationId: own.organizationId }]);
  await single.end();
});

it("takes nothing but ids into its statements", () => {
  const userId = "'); select set_config('cairn.scope', 'all', true); --";
  expect(() => scopeDatabase(pool, { kind: "user", userId })).toThrow("UUID");
});
