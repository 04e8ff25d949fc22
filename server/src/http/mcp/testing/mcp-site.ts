import type { AddressInfo } from "node:net";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Hono } from "hono";

import { authenticateAgent } from "#server/domain/agents/authenticate-agent.ts";
import { createApiKey } from "#server/domain/keys/create-api-key.ts";
import type { Tool } from "#server/edge.ts";
import { listen } from "#server/http/listen.ts";
import { createAgentServer } from "#server/http/mcp/agent-server.ts";
import { createMcpEndpoint, type McpEndpoint } from "#server/http/mcp/mcp-endpoint.ts";
import type { McpLimits } from "#server/http/mcp/mcp-runtime.ts";
import type { Caller } from "#server/http/request/request-limits.ts";
import { listenAccessChanges } from "#server/platform/db/listen-access-changes.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

/** A product with an owner who has an API key. */
export type AgentProject = Awaited<ReturnType<typeof makeProject>> & { key: string; keyId: string };

/** The endpoint on a real port with real keys, and the listeners for rights that end. */
export interface McpSite {
  world: TestWorld;
  mcp: McpEndpoint;
  addProject(): Promise<AgentProject>;
  addKey(project: Pick<AgentProject, "owner">): Promise<{ key: string; keyId: string }>;
  urlOf(project: AgentProject, suffix?: string): URL;
  /** One message of a client that keeps no session, unless the headers name one. */
  post(project: AgentProject, headers?: Record<string, string>, body?: unknown): Promise<Response>;
  /** The official client, connected; closed with the site. */
  connect(project: AgentProject, options?: { key?: string; isLegacy?: boolean }): Promise<Client>;
  close(): Promise<void>;
}

export const acceptsAll = { "content-type": "application/json", accept: "application/json, text/event-stream" };
export const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const clientInfo = { name: "test", version: "1" };
export const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
};

function addKey({ owner }: Pick<AgentProject, "owner">): Promise<{ key: string; keyId: string }> {
  return createApiKey(owner.ctx, { scopes: ["mcp"] });
}

export async function startMcpSite(options: {
  tools: readonly Tool[];
  limits?: Partial<McpLimits>;
  takeCall?: (caller: Caller) => Promise<void>;
}): Promise<McpSite> {
  const world = await createTestWorld();
  const mcp = createMcpEndpoint({
    services: world.ctx,
    authenticate: async (bearer, target) =>
      bearer === null ? null : await authenticateAgent(world.ctx, bearer, target),
    createServer: createAgentServer(options.tools),
    ...(options.limits ? { limits: options.limits } : {}),
  });
  const app = new Hono();
  mcp.mount(app, options.takeCall ? { takeCall: options.takeCall } : undefined);
  const listening = await listen({ host: "127.0.0.1", port: 0, app, oidc: null });
  const changes = await listenAccessChanges({
    connectionString: world.connectionString,
    log: world.ctx.log,
    onChange: mcp.recheck,
  });
  const address = `http://127.0.0.1:${(listening.server.address() as AddressInfo).port}`;
  const clients: Client[] = [];
  const urlOf: McpSite["urlOf"] = ({ slug, projectSlug }, suffix = "") =>
    new URL(`${address}/v1/o/${slug}/p/${projectSlug}/context${suffix}`);
  return {
    world,
    mcp,
    addKey,
    urlOf,
    async addProject() {
      const project = await makeProject(world);
      return { ...project, ...(await addKey(project)) };
    },
    post: (project, headers, body = ping) =>
      fetch(urlOf(project), {
        method: "POST",
        headers: { ...acceptsAll, authorization: `Bearer ${project.key}`, ...headers },
        body: JSON.stringify(body),
      }),
    async connect(project, { key = project.key, isLegacy = false } = {}) {
      const requestInit = { headers: { authorization: `Bearer ${key}` } };
      const client = new Client(clientInfo);
      clients.push(client);
      await client.connect(
        isLegacy
          ? new SSEClientTransport(urlOf(project, "/sse"), { requestInit })
          : new StreamableHTTPClientTransport(urlOf(project), { requestInit }),
      );
      return client;
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await changes.close();
      await mcp.close();
      await listening.close();
      await world.close();
    },
  };
}
