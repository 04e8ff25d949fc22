import { exchangeCode, refreshTokens, revokeTokens } from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";

import { send } from "#web/lib/http/send.ts";

import { hasSignedInCookie, setSignedInCookie } from "./signed-in-cookie.ts";
import { parseTokenExpiry, refreshDelayMs } from "./token-expiry.ts";

/** Delay before the next attempt when a refresh could not reach the server. */
const retryDelayMs = 5_000;
/** A token ending sooner than this is renewed before a call uses it: timers sleep while the laptop does. */
const minLifetimeMs = 5_000;

/** The access token lives in memory only; the refresh token is an httpOnly cookie this code never sees. */
let accessToken: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let refreshing: Promise<boolean> | undefined;
let sessionLostHandler: () => void = () => {};

/** Registers the handler that runs when a session cannot be continued; the app then starts a new sign-in. */
export function setSessionLostHandler(restartLogin: () => void): void {
  sessionLostHandler = restartLogin;
}

/** Whether a token exists; queries run only then. */
export function hasSession(): boolean {
  return accessToken !== null;
}

/** A token that is still valid for a call, refreshed first if needed; null when nobody is signed in. */
export async function currentAccessToken(): Promise<string | null> {
  const expiresAt = accessToken && parseTokenExpiry(accessToken);
  if (expiresAt && expiresAt - Date.now() < minLifetimeMs) await refreshOrRestart();
  return accessToken;
}

/** Whether somebody is signed in. On a fresh page it first tries the refresh cookie, if there may be one. */
export async function ensureSession(): Promise<boolean> {
  return hasSession() || (hasSignedInCookie() && (await refresh()));
}

/** Trades the authorization code for a token and starts the session. */
export async function exchangeForSession(input: { code: string; codeVerifier: string }): Promise<void> {
  const answer = await send(exchangeCode, { params: {}, body: input }, { accessToken: null });
  storeToken(answer.accessToken);
}

/** Ends the session on the server and here. */
export async function endSession(): Promise<void> {
  clearTimeout(timer);
  const token = accessToken;
  accessToken = null;
  setSignedInCookie(false);
  await send(revokeTokens, { params: {} }, { accessToken: token });
}

function storeToken(token: string): void {
  accessToken = token;
  setSignedInCookie(true);
  const expiresAt = parseTokenExpiry(token);
  clearTimeout(timer);
  if (expiresAt) timer = setTimeout(() => void refreshOrRestart(), refreshDelayMs(expiresAt, Date.now()));
}

async function refreshOrRestart(): Promise<void> {
  try {
    if (!(await refresh())) sessionLostHandler();
  } catch {
    clearTimeout(timer);
    timer = setTimeout(() => void refreshOrRestart(), retryDelayMs);
  }
}

/**
 * False if the server rejects the cookie; throws if the server could not be reached. Calls share one running refresh.
 */
function refresh(): Promise<boolean> {
  refreshing ??= withRefreshLock(requestToken).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function requestToken(): Promise<boolean> {
  try {
    const answer = await send(refreshTokens, { params: {} }, { accessToken: null });
    storeToken(answer.accessToken);
    return true;
  } catch (error) {
    const isRefused = error instanceof AppError && error.status >= 400 && error.status < 500 && !error.isRetryable;
    if (!isRefused) throw error;
    accessToken = null;
    setSignedInCookie(false);
    return false;
  }
}

/**
 * The cookie is rotated by every refresh and its reuse ends the whole session, so two tabs must not refresh at once.
 * Locks exist wherever sign-in does (HTTPS and localhost).
 */
function withRefreshLock(task: () => Promise<boolean>): Promise<boolean> {
  return navigator.locks ? navigator.locks.request("token-refresh", task) : task();
}
