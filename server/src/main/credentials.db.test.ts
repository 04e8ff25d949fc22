import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { chatNamespace } from "@cairn/contract/chat-events";
import type { Endpoint } from "@cairn/contract/endpoint";
import { eq } from "drizzle-orm";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { findTokenUser } from "#server/domain/auth/authenticate-bearer.ts";
import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { createPushSecret } from "#server/domain/implementations/own-machine/push-secret.ts";
import { hashKeySecret } from "#server/domain/keys/api-key-secret.ts";
import { switchAgentWriting } from "#server/domain/mcp/switch-agent-writing.ts";
import { serveChatSockets } from "#server/http/sockets/chat-socket.ts";
import { closeSocketServer, createSocketServer } from "#server/http/sockets/socket-server.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { createOidcAdapter } from "#server/platform/oidc/oidc-adapter.ts";

import { type ApiSite, startApiSite } from "./testing/api-site.ts";
import { operationRows } from "./testing/operation-rows.ts";
import { makeTenant, type Tenant } from "./testing/tenant.ts";

let site: ApiSite;
let tenant: Tenant;
beforeAll(async () => {
  site = await startApiSite();
  tenant = await makeTenant(site.world);
});
afterAll(() => site.close());

const branchKey = createPushSecret();
const refreshToken = "r".repeat(43);

/** Everything that somebody may hold and mistake, or steal and try, for a key to this server. */
const credentials: Record<string, () => Promise<string>> = {
  "access token": () => site.tokenOf(tenant.people.owner),
  "refresh token": async () => {
    const { userId, grantId } = tenant.people.owner;
    const payload = { accountId: userId, grantId, clientId: "cairn-web" };
    await createOidcAdapter(site.world.ctx.wholeDb)("RefreshToken").upsert(refreshToken, payload, 3600);
    return refreshToken;
  },
  "mcp key": async () => tenant.people.owner.apiKey,
  "key to a branch": async () => {
    const { taskId, people } = tenant;
    const pushUntil = new Date(site.world.ctx.now().getTime() + 3_600_000);
    const key = { pushKeyHash: hashKeySecret(branchKey), pushKeyUserId: people.owner.userId, pushUntil };
    await site.world.ctx.db
      .update(implementations)
      .set({ ...key, engine: "own-machine", state: "created" })
      .where(eq(implementations.taskId, taskId));
    return branchKey;
  },
  "invite token": async () => tenant.inviteToken,
  "session id": async () => {
    const { userId, grantId } = tenant.people.owner;
    const authorizations = { "cairn-web": { grantId } };
    const session = { accountId: userId, uid: "uid", authorizations };
    await createOidcAdapter(site.world.ctx.wholeDb)("Session").upsert("s".repeat(43), session, 3600);
    return "s".repeat(43);
  },
  "token for MCP": () =>
    site.tokenOf(tenant.people.owner, { aud: `${site.world.ctx.settings.addresses.mcpHost}/v1/o` }),
  "token of an agent": () => {
    const { organizationId, projectId } = tenant;
    const aud = `${site.world.ctx.settings.addresses.mcpHost}/v1/o/${organizationId}/p/${projectId}/context`;
    return site.tokenOf(tenant.people.owner, { aud, scope: "mcp" });
  },
  "token of another issuer": () => site.tokenOf(tenant.people.owner, { iss: "https://id.example" }),
};

/** Ways to hand a credential to a call. */
const carriers: Record<string, (credential: string) => { headers?: Record<string, string>; query?: string }> = {
  bearer: (credential) => ({ headers: { authorization: `Bearer ${credential}` } }),
  basic: (credential) => ({
    headers: { authorization: `Basic ${Buffer.from(`ada:${credential}`).toString("base64")}` },
  }),
  "basic as user": (credential) => ({
    headers: { authorization: `Basic ${Buffer.from(`${credential}:`).toString("base64")}` },
  }),
  cookie: (credential) => ({
    headers: {
      cookie: ["access_token", "refresh_token", "auth_session"].map((name) => `${name}=${credential}`).join("; "),
    },
  }),
  query: (credential) => ({ query: `access_token=${credential}&token=${credential}&api_key=${credential}` }),
  "own header": (credential) => ({ headers: { "x-api-key": credential, "x-access-token": credential } }),
};

const combinations = Object.keys(credentials).flatMap((credential) =>
  Object.keys(carriers).map((carrier) => [credential, carrier] as const),
);

function fill({ path }: Endpoint): string {
  const values = { ...tenant, branchName: "main", userId: tenant.people.editor.userId } as unknown as Record<
    string,
    string
  >;
  const { apiKeyId, sessionId } = tenant.people.owner;
  const own: Record<string, string> = {
    keyId: apiKeyId,
    sessionId,
    token: tenant.inviteToken,
    compareTo: "main",
    name: tenant.canary,
    integrationName: "github",
  };
  return path.replaceAll(/:(\w+)/g, (_all, name: string) => own[name] ?? values[name] ?? "");
}

async function statusOf(endpoint: Endpoint, credential: string, carrier: string): Promise<number> {
  const { headers = {}, query = "" } = carriers[carrier]?.((await credentials[credential]?.()) ?? "") ?? {};
  const row = operationRows[`${endpoint.method} ${endpoint.path}`];
  const requested = new URLSearchParams(row?.query?.(tenant, "owner"));
  const response = await site.request(`${fill(endpoint)}?${requested}&${query}`, {
    method: endpoint.method,
    headers: { "content-type": "application/json", ...headers },
    body: endpoint.method === "GET" ? undefined : JSON.stringify(row?.body?.(tenant, "owner") ?? {}),
  });
  return response.status;
}

