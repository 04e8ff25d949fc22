import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile, mkdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { listRoutes } from "#server/main/start/edges.ts";
import { createTestWorld, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { createApp } from "./create-app.ts";

const routes = listRoutes(createChatStreams());
let world: TestWorld;
let app: Hono;
let webDirectory: string;

beforeAll(async () => {
  world = await createTestWorld();
  webDirectory = await mkdtemp(path.join(os.tmpdir(), "cairn-web-"));
  await writeFile(path.join(webDirectory, "index.html"), "<title>the app</title>");
  await mkdir(path.join(webDirectory, "assets"));
  await writeFile(path.join(webDirectory, "assets", "app-1a2b.js"), "plain");
  await writeFile(path.join(webDirectory, "assets", "app-1a2b.js.gz"), "packed");
  await writeFile(path.join(webDirectory, "assets", "geist-latin-ext-wght-normal-9z.woff2"), "other letters");
  await writeFile(path.join(webDirectory, "assets", "geist-latin-wght-normal-1a2b.woff2"), "letters");
  app = createApp({
    services: world.ctx,
    routes,
    authenticate: async (authorization) =>
      authorization ? { userId: authorization.replace(/^Bearer /, ""), grantId: "grant" } : null,
    mounts: [],
    webDirectory,
    checkReadiness: async () => ({ database: { isReady: true }, disk: { isReady: false, reason: "Full" } }),
  });
});
afterAll(async () => {
  await world.close();
  await rm(webDirectory, { recursive: true, force: true });
});

const paths = routes.map(({ endpoint }) => [endpoint.method, endpoint.path, endpoint.access] as const);
const takesFiles = new Set(routes.flatMap(({ endpoint }) => (endpoint.takesFiles ? [endpoint.path] : [])));
const tokenCalls = ["exchange", "refresh", "verify", "revoke"].map((name) => `/v1/tokens/${name}`);
const fill = (pattern: string) =>
  pattern
    .replace(":oid", "0".repeat(40))
    .replace(":revision", "1")
    .replaceAll(/:\w+/g, () => randomUUID());

describe("every call", () => {
  it.each(paths.filter(([, , access]) => access === "user"))("%s %s needs a token", async (method, pattern) => {
    const response = await app.request(fill(pattern), { method });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "unauthenticated", requestId: expect.any(String) });
  });

  it("stands once in the description of the API", async () => {
    const described = (await (await app.request("/v1/openapi.json")).json()) as { paths: Record<string, object> };
    const operations = Object.values(described.paths).flatMap((methods) => Object.keys(methods));
    expect(operations).toHaveLength(routes.length + tokenCalls.length);
    expect(Object.keys(described.paths)).toEqual(expect.arrayContaining(tokenCalls));
    expect(new Set(routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).size).toBe(routes.length);
  });

  it.each(paths.filter(([, pattern]) => /organizations\/:organizationId/.test(pattern)))(
    "%s %s answers a stranger as if nothing were there",
    async (method, pattern) => {
      const { organizationId, projectId } = await makeProject(world);
      const stranger = await makeUser(world);
      const address = fill(pattern.replace(":organizationId", organizationId).replace(":projectId", projectId));
      const isForm = method === "POST" && takesFiles.has(pattern);
      const body = isForm ? new FormData() : JSON.stringify(validBodies[pattern.split("/").at(-1) ?? ""] ?? {});
      const headers = new Headers({ authorization: `Bearer ${stranger.userId}` });
      if (!isForm) headers.set("content-type", "application/json");
      const response = await app.request(
        `${address}?path=README.md&query=board&pattern=board&line=1&column=1&kind=test&sourceId=store:boats&targetId=store:tides&nodeId=${drawnNodeId}&projectId=${projectId}&baselineAt=2026-01-05T00:00:00.000Z`,
        {
          method,
          headers,
          body: method === "GET" ? undefined : body,
        },
      );
      const isPublicFact = pattern.endsWith(":organizationId/exists");
      expect(response.status).toBe(isPublicFact ? 200 : 404);
    },
  );
});

