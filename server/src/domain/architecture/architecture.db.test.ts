import { saveDrawnNode as saveDrawnNodeEndpoint } from "@cairn/contract/architecture";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { loadChanges } from "#server/domain/changes/load-changes.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { listAuditEvents } from "#server/domain/members/list-audit-events.ts";
import { deleteService } from "#server/domain/services/delete-service.ts";
import { services } from "#server/platform/db/tables/projects.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { describeContract } from "./describe-contract.ts";
import { getArchitecture } from "./get-architecture.ts";
import { moveArchitectureNodes } from "./move-architecture-nodes.ts";
import { removeArchitectureBaseline } from "./remove-architecture-baseline.ts";
import { removeArchitectureEdge } from "./remove-architecture-edge.ts";
import { removeDrawnNode } from "./remove-drawn-node.ts";
import { saveDrawnNode } from "./save-drawn-node.ts";
import { setArchitectureBaseline } from "./set-architecture-baseline.ts";
import { setArchitectureEdge } from "./set-architecture-edge.ts";

let world: TestWorld;
let repository: TestRepository;
let project: Awaited<ReturnType<typeof makeProject>>;
let key: { organizationId: string; projectId: string };
let repositoryId: string;
let web: string;
let orders: string;
let shared: string;

const files = {
  "package.json": '{"name":"shop","private":true,"workspaces":["apps/*","packages/*"]}\n',
  "apps/web/package.json": '{"name":"@shop/web","dependencies":{"@shop/shared":"*"}}\n',
  "apps/web/src/page.ts": `import { price } from "@shop/shared";
export const load = async (id: string) => price(await fetch(\`http://orders:3000/orders/\${id}\`));
`,
  "apps/orders/package.json": '{"name":"@shop/orders","dependencies":{"express":"4","pg":"8"}}\n',
  "apps/orders/Dockerfile": 'FROM node:24\nCOPY . .\nCMD ["node", "src/server.ts"]\n',
  "apps/orders/src/server.ts": `import express from "express";
import { Pool } from "pg";
const pool = new Pool({ connectionString: process.env.ORDERS_DATABASE });
const app = express();
app.get("/orders/:id", async (request, response) => response.json(await pool.query("select 1")));
app.listen(3000);
`,
  "packages/shared/package.json": '{"name":"@shop/shared","main":"index.ts"}\n',
  "packages/shared/index.ts": "export const price = (value: unknown) => value;\n",
  "compose.yaml": `services:
  orders:
    build: ./apps/orders
    environment:
      ORDERS_DATABASE: postgres://berths:5432/orders
  berths:
    image: postgres:17
`,
};

beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  project = await makeProject(world);
  repository = await createTestRepository();
  await repository.commit("First", files);
  ({ repositoryId } = await makeRepository(world, project, { path: repository.path, slug: "shop" }));
  key = { organizationId: project.organizationId, projectId: project.projectId };
  await runIndex();
  const make = async (name: string, workingPath: string, number: number) =>
    (await makeService(world, key, { name, repositoryId, workingPath, number })).serviceId;
  web = await make("Web", "/apps/web", 1);
  orders = await make("Orders", "/apps/orders", 2);
  shared = await make("Shared", "packages/shared", 3);
  return () => repository.remove();
});

async function runIndex(): Promise<void> {
  await indexRepository(project.system, { organizationId: project.organizationId, repositoryId }, { isLastTry: true });
}

const load = () => getArchitecture(project.ctx, key);
const berths = () => `store:${repositoryId}:berths`;
const edgesOf = async () => (await load()).edges.map(({ sourceId, targetId, stance, derived, drift }) => ({
  ends: [sourceId, targetId], stance, kinds: derived?.kinds ?? null, drift,
})); // prettier-ignore
const say = (sourceId: string, targetId: string, stance: "allowed" | "forbidden") =>
  setArchitectureEdge(project.ctx, { ...key, sourceId, targetId, stance });

