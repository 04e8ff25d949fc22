import { and, eq, not, or, type SQL, sql } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { oidcRecords } from "#server/platform/db/tables/users.ts";

import { revokeGrant } from "./oidc-adapter.ts";

/** The cookie by which the authorization server knows a browser; its value is the session's id. */
export const sessionCookieName = "auth_session";

/**
 * Signs a browser out of the authorization server: the next sign-in requires the password again, and every token that
 * was issued in this session ends. The id is the cookie's value, the uid is stored with tokens. Unknown ones are no
 * error.
 */
export async function endBrowserSession(db: Db, session: { id: string } | { uid: string }): Promise<void> {
  const where =
    "id" in session ? eq(oidcRecords.recordId, session.id.replaceAll("\0", "")) : eq(oidcRecords.uid, session.uid);
  const ended = await db
    .delete(oidcRecords)
    .where(and(eq(oidcRecords.model, "Session"), where))
    .returning({ payload: oidcRecords.payload });
  for (const { payload } of ended) {
    const { authorizations = {} } = payload as { authorizations?: Record<string, { grantId?: string }> };
    for (const { grantId } of Object.values(authorizations)) {
      if (grantId) await revokeGrant(db, grantId);
    }
  }
}

/** Ends a grant with everything issued under it; the next sign-in in its browser requires the password. */
export async function endGrant(db: Db, grantId: string): Promise<void> {
  await db.delete(oidcRecords).where(holdsGrant(grantId));
  await revokeGrant(db, grantId);
}

/**
 * Ends everything an account has at the authorization server: sessions, grants, codes, tokens, and sign-ins that got as
 * far as the password. What belongs to `exceptGrantId` stays; null spares nothing.
 */
export async function endAccount(db: Db, accountId: string, { exceptGrantId }: { exceptGrantId: string | null }) {
  const isOfAccount = or(
    eq(sql`${oidcRecords.payload}->>'accountId'`, accountId),
    eq(sql`${oidcRecords.payload} #>> '{result,login,accountId}'`, accountId),
    eq(sql`${oidcRecords.payload} #>> '{session,accountId}'`, accountId),
  );
  const isSpared = exceptGrantId === null ? sql`false` : belongsToGrant(exceptGrantId);
  await db.delete(oidcRecords).where(and(isOfAccount, not(isSpared)));
}

/** Without nulls, so that its opposite is true of everything else. */
function belongsToGrant(grantId: string): SQL {
  const isGrant = and(eq(oidcRecords.model, "Grant"), eq(oidcRecords.recordId, grantId));
  return sql`coalesce(${or(isGrant, eq(oidcRecords.grantId, grantId), holdsGrant(grantId))}, false)`;
}

/** Browser sessions that this grant was given to. */
function holdsGrant(grantId: string) {
  const path = "$.authorizations.*.grantId ? (@ == $grantId)";
  const isHeld = sql`jsonb_path_exists(${oidcRecords.payload}, ${path}::jsonpath, ${JSON.stringify({ grantId })}::jsonb)`;
  return and(eq(oidcRecords.model, "Session"), isHeld);
}
