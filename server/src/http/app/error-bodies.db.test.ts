import type { AddressInfo } from "node:net";

import { errorCodes } from "@cairn/contract/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { createApp } from "#server/http/app/create-app.ts";
import { listen, type Listening } from "#server/http/listen.ts";
import { createAgentServer } from "#server/http/mcp/agent-server.ts";
import { createMcpEndpoint, type McpEndpoint } from "#server/http/mcp/mcp-endpoint.ts";
import { mountTokenRoutes } from "#server/http/oidc/token-routes.ts";
import { mountWebhooks } from "#server/http/webhooks/mount-webhooks.ts";
import { agentTools, listRoutes } from "#server/main/start/edges.ts";
import { createTestWorld, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

let world: TestWorld;
let listening: Listening;
let mcp: McpEndpoint;
let address: string;
let signedIn: Record<string, string>;
let mcpPath: string;
let mcpUser: Record<string, string>;

beforeAll(async () => {
  world = await createTestWorld();
  mcp = createMcpEndpoint({
    services: world.ctx,
    authenticate: async (bearer) => (bearer === null ? null : { userId: bearer, grantId: null }),
    createServer: createAgentServer(agentTools),
  });
  const app = createApp({
    services: world.ctx,
    routes: listRoutes(createChatStreams()),
    authenticate: async (authorization) =>
      authorization ? { userId: authorization.replace(/^Bearer /, ""), grantId: "grant" } : null,
    mounts: [
      (hono) => mountTokenRoutes(hono, { services: world.ctx, issueTokens: () => Promise.reject(new Error("unused")) }),
      (hono, limits) => mountWebhooks(hono, { services: world.ctx, limits }),
      mcp.mount,
    ],
    webDirectory: null,
    checkReadiness: async () => ({}),
  });
  listening = await listen({ host: "127.0.0.1", port: 0, app, oidc: null });
  address = `http://127.0.0.1:${(listening.server.address() as AddressInfo).port}`;
  const { userId } = await makeUser(world);
  signedIn = { authorization: `Bearer ${userId}` };
  const { owner, organizationId, projectId } = await makeProject(world);
  mcpPath = `/v1/o/${organizationId}/p/${projectId}/context`;
  mcpUser = { authorization: `Bearer ${owner.userId}` };
});
afterAll(async () => {
  await listening.close();
  await mcp.close();
  await world.close();
});

const json = { "content-type": "application/json" };
const organizations = "/v1/organizations";

/** What is asked for, and the status it is refused with. */
const refused: [string, string, () => RequestInit, number][] = [
  ["an unknown call", "/v1/nothing", () => ({}), 404],
  ["an address outside of the API", "/nothing", () => ({}), 404],
  ["an address with two slashes", "//v1/organizations", () => ({}), 404],
  ["an address that is not well encoded", "/v1/%zz", () => ({}), 400],
  ["an unknown document of discovery", "/.well-known/openid-configuration", () => ({}), 404],
  ["another method", organizations, () => ({ method: "PATCH" }), 405],
  ["another method of a token call", "/v1/tokens/refresh", () => ({}), 405],
  ["no sign-in", organizations, () => ({}), 401],
  ["a wrong query", `${organizations}?page=0`, () => ({ headers: signedIn }), 400],
  ["no JSON", organizations, () => ({ method: "POST", headers: { ...signedIn, ...json }, body: "{" }), 400],
  ["no object", organizations, () => ({ method: "POST", headers: { ...signedIn, ...json }, body: "[]" }), 400],
  ["another type of body", organizations, () => ({ method: "POST", headers: signedIn, body: "name=Quay" }), 415],
  [
    "a large body",
    organizations,
    () => ({ method: "POST", headers: { ...signedIn, ...json }, body: `"${"x".repeat(1_048_577)}"` }),
    413,
  ],
  ["an upload of another type", `${organizations}/quay/files`, () => ({ method: "POST", headers: signedIn }), 415],
  ["a token call without what it needs", "/v1/tokens/exchange", () => ({ method: "POST", headers: json }), 400],
  ["a refresh without a cookie", "/v1/tokens/refresh", () => ({ method: "POST" }), 401],
  [
    "a token call of another site",
    "/v1/tokens/revoke",
    () => ({ method: "POST", headers: { origin: "https://elsewhere.example" } }),
    403,
  ],
  ["an unsigned message of a code host", "/v1/webhooks/quay", () => ({ method: "POST", body: "{}" }), 401],
  ["a report that is none", "/v1/csp-reports", () => ({ method: "POST", body: "{}" }), 415],
];

async function requestIdOf(response: Response, status: number): Promise<string> {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/json");
  const body = (await response.json()) as Record<string, string>;
  expect(Object.keys(body).filter((key) => key !== "details")).toEqual(["code", "message", "requestId"]);
  expect(errorCodes).toHaveProperty(body["code"] ?? "");
  expect(body["message"]).toMatch(/^[A-Z]/);
  expect(body["requestId"]).toMatch(/^\S+$/);
  return body["requestId"] ?? "";
}

describe("every refusal has a code, words and the id of its request", () => {
  it.each(refused)("%s", async (_, path, init, status) => {
    const first = await requestIdOf(await fetch(address + path, init()), status);
    expect(await requestIdOf(await fetch(address + path, init()), status)).not.toBe(first);
  });

  it.each<[string, string, () => RequestInit, number]>([
    ["nobody", "", () => ({ method: "POST" }), 401],
    ["another method", "", () => ({ method: "PUT", headers: mcpUser }), 405],
    ["another method of the older transport", "/sse", () => ({ method: "POST", headers: mcpUser }), 405],
    ["an unknown session", "", () => ({ headers: { ...mcpUser, "mcp-session-id": "gone" } }), 404],
    ["a foreign product", "", () => ({ headers: signedIn }), 404],
  ])("to agents: %s", async (_, path, init, status) => {
    await requestIdOf(await fetch(address + mcpPath + path, init()), status);
  });
});
