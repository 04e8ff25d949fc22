import { authScope } from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";

import { href } from "../paths.ts";
import { runtimeConfig } from "../runtime-config.ts";
import { readPendingLogin, writePendingLogin } from "../storage.ts";
import { createChallenge, createVerifier, requireSecureCrypto } from "./pkce.ts";
import { exchangeForSession } from "./session.ts";

const stateLength = 43;
/** Where a visitor came from; handed through to the authorization server. */
const passedThrough = ["utm_source", "ref"];

export interface LoginRequest {
  /** `signup` asks the authorization server for its sign-up page. */
  mode: "login" | "signup";
  /** Path to open afterwards. */
  returnTo: string;
}

/** Leaves for the authorization server; the answer comes back to /auth/verify. */
export async function startLogin({ mode, returnTo }: LoginRequest): Promise<void> {
  requireSecureCrypto();
  const endpoint = await discoverAuthorizationEndpoint();
  const codeVerifier = createVerifier();
  const state = createVerifier(stateLength);
  const codeChallenge = await createChallenge(codeVerifier);
  writePendingLogin({ state, codeVerifier, returnTo: safeReturnTo(returnTo) });
  const { authClientId, clientHost } = runtimeConfig();
  const address = authorizationUrl({
    endpoint,
    clientId: authClientId,
    redirectUri: clientHost + href("authVerify"),
    mode,
    state,
    codeChallenge,
    visitor: new URLSearchParams(location.search),
  });
  location.assign(address);
}

/** The address of the authorization request. */
export function authorizationUrl(request: {
  endpoint: string;
  clientId: string;
  /** Where the answer comes back to; it must be registered exactly so. */
  redirectUri: string;
  mode: LoginRequest["mode"];
  state: string;
  codeChallenge: string;
  /** The query of the page the visitor came to. */
  visitor: URLSearchParams;
}): string {
  const url = new URL(request.endpoint);
  const params: Record<string, string> = {
    response_type: "code",
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    scope: authScope,
    state: request.state,
    code_challenge: request.codeChallenge,
    code_challenge_method: "S256",
  };
  if (request.mode === "signup") params.prompt = "create";
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  for (const name of passedThrough) {
    const value = request.visitor.get(name);
    if (value) url.searchParams.set(name, value);
  }
  return url.href;
}

/** Completes the sign-in from the answer in the address; returns the path to open. */
export async function finishLogin(answer: { code?: string; state?: string; error?: string }): Promise<string> {
  const pending = readPendingLogin();
  writePendingLogin(null);
  if (answer.error) throw new AppError("unauthenticated", { message: answer.error });
  if (!pending || !answer.code || answer.state !== pending.state) {
    throw new AppError("unauthenticated", {
      message: "This sign-in was not started in this tab, or it was already used. Please start again.",
    });
  }
  await exchangeForSession({ code: answer.code, codeVerifier: pending.codeVerifier });
  return pending.returnTo;
}

/** A path of this app, never another address: "//host" and "/\host" would leave it. */
export function safeReturnTo(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path : "/";
}

async function discoverAuthorizationEndpoint(): Promise<string> {
  const { authHost } = runtimeConfig();
  const fail = (cause?: unknown) =>
    new AppError("vendor_unavailable", { message: `The sign-in server at ${authHost} does not answer`, cause });
  const response = await fetch(`${authHost}/.well-known/openid-configuration`).catch((cause: unknown) => {
    throw fail(cause);
  });
  const document = (await response.json().catch(() => null)) as { authorization_endpoint?: string } | null;
  if (!document?.authorization_endpoint) throw fail();
  return document.authorization_endpoint;
}
