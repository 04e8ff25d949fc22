import { createLocalJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from "jose";

import type { Database } from "../db/open-db.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { Settings } from "../settings/read-settings.ts";
import { apiScopes, grantClaim } from "./access-token-shape.ts";
import { isGrantAlive } from "./oidc-adapter.ts";
import { ownIssuer } from "./own-issuer.ts";
import { loadSigningKeys, signingAlgorithm } from "./signing-keys.ts";

export interface VerifierParts {
  db: Database;
  secrets: SecretBox;
  settings: Pick<Settings, "addresses">;
  now(): Date;
}

/** Whose token it is, and the sign-in it was issued under. */
export interface TokenUser {
  userId: string;
  grantId: string;
}

/** One set of public keys per database and process: keys are made once and stay. */
const keySets = new WeakMap<Database, Promise<JWTVerifyGetKey>>();

/**
 * The user of an access token that our authorization server issued for the API and that still stands; null for
 * anything else: changed, over, signed out, of another type, issuer, audience or without the API's scopes.
 */
export async function verifyAccessToken(parts: VerifierParts, token: string): Promise<TokenUser | null> {
  const { addresses } = parts.settings;
  try {
    const { payload } = await jwtVerify(token, await keySetOf(parts), {
      issuer: ownIssuer(addresses),
      audience: addresses.apiHost,
      typ: "at+jwt",
      algorithms: [signingAlgorithm],
      requiredClaims: ["sub", "exp", "scope", grantClaim],
      currentDate: parts.now(),
    });
    const scopes = String(payload.scope).split(" ");
    if (!apiScopes.every((scope) => scopes.includes(scope)) || !payload.sub) return null;
    const grantId = String(payload[grantClaim]);
    return (await isGrantAlive(parts.db, grantId, parts.now())) ? { userId: payload.sub, grantId } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function keySetOf({ db, secrets }: VerifierParts): Promise<JWTVerifyGetKey> {
  const known = keySets.get(db);
  if (known) return known;
  const loading = loadSigningKeys(db, secrets).then((keys) =>
    createLocalJWKSet({ keys: keys.map(({ d: _private, ...publicKey }) => publicKey) }),
  );
  loading.catch(() => keySets.delete(db));
  keySets.set(db, loading);
  return loading;
}
