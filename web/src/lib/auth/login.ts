import { AppError } from "@cairn/contract/errors";

import { loadPendingLogin, savePendingLogin } from "#web/lib/browser/storage.ts";
import { runtimeConfig } from "#web/lib/config/runtime-config.ts";
import { href } from "#web/lib/navigation/paths.ts";

import { createChallenge, createVerifier, requireSecureCrypto, sha256Hex } from "./pkce.ts";
import { exchangeForSession } from "./session.ts";
import { findSignInServer, type SignInServer } from "./sign-in-server.ts";

const stateLength = 43;
/** Query parameters that say where a visitor came from; they are forwarded to the authorization server. */
const forwardedParameters = ["utm_source", "ref"];

export interface LoginRequest {
  /**
   * `signup` requests the authorization server's sign-up page. `silent` requests that it shows no page (prompt=none):
   * users without a session there are sent back and see /login.
   */
  mode: "login" | "signup" | "silent";
  /** Path to open afterwards. */
  returnTo: string;
  /** The e-mail address that is going to be typed. */
  loginHint?: string;
  /** The token of an invite link; only its hash leaves the browser, and only to our own server. */
  inviteToken?: string;
}

/** Leaves for the authorization server; the answer comes back to /auth/verify. */
export async function startLogin({ mode, returnTo, loginHint, inviteToken }: LoginRequest): Promise<void> {
  requireSecureCrypto();
  const server = await findSignInServer();
  const codeVerifier = createVerifier();
  const state = createVerifier(stateLength);
  const codeChallenge = await createChallenge(codeVerifier);
  const invite = inviteToken && (await sha256Hex(inviteToken));
  savePendingLogin({ state, codeVerifier, returnTo: safeReturnTo(returnTo), isSilent: mode === "silent" });
  const { authClientId, clientHost } = runtimeConfig();
  const address = buildAuthorizationUrl({
    server,
    clientId: authClientId,
    redirectUri: clientHost + href("authVerify"),
    mode,
    loginHint,
    invite,
    isForDemo: returnTo === href("exploreDemo"),
    state,
    codeChallenge,
    visitor: new URLSearchParams(location.search),
  });
  location.assign(address);
}

/**
 * Signs in a user whose session was just lost, without any user interaction. Leaves the page; resolves only when the
 * sign-in cannot be started.
 */
export async function signInSilently(returnTo: string): Promise<void> {
  try {
    await startLogin({ mode: "silent", returnTo });
  } catch {
    return;
  }
  await new Promise(() => {});
}

/** The address of the authorization request. */
export function buildAuthorizationUrl(request: {
  server: SignInServer;
  clientId: string;
  /** Where the answer comes back to; it must be registered exactly so. */
  redirectUri: string;
  mode: LoginRequest["mode"];
  loginHint?: string;
  /** SHA-256 of the invite token, in hex. */
  invite?: string;
  /** A copy of the demo opens afterwards, which our own server says beside its form. */
  isForDemo?: boolean;
  state: string;
  codeChallenge: string;
  /** The query of the page the visitor came to. */
  visitor: URLSearchParams;
}): string {
  const { server } = request;
  const url = new URL(server.authorizationEndpoint);
  const params: Record<string, string | null | undefined> = {
    response_type: "code",
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    scope: server.scope,
    state: request.state,
    code_challenge: request.codeChallenge,
    code_challenge_method: "S256",
    prompt: choosePrompt(request.mode, server),
    login_hint: request.loginHint,
    invite: server.isOurs ? request.invite : undefined,
    screen_hint: server.isOurs && request.isForDemo ? "demo" : undefined,
  };
  for (const name of forwardedParameters) params[name] = request.visitor.get(name);
  for (const [name, value] of Object.entries(params)) if (value) url.searchParams.set(name, value);
  return url.href;
}

function choosePrompt(mode: LoginRequest["mode"], server: SignInServer): string | undefined {
  if (mode === "silent") return "none";
  return mode === "signup" && server.hasSignUpPage ? "create" : undefined;
}

/** Error codes of a server that would have to show a page (OpenID Connect Core, 3.1.2.6). */
const pageRequiredErrors = new Set([
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
]);

/** Completes the sign-in from the answer in the address; returns the path to open. */
export async function finishLogin(answer: {
  code?: string;
  state?: string;
  error?: string;
  description?: string;
}): Promise<string> {
  const pending = loadPendingLogin();
  savePendingLogin(null);
  // An error also needs the right state: otherwise anybody could craft a link that shows an arbitrary message.
  const isAnswer = pending !== null && answer.state === pending.state;
  if (isAnswer && answer.error) {
    if (pending.isSilent && pageRequiredErrors.has(answer.error)) return buildLoginAddress(pending.returnTo);
    throw new AppError("unauthenticated", { message: answer.description ?? answer.error });
  }
  if (!isAnswer || !answer.code) {
    throw new AppError("unauthenticated", {
      message: "This sign-in was not started in this tab, or it was already used. Please start again.",
    });
  }
  await exchangeForSession({ code: answer.code, codeVerifier: pending.codeVerifier });
  return pending.returnTo;
}

function buildLoginAddress(returnTo: string): string {
  return returnTo === href("home") ? href("login") : `${href("login")}?${new URLSearchParams({ returnTo })}`;
}

/** A path of this app, never another address: "//host" and "/\host" would leave it. */
export function safeReturnTo(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path : "/";
}
