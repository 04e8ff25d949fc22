import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from "jose";

import type { Database } from "#server/platform/db/open-db.ts";
import type { SecretBox } from "#server/platform/secrets/secret-box.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { apiScopes, grantClaim } from "./access-token-shape.ts";
import { agentScope, isAgentAudience } from "./agent-address.ts";
import { isGrantAlive } from "./oidc-adapter.ts";
import { isSignInElsewhere, ownIssuer } from "./own-issuer.ts";
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
 * The user of an access token that our authorization server issued for the API and that is still valid; null for
 * anything else: altered, expired, signed out, of another type, issuer, audience or without the API's scopes.
 */
export async function verifyAccessToken(parts: VerifierParts, token: string): Promise<TokenUser | null> {
  const claims = await readClaims(parts, token);
  const isForApi = claims !== null && claims.aud === parts.settings.addresses.apiHost && holds(claims, apiScopes);
  return isForApi ? findTokenUser(parts, claims) : null;
}

/**
 * The user of an access token for the MCP server of one product, and which one: an address as `agentAudience` spells
 * it. Null for anything else, the web app's tokens among it. Where people sign in elsewhere, agents do not sign in, and
 * older tokens are invalid.
 */
export async function verifyAgentToken(
  parts: VerifierParts,
  token: string,
): Promise<(TokenUser & { audience: string }) | null> {
  const { addresses } = parts.settings;
  const claims = isSignInElsewhere(addresses) ? null : await readClaims(parts, token);
  if (!claims || typeof claims.aud !== "string" || !isAgentAudience(addresses, claims.aud)) return null;
  const user = holds(claims, [agentScope]) ? await findTokenUser(parts, claims) : null;
  return user && { ...user, audience: claims.aud };
}

/** Null unless the token is one of ours and in time; for whom and for what it is has to be looked at. */
async function readClaims(parts: VerifierParts, token: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, await keySetOf(parts), {
      issuer: ownIssuer(parts.settings.addresses),
      typ: "at+jwt",
      algorithms: [signingAlgorithm],
      requiredClaims: ["sub", "aud", "exp", "scope", grantClaim],
      currentDate: parts.now(),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function holds(claims: JWTPayload, scopes: readonly string[]): boolean {
  const held = String(claims.scope).split(" ");
  return scopes.every((scope) => held.includes(scope));
}

/** Null when what the token was issued under is over. */
async function findTokenUser(parts: VerifierParts, claims: JWTPayload): Promise<TokenUser | null> {
  if (!claims.sub) return null;
  const grantId = String(claims[grantClaim]);
  return (await isGrantAlive(parts.db, grantId, parts.now())) ? { userId: claims.sub, grantId } : null;
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
