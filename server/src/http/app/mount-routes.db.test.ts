import * as keys from "@cairn/contract/keys";
import * as organizations from "@cairn/contract/organizations";
import * as artifacts from "@cairn/contract/pages";
import * as projects from "@cairn/contract/projects";
import { eq } from "drizzle-orm";
import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { listRoutes } from "#server/main/start/edges.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
import { createTestWorld, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { createApp } from "./create-app.ts";

let world: TestWorld;
let app: Hono;

beforeAll(async () => {
  world = await createTestWorld();
  app = createApp({
    services: world.ctx,
    routes: listRoutes(createChatStreams()),
    authenticate: async (authorization) => {
      const userId = authorization?.replace(/^Bearer /, "");
      return userId ? { userId, grantId: "grant" } : null;
    },
    mounts: [],
    webDirectory: null,
    checkReadiness: async () => ({}),
  });
});
afterAll(() => world.close());

async function post(userId: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  return await app.request(path, {
    method: "POST",
    headers: { authorization: `Bearer ${userId}`, "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function totalOf(userId: string, path: string): Promise<number> {
  const response = await app.request(path, { headers: { authorization: `Bearer ${userId}` } });
  return ((await response.json()) as { total: number }).total;
}

describe("Idempotency-Key", () => {
  it.each([
    ["an organization", organizations.createOrganization.path, { name: "Northquay" }],
    ["an API key", keys.createApiKey.path, { name: "Laptop" }],
  ])("thirty parallel requests make %s once and hear the same", async (_, path, body) => {
    const { userId } = await makeUser(world);
    const send = () => post(userId, path, body, { "idempotency-key": "one of thirty" });
    const answers = await Promise.all(Array.from({ length: 30 }, send));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(texts).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(29);
    expect(await totalOf(userId, path)).toBe(1);
    const later = await send();
    expect([later.headers.get("idempotent-replayed"), await later.text()]).toEqual(["true", texts[0]]);
    expect(later.headers.get("cache-control")).toBe("no-store");
    expect(later.headers.get("content-type")).toBe("application/json");
  });

  it("repeats a refusal, and refuses another body or a key that is none", async () => {
    const { userId } = await makeUser(world);
    const path = organizations.createOrganization.path;
    const key = { "idempotency-key": "k" };
    await post(userId, path, { name: "First", slug: "taken-by-first" });
    const refused = await post(userId, path, { name: "Second", slug: "taken-by-first" }, key);
    const again = await post(userId, path, { name: "Second", slug: "taken-by-first" }, key);
    expect([refused.status, again.status]).toEqual([409, 409]);
    expect(await again.text()).toBe(await refused.text());
    const other = await post(userId, path, { name: "Third" }, key);
    expect(other.status).toBe(422);
    expect(((await other.json()) as { message: string }).message).toContain("another request");
    expect((await post(userId, path, { name: "Fourth" }, { "idempotency-key": "é" })).status).toBe(400);
    expect((await post(userId, path, { name: "x" }, { "idempotency-key": "invalid" })).status).toBe(400);
    expect((await post(userId, path, { name: "Valid" }, { "idempotency-key": "invalid" })).status).toBe(200);
  });

  it("keeps two people's same key apart", async () => {
    const [one, other] = [await makeUser(world), await makeUser(world)];
    const key = { "idempotency-key": "shared" };
    await post(one.userId, keys.createApiKey.path, {}, key);
    const answer = await post(other.userId, keys.createApiKey.path, {}, key);
    expect(answer.headers.get("idempotent-replayed")).toBeNull();
    expect(await totalOf(other.userId, keys.createApiKey.path)).toBe(1);
  });

  it("tells nothing of an organization to whoever has left it since", async () => {
    const { userId } = await makeUser(world);
    const createAll = () =>
      post(userId, organizations.createOrganization.path, { name: "Left" }, { "idempotency-key": "o" });
    const { organizationId } = (await (await createAll()).json()) as { organizationId: string };
    const path = projects.createProject.path.replace(":organizationId", organizationId);
    const createOne = () => post(userId, path, { name: "Harbour" }, { "idempotency-key": "p" });
    expect((await createOne()).status).toBe(200);
    expect((await createOne()).headers.get("idempotent-replayed")).toBe("true");
    await world.ctx.wholeDb.delete(members).where(eq(members.organizationId, organizationId));
    for (const answer of [await createAll(), await createOne()]) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ message: "Organization not found" });
    }
  });
});

describe("hostile bodies", () => {
  it.each([
    ["__proto__", '{"name":"Northquay","__proto__":{"role":"owner","polluted":true}}'],
    ["constructor", '{"name":"Northquay","constructor":{"prototype":{"polluted":true}}}'],
    ["fields nobody asked for", '{"name":"Northquay","organizationId":"7","credits":1000,"role":"admin"}'],
  ])("%s changes nothing", async (_, body) => {
    const { userId } = await makeUser(world);
    const response = await post(userId, organizations.createOrganization.path, body);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ name: "Northquay", credits: 0, role: "owner" });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each(["[]", "null", "7", '"text"', "[{}]"])("%s is no object", async (body) => {
    const { userId } = await makeUser(world);
    expect((await post(userId, organizations.createOrganization.path, body)).status).toBe(400);
  });
});

describe("what is missing or out of range", () => {
  it("is named in words for people", async () => {
    const { userId } = await makeUser(world);
    const untitled = await post(userId, artifacts.createArtifact.path.replace(":organizationId", "quay"), {});
    expect([untitled.status, await untitled.json()]).toEqual([
      400,
      {
        code: "invalid_input",
        message: "Title is required",
        details: [{ path: "title", message: "Title is required" }],
        requestId: expect.any(String),
      },
    ]);
    const headers = { authorization: `Bearer ${userId}` };
    const beforeTheFirst = await app.request(`${organizations.listOrganizations.path}?page=0`, { headers });
    expect(await beforeTheFirst.json()).toMatchObject({ code: "invalid_input", message: "Page must be 1 or more" });
  });
});

describe("hostile addresses", () => {
  const get = (path: string) => app.request(path, { headers: { authorization: "Bearer x" } });

  it.each([
    "/v1/organizations/%E0%A4%A",
    "/v1/organizations/%",
    "/v1/organizations/%zz/projects",
    "/v1/organizations/a%00b",
    "/v1/organizations?page=%00",
    "/v1/organizations?page=%ff",
    "/v1/%00",
  ])("%s is not well formed", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_input", requestId: expect.any(String) });
  });

  it.each(["/v1/organizations/", "/v1//organizations", "//v1/organizations", "/v1", "/v1/", "/V1/organizations"])(
    "%s is nothing",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "not_found", requestId: expect.any(String) });
    },
  );

  it.each([
    ["PATCH", "/v1/organizations", "GET, HEAD, POST"],
    ["OPTIONS", "/v1/organizations", "GET, HEAD, POST"],
    ["DELETE", "/v1/tokens/refresh", "POST"],
    ["GET", "/v1/tokens/refresh", "POST"],
    ["HEAD", "/v1/tokens/refresh", "POST"],
    ["POST", "/v1/openapi.json", "GET, HEAD"],
    ["GET", "/v1/csp-reports", "POST"],
    ["QUERY", "/v1/organizations/a/members", "GET, HEAD"],
  ])("%s %s is refused with the methods there are", async (method, path, allow) => {
    const response = await app.request(path, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
    if (method !== "HEAD")
      expect(await response.json()).toMatchObject({
        code: "method_not_allowed",
        message: expect.stringContaining(allow),
        requestId: expect.any(String),
      });
  });
});
