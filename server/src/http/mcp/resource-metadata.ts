import type { Hono } from "hono";

import type { AgentTarget } from "#server/platform/oidc/agent-address.ts";
import { agentAudience, agentScope, readAgentAddress } from "#server/platform/oidc/agent-address.ts";
import { ownIssuer } from "#server/platform/oidc/own-issuer.ts";
import type { Settings } from "#server/platform/settings/parse-settings.ts";

type AppSettings = Pick<Settings, "appName" | "addresses">;

const prefix = "/.well-known/oauth-protected-resource";
const discoveryPaths = ["oauth-protected-resource", "oauth-authorization-server", "openid-configuration"].flatMap(
  (document) => [`/.well-known/${document}`, `/.well-known/${document}/*`],
);
/** Published to everybody, also to clients that run in a page of another site. */
const headers = { "access-control-allow-origin": "*", "cache-control": "public, max-age=300" };

/**
 * Where an MCP client learns which authorization server signs it in (RFC 9728). The answer is the same for every
 * product, whether it exists or not. Below these addresses there is nothing else, above all not the web app's page.
 */
export function mountResourceMetadata(app: Hono, { settings }: { settings: AppSettings }): void {
  const { mcpHost } = settings.addresses;
  const basePath = new URL(mcpHost).pathname.replace(/\/$/, "");
  app.get(`${prefix}${basePath}/v1/*`, (c) => {
    const resource = mcpHost + c.req.path.slice(prefix.length + basePath.length);
    if (!readAgentAddress(settings.addresses, resource)) return c.notFound();
    return c.json(describeAgentResource(settings, resource), 200, headers);
  });
  for (const path of discoveryPaths) app.get(path, (c) => c.notFound());
}

/** `resource` as the client spelled it: a client refuses a document about another address than the one it calls. */
function describeAgentResource({ appName, addresses }: AppSettings, resource: string) {
  return {
    resource,
    resource_name: appName,
    authorization_servers: [ownIssuer(addresses)],
    scopes_supported: [agentScope],
    bearer_methods_supported: ["header"],
  };
}

/**
 * The `WWW-Authenticate` header of a refusal: where a client finds out how to sign in, and which scope it needs.
 * `hasToken` distinguishes an expired token from a missing one.
 */
export function challengeAgent(
  { addresses }: Pick<Settings, "addresses">,
  target: AgentTarget,
  { hasToken, isSse = false }: { hasToken: boolean; isSse?: boolean },
): string {
  const address = agentAudience(addresses, target) + (isSse ? "/sse" : "");
  // No other part of an address may get into a header.
  const isAddress = readAgentAddress(addresses, address) !== null;
  const { origin, pathname } = new URL(address);
  const parameters = [
    ...(isAddress ? [`resource_metadata="${origin}${prefix}${pathname}"`] : []),
    `scope="${agentScope}"`,
    ...(hasToken ? ['error="invalid_token"'] : []),
  ];
  return `Bearer ${parameters.join(", ")}`;
}
