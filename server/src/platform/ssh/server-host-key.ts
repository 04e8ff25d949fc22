import { eq, sql } from "drizzle-orm";

import type { Database } from "#server/platform/db/open-db.ts";
import { serverKeys } from "#server/platform/db/tables/connections.ts";
import type { SecretBox } from "#server/platform/secrets/secret-box.ts";

import { createKeyPair } from "./create-key-pair.ts";

const name = "ssh-host-key";
/** Any number, the same in every process: only one of them makes the key. */
const hostKeyLock = 7_266_116;

/**
 * The private key by which clients know this server, in OpenSSH's format; made here when there is none yet. It is kept in
 * the database, so that all machines of an installation show the same and a new disk shows no new one.
 */
export async function loadServerHostKey(db: Database, secrets: SecretBox, now: Date): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${hostKeyLock})`);
    const [row] = await tx.select().from(serverKeys).where(eq(serverKeys.name, name));
    if (row) return secrets.open(row.sealedKey, sealContext);
    const key = createKeyPair(name).privateKey.reveal();
    await tx.insert(serverKeys).values({ name, sealedKey: secrets.seal(key, sealContext), createdAt: now });
    return key;
  });
}

const sealContext = `server_keys:${name}`;
