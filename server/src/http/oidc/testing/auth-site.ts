import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { authScope } from "@cairn/contract/auth";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";

import { authenticateAgent } from "#server/domain/agents/authenticate-agent.ts";
import { authRoutes } from "#server/domain/auth/auth.routes.ts";
import { authenticateBearer } from "#server/domain/auth/authenticate-bearer.ts";
import { mountRoutes } from "#server/http/app/mount-routes.ts";
import { createAgentServer } from "#server/http/mcp/agent-server.ts";
import { createMcpEndpoint } from "#server/http/mcp/mcp-endpoint.ts";
import { mountResourceMetadata } from "#server/http/mcp/resource-metadata.ts";
import { createOidcListener, type OidcListener } from "#server/http/oidc/oidc-listener.ts";
import { mountTokenRoutes } from "#server/http/oidc/token-routes.ts";
import { createRequestLimits } from "#server/http/request/request-limits.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import type { Browser } from "./browser.ts";

/**
 * A running site: authorization server, token calls, the signed-in user's calls and MCP (without tools) on a real port and
 * database.
 */
export interface AuthSite {
  origin: string;
  world: TestWorld;
  /** Tokens for a user, as a sign-in at another provider brings them. */
  issueTokens: OidcListener["issueTokens"];
  close(): Promise<void>;
}

export const somebody = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.test",
  password: "Analytical1",
};

/** Starts a site; `env` are settings as the environment would give them. */
export async function startAuthSite(env: Record<string, string> = {}): Promise<AuthSite> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const world = await createTestWorld({ PORT: String(port), ...env });
  world.setNow(new Date());
  const oidc = await createOidcListener(world.ctx, randomBytes(32));
  const app = new Hono();
  mountTokenRoutes(app, { services: world.ctx, issueTokens: oidc.issueTokens });
  mountRoutes(app, authRoutes, {
    services: world.ctx,
    authenticate: (authorization) => authenticateBearer(world.ctx, authorization),
    limits: createRequestLimits(world.ctx),
  });
  mountResourceMetadata(app, world.ctx);
  const mcp = createMcpEndpoint({
    services: world.ctx,
    authenticate: async (bearer, target) => (bearer === null ? null : authenticateAgent(world.ctx, bearer, target)),
    createServer: createAgentServer([]),
  });
  mcp.mount(app);
  const listenApi = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on("request", (req, res) => {
    if (oidc.isAsked(req.url)) oidc.listen(req, res);
    else void listenApi(req, res);
  });
  return {
    origin,
    world,
    issueTokens: oidc.issueTokens,
    async close() {
      await mcp.close();
      await closeAll(server, world);
    },
  };
}

/** The address that starts a sign-in, as the web app makes it. Undefined leaves a parameter out. */
export function authorizationUrl(
  site: AuthSite,
  codeVerifier: string,
  changes: Record<string, string | undefined> = {},
): string {
  const params: Record<string, string | undefined> = {
    response_type: "code",
    client_id: "cairn-web",
    redirect_uri: `${site.origin}/auth/verify`,
    scope: authScope,
    state: "state-of-this-tab",
    code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
    code_challenge_method: "S256",
    ...changes,
  };
  const url = new URL(`${site.origin}/oidc/auth`);
  for (const [name, value] of Object.entries(params)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

export function newVerifier(): string {
  return randomBytes(96).toString("base64url");
}

/** Opens the first page of a sign-in; returns the address of its folder. */
export async function openInteraction(browser: Browser, url: string): Promise<string> {
  const answer = await browser.get(url);
  return new URL(answer.headers.get("location") ?? "", url).href;
}

/** Follows redirects to the web app; returns the address it was sent to, with the code in it. */
export async function followToApp(browser: Browser, answer: Response): Promise<URL> {
  let at = new URL(answer.headers.get("location") ?? "", answer.url);
  while (at.pathname.startsWith("/oidc/")) {
    const next = await browser.get(at.href);
    if (!next.headers.has("location")) throw new Error(`${next.status}: ${await next.text()}`);
    at = new URL(next.headers.get("location") ?? "", at);
  }
  return at;
}

/** Makes an account through the sign-up page and returns what the web app then has: the code and its verifier. */
export async function signUp(site: AuthSite, browser: Browser, person = somebody) {
  const codeVerifier = newVerifier();
  const page = await openInteraction(browser, authorizationUrl(site, codeVerifier, { prompt: "create" }));
  const app = await followToApp(browser, await browser.sendForm(`${page}/sign-up`, person));
  return { code: app.searchParams.get("code") ?? "", codeVerifier };
}

/** Signs up and exchanges the code: the browser holds a refresh cookie, the answer an access token. */
export async function startSession(site: AuthSite, browser: Browser, person = somebody): Promise<string> {
  const exchange = await browser.sendJson(`${site.origin}/v1/tokens/exchange`, await signUp(site, browser, person));
  const { accessToken } = (await exchange.json()) as { accessToken: string };
  return accessToken;
}

async function closeAll(server: Server, world: TestWorld): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await world.close();
}
