import type { AddressInfo } from "node:net";

import { AppError } from "@cairn/contract/errors";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";

import { createAskTool } from "../../domain/chat/ask-once.ts";
import { searchTools } from "../../domain/search/search.tools.ts";
import { defineTool } from "../../edge.ts";
import { createTestWorld, makeProject, type TestWorld } from "../../testing/test-ctx.ts";
import { listen, type Listening } from "../listen.ts";
import type { Caller } from "../request-limits.ts";
import { mountMcp } from "./mcp-endpoint.ts";

let world: TestWorld;
let harbour: Awaited<ReturnType<typeof makeProject>>;
let other: Awaited<ReturnType<typeof makeProject>>;
let listening: Listening;
let address: string;

const whoAmI = defineTool({
  name: "who_am_i",
  description: "Says which product is asked",
  verb: "Looking",
  input: z.object({ echo: z.string().max(100) }),
  run: async (ctx, scope, { echo }) => ({ text: `${scope.projectId} ${ctx.actor.kind} ${echo}`, data: { echo } }),
});
const broken = defineTool({
  name: "broken",
  description: "Fails",
  verb: "Failing",
  input: z.object({}),
  run: () => Promise.reject(new Error("internal secret")),
});

beforeAll(async () => {
  world = await createTestWorld();
  harbour = await makeProject(world);
  other = await makeProject(world);
  const keys = new Map([
    ["harbour-key", { userId: harbour.owner.userId, scopes: ["mcp" as const] }],
    ["other-key", { userId: other.owner.userId, scopes: ["mcp" as const] }],
    ["powerless-key", { userId: harbour.owner.userId, scopes: [] }],
  ]);
  const app = new Hono();
  const tools = [...searchTools, createAskTool(searchTools), whoAmI, broken];
  const authenticateApiKey = async (secret: string) => keys.get(secret) ?? null;
  mountMcp(app, { services: world.ctx, tools, authenticateApiKey, limits: { takeCall } });
  listening = await listen({ host: "127.0.0.1", port: 0, app, oidc: null });
  address = `http://127.0.0.1:${(listening.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await listening.close();
  await world.close();
});

function urlOf(project: typeof harbour): URL {
  return new URL(`${address}/v1/o/${project.slug}/p/${project.projectSlug}/context`);
}

async function connect(key: string, project = harbour): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(urlOf(project), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return client;
}

function post(
  project: typeof harbour,
  headers: Record<string, string>,
  body: unknown = { jsonrpc: "2.0", id: 1, method: "ping" },
) {
  const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  return fetch(urlOf(project), { method: "POST", headers: { ...accept, ...headers }, body: JSON.stringify(body) });
}

const authorization = "Bearer harbour-key";

/** Whom calls were counted for. */
const counted: Caller[] = [];
let isOverLimit = false;
async function takeCall(caller: Caller): Promise<void> {
  counted.push(caller);
  if (isOverLimit) throw new AppError("rate_limited", { message: "Too many requests", details: { retryAfterS: 33 } });
}

it("counts each call for the key's user, or for the network where the key is wrong", async () => {
  counted.splice(0);
  await post(harbour, { authorization });
  await post(harbour, { authorization: "Bearer wrong" });
  expect(counted).toEqual([{ userId: harbour.owner.userId }, { address: "127.0.0.1" }]);
  isOverLimit = true;
  const refused = await post(harbour, { authorization });
  isOverLimit = false;
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "33"]);
});

it("lists the tools with their schemas and without a word of a tenant", async () => {
  const client = await connect("harbour-key");
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "search_code",
    "find_symbol",
    "read_file",
    "ask",
    "who_am_i",
    "broken",
  ]);
  expect(tools[0]?.inputSchema).toMatchObject({ type: "object", required: ["query"] });
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  const text = JSON.stringify(tools) + client.getInstructions();
  for (const tenant of [harbour.slug, harbour.projectSlug, "Northquay", "Ferry Board"])
    expect(text).not.toContain(tenant);
  await client.close();
});

it("runs tools as an agent of the key's user", async () => {
  const client = await connect("harbour-key");
  const result = await client.callTool({ name: "who_am_i", arguments: { echo: "hello" } });
  expect(result).toMatchObject({
    content: [{ type: "text", text: `${harbour.projectId} agent hello` }],
    structuredContent: { echo: "hello" },
  });
  const search = await client.callTool({ name: "search_code", arguments: { query: "delay" } });
  expect(JSON.stringify(search.content)).toContain("No repository of this product has been indexed yet");
  const asked = await client.callTool({ name: "ask", arguments: { question: "What is it?" } });
  expect(JSON.stringify(asked.content)).toContain("nothing to answer from");
  await client.close();
});

it("tells an agent what is wrong with a call, and nothing of our insides", async () => {
  const client = await connect("harbour-key");
  const wrong = await client.callTool({ name: "who_am_i", arguments: { echo: 7 } });
  expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("echo") }] });
  const missing = await client.callTool({ name: "delete_everything", arguments: {} });
  expect(missing).toMatchObject({ isError: true, content: [{ text: "There is no such tool." }] });
  const failed = await client.callTool({ name: "broken", arguments: {} });
  expect(failed.isError).toBe(true);
  expect(JSON.stringify(failed)).not.toContain("internal secret");
  await client.close();
});

it("keeps many clients with the same ids apart", async () => {
  const [mine, theirs] = [await connect("harbour-key"), await connect("other-key", other)];
  const calls = Array.from({ length: 40 }, async (_, at) => {
    const [client, project] = at % 2 === 0 ? [mine, harbour] : [theirs, other];
    const result = await client.callTool({ name: "who_am_i", arguments: { echo: `n${at}` } });
    expect(result.structuredContent).toEqual({ echo: `n${at}` });
    expect(JSON.stringify(result.content)).toContain(project.projectId);
  });
  await Promise.all(calls);
  await Promise.all([mine.close(), theirs.close()]);
});

it.each([
  ["no key", {}],
  ["an unknown key", { authorization: "Bearer nonsense" }],
  ["a key without the scope", { authorization: "Bearer powerless-key" }],
  ["another scheme", { authorization: "Basic aGFyYm91ci1rZXk6" }],
])("answers 401 to %s", async (_, headers) => {
  const response = await post(harbour, headers);
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
});

it("answers 404 for a foreign product as for a missing one", async () => {
  const foreign = await post(other, { authorization });
  expect(foreign.status).toBe(404);
  const mixed = await fetch(`${address}/v1/o/${harbour.slug}/p/${other.projectSlug}/context`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: "{}",
  });
  expect(mixed.status).toBe(404);
});

it("refuses pages of other sites and other names of this host", async () => {
  expect((await post(harbour, { authorization, origin: "http://evil.example" })).status).toBe(403);
  expect((await post(harbour, { authorization, origin: "null" })).status).toBe(403);
  expect((await post(harbour, { authorization, origin: "http://localhost:4000" })).status).toBe(200);
});

it("has neither streams nor sessions", async () => {
  for (const method of ["GET", "DELETE"]) {
    expect((await fetch(urlOf(harbour), { method, headers: { authorization } })).status).toBe(405);
  }
});

it("refuses bodies that are no JSON, too large or too deep", async () => {
  const send = (body: string, type = "application/json") =>
    fetch(urlOf(harbour), {
      method: "POST",
      headers: { authorization, "content-type": type, accept: "application/json, text/event-stream" },
      body,
    });
  expect((await send("{")).status).toBe(400);
  expect((await send("{}", "text/plain")).status).toBe(415);
  expect((await send(`"${"x".repeat(1_100_000)}"`)).status).toBe(413);
  expect((await send("[".repeat(1000) + "]".repeat(1000))).status).toBe(400);
  expect((await send('{"jsonrpc":"2.0"}')).status).toBe(400);
});
