import { exchangeCode, refreshTokens, revokeTokens } from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";

import { send } from "../send.ts";
import { isMarkedSignedIn, markSignedIn } from "./session-mark.ts";
import { readExpiry, refreshDelayMs } from "./token-expiry.ts";

/** A refresh that could not reach the server is tried again after this. */
const retryDelayMs = 5_000;
/** A token ending sooner than this is renewed before a call uses it: timers sleep while the laptop does. */
const minLifetimeMs = 5_000;

/** The access token lives in memory only; the refresh token is an httpOnly cookie this code never sees. */
let accessToken: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let refreshing: Promise<boolean> | undefined;
let onSessionLost: () => void = () => {};

/** Registers what happens when a running session cannot be continued: the app starts the sign-in again. */
export function whenSessionIsLost(restartLogin: () => void): void {
  onSessionLost = restartLogin;
}

/** Whether a token exists; queries run only then. */
export function hasSession(): boolean {
  return accessToken !== null;
}

/** A token that is still good for a call; null when nobody is signed in. */
export async function currentAccessToken(): Promise<string | null> {
  const expiresAt = accessToken && readExpiry(accessToken);
  if (expiresAt && expiresAt - Date.now() < minLifetimeMs) await refreshOrRestart();
  return accessToken;
}

/** True if somebody is signed in, after trying the refresh cookie, if there is one, on a fresh page. */
export async function ensureSession(): Promise<boolean> {
  return hasSession() || (isMarkedSignedIn() && (await refresh()));
}

/** Trades the authorization code for a token and starts the session. */
export async function exchangeForSession(input: { code: string; codeVerifier: string }): Promise<void> {
  const answer = await send(exchangeCode, { params: {}, body: input }, { accessToken: null });
  keep(answer.accessToken);
}

/** Ends the session on the server and here. */
export async function endSession(): Promise<void> {
  clearTimeout(timer);
  const token = accessToken;
  accessToken = null;
  markSignedIn(false);
  await send(revokeTokens, { params: {} }, { accessToken: token });
}

function keep(token: string): void {
  accessToken = token;
  markSignedIn(true);
  const expiresAt = readExpiry(token);
  clearTimeout(timer);
  if (expiresAt) timer = setTimeout(() => void refreshOrRestart(), refreshDelayMs(expiresAt, Date.now()));
}

async function refreshOrRestart(): Promise<void> {
  try {
    if (!(await refresh())) onSessionLost();
  } catch {
    clearTimeout(timer);
    timer = setTimeout(() => void refreshOrRestart(), retryDelayMs);
  }
}

/** False if the server refuses the cookie; throws if it could not be asked. One refresh at a time in this tab. */
function refresh(): Promise<boolean> {
  refreshing ??= withRefreshLock(requestToken).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function requestToken(): Promise<boolean> {
  try {
    const answer = await send(refreshTokens, { params: {} }, { accessToken: null });
    keep(answer.accessToken);
    return true;
  } catch (error) {
    const isRefused = error instanceof AppError && error.status >= 400 && error.status < 500 && !error.isRetryable;
    if (!isRefused) throw error;
    accessToken = null;
    markSignedIn(false);
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
