import * as contract from "@cairn/contract/auth";
import { AppError } from "@cairn/contract/errors";
import type { Context, Hono } from "hono";
import { generateCookie, getCookie } from "hono/cookie";

import { exchangeCode } from "#server/domain/auth/exchange-code.ts";
import { refreshTokens } from "#server/domain/auth/refresh-tokens.ts";
import { revokeTokens } from "#server/domain/auth/revoke-tokens.ts";
import { verifyToken } from "#server/domain/auth/verify-token.ts";
import { sessionCookieName } from "#server/platform/oidc/end-browser-session.ts";
import type { IssuedTokens } from "#server/platform/oidc/oauth-client.ts";

import { toErrorResponse } from "../error-response.ts";
import { readJson } from "../read-json.ts";
import type { Services } from "../request-ctx.ts";

const refreshCookieName = "refresh_token";

/** The four calls on tokens. They stand beside the other routes because only they read and write cookies. */
export function mountTokenRoutes(app: Hono, services: Services): void {
  app.post(contract.exchangeCode.path, (c) => answer(c, services, exchange));
  app.post(contract.refreshTokens.path, (c) => answer(c, services, refresh));
  app.post(contract.verifyToken.path, (c) => answer(c, services, verify));
  app.post(contract.revokeTokens.path, (c) => answer(c, services, revoke));
}

type Handler = (c: Context, services: Services) => Promise<Response>;

async function answer(c: Context, services: Services, run: Handler): Promise<Response> {
  const requestId = services.newId();
  const log = services.log.child({ requestId, method: c.req.method, path: c.req.path });
  try {
    refuseForeignOrigin(c, services);
    return await run(c, services);
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

async function exchange(c: Context, services: Services): Promise<Response> {
  const input = contract.exchangeCode.body.parse(await readJson(c.req.raw));
  return withTokens(services, await exchangeCode(services, input));
}

async function refresh(c: Context, services: Services): Promise<Response> {
  return withTokens(services, await refreshTokens(services, getCookie(c, refreshCookieName) ?? null));
}

async function verify(c: Context, services: Services): Promise<Response> {
  const input = contract.verifyToken.body.parse(await readJson(c.req.raw));
  return Response.json(await verifyToken(services, input), { headers: { "cache-control": "no-store" } });
}

async function revoke(c: Context, services: Services): Promise<Response> {
  await revokeTokens(services, {
    refreshToken: getCookie(c, refreshCookieName) ?? null,
    sessionId: getCookie(c, sessionCookieName) ?? null,
  });
  return new Response(null, { status: 204, headers: { "set-cookie": refreshCookie(services, null) } });
}

function withTokens(services: Services, { accessToken, refreshToken }: IssuedTokens): Response {
  const headers = { "cache-control": "no-store", "set-cookie": refreshCookie(services, refreshToken) };
  return Response.json({ accessToken }, { headers });
}

/** Script cannot read it, and browsers send it to these four calls only. Null deletes it. */
function refreshCookie({ settings }: Services, refreshToken: string | null): string {
  return generateCookie(refreshCookieName, refreshToken ?? "", {
    path: "/v1/tokens",
    httpOnly: true,
    sameSite: "Strict",
    secure: settings.addresses.apiHost.startsWith("https:"),
    maxAge: refreshToken === null ? 0 : settings.limits.refreshTokenTtlS,
  });
}