it("draws services, stores and what connects them from the code, with lines, and calls nothing drift yet", async () => {
  const architecture = await load();
  expect(architecture.nodes.map(({ nodeId, kind, name, type }) => ({ nodeId, kind, name, type }))).toEqual([
    { nodeId: web, kind: "service", name: "Web", type: "api" },
    { nodeId: orders, kind: "service", name: "Orders", type: "api" },
    { nodeId: shared, kind: "service", name: "Shared", type: "api" },
    { nodeId: berths(), kind: "store", name: "berths", type: null },
  ]);
  const found = await edgesOf();
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      { ends: [web, shared], stance: null, kinds: ["import"], drift: null },
      { ends: [web, orders], stance: null, kinds: ["call"], drift: null },
      { ends: [orders, berths()], stance: null, kinds: expect.arrayContaining(["setting"]), drift: null },
    ]),
  );
  const call = architecture.edges.find(({ targetId }) => targetId === orders);
  expect(call?.derived?.evidence[0]?.place).toMatchObject({ path: "apps/web/src/page.ts", startLine: 2 });
  expect(architecture).toMatchObject({ hasContract: false, baselineAt: null, index: { isFresh: true } });
});

it("tells what is undeclared, forbidden and unused once somebody has drawn lines", async () => {
  await say(web, shared, "allowed");
  await say(web, orders, "forbidden");
  await say(shared, orders, "allowed");
  await say(shared, orders, "allowed");
  expect(await edgesOf()).toEqual(
    expect.arrayContaining([
      { ends: [web, shared], stance: "allowed", kinds: ["import"], drift: null },
      { ends: [web, orders], stance: "forbidden", kinds: ["call"], drift: "forbidden" },
      { ends: [shared, orders], stance: "allowed", kinds: null, drift: "unused" },
      { ends: [orders, berths()], stance: null, kinds: expect.anything(), drift: "undeclared" },
    ]),
  );
  await removeArchitectureEdge(project.ctx, { ...key, sourceId: shared, targetId: orders });
  await removeArchitectureEdge(project.ctx, { ...key, sourceId: shared, targetId: orders });
  expect((await edgesOf()).map(({ ends }) => ends)).not.toContainEqual([shared, orders]);
});

it("tells who allowed or forbade what and when, to people, to agents and in the audit log", async () => {
  await say(web, orders, "allowed");
  await say(web, orders, "forbidden");
  await say(web, orders, "forbidden");
  const of = async () => (await load()).edges.find(({ targetId }) => targetId === orders);
  const by = { userId: project.owner.userId };
  expect(await of()).toMatchObject({ said: { by, at: project.ctx.now().toISOString() } });
  const agent = await describeContract(project.ctx, key);
  expect(agent.text).toMatch(/Web calls Orders: forbidden by .+ on \d{4}-\d{2}-\d{2}/);
  await removeArchitectureEdge(project.ctx, { ...key, sourceId: web, targetId: orders });
  expect(await of()).not.toHaveProperty("said");
  const { baselineAt } = await setArchitectureBaseline(project.ctx, key);
  expect(await load()).toMatchObject({ baselineBy: by });
  await removeArchitectureBaseline(project.ctx, { ...key, baselineAt });
  const { content } = await listAuditEvents(project.ctx, { organizationId: key.organizationId, page: 1, limit: 5 });
  // The clock of tests stands still, so that their order says nothing.
  expect(content.map(({ action, target }) => `${action}: ${target}`).toSorted()).toEqual([
    expect.stringMatching(/^architecture.baseline-removed: /),
    expect.stringMatching(/^architecture.baseline-set: /),
    expect.stringMatching(/^architecture.connection-allowed: from Web to Orders of /),
    expect.stringMatching(/^architecture.connection-forbidden: from Web to Orders of /),
    expect.stringMatching(/^architecture.connection-freed: from Web to Orders of /),
  ]);
});

/** The same, a second from now. */
const later = (ctx: Ctx): Ctx => ({ ...ctx, now: () => new Date(ctx.now().getTime() + 1000) });

const drawnId = "drawn:7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f0009";
const draw = (name: string, kind: "store" | "queue" | "outside", technology: string | null = null) =>
  saveDrawnNode(project.ctx, { ...key, nodeId: drawnId, kind, name, technology });

