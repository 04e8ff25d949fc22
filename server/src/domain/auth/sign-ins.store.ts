import { and, count, desc, eq, exists, getTableColumns, gt, isNull, not, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Db } from "#server/platform/db/open-db.ts";
import { oidcRecords, signIns } from "#server/platform/db/tables/users.ts";

const grants = alias(oidcRecords, "grants");
const clients = alias(oidcRecords, "clients");

/** Notes a sign-in, or that it was used again. */
export async function upsertSignIn(db: Db, signIn: typeof signIns.$inferInsert): Promise<void> {
  const { lastUsedAt, userAgent, address } = signIn;
  await db
    .insert(signIns)
    .values(signIn)
    .onConflictDoUpdate({ target: signIns.grantId, set: { lastUsedAt, userAgent, address } });
}

/**
 * One page of a user's valid sign-ins, last used first, and how many there are. Each with the client it was
 * given to; the client's name is null for the web app, which never registered.
 */
export async function selectSignIns(db: Db, userId: string, page: { now: Date; limit: number; offset: number }) {
  const isShown = and(eq(signIns.userId, userId), isValid(db, page.now));
  const rows = await db
    .select({
      ...getTableColumns(signIns),
      clientId: sql<string | null>`${grants.payload}->>'clientId'`,
      clientName: sql<string | null>`${clients.payload}->>'client_name'`,
    })
    .from(signIns)
    .leftJoin(grants, and(eq(grants.model, "Grant"), eq(grants.recordId, signIns.grantId)))
    .leftJoin(clients, and(eq(clients.model, "Client"), eq(clients.recordId, sql`${grants.payload}->>'clientId'`)))
    .where(isShown)
    .orderBy(desc(signIns.lastUsedAt), desc(signIns.sessionId))
    .limit(page.limit)
    .offset(page.offset);
  const [all] = await db.select({ total: count() }).from(signIns).where(isShown);
  return { rows, total: all?.total ?? 0 };
}

/** Null when the user has no such sign-in, or it is over. */
export async function selectGrantOfSignIn(
  db: Db,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: Date },
): Promise<string | null> {
  const [signIn] = await db
    .select({ grantId: signIns.grantId })
    .from(signIns)
    .where(and(eq(signIns.userId, userId), eq(signIns.sessionId, sessionId), isValid(db, now)));
  return signIn?.grantId ?? null;
}

/** Removes what is shown of sign-ins that are over. */
export async function deleteEndedSignIns(db: Db, now: Date): Promise<void> {
  await db.delete(signIns).where(not(isValid(db, now)));
}

/** The grant decides: a sign-in lasts as long as its record, no matter where that was ended. */
function isValid(db: Db, now: Date) {
  const isItsGrant = and(eq(oidcRecords.model, "Grant"), eq(oidcRecords.recordId, signIns.grantId));
  const isAlive = or(isNull(oidcRecords.expiresAt), gt(oidcRecords.expiresAt, now));
  return exists(db.select({ grantId: oidcRecords.recordId }).from(oidcRecords).where(and(isItsGrant, isAlive)));
}
