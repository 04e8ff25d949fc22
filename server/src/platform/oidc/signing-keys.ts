import { asc, sql } from "drizzle-orm";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";

import type { Database } from "#server/platform/db/open-db.ts";
import { signingKeys } from "#server/platform/db/tables/users.ts";
import type { SecretBox } from "#server/platform/secrets/secret-box.ts";

export const signingAlgorithm = "ES256";
/** Any number, the same in every process: only one of them makes the first key. */
const firstKeyLock = 7_266_115;

/** The private keys that sign tokens, oldest first; the first one is made here when there is none yet. */
export async function loadSigningKeys(db: Database, secrets: SecretBox): Promise<JWK[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${firstKeyLock})`);
    const rows = await tx.select().from(signingKeys).orderBy(asc(signingKeys.createdAt), asc(signingKeys.keyId));
    if (rows.length > 0) {
      return rows.map((row) => JSON.parse(secrets.open(row.sealedJwk, sealContext(row.keyId))) as JWK);
    }
    const { keyId, jwk } = await createKey();
    const sealedJwk = secrets.seal(JSON.stringify(jwk), sealContext(keyId));
    await tx.insert(signingKeys).values({ keyId, sealedJwk, createdAt: new Date() });
    return [jwk];
  });
}

async function createKey(): Promise<{ keyId: string; jwk: JWK }> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const keyId = await calculateJwkThumbprint(jwk);
  return { keyId, jwk: { ...jwk, kid: keyId, alg: signingAlgorithm, use: "sig" } };
}

function sealContext(keyId: string): string {
  return `signing_keys:${keyId}`;
}
