import { AppError } from "@cairn/contract/errors";
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import * as client from "openid-client";

import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { redirectAddress } from "./own-issuer.ts";

/** A person's identity at another provider; missing fields are null. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  /** As the provider spells it; not checked. */
  email: string | null;
  /** Whether the provider vouches that the address is theirs. */
  isEmailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
}

type ProviderAddresses = Settings["addresses"];
type Claims = Record<string, unknown>;

const defaultTimeoutMs = 10_000;
const metadataLifetimeMs = 300_000;
/** What OpenID Connect allows. */
const maxSubjectLength = 255;
const knownProviders = new Map<string, { provider: client.Configuration; readAt: number }>();

/**
 * Trades the code of a finished sign-in at AUTH_HOST for who it was, as a public client with a code verifier. Null
 * means that the code is refused. What the provider says is believed only with its signature; its tokens are thrown
 * away. The time limit is for each request of the few that this takes.
 */
export async function identifyByCode(
  addresses: ProviderAddresses,
  input: { code: string; codeVerifier: string },
  timeoutMs = defaultTimeoutMs,
): Promise<ProviderIdentity | null> {
  try {
    const provider = await discover(addresses, timeoutMs);
    const tokens = await client.genericGrantRequest(provider, "authorization_code", {
      code: input.code,
      code_verifier: input.codeVerifier,
      redirect_uri: redirectAddress(addresses),
    });
    const claims = await readClaims(provider, { addresses, tokens, timeoutMs });
    return toIdentity(provider.serverMetadata().issuer, claims);
  } catch (error) {
    if (error instanceof client.ResponseBodyError && error.error === "invalid_grant") return null;
    throw explain(addresses.authHost, error);
  }
}

async function discover(addresses: ProviderAddresses, timeoutMs: number): Promise<client.Configuration> {
  const { authHost, authClientId } = addresses;
  const key = `${authHost} ${authClientId}`;
  const known = knownProviders.get(key);
  if (known && Date.now() - known.readAt < metadataLifetimeMs) return known.provider;
  const document = new URL(`${authHost}/.well-known/openid-configuration`);
  const isPlainHttp = document.protocol === "http:";
  const provider = await client.discovery(document, authClientId, undefined, client.None(), {
    timeout: timeoutMs / 1000,
    // The operator chose this address, and with it whether the connection is encrypted.
    execute: [client.enableNonRepudiationChecks, ...(isPlainHttp ? [client.allowInsecureRequests] : [])],
  });
  const { issuer } = provider.serverMetadata();
  if (issuer.replace(/\/$/, "") !== authHost) throw new client.ClientError(`the document is of ${issuer}`);
  knownProviders.set(key, { provider, readAt: Date.now() });
  return provider;
}

interface ProviderResponse {
  addresses: ProviderAddresses;
  tokens: Awaited<ReturnType<typeof client.genericGrantRequest>>;
  timeoutMs: number;
}

/**
 * The ID token identifies the person; where its scope was not granted, an access token that is a signed JWT does. When
 * they do not contain the e-mail address, the userinfo endpoint is called; it is also the only source where neither
 * token can be read.
 */
async function readClaims(
  provider: client.Configuration,
  { addresses, tokens, timeoutMs }: ProviderResponse,
): Promise<Claims> {
  const accessToken = tokens.access_token;
  const claims: JWTPayload | null =
    tokens.claims() ?? (await readAccessToken(provider, { addresses, accessToken, timeoutMs }));
  if (claims && claims.email !== undefined && claims.email_verified !== undefined) return claims;
  const more = await askUserInfo(provider, accessToken, claims?.sub ?? client.skipSubjectCheck);
  if (!claims && !more) throw new client.ClientError("the provider did not say who signed in");
  // Address and proof of it must come from the same answer.
  const { email, email_verified } = more?.email === undefined ? (claims ?? {}) : more;
  return { ...more, ...claims, email, email_verified };
}

/** Null when it is not a JWT, which the standard allows. An invalid one is an error. */
async function readAccessToken(
  provider: client.Configuration,
  { addresses, accessToken, timeoutMs }: Omit<ProviderResponse, "tokens"> & { accessToken: string },
): Promise<JWTPayload | null> {
  const { issuer, jwks_uri } = provider.serverMetadata();
  if (!jwks_uri || accessToken.split(".").length !== 3) return null;
  const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: timeoutMs });
  const { payload } = await jwtVerify(accessToken, keys, {
    issuer,
    audience: [addresses.apiHost, addresses.authClientId],
    requiredClaims: ["sub", "exp"],
  });
  return payload;
}

/** Null when there is no such endpoint, or the access token is not good for it. */
async function askUserInfo(
  provider: client.Configuration,
  accessToken: string,
  subject: string | typeof client.skipSubjectCheck,
): Promise<Claims | null> {
  if (!provider.serverMetadata().userinfo_endpoint) return null;
  try {
    return await client.fetchUserInfo(provider, accessToken, subject);
  } catch (error) {
    if (error instanceof client.WWWAuthenticateChallengeError) return null;
    throw error;
  }
}

function toIdentity(issuer: string, claims: Claims): ProviderIdentity {
  const subject = String(claims.sub);
  if (subject.length > maxSubjectLength || /\p{Cc}/u.test(subject)) throw new client.ClientError("an odd subject");
  return {
    issuer,
    subject,
    email: textOrNull(claims.email),
    isEmailVerified: claims.email_verified === true,
    firstName: textOrNull(claims.given_name) ?? textOrNull(claims.name),
    lastName: textOrNull(claims.family_name),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** A provider that is down or slow may be tried again; an unusable response may not. */
function explain(authHost: string, cause: unknown): AppError {
  if (isOutOfReach(cause)) {
    const message = `The sign-in server at ${authHost} does not answer. Please try again later.`;
    return new AppError("vendor_unavailable", { message, cause });
  }
  if (cause instanceof client.ResponseBodyError) {
    const message = `The sign-in server at ${authHost} refuses this application (${cause.error}).`;
    return new AppError("vendor_failed", { message, cause });
  }
  const message = `The sign-in server at ${authHost} sent an answer that cannot be trusted.`;
  return new AppError("vendor_failed", { message, cause });
}

/**
 * A connection that fails is a TypeError of fetch (the library's own have a code); a status of 500 and more comes as
 * the cause of the library's error.
 */
function isOutOfReach(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || (error instanceof TypeError && !("code" in error))) return true;
  if (error instanceof client.ResponseBodyError) return error.status >= 500;
  if (!(error instanceof client.ClientError)) return false;
  return error.code === "OAUTH_TIMEOUT" || (error.cause instanceof Response && error.cause.status >= 500);
}
