import { and, asc, count, eq, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { connections } from "#server/platform/db/tables/connections.ts";

export type ConnectionRow = typeof connections.$inferSelect;

const isOne = (key: { organizationId: string; connectionId: string }) =>
  and(eq(connections.organizationId, key.organizationId), eq(connections.connectionId, key.connectionId));

const inOrder = [asc(connections.createdAt), asc(connections.connectionId)];

export async function listConnectionRows(
  db: Db,
  organizationId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: ConnectionRow[]; total: number }> {
  const isTheirs = eq(connections.organizationId, organizationId);
  const { limit, offset } = page;
  const rows = await db
    .select()
    .from(connections)
    .where(isTheirs)
    .orderBy(...inOrder)
    .limit(limit)
    .offset(offset);
  const [counted] = await db.select({ total: count() }).from(connections).where(isTheirs);
  return { rows, total: counted?.total ?? 0 };
}

export async function findConnectionRow(
  db: Db,
  key: { organizationId: string; connectionId: string },
): Promise<ConnectionRow | null> {
  const [row] = await db.select().from(connections).where(isOne(key));
  return row ?? null;
}

/** The organization's connection to this installation; null when it has none. */
export async function findByInstallation(
  db: Db,
  { organizationId, installationId }: { organizationId: string; installationId: string },
): Promise<ConnectionRow | null> {
  const [row] = await db
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.organizationId, organizationId),
        eq(connections.type, "github"),
        eq(connections.installationId, installationId),
      ),
    );
  return row ?? null;
}

/** The newest of the organization's connections to the account of this name, whatever its case. */
export async function findByAccount(
  db: Db,
  { organizationId, account }: { organizationId: string; account: string },
): Promise<ConnectionRow | null> {
  const isNamed = sql`lower(${connections.account}) = lower(${account})`;
  const rows = await db
    .select()
    .from(connections)
    .where(and(eq(connections.organizationId, organizationId), eq(connections.type, "github"), isNamed))
    .orderBy(...inOrder);
  return rows.at(-1) ?? null;
}

/** Of all organizations; `db` must see them. */
export async function listOfInstallation(db: Db, installationId: string): Promise<ConnectionRow[]> {
  return await db
    .select()
    .from(connections)
    .where(and(eq(connections.type, "github"), eq(connections.installationId, installationId)))
    .orderBy(...inOrder);
}

/** Null when the organization is connected to this installation already. */
export async function insertConnection(
  db: Db,
  connection: typeof connections.$inferInsert,
): Promise<ConnectionRow | null> {
  const [row] = await db.insert(connections).values(connection).onConflictDoNothing().returning();
  return row ?? null;
}

export async function updateConnection(
  db: Db,
  key: { organizationId: string; connectionId: string },
  change: Partial<Pick<ConnectionRow, "account" | "suspendedAt">>,
): Promise<void> {
  await db.update(connections).set(change).where(isOne(key));
}

/** The row as it was; null when it was gone already. */
export async function deleteConnectionRow(
  db: Db,
  key: { organizationId: string; connectionId: string },
): Promise<ConnectionRow | null> {
  const [row] = await db.delete(connections).where(isOne(key)).returning();
  return row ?? null;
}
