import { createHash } from "node:crypto";

import { and, eq, isNull, lt } from "drizzle-orm";
import { errors, type OidcAdapter } from "oidc-provider";

import type { Db } from "#server/platform/db/open-db.ts";
import { oidcRecords } from "#server/platform/db/tables/users.ts";

/** The id of one of these is a credential, so only its hash is stored. */
const secretModels = new Set(["RefreshToken", "AuthorizationCode"]);

/** The id under which a record is stored. */
export function recordIdOf(model: string, id: string): string {
  return secretModels.has(model) ? createHash("sha256").update(id).digest("base64url") : id;
}

/** Where the authorization server keeps its records: one adapter per model, all in `oidc_records`. */
export function createOidcAdapter(db: Db): (model: string) => OidcAdapter {
  return (model) => {
    const isSecret = secretModels.has(model);
    const isRecord = (id: string) => and(eq(oidcRecords.model, model), eq(oidcRecords.recordId, recordIdOf(model, id)));
    return {
      async upsert(id, { jti, ...rest }, expiresInS) {
        const recordId = recordIdOf(model, id);
        const payload = isSecret || jti === undefined ? rest : { ...rest, jti };
        const row = {
          payload,
          grantId: textOrNull(payload.grantId),
          uid: textOrNull(payload.uid),
          userCode: textOrNull(payload.userCode),
          expiresAt: expiresInS === undefined ? null : new Date(Date.now() + expiresInS * 1000),
        };
        await db
          .insert(oidcRecords)
          .values({ model, recordId, ...row })
          .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.recordId], set: row });
      },
      // PostgreSQL has no text with NUL in it, so no record has such an id.
      async find(id) {
        const payload = id.includes("\0") ? undefined : await findPayload(db, isRecord(id));
        return payload && isSecret ? { ...payload, jti: id } : payload;
      },
      findByUid: (uid) => findPayload(db, and(eq(oidcRecords.model, model), eq(oidcRecords.uid, uid))),
      findByUserCode: (code) => findPayload(db, and(eq(oidcRecords.model, model), eq(oidcRecords.userCode, code))),
      consume: (id) => consume(db, model, recordIdOf(model, id)),
      async destroy(id) {
        await db.delete(oidcRecords).where(isRecord(id));
      },
      async revokeByGrantId(grantId) {
        await db.delete(oidcRecords).where(and(eq(oidcRecords.model, model), eq(oidcRecords.grantId, grantId)));
      },
    };
  };
}

/**
 * Codes and refresh tokens are used once, also when two requests bring the same one at the same moment: exactly one of
 * them marks the row, and the other is treated like any reuse and ends the whole grant.
 */
async function consume(db: Db, model: string, recordId: string): Promise<void> {
  const won = await db
    .update(oidcRecords)
    .set({ consumedAt: new Date() })
    .where(and(eq(oidcRecords.model, model), eq(oidcRecords.recordId, recordId), isNull(oidcRecords.consumedAt)))
    .returning({ recordId: oidcRecords.recordId });
  if (won.length > 0) return;
  const [used] = await db
    .select({ grantId: oidcRecords.grantId })
    .from(oidcRecords)
    .where(and(eq(oidcRecords.model, model), eq(oidcRecords.recordId, recordId)));
  if (used?.grantId) await revokeGrant(db, used.grantId);
  throw new errors.InvalidGrant(`${model} was used twice at once`);
}

/**
 * Ends a grant with everything that was issued under it: codes, refresh tokens and, by `isGrantAlive`, access tokens.
 */
export async function revokeGrant(db: Db, grantId: string): Promise<void> {
  await db.delete(oidcRecords).where(eq(oidcRecords.grantId, grantId));
  await db.delete(oidcRecords).where(isGrant(grantId));
}

/** Whether the grant of a token is still valid: not signed out, not revoked, not expired. */
export async function isGrantAlive(db: Db, grantId: string, now: Date): Promise<boolean> {
  const [grant] = await db.select({ expiresAt: oidcRecords.expiresAt }).from(oidcRecords).where(isGrant(grantId));
  return grant !== undefined && (grant.expiresAt === null || grant.expiresAt > now);
}

/** Deletes what is over; to be called now and then. Returns how many records went. */
export async function purgeOidcRecords(db: Db, now: Date): Promise<number> {
  const gone = await db.delete(oidcRecords).where(lt(oidcRecords.expiresAt, now));
  return gone.rowCount ?? 0;
}

function isGrant(grantId: string) {
  return and(eq(oidcRecords.model, "Grant"), eq(oidcRecords.recordId, grantId));
}

async function findPayload(db: Db, where: ReturnType<typeof and>): Promise<Record<string, unknown> | undefined> {
  const [row] = await db
    .select({ payload: oidcRecords.payload, consumedAt: oidcRecords.consumedAt })
    .from(oidcRecords)
    .where(where);
  if (!row) return undefined;
  const payload = row.payload as Record<string, unknown>;
  return row.consumedAt ? { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) } : payload;
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
