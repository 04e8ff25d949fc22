import { AppError } from "@cairn/contract/errors";

import type { Settings } from "../settings/read-settings.ts";

/** What a token endpoint answered. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  /** When the access token ends. */
  expiresAt: Date;
}

interface Metadata {
  token_endpoint: string;
  /** Absent when the provider cannot revoke. */
  revocation_endpoint?: string;
}

type Addresses = Settings["addresses"];

const timeoutMs = 10_000;
const metadataLifetimeMs = 300_000;
const knownMetadata = new Map<string, { metadata: Metadata; readAt: number }>();

/**
 * Asks the token endpoint of AUTH_HOST, whoever runs it, as our public client. Null means that the code or refresh token
 * is refused; a server that cannot be reached or fails is an error.
 */
export async function requestTokens(
  addresses: Addresses,
  grant: { code: string; codeVerifier: string } | { refreshToken: string },
): Promise<IssuedTokens | null> {
  const { token_endpoint } = await discover(addresses.authHost);
  const fields: Record<string, string> =
    "code" in grant
      ? {
          grant_type: "authorization_code",
          code: grant.code,
          code_verifier: grant.codeVerifier,
          redirect_uri: redirectAddress(addresses),
        }
      : { grant_type: "refresh_token", refresh_token: grant.refreshToken };
  const answer = await post(addresses, token_endpoint, fields);
  if (answer.status === 400 || answer.status === 401) return null;
  const tokens = (await readJson(answer)) as { access_token?: string; refresh_token?: string; expires_in?: number };
  if (!tokens.access_token || !tokens.refresh_token) throw unusable(addresses.authHost);
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: new Date(Date.now() + (tokens.expires_in ?? 0) * 1000),
  };
}

/** Ends a refresh token and what was issued with it. One that is over already is no error. */
export async function revokeRefreshToken(addresses: Addresses, refreshToken: string): Promise<void> {
  const { revocation_endpoint } = await discover(addresses.authHost);
  if (!revocation_endpoint) return;
  const answer = await post(addresses, revocation_endpoint, { token: refreshToken, token_type_hint: "refresh_token" });
  if (!answer.ok) throw unusable(addresses.authHost);
}

/** Where the authorization server sends a browser after the sign-in; it must know the very same text. */
export function redirectAddress(addresses: Addresses): string {
  return `${addresses.clientHost}/auth/verify`;
}

async function discover(authHost: string): Promise<Metadata> {
  const known = knownMetadata.get(authHost);
  if (known && Date.now() - known.readAt < metadataLifetimeMs) return known.metadata;
  const answer = await reach(authHost, `${authHost}/.well-known/openid-configuration`, {});
  const metadata = (await readJson(answer)) as Partial<Metadata>;
  if (!answer.ok || !metadata.token_endpoint) throw unusable(authHost);
  const found: Metadata = {
    token_endpoint: metadata.token_endpoint,
    revocation_endpoint: metadata.revocation_endpoint,
  };
  knownMetadata.set(authHost, { metadata: found, readAt: Date.now() });
  return found;
}

function post(addresses: Addresses, endpoint: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ client_id: addresses.authClientId, ...fields });
  return reach(addresses.authHost, endpoint, { method: "POST", body });
}

/** The operator chose this address, so the block on private addresses does not apply; redirects are not followed. */
async function reach(authHost: string, url: string, init: RequestInit): Promise<Response> {
  const headers = { accept: "application/json" };
  try {
    return await fetch(url, { ...init, headers, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
  } catch (cause) {
    throw new AppError("vendor_unavailable", { message: `The sign-in server at ${authHost} does not answer`, cause });
  }
}

async function readJson(answer: Response): Promise<unknown> {
  return answer.ok ? await answer.json().catch(() => ({})) : {};
}

function unusable(authHost: string): AppError {
  return new AppError("vendor_unavailable", { message: `The sign-in server at ${authHost} answered with an error` });
}