const drawnNodeId = "drawn:3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b11";

/** Bodies that pass the schemas, by the last word of the path, so that the right is what refuses. */
const validBodies: Record<string, object> = {
  "agent-writing": { isOn: true },
  pin: { isPinned: true },
  "wished-pages": { projectId: "3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b11", wish: "How high water is announced" },
  corrections: {
    corrections: [{ repositoryId: "3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b11", foundPath: "/boats", isLeftOut: true }],
  },
  default: { engine: "diff", agent: null },
  "run-budget": { tokenLimit: 5_000 },
  ":userId": { roles: ["editor"] },
  comments: { message: "Why null?" },
  ":commentId": { message: "Why null?" },
  ":documentId": { version: "0", decision: "refused" },
  resolution: { resolved: true },
  viewed: { path: "README.md", version: "1", isViewed: true },
  look: { head: "0".repeat(40) },
  application: { head: "0".repeat(40), commentIds: ["3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b11"] },
  conflicts: {
    head: "0".repeat(40),
    tip: "0".repeat(40),
    files: [{ kind: "side", path: "README.md", side: "base" }],
  },
  run: { head: "0".repeat(40), tip: "0".repeat(40) },
  ":criterionId": { check: { kind: "person" } },
  "event-hooks": { url: "https://example.test/hooks", events: ["comment.created"] },
  invites: { invites: [{ email: "ada@example.test" }] },
  templates: {
    title: "Runbook",
    scope: { type: "organization" },
    content: {
      type: "sections",
      sections: [{ title: "Steps", instructions: { prompt: "List the steps" } }],
    },
  },
  artifacts: { title: "Tides", content: "High water twice a day" },
  place: { parentArtifactId: null, beforeArtifactId: null },
  held: { decision: "accept" },
  "preview-sections": { sections: [{ title: "Tides", instructions: { prompt: "When is high water?" } }] },
  "export-branch": { repositoryId: "3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b11", branch: "docs" },
  "import-branch": { repositoryId: "3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b11", branch: "docs" },
  ":templateId": {
    title: "Runbook",
    scope: { type: "organization" },
    content: { type: "sections", sections: [{ title: "Steps", instructions: { prompt: "List the steps" } }] },
  },
  integrations: { integrationName: "github" },
  "main-branch": { mainBranch: "main" },
  positions: { positions: [{ nodeId: "store:boats", position: { x: 0, y: 0 } }] },
  nodes: { nodeId: drawnNodeId, kind: "store", name: "Ledger of berths", technology: null },
  edges: { sourceId: "store:boats", targetId: "store:tides", stance: "allowed" },
  "import-preview": { format: "compose", text: "services: {}" },
  connection: { address: "https://git.example.test/boats.git" },
  "connection-test": { connection: { type: "url", url: "https://git.example.test/boats.git" } },
  keys: { name: "Build server" },
  projects: { name: "Ferry Board" },
  commands: { test: { use: "none" } },
  budget: { tokenLimit: 5_000 },
  services: { name: "api", description: "Serves departures to the board", type: "api" },
  // Of a task that is created, and of several that are changed or deleted.
  tasks: { title: "Show tides", taskIds: ["3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b11"] },
  plans: { goal: "Show tides beside the boats" },
  items: { title: "Show tides" },
  position: { afterItemId: null },
  // Of two items of a plan, and of an implementation.
  reviews: { repositoryId: "3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b11", branch: "tides" },
  "merge-queue": { head: "0".repeat(40) },
  merge: { otherItemId: "3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b11", head: "0".repeat(40) },
  imports: { source: { kind: "markdown", text: "- [ ] Show tides" } },
  pins: { repositoryId: "3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b11", path: "README.md", kind: "pinned" },
  rules: { condition: "A migration is added", instruction: "Add a line to the changelog" },
  "check-preview": { condition: "A migration is added", instruction: "Add a line to the changelog" },
  "external-context": { mode: "manual", title: "Tides", content: "High water twice a day" },
  data: { description: "A board of departures for the people on the quay. ".repeat(4) },
};

