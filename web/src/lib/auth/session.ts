import { exchangeCode, refreshTokens, revokeTokens } from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";

import { retryAfterOf, send } from "#web/lib/http/send.ts";

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
let serverHandler: ServerHandler = { onAway: () => {}, onBack: () => {} };

interface ServerHandler {
  /** The server could not say yet who is signed in; it is asked again by itself, and at once by `tryNow`. */
  onAway: (tryNow: () => void) => void;
  onBack: () => void;
}

/** Set while a page that was just opened waits for a server that is busy or away. */
let awaited: Promise<void> | undefined;
/** Ends the pause before the next try. */
let tryNow: () => void = () => {};
/** Which wait is the current one: another one was ended. */
let waits = 0;
/** Pauses between the tries, in order; the last one repeats. */
const pausesMs = [5_000, 5_000, 10_000, 20_000, 30_000];
const maxPauseMs = 60_000;

/** Registers the handler that runs when a session cannot be continued; the app then starts a new sign-in. */
export function setSessionLostHandler(restartLogin: () => void): void {
  sessionLostHandler = restartLogin;
}

/** Registers what tells people that a page waits for the server. */
export function setServerHandler(handler: ServerHandler): void {
  serverHandler = handler;
}

/** Whether a token exists, or is waited for; queries run only then. */
export function hasSession(): boolean {
  return accessToken !== null || awaited !== undefined;
}

/** A token that is still valid for a call, refreshed first if needed; null when nobody is signed in. */
export async function currentAccessToken(): Promise<string | null> {
  await awaited;
  const expiresAt = accessToken && parseTokenExpiry(accessToken);
  if (expiresAt && expiresAt - Date.now() < minLifetimeMs) await refreshOrRestart();
  return accessToken;
}

/**
 * Whether somebody is signed in. On a fresh page it first tries the refresh cookie, if there may be one. Where the server cannot
 * say, the answer is yes: the page opens, and its calls wait until the server can.
 */
export async function ensureSession(): Promise<boolean> {
  if (hasSession()) return true;
  if (!hasSignedInCookie()) return false;
  try {
    return await refresh();
  } catch (error) {
    awaited ??= waitForServer(error).finally(() => {
      awaited = undefined;
    });
    return true;
  }
}

async function waitForServer(firstFailure: unknown): Promise<void> {
  waits += 1;
  const own = waits;
  let failure = firstFailure;
  for (let tries = 0; ; tries += 1) {
    const pauseMs = pauseBefore(tries, failure);
    const pause = new Promise<void>((resolve) => {
      tryNow = resolve;
      setTimeout(resolve, pauseMs);
    });
    serverHandler.onAway(tryNow);
    await pause;
    if (own !== waits) return;
    try {
      const isContinued = await refresh();
      serverHandler.onBack();
      if (!isContinued) sessionLostHandler();
      return;
    } catch (error) {
      if (own !== waits) return;
      failure = error;
    }
  }
}

/** As long as the server asks for, but neither less than is usual nor without end. */
function pauseBefore(tries: number, failure: unknown): number {
  const usual = pausesMs[Math.min(tries, pausesMs.length - 1)] ?? maxPauseMs;
  const asked = failure instanceof AppError ? retryAfterOf(failure) : null;
  return Math.min(maxPauseMs, Math.max(usual, (asked ?? 0) * 1_000));
}

/** Trades the authorization code for a token and starts the session. */
export async function exchangeForSession(input: { code: string; codeVerifier: string }): Promise<void> {
  const answer = await send(exchangeCode, { params: {}, body: input }, { accessToken: null });
  storeToken(answer.accessToken);
}

/** Ends the session on the server and here. */
export async function endSession(): Promise<void> {
  clearTimeout(timer);
  waits += 1;
  tryNow();
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
