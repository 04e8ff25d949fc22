import { randomUUID } from "node:crypto";

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import type { Database, Db } from "./open-db.ts";

type Row = Record<string, unknown>;

/** One organization with one person and a row of theirs in every walled table. */
interface Tenant {
  organizationId: string;
  userId: string;
  rows: Map<string, Row>;
}

let world: TestWorld;
let walled: string[];
let ours: Tenant;
let theirs: Tenant;

beforeAll(async () => {
  world = await createTestWorld();
  const found = await read<{ name: string }>(
    world.ctx.wholeDb,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity order by 1`,
  );
  walled = found.map(({ name }) => name);
  ours = await makeTenant();
  theirs = await makeTenant();
});
afterAll(() => world.close());

async function read<T extends object>(db: Db, query: ReturnType<typeof sql>): Promise<T[]> {
  return (await db.execute(query)).rows as T[];
}

/** A value that a column of this type takes; ids are the tenant's own, so that rows point at one another. */
function valueFor(column: { name: string; type: string }, ids: Row): unknown {
  switch (column.type) {
    case "uuid":
      return (ids[column.name] ??= randomUUID());
    case "jsonb":
      return {};
    case "boolean":
      return false;
    case "integer":
    case "bigint":
      return 1;
    case "date":
      return "2026-11-21";
    case "timestamp with time zone":
      return "2026-11-21T09:00:00Z";
    case "ARRAY":
      return [];
    default:
      return randomUUID();
  }
}

/** What the table wants, and of what it does not, the ids that are given. */
async function makeRow(table: string, ids: Row): Promise<Row> {
  const columns = await read<{ name: string; type: string }>(
    world.ctx.wholeDb,
    sql`select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = ${table}
          and (column_name = any(${sql.param(Object.keys(ids))}) or (is_nullable = 'NO' and column_default is null))`,
  );
  return Object.fromEntries(columns.map((column) => [column.name, valueFor(column, ids)]));
}

async function insert(db: Db, table: string, row: Row): Promise<void> {
  const names = sql.join(
    Object.keys(row).map((name) => sql.identifier(name)),
    sql`, `,
  );
  const name = sql.identifier(table);
  const record = sql`jsonb_populate_record(null::${name}, ${JSON.stringify(row)}::jsonb)`;
  await db.execute(sql`insert into ${name} (${names}) select ${names} from ${record}`);
}

/** Fills whatever tables there are, so that a new one is tested without anybody thinking of it. */
async function makeTenant(): Promise<Tenant> {
  const taskId = randomUUID();
  const ids: Row = { organization_id: randomUUID(), user_id: randomUUID(), project_id: randomUUID() };
  // One column that is called by what its row is for: it points at a task as well.
  Object.assign(ids, { task_id: taskId, blocker_id: taskId });
  const { wholeDb } = world.ctx;
  await insert(wholeDb, "users", await makeRow("users", ids));
  const rows = new Map<string, Row>();
  for (const table of walled) rows.set(table, await makeRow(table, ids));
  // There it points at an item of a plan.
  Object.assign(rows.get("plan_links") ?? {}, { blocker_id: ids["item_id"] });
  // Both of its ends are nodes.
  const nodeId = rows.get("architecture_nodes")?.["node_id"];
  Object.assign(rows.get("architecture_edges") ?? {}, { source_id: nodeId, target_id: nodeId });
  const waiting = [...rows];
  for (let tries = 0; waiting.length > 0 && tries < walled.length ** 2; tries += 1) {
    const [table, row] = waiting.shift() ?? ["", {}];
    // The row that it points at may come later.
    await insert(wholeDb, table, row).catch(() => waiting.push([table, row]));
  }
  expect(waiting).toEqual([]);
  // The log of changes was written to by the other rows as well.
  await wholeDb.execute(
    sql`delete from project_changes where organization_id = ${ids["organization_id"]}::uuid and sequence > 1`,
  );
  return { organizationId: String(ids["organization_id"]), userId: String(ids["user_id"]), rows };
}

/** The rows of a tenant, among those that `db` sees. */
async function countRows(db: Db, table: string, { organizationId, userId }: Tenant): Promise<number> {
  const isTheirs = ours.rows.get(table)?.["organization_id"]
    ? sql`organization_id = ${organizationId}::uuid`
    : sql`user_id = ${userId}::uuid`;
  const [row] = await read<{ n: number }>(
    db,
    sql`select count(*)::int as n from ${sql.identifier(table)} where ${isTheirs}`,
  );
  return row?.n ?? -1;
}

async function countAll(db: Db, table: string): Promise<number> {
  const [row] = await read<{ n: number }>(db, sql`select count(*)::int as n from ${sql.identifier(table)}`);
  return row?.n ?? -1;
}

/** Runs a change that the test undoes, and answers how many rows it reached. */
async function countReached(db: Database, change: ReturnType<typeof sql>): Promise<number> {
  const undone = new Error("undone");
  let reached = -1;
  const run = db.transaction(async (tx) => {
    reached = (await tx.execute(change)).rowCount ?? -1;
    throw undone;
  });
  await expect(run).rejects.toBe(undone);
  return reached;
}

/** What the wall says to a write; null when it let it pass. */
async function refusalOf(write: Promise<unknown>): Promise<string | null> {
  try {
    await write;
    return null;
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  }
}

const refusalFor = (table: string) => `new row violates row-level security policy for table "${table}"`;

describe("the catalog", () => {
  it("has every table of an organization or a person behind the wall, for all commands and its owner too", async () => {
    const found = await read<{ name: string; isWalled: boolean }>(
      world.ctx.wholeDb,
      sql`select c.relname as name, c.relrowsecurity and c.relforcerowsecurity and exists (
            select 1 from pg_policy p where p.polrelid = c.oid and p.polcmd = '*' and p.polpermissive
              and p.polqual is not null and p.polwithcheck is not null) as "isWalled"
          from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'users'
            and exists (select 1 from pg_attribute a
              where a.attrelid = c.oid and a.attname in ('organization_id', 'user_id') and not a.attisdropped)`,
    );
    expect(found.length).toBeGreaterThanOrEqual(18);
    expect(found.filter(({ isWalled }) => !isWalled)).toEqual([]);
  });

  it("gives the runtime role nothing of its own and no way over the wall", async () => {
    const [role] = await read(
      world.ctx.wholeDb,
      sql`select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcanlogin,
            (select count(*)::int from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned,
            (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
            has_table_privilege('organizations', 'truncate') as "canTruncate"
          from pg_roles r where rolname = current_user`,
    );
    expect(role).toEqual({
      rolname: "cairn_runtime",
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcanlogin: false,
      owned: 0,
      memberships: 0,
      canTruncate: false,
    });
  });
});

describe.each(["user", "agent", "system"] as const)("as %s of one organization", (kind) => {
  const dbOf = (tenant: Tenant): Database =>
    world.as(kind === "system" ? { kind, organizationId: tenant.organizationId } : { kind, userId: tenant.userId }).db;
  /** Jobs of an organization have nothing of persons. */
  const expectedRows = (table: string) => (kind === "system" && !ours.rows.get(table)?.["organization_id"] ? 0 : 1);

  it("reads, changes and deletes its own rows alone, where a statement names none", async () => {
    for (const table of walled) {
      const name = sql.identifier(table);
      const column = sql.identifier(Object.keys(ours.rows.get(table) ?? {})[0] ?? "");
      const db = dbOf(ours);
      const own = expectedRows(table);
      expect([table, await countAll(db, table)]).toEqual([table, own]);
      expect([table, await countRows(db, table, theirs)]).toEqual([table, 0]);
      expect([table, await countReached(db, sql`update ${name} set ${column} = ${column}`)]).toEqual([table, own]);
      expect([table, await countReached(db, sql`delete from ${name}`)]).toEqual([table, own]);
    }
  });

  it("is refused rows for another organization or person, new ones and moved ones", async () => {
    const ids = { organization_id: theirs.organizationId, user_id: theirs.userId };
    for (const table of walled) {
      const row = await makeRow(table, { ...ids });
      expect(await refusalOf(insert(dbOf(ours), table, row))).toBe(refusalFor(table));
      if (expectedRows(table) === 0) continue;
      const key = sql.identifier("organization_id" in row ? "organization_id" : "user_id");
      const id = "organization_id" in row ? theirs.organizationId : theirs.userId;
      const move = sql`update ${sql.identifier(table)} set ${key} = ${id}::uuid`;
      expect(await refusalOf(dbOf(ours).execute(move))).toBe(refusalFor(table));
    }
    for (const table of walled) expect([table, await countRows(world.ctx.wholeDb, table, theirs)]).toEqual([table, 1]);
  });
});

it("keeps a member's chats from the other members", async () => {
  const colleague = randomUUID();
  await insert(world.ctx.wholeDb, "users", await makeRow("users", { user_id: colleague }));
  const { organizationId } = ours;
  await insert(
    world.ctx.wholeDb,
    "members",
    await makeRow("members", { organization_id: organizationId, user_id: colleague }),
  );
  const { db } = world.as({ kind: "user", userId: colleague });
  expect([await countAll(db, "projects"), await countAll(db, "chats")]).toEqual([1, 0]);
  await world.ctx.wholeDb.execute(sql`delete from members where user_id = ${colleague}::uuid`);
  expect([await countAll(db, "projects"), await countAll(db, "chats")]).toEqual([0, 0]);
});

it("shows nobody nothing", async () => {
  const { db } = world.as({ kind: "anonymous" });
  for (const table of walled) {
    expect([table, await countAll(db, table)]).toEqual([table, 0]);
    expect(await refusalOf(insert(db, table, await makeRow(table, {})))).toBe(refusalFor(table));
  }
});
