import { and, eq } from "drizzle-orm";

import type { Db } from "../db/open-db.ts";
import { oidcRecords } from "../db/tables/users.ts";
import { revokeGrant } from "./oidc-adapter.ts";

/** The cookie by which the authorization server knows a browser; its value is the session's id. */
export const sessionCookieName = "auth_session";

/**
 * Signs a browser out of the authorization server: the next sign-in asks for the password again, and every token that
 * was issued in this session ends. The id is the cookie's value, the uid what tokens remember. Unknown ones are no error.
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
