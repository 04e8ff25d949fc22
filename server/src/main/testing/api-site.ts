import { importJWK, type JWTPayload, SignJWT } from "jose";

import { authenticateAgent } from "#server/domain/agents/authenticate-agent.ts";
import { authenticateBearer } from "#server/domain/auth/authenticate-bearer.ts";
import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import type { Route } from "#server/edge.ts";
import { createApp } from "#server/http/app/create-app.ts";
import { createAgentServer } from "#server/http/mcp/agent-server.ts";
import { createMcpEndpoint } from "#server/http/mcp/mcp-endpoint.ts";
import { mountTokenRoutes } from "#server/http/oidc/token-routes.ts";
import { agentTools, listRoutes } from "#server/main/start/edges.ts";
import { createOidcAdapter } from "#server/platform/oidc/oidc-adapter.ts";
import { loadSigningKeys } from "#server/platform/oidc/signing-keys.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import type { TestPerson } from "./tenant.ts";

/** The whole API as it is served, without a port: every route, token calls and MCP on a real database. */
export interface ApiSite {
  world: TestWorld;
  routes: readonly Route[];
  request(path: string, init?: RequestInit): Promise<Response>;
  /** An access token of this person; `claims` change it, also to what must be refused. */
  tokenOf(person: Pick<TestPerson, "userId" | "grantId">, claims?: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

export async function startApiSite(): Promise<ApiSite> {
  const world = await createTestWorld();
  const routes = listRoutes(createChatStreams());
  const mcp = createMcpEndpoint({
    services: world.ctx,
    authenticate: async (bearer, target) =>
      bearer === null ? null : await authenticateAgent(world.ctx, bearer, target),
    createServer: createAgentServer(agentTools),
  });
  const app = createApp({
    services: world.ctx,
    routes,
    authenticate: (authorization) => authenticateBearer(world.ctx, authorization),
    mounts: [
      (hono) => mountTokenRoutes(hono, { services: world.ctx, issueTokens: () => Promise.reject(new Error("unused")) }),
      mcp.mount,
    ],
    webDirectory: null,
    checkReadiness: async () => ({}),
  });
  const [jwk] = await loadSigningKeys(world.ctx.wholeDb, world.ctx.secrets);
  if (!jwk) throw new Error("no signing key");
  const key = await importJWK(jwk);
  const nowS = Math.floor(world.ctx.now().getTime() / 1000);
  const { apiHost } = world.ctx.settings.addresses;
  const grants = createOidcAdapter(world.ctx.wholeDb)("Grant");
  return {
    world,
    routes,
    request: async (path, init) => app.request(path, init),
    async tokenOf({ userId, grantId }, claims = {}) {
      await grants.upsert(grantId, { accountId: userId }, 31_536_000);
      const good = { sub: userId, iss: `${apiHost}/oidc`, aud: apiHost, iat: nowS, exp: nowS + 900 };
      return await new SignJWT({ ...good, scope: "api:read api:write", grant_id: grantId, ...claims })
        .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: jwk.kid })
        .sign(key);
    },
    async close() {
      await mcp.close();
      await world.close();
    },
  };
}
