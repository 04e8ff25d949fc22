import { AppError } from "@cairn/contract/errors";

import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { ownIssuer, redirectAddress } from "./own-issuer.ts";

/** What a token endpoint answered. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
}

type ClientSettings = Pick<Settings, "server" | "addresses">;

const timeoutMs = 10_000;
/** The authorization server is this process, of which people know nothing. */
const busyMessage = "The server is busy. Try again in a moment.";
/** Listening everywhere has no address of its own; these do. */
const loopbackHosts: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/**
 * Calls our own token endpoint, as our public client. Null means that the code or refresh token is refused; a server
 * that cannot be reached or fails is an error.
 */
export async function requestTokens(
  settings: ClientSettings,
  grant: { code: string; codeVerifier: string } | { refreshToken: string },
): Promise<IssuedTokens | null> {
  const fields: Record<string, string> =
    "code" in grant
      ? {
          grant_type: "authorization_code",
          code: grant.code,
          code_verifier: grant.codeVerifier,
          redirect_uri: redirectAddress(settings.addresses),
        }
      : { grant_type: "refresh_token", refresh_token: grant.refreshToken };
  const answer = await post(settings, "/token", fields);
  if (answer.status === 400 || answer.status === 401) return null;
  const tokens = (await readJson(answer)) as { access_token?: string; refresh_token?: string };
  if (!tokens.access_token || !tokens.refresh_token) throw unusable(settings);
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
}

/** Ends a refresh token and what was issued with it. An expired one is no error. */
export async function revokeRefreshToken(settings: ClientSettings, refreshToken: string): Promise<void> {
  const fields = { token: refreshToken, token_type_hint: "refresh_token" };
  const answer = await post(settings, "/token/revocation", fields);
  if (!answer.ok) throw unusable(settings);
}

/**
 * The authorization server listens in this process, so it is called on the loopback: the public address may lead
 * through a proxy that this machine cannot reach, or whose certificate it does not know.
 */
async function post(settings: ClientSettings, path: string, fields: Record<string, string>): Promise<Response> {
  const { server, addresses } = settings;
  const host = loopbackHosts[server.host] ?? server.host;
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`;
  const issuer = ownIssuer(addresses);
  try {
    return await fetch(origin + new URL(issuer).pathname + path, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams({ client_id: addresses.authClientId, ...fields }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (cause) {
    throw new AppError("unavailable", { message: busyMessage, cause });
  }
}

async function readJson(answer: Response): Promise<unknown> {
  return answer.ok ? await answer.json().catch(() => ({})) : {};
}

function unusable({ addresses }: ClientSettings): AppError {
  const cause = new Error(`The authorization server at ${ownIssuer(addresses)} answered with an error`);
  return new AppError("unavailable", { message: busyMessage, cause });
}