describe("bad input", () => {
  it("is refused with the field's own words and every mistake in the details", async () => {
    const { userId } = await makeUser(world);
    const response = await app.request("/v1/organizations", {
      method: "POST",
      headers: { authorization: `Bearer ${userId}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "x", slug: "Not A Slug" }),
    });
    expect(response.status).toBe(400);
    const body = (await response.json()) as { message: string; details: { path: string }[] };
    expect(body.message).toBe("Name is too short");
    expect(body.details.map((detail) => detail.path)).toEqual(["name", "slug"]);
  });

  it.each(["page=0", "page=-1", "page=1e18", "limit=101", "limit=1e9", "limit=x"])("refuses ?%s", async (query) => {
    const { userId } = await makeUser(world);
    const response = await app.request(`/v1/organizations?${query}`, {
      headers: { authorization: `Bearer ${userId}` },
    });
    expect(response.status).toBe(400);
  });

  it("never tells what went wrong inside", async () => {
    const broken = createApp({
      services: world.ctx,
      routes,
      authenticate: () => Promise.reject(new Error(`secret ${randomBytes(4).toString("hex")}`)),
      mounts: [],
      webDirectory: null,
      checkReadiness: async () => ({}),
    });
    const response = await broken.request("/v1/organizations", { headers: { authorization: "Bearer x" } });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
  });
});

describe("the web app", () => {
  it("answers every address that is not a call, and keeps named files for long", async () => {
    for (const address of ["/", "/login"]) expect(await (await app.request(address)).text()).toContain("the app");
    const page = await app.request("/o/northquay/p/ferry-board");
    expect(await page.text()).toContain("the app");
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    const file = await app.request("/assets/app-1a2b.js", { headers: { "accept-encoding": "gzip" } });
    expect(file.headers.get("content-encoding")).toBe("gzip");
    expect(file.headers.get("cache-control")).toContain("immutable");
    expect((await app.request("/assets/missing.js")).status).toBe(404);
    expect((await app.request("/v1/nothing")).status).toBe(404);
    expect((await app.request("/o/%E0%A4%A")).status).toBe(200);
  });

  it("leads pages that know nothing of its build to its fonts", async () => {
    const font = await app.request("/fonts/geist-latin.woff2");
    expect([font.status, font.headers.get("location")]).toEqual([302, "/assets/geist-latin-wght-normal-1a2b.woff2"]);
    expect(font.headers.get("cache-control")).toBe("public, max-age=3600");
    expect((await app.request("/fonts/geist.woff2")).status).toBe(404);
  });

  it.each(["/..%2f..%2fetc%2fpasswd.json", "/%2e%2e/%2e%2e/package.json", "/assets/..%5c..%5cx.json"])(
    "does not leave its folder for %s",
    async (address) => {
      expect(await (await app.request(address)).text()).not.toMatch(/root:|"name"/);
    },
  );
});

it("tells the browser its settings, and nobody keeps them", async () => {
  const response = await app.request("/config.json");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { limits, addresses } = world.ctx.settings;
  expect(await response.json()).toMatchObject({
    apiHost: addresses.apiHost,
    maxUploadBytes: limits.maxUploadBytes,
    maxBundleBytes: 500_000_000,
  });
});

it("goes on serving where a part is not ready that the rest does not need, and says so", async () => {
  const sandbox = { isReady: false, isNeeded: false, reason: "None" };
  const parts = { services: world.ctx, routes, authenticate: async () => null, mounts: [], webDirectory: null };
  const response = await createApp({ ...parts, checkReadiness: async () => ({ sandbox }) }).request("/readyz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "degraded", checks: { sandbox } });
});

it("says what is not ready", async () => {
  const response = await app.request("/readyz");
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ checks: { disk: { reason: "Full" } } });
});