it("has what people draw beside services, with its place and lines, which are no drift; it goes with its lines", async () => {
  await draw("Harbour cards", "outside", "Stripe");
  await say(orders, drawnId, "allowed");
  await moveArchitectureNodes(project.ctx, { ...key, positions: [{ nodeId: drawnId, position: { x: 40, y: 960 } }] });
  const drawn = async () => (await load()).nodes.filter(({ nodeId }) => nodeId === drawnId);
  const place = { serviceId: null, position: { x: 40, y: 960 }, evidence: [] };
  expect(await drawn()).toMatchObject([{ kind: "outside", name: "Harbour cards", technology: "Stripe", ...place }]);
  await draw("Cards", "queue");
  expect(await drawn()).toMatchObject([{ kind: "queue", name: "Cards", technology: null, ...place }]);
  expect(await edgesOf()).toContainEqual({ ends: [orders, drawnId], stance: "allowed", kinds: null, drift: null });
  await removeDrawnNode(project.ctx, { ...key, nodeId: drawnId });
  await removeDrawnNode(project.ctx, { ...key, nodeId: drawnId });
  expect(await drawn()).toEqual([]);
  expect((await edgesOf()).flatMap(({ ends }) => ends)).not.toContain(drawnId);
});

it("draws nothing over a service or what the code shows, and nothing for another organization", async () => {
  const { body } = saveDrawnNodeEndpoint;
  for (const nodeId of [web, berths(), "drawn:", "drawn:../x"]) {
    expect(body.safeParse({ nodeId, kind: "store", name: "Tides", technology: null }).success).toBe(false);
  }
  const stranger = await makeProject(world);
  const node = { nodeId: drawnId, kind: "store" as const, name: "Tides", technology: null };
  await expect(saveDrawnNode(stranger.ctx, { ...key, ...node })).rejects.toMatchObject({ code: "not_found" });
  await draw("Tides", "store");
  await expect(removeDrawnNode(stranger.ctx, { ...key, nodeId: drawnId })).rejects.toMatchObject({ code: "not_found" });
  // The same id is another node in a product of their own.
  const theirs = { organizationId: stranger.organizationId, projectId: stranger.projectId };
  await saveDrawnNode(stranger.ctx, { ...theirs, ...node, name: "Lamps" });
  await removeDrawnNode(stranger.ctx, { ...theirs, nodeId: drawnId });
  expect((await load()).nodes).toContainEqual(expect.objectContaining({ nodeId: drawnId, name: "Tides" }));
});

it("allows what is there today with a baseline, but nothing forbidden, and calls what comes later drift", async () => {
  await say(web, orders, "forbidden");
  expect(await setArchitectureBaseline(project.ctx, key)).toMatchObject({ allowed: 2 });
  expect((await load()).edges.filter(({ drift }) => drift !== null)).toMatchObject([{ drift: "forbidden" }]);
  await repository.commit("Reach over", {
    "apps/orders/src/total.ts": 'import { price } from "../../../packages/shared/index.ts";\nprice(1);\n',
  });
  await runIndex();
  expect(await edgesOf()).toContainEqual({
    ends: [orders, shared],
    stance: null,
    kinds: ["import"],
    drift: "undeclared",
  });
});

it("takes a baseline back with what it allowed: what was said before or since stays, and the one before holds again", async () => {
  await say(web, orders, "forbidden");
  const before = await load();
  const { formerBaselineAt, baselineAt } = await setArchitectureBaseline(project.ctx, key);
  expect(formerBaselineAt).toBeNull();
  await removeArchitectureBaseline(project.ctx, { ...key, baselineAt });
  expect(await load()).toEqual(before);

  const first = await setArchitectureBaseline(project.ctx, key);
  const { edges } = await load();
  const second = await setArchitectureBaseline(later(project.ctx), key);
  expect(second).toMatchObject({ allowed: 0, formerBaselineAt: first.baselineAt });
  await expect(removeArchitectureBaseline(project.ctx, { ...key, baselineAt: first.baselineAt })).rejects.toMatchObject(
    { code: "conflict" },
  );
  await removeArchitectureBaseline(project.ctx, {
    ...key,
    baselineAt: second.baselineAt,
    formerBaselineAt: first.baselineAt,
  });
  expect(await load()).toMatchObject({ baselineAt: first.baselineAt, edges });

  const [since] = edges.filter(({ stance }) => stance === "allowed");
  if (!since) throw new Error("Nothing was allowed");
  await setArchitectureEdge(later(project.ctx), { ...key, ...since, stance: "allowed" });
  await removeArchitectureBaseline(project.ctx, { ...key, baselineAt: first.baselineAt });
  const said = (await load()).edges.filter(({ stance }) => stance !== null);
  expect(said).toHaveLength(2);
  expect(new Set(said.map(({ stance }) => stance))).toEqual(new Set(["allowed", "forbidden"]));
});

