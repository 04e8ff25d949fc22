import * as contract from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";
import { parseInput } from "@cairn/contract/input-messages";
import type { Context, Hono } from "hono";
import { generateCookie, getCookie } from "hono/cookie";

import { findTokenUser } from "#server/domain/auth/authenticate-bearer.ts";
import { exchangeCode } from "#server/domain/auth/exchange-code.ts";
import { recordSignIn } from "#server/domain/auth/record-sign-in.ts";
import { refreshTokens } from "#server/domain/auth/refresh-tokens.ts";
import { revokeTokens } from "#server/domain/auth/revoke-tokens.ts";
import { verifyToken } from "#server/domain/auth/verify-token.ts";
import { signInElsewhere } from "#server/domain/identities/sign-in-elsewhere.ts";
import { toErrorResponse } from "#server/http/request/error-response.ts";
import { readJson } from "#server/http/request/read-json.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { addressOf } from "#server/http/request/request-limits.ts";
import { cookieName } from "#server/platform/oidc/cookie-name.ts";
import { sessionCookieName } from "#server/platform/oidc/end-browser-session.ts";
import type { IssuedTokens } from "#server/platform/oidc/oauth-client.ts";
import { isSignInElsewhere } from "#server/platform/oidc/own-issuer.ts";

export interface TokenRouteParts {
  services: Services;
  /** Tokens of ours for a user whom another provider has signed in. */
  issueTokens: (userId: string) => Promise<IssuedTokens>;
}

const refreshCookieBase = "refresh_token";

/** The four calls on tokens. They are mounted apart from the other routes because only they read and write cookies. */
export function mountTokenRoutes(app: Hono, parts: TokenRouteParts): void {
  app.post(contract.exchangeCode.path, (c) => answer(c, parts, exchange));
  app.post(contract.refreshTokens.path, (c) => answer(c, parts, refresh));
  app.post(contract.verifyToken.path, (c) => answer(c, parts, verify));
  app.post(contract.revokeTokens.path, (c) => answer(c, parts, revoke));
}

type Handler = (c: Context, parts: TokenRouteParts) => Promise<Response>;

async function answer(c: Context, parts: TokenRouteParts, run: Handler): Promise<Response> {
  const { services } = parts;
  const requestId = services.newId();
  const log = services.log.child({ requestId, method: c.req.method, path: c.req.path });
  try {
    refuseForeignOrigin(c, services);
    return await run(c, parts);
  } catch (error) {
    const failure = toErrorResponse(error, { requestId, log });
    if (run === refresh && failure.status === 401) failure.headers.append("set-cookie", refreshCookie(services, null));
    return failure;
  }
}

/** The cookie is SameSite=Strict; a page on a neighbouring subdomain counts as the same site but has another origin. */
function refuseForeignOrigin(c: Context, { settings }: Services): void {
  const origin = c.req.header("origin");
  if (origin === undefined || origin === new URL(settings.addresses.clientHost).origin) return;
  throw new AppError("forbidden", { message: "This call is for the web app only" });
}

async function exchange(c: Context, { services, issueTokens }: TokenRouteParts): Promise<Response> {
  const input = parseInput(contract.exchangeCode.body, await readJson(c.req.raw));
  const tokens = isSignInElsewhere(services.settings.addresses)
    ? await signInElsewhere(services, input, issueTokens)
    : await exchangeCode(services, input);
  return withTokens(c, services, tokens);
}

async function refresh(c: Context, { services }: TokenRouteParts): Promise<Response> {
  return withTokens(c, services, await refreshTokens(services, readRefreshCookie(c, services)));
}

async function verify(c: Context, { services }: TokenRouteParts): Promise<Response> {
  const input = parseInput(contract.verifyToken.body, await readJson(c.req.raw));
  return Response.json(await verifyToken(services, input), { headers: { "cache-control": "no-store" } });
}

async function revoke(c: Context, { services }: TokenRouteParts): Promise<Response> {
  const sessionCookie = cookieName(sessionCookieName, services.settings.addresses.apiHost);
  await revokeTokens(services, {
    refreshToken: readRefreshCookie(c, services),
    sessionId: getCookie(c, sessionCookie) ?? null,
  });
  return new Response(null, { status: 204, headers: { "set-cookie": refreshCookie(services, null) } });
}

async function withTokens(c: Context, services: Services, tokens: IssuedTokens): Promise<Response> {
  const { accessToken, refreshToken } = tokens;
  const signedIn = await findTokenUser(services, accessToken);
  if (signedIn) await recordSignIn(services, { ...signedIn, ...describeBrowser(c, services) });
  const headers = { "cache-control": "no-store", "set-cookie": refreshCookie(services, refreshToken) };
  return Response.json({ accessToken }, { headers });
}

/** What the list of sign-ins shows of a browser. */
function describeBrowser(c: Context, services: Services): { userAgent: string | null; address: string | null } {
  return { userAgent: c.req.header("user-agent") ?? null, address: addressOf(c, services) || null };
}

function readRefreshCookie(c: Context, { settings }: Services): string | null {
  return getCookie(c, cookieName(refreshCookieBase, settings.addresses.apiHost)) ?? null;
}

/** Script cannot read it, and browsers send it to these four calls only. Null deletes it. */
function refreshCookie({ settings }: Services, refreshToken: string | null): string {
  return generateCookie(cookieName(refreshCookieBase, settings.addresses.apiHost), refreshToken ?? "", {
    path: "/v1/tokens",
    httpOnly: true,
    sameSite: "Strict",
    secure: settings.addresses.apiHost.startsWith("https:"),
    maxAge: refreshToken === null ? 0 : settings.limits.refreshTokenTtlS,
  });
}