describe("only an access token, and only as a bearer token, opens the API", () => {
  it.each(combinations)("%s as %s", async (credential, carrier) => {
    const isTheOne = credential === "access token" && carrier === "bearer";
    const guarded = site.routes.map(({ endpoint }) => endpoint).filter(({ access }) => access === "user");
    // One call that changes nothing shows that the right one does open; the others would end what is tried.
    if (isTheOne) {
      for (const endpoint of guarded.filter(({ method }) => method === "GET")) {
        expect([endpoint.path, await statusOf(endpoint, credential, carrier)]).not.toEqual([endpoint.path, 401]);
      }
      return;
    }
    for (const endpoint of guarded) {
      const name = `${endpoint.method} ${endpoint.path}`;
      expect([name, await statusOf(endpoint, credential, carrier)]).toEqual([name, 401]);
    }
  });
});

const opensMcp = new Set(["mcp key", "token of an agent"]);

describe("only an mcp key or an agent's own token, and only as a bearer token, opens MCP", () => {
  it.each(combinations)("%s as %s", async (credential, carrier) => {
    const { headers = {}, query = "" } = carriers[carrier]?.((await credentials[credential]?.()) ?? "") ?? {};
    const path = `/v1/o/${tenant.organizationId}/p/${tenant.projectId}/context?${query}`;
    const response = await site.request(path, {
      method: "POST",
      headers: {
        host: new URL(site.world.ctx.settings.addresses.apiHost).host,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    expect(response.status).toBe(opensMcp.has(credential) && carrier === "bearer" ? 200 : 401);
  });
});

describe("an agent's credential creates a task only where the product lets agents, whatever the credential", () => {
  const send = async (path: string, headers: Record<string, string>, name: string, input: object) => {
    const response = await site.request(path, {
      method: "POST",
      headers: {
        host: new URL(site.world.ctx.settings.addresses.apiHost).host,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
    });
    return { status: response.status, body: response.ok ? ((await response.json()) as CallAnswer) : null };
  };
  interface CallAnswer {
    result: { isError?: boolean; content: { text: string }[] };
  }
  const tries = combinations.flatMap(([credential, carrier]) =>
    [false, true].map((isOn) => [credential, carrier, isOn] as const),
  );

  it.each(tries)("%s as %s, switched on: %s", async (credential, carrier, isOn) => {
    const { organizationId, projectId, people } = tenant;
    const ctx = site.world.as({ kind: "user", userId: people.owner.userId });
    await switchAgentWriting(ctx, { organizationId, projectId, isOn });
    const { headers = {}, query = "" } = carriers[carrier]?.((await credentials[credential]?.()) ?? "") ?? {};
    const path = `/v1/o/${organizationId}/p/${projectId}/context?${query}`;
    const calls = { create_task: { title: "By an agent" }, move_task: { task: tenant.taskId, state: "todo" } };
    for (const [name, input] of Object.entries(calls)) {
      const { status, body } = await send(path, headers, name, input);
      const opens = opensMcp.has(credential) && carrier === "bearer";
      expect([name, status]).toEqual([name, opens ? 200 : 401]);
      if (opens)
        expect([name, body?.result.isError ?? false, body?.result.content]).toEqual([name, !isOn, expect.any(Array)]);
    }
  });
});

/** Ways to hand a credential to a socket. */
const socketCarriers: Record<string, (credential: string) => Parameters<typeof io>[1]> = {
  "auth.token": (token) => ({ auth: { token } }),
  "auth.apiKey": (apiKey) => ({ auth: { apiKey } }),
  query: (token) => ({ query: { token, access_token: token } }),
  bearer: (token) => ({ extraHeaders: { authorization: `Bearer ${token}` } }),
  cookie: (token) => ({ extraHeaders: { cookie: `refresh_token=${token}; auth_session=${token}` } }),
};

describe("only an access token in auth.token opens the chat socket", () => {
  const server = createServer();
  const streams = createChatStreams();
  let sockets: ReturnType<typeof createSocketServer>;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    sockets = createSocketServer({ server, clientHost: "http://localhost" });
    const { ctx } = site.world;
    serveChatSockets(sockets, {
      services: ctx,
      streams,
      tools: [],
      authenticate: (token) => findTokenUser(ctx, token),
    });
  });
  afterAll(async () => {
    await streams.stop();
    await closeSocketServer(sockets);
    server.closeAllConnections();
    server.close();
  });

  const tries = Object.keys(credentials).flatMap((credential) =>
    Object.keys(socketCarriers).map((carrier) => [credential, carrier] as const),
  );
  it.each(tries)("%s in %s", async (credential, carrier) => {
    const { port } = server.address() as AddressInfo;
    const socket = io(`http://127.0.0.1:${port}${chatNamespace}`, {
      transports: ["websocket"],
      reconnection: false,
      forceNew: true,
      ...socketCarriers[carrier]?.((await credentials[credential]?.()) ?? ""),
    });
    const outcome = await new Promise<string>((resolve) => {
      socket.on("initialized", () => resolve("open"));
      socket.on("connect_error", () => resolve("refused"));
    });
    socket.disconnect();
    expect(outcome).toBe(credential === "access token" && carrier === "auth.token" ? "open" : "refused");
  });
});