it("never calls a line clean or unused while the index is old or missing", async () => {
  await say(web, shared, "allowed");
  await say(shared, orders, "allowed");
  await say(web, orders, "forbidden");
  await repository.commit("Not indexed yet", { "README.md": "# Shop\n" });
  const mirror = world.ctx.mirrors.directory(repositoryId);
  await repository.git("push", "-q", mirror, "main");
  const architecture = await load();
  expect(architecture.index).toMatchObject({ isFresh: false, repositories: [{ state: "stale" }] });
  expect(await edgesOf()).toEqual(
    expect.arrayContaining([
      { ends: [web, shared], stance: "allowed", kinds: ["import"], drift: "unverified" },
      { ends: [shared, orders], stance: "allowed", kinds: null, drift: "unverified" },
      { ends: [web, orders], stance: "forbidden", kinds: ["call"], drift: "forbidden" },
    ]),
  );
  await world.ctx.indexes.remove(repositoryId);
  expect((await load()).index.repositories).toMatchObject([{ state: "missing", commit: null }]);
  const drifts = new Set((await load()).edges.map(({ drift }) => drift));
  expect(drifts).toEqual(new Set(["unverified"]));
});

it("keeps where nodes stand, the last writer of each, and says so to whoever looks", async () => {
  const before = (await changesOf()).length;
  const move = (nodeId: string, x: number) =>
    moveArchitectureNodes(project.ctx, { ...key, positions: [{ nodeId, position: { x, y: 240 } }] });
  await Promise.all([move(web, 400), move(berths(), 800)]);
  await move(web, 1200);
  await say(web, orders, "allowed");
  const { nodes } = await load();
  expect(nodes.find(({ nodeId }) => nodeId === web)?.position).toEqual({ x: 1200, y: 240 });
  expect(nodes.find(({ nodeId }) => nodeId === berths())?.position).toEqual({ x: 800, y: 240 });
  expect(nodes.find(({ nodeId }) => nodeId === orders)?.position).toBeNull();
  const added = (await changesOf()).slice(before).map(({ type, id }) => `${type} ${id}`);
  expect(new Set(added)).toEqual(new Set([`architecture ${project.projectId}`]));
  expect(added).toHaveLength(4);
});

async function changesOf() {
  const read = await loadChanges(world.ctx, { projectId: project.projectId, after: 0 });
  return read.kind === "changes" ? read.changes : [];
}

it("refuses a connection of a node with itself, and nodes that are not there", async () => {
  await expect(say(web, web, "allowed")).rejects.toMatchObject({ code: "unprocessable" });
  await expect(say(web, "outside:nobody", "allowed")).rejects.toMatchObject({ code: "not_found" });
  const lost = [{ nodeId: "store:lost", position: { x: 0, y: 0 } }];
  await expect(moveArchitectureNodes(project.ctx, { ...key, positions: lost })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("keeps a line to a store that no code names any more, and loses those of a service that is deleted", async () => {
  await say(orders, berths(), "allowed");
  await say(web, shared, "allowed");
  await repository.commit("Without a database", {
    "compose.yaml": "services:\n  orders:\n    build: ./apps/orders\n",
    "apps/orders/src/server.ts": "export const nothing = 1;\n",
  });
  await runIndex();
  expect(await edgesOf()).toContainEqual({ ends: [orders, berths()], stance: "allowed", kinds: null, drift: "unused" });
  expect((await load()).nodes.at(-1)).toMatchObject({ nodeId: berths(), kind: "store", name: "berths", evidence: [] });
  await deleteService(project.ctx, { ...key, serviceId: orders });
  await deleteService(project.ctx, { ...key, serviceId: web });
  const { nodes, edges } = await load();
  expect({ nodes: nodes.map(({ name }) => name), edges }).toEqual({ nodes: ["Shared"], edges: [] });
});

it("answers where there are services without code, and none at all", async () => {
  await world.ctx.db.delete(services);
  expect(await load()).toMatchObject({ nodes: [], edges: [], index: { isFresh: true, repositories: [] } });
  await makeService(world, key, { name: "Ledger", number: 9 });
  expect((await load()).nodes).toMatchObject([{ name: "Ledger", position: null }]);
});
