import * as keys from "@cairn/contract/keys";
import type { Hono } from "hono";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { createApp } from "#server/http/app/create-app.ts";
import { listRoutes } from "#server/main/start/edges.ts";
import { createTestWorld, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

let world: TestWorld;
let app: Hono;

beforeAll(async () => {
  world = await createTestWorld({ RATE_LIMITS: "on", API_HOST: "https://cairn.example.test" });
  app = createApp({
    services: world.ctx,
    routes: listRoutes(createChatStreams()),
    authenticate: async (authorization) => {
      const userId = authorization?.replace(/^Bearer /, "");
      return userId && userId !== "wrong" ? { userId, grantId: "grant" } : null;
    },
    mounts: [(hono) => hono.post("/v1/tokens/refresh", (c) => c.json({}))],
    webDirectory: null,
    checkReadiness: async () => ({}),
  });
});
afterAll(() => world.close());

/** As if the proxy in front had told this address. */
function from(address: string) {
  return {
    incoming: { socket: { remoteAddress: "127.0.0.1" }, headers: { "x-forwarded-for": `203.0.113.9, ${address}` } },
  };
}

interface Sent {
  path: string;
  method?: string;
  user?: string;
  address?: string;
}

async function send({ path, method = "GET", user, address = "198.51.100.1" }: Sent): Promise<Response> {
  const headers = { "content-type": "application/json", ...(user ? { authorization: `Bearer ${user}` } : {}) };
  return await app.request(path, { method, headers }, from(address));
}

async function statusesOf(count: number, sent: Sent): Promise<Record<number, number>> {
  const tally: Record<number, number> = {};
  for (let done = 0; done < count; done += 50) {
    const size = Math.min(50, count - done);
    const answers = await Promise.all(Array.from({ length: size }, () => send(sent)));
    for (const { status } of answers) tally[status] = (tally[status] ?? 0) + 1;
  }
  return tally;
}

async function expectRefused(response: Response, longestS: number): Promise<void> {
  expect(response.status).toBe(429);
  const retryAfterS = Number(response.headers.get("retry-after"));
  expect(retryAfterS).toBeGreaterThan(longestS / 2);
  expect(retryAfterS).toBeLessThanOrEqual(longestS);
  const body = (await response.json()) as { code: string; message: string };
  expect(body).toMatchObject({ code: "rate_limited", details: { retryAfterS } });
  expect(body.message).toMatch(/^Too many requests\. Please wait \d+ (second|minute)s? and try again\.$/);
}

it("allows a user 1,200 calls a minute, and locks nobody else out", async () => {
  const [busy, calm] = [await makeUser(world), await makeUser(world)];
  const path = "/v1/organizations?limit=0";
  expect(await statusesOf(1_210, { path, user: busy.userId })).toEqual({ 400: 1_200, 429: 10 });
  await expectRefused(await send({ path, user: busy.userId }), 60);
  expect((await send({ path: "/v1/organizations", user: calm.userId })).status).toBe(200);
});

it("counts calls without a user by the network they come from, wrong tokens too", async () => {
  const flood = { path: "/v1/auth/session", user: "wrong", address: "198.51.100.7" };
  expect(await statusesOf(601, flood)).toEqual({ 401: 600, 429: 1 });
  await expectRefused(await send({ ...flood, path: "/v1/invites/a-token" }), 60);
  expect((await send({ ...flood, address: "198.51.100.8" })).status).toBe(401);
  const { userId } = await makeUser(world);
  expect((await send({ ...flood, path: "/v1/organizations", user: userId })).status).toBe(200);
});

it("allows a network 300 calls on tokens a minute", async () => {
  const refresh = { path: "/v1/tokens/refresh", method: "POST", address: "198.51.100.20" };
  expect(await statusesOf(305, refresh)).toEqual({ 200: 300, 429: 5 });
  await expectRefused(await send(refresh), 60);
  expect((await send({ ...refresh, address: "198.51.100.21" })).status).toBe(200);
});

it("holds each call to its own limit, per user", async () => {
  const [busy, calm] = [await makeUser(world), await makeUser(world)];
  const create = { path: keys.createApiKey.path, method: "POST", user: busy.userId };
  expect(await statusesOf(61, create)).toEqual({ 200: 60, 429: 1 });
  await expectRefused(await send(create), 3_600);
  expect((await send({ ...create, user: calm.userId })).status).toBe(200);
  expect((await send({ path: keys.listApiKeys.path, user: busy.userId })).status).toBe(200);
});
