import { afterAll, beforeAll, expect, it, vi } from "vitest";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { openMainBranch } from "#server/domain/search/open-codebases.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { architectureTools } from "./architecture.tools.ts";
import { findAddedConnections } from "./find-added-connections.ts";
import { getArchitecture } from "./get-architecture.ts";
import { listArchitectureChanges } from "./list-architecture-changes.ts";
import { setArchitectureBaseline } from "./set-architecture-baseline.ts";
import { setArchitectureEdge } from "./set-architecture-edge.ts";
import { watchArchitecture } from "./watch-architecture.ts";

let world: TestWorld;
let repository: TestRepository;
let project: Awaited<ReturnType<typeof makeProject>>;
let key: { organizationId: string; projectId: string };
let repositoryId: string;
const ids = new Map<string, string>();

/** Name, what its endpoints are called, and its table. */
const programs = [
  ["orders", "orders", "purchases"],
  ["billing", "invoices", "invoices"],
  ["catalog", "articles", "articles"],
  ["stock", "berths", "stock_items"],
  ["mail", "letters", "letters"],
] as const;

function program(name: string, route: string, table: string): Record<string, string> {
  return {
    [`apps/${name}/package.json`]: `{"name":"@shop/${name}","dependencies":{"express":"4","pg":"8"}}\n`,
    [`apps/${name}/Dockerfile`]: 'FROM node:24\nCOPY . .\nCMD ["node", "src/server.ts"]\n',
    [`apps/${name}/migrations/001_first.sql`]: `create table ${table} (id int primary key, name text);\n`,
    [`apps/${name}/src/${name}-rules.ts`]: `export const ${name}Rules = { limit: 1 };\n`,
    [`apps/${name}/src/server.ts`]: `import express from "express";
import { pool } from "./pool.ts";
import { ${name}Rules } from "./${name}-rules.ts";
const app = express();
app.get("/health", (_request, response) => response.json(${name}Rules));
app.get("/${route}/:id", async (_request, response) => response.json(await pool.query("select * from ${table} where id = 1")));
app.post("/${route}", async (_request, response) => response.json(await pool.query("insert into ${table} values (1)")));
app.listen(3000);
`,
    [`apps/${name}/src/pool.ts`]: `import { Pool } from "pg";\nexport const pool = new Pool({ connectionString: process.env.${name.toUpperCase()}_DB });\n`,
  };
}

const clean: Record<string, string> = {
  "package.json": '{"name":"shop","private":true,"workspaces":["apps/*","packages/*"]}\n',
  "apps/web/package.json": '{"name":"@shop/web","dependencies":{"react":"19"}}\n',
  "apps/web/src/page.tsx":
    'import { price } from "@shop/kit";\nexport const load = async () => price(await fetch("/orders/1"));\n',
  "packages/kit/package.json": '{"name":"@shop/kit","main":"index.ts"}\n',
  "packages/kit/index.ts": "export const price = (value: unknown) => value;\n",
  ...Object.assign({}, ...programs.map(([name, route, table]) => program(name, route, table))),
  // Words that look like violations and are none.
  "apps/mail/src/words.ts": `/** Imports from orders are sent by mail: select a letter from invoices of yours. */
export const help = "Choose from articles and invoices";
export const probe = () => fetch("http://localhost:3000/health");
export const own = (id: string) => fetch(\`/letters/\${id}\`);
`,
};

const importOf = (target: string) =>
  `import { ${target}Rules } from "../../${target}/src/${target}-rules.ts";\nexport const limit = ${target}Rules.limit;\n`;
const sql = (text: string) => `import { pool } from "./pool.ts";\nexport const rows = () => pool.query(\`${text}\`);\n`;

/** Each a file of the second commit: who, whom, how, and the text. */
const violations: readonly [string, string, string, string, string][] = [
  ["orders", "billing", "import", "apps/orders/src/v1.ts", importOf("billing")],
  ["billing", "catalog", "import", "apps/billing/src/v1.ts", importOf("catalog")],
  ["catalog", "stock", "import", "apps/catalog/src/v1.ts", importOf("stock")],
  ["stock", "mail", "import", "apps/stock/src/v1.ts", importOf("mail")],
  ["mail", "orders", "import", "apps/mail/src/v1.ts", importOf("orders")],
  ["web", "billing", "import", "apps/web/src/v1.ts", importOf("billing")],
  [
    "kit",
    "orders",
    "import",
    "packages/kit/v1.ts",
    'import { ordersRules } from "../../apps/orders/src/orders-rules.ts";\nexport const limit = ordersRules.limit;\n',
  ],
  [
    "stock",
    "catalog",
    "import",
    "apps/stock/src/v2.ts",
    'import { catalogRules } from "@shop/catalog/src/catalog-rules.ts";\nexport const limit = catalogRules.limit;\n',
  ],
  [
    "catalog",
    "orders",
    "call",
    "apps/catalog/src/h1.ts",
    "export const one = (id: string) => fetch(`http://orders:3000/orders/${id}`);\n",
  ],
  [
    "stock",
    "billing",
    "call",
    "apps/stock/src/h1.ts",
    'import axios from "axios";\nexport const pay = (id: string) => axios.get(`${process.env.BILLING_URL}/invoices/${id}`);\n',
  ],
  [
    "mail",
    "catalog",
    "call",
    "apps/mail/src/h1.ts",
    'export const add = () => fetch("http://catalog/articles", { method: "POST" });\n',
  ],
  ["web", "mail", "call", "apps/web/src/h1.ts", 'export const send = () => fetch("/letters", { method: "POST" });\n'],
  [
    "billing",
    "orders",
    "call",
    "apps/billing/src/h1.ts",
    'import axios from "axios";\nexport const one = (id: string) => axios.get(`http://orders/orders/${id}`);\n',
  ],
  [
    "kit",
    "stock",
    "call",
    "packages/kit/h1.ts",
    "export const berth = (base: string, id: string) => fetch(`${base}/berths/${id}`);\n",
  ],
  [
    "orders",
    "catalog",
    "call",
    "apps/orders/src/h1.ts",
    'import { client } from "./client.ts";\nexport const one = (id: string) => client.get(`/articles/${id}`);\n',
  ],
  ["billing", "stock", "shared-table", "apps/billing/src/t1.ts", sql("select * from stock_items where id = $1")],
  ["mail", "billing", "shared-table", "apps/mail/src/t1.ts", sql("insert into invoices (id) values (1)")],
  ["catalog", "billing", "shared-table", "apps/catalog/src/t1.ts", sql("update invoices set name = 'x' where id = 1")],
  [
    "orders",
    "stock",
    "shared-table",
    "apps/orders/src/t1.ts",
    sql("select p.id from purchases p join stock_items s on s.id = p.id"),
  ],
  ["stock", "orders", "shared-table", "apps/stock/src/t1.ts", sql("delete from purchases where id = 1")],
];

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
  key = { organizationId: project.organizationId, projectId: project.projectId };
  repository = await createTestRepository();
  await repository.commit("Clean", clean);
  ({ repositoryId } = await makeRepository(world, project, { path: repository.path, slug: "shop" }));
  await runIndex();
  const folders = { web: "/apps/web", kit: "/packages/kit" } as Record<string, string>;
  for (const [at, name] of ["web", "kit", ...programs.map(([one]) => one)].entries()) {
    const workingPath = folders[name] ?? `/apps/${name}`;
    ids.set(name, (await makeService(world, key, { name, repositoryId, workingPath, number: at + 1 })).serviceId);
  }
});
afterAll(async () => {
  await world.close();
  await repository.remove();
});

const runIndex = () =>
  indexRepository(project.system, { organizationId: key.organizationId, repositoryId }, { isLastTry: true });
const nameOf = (id: string) => [...ids].find(([, serviceId]) => serviceId === id)?.[0] ?? id;

it("finds every violation of a seeded system, by its lines, and nothing that is none", async () => {
  await watchArchitecture(project.system, key);
  await setArchitectureBaseline(project.ctx, key);
  const before = await getArchitecture(project.ctx, key);
  const known = before.edges.map(({ sourceId, targetId }) => `${nameOf(sourceId)} ${nameOf(targetId)}`);
  expect(known.filter((ends) => !ends.includes("store:")).toSorted()).toEqual(["web kit", "web orders"]);
  expect(before.edges.every(({ drift }) => drift === null)).toBe(true);

  const commit = await repository.commit(
    "Violate",
    Object.fromEntries(violations.map(([, , , path, text]) => [path, text])),
  );
  await runIndex();
  await watchArchitecture(project.system, key);
  const { edges } = await getArchitecture(project.ctx, key);
  const drifted = edges.filter(({ drift }) => drift === "undeclared");
  const found = drifted.flatMap(({ sourceId, targetId, derived }) =>
    (derived?.evidence ?? []).map(({ kind, place }) => `${nameOf(sourceId)} ${nameOf(targetId)} ${kind} ${place.path}`),
  );
  const seeded = violations.map(([source, target, kind, path]) => `${source} ${target} ${kind} ${path}`);
  expect(found.toSorted()).toEqual(seeded.toSorted());
  expect(drifted.every(({ broughtBy }) => broughtBy?.commit === commit)).toBe(true);

  const { content, total } = await listArchitectureChanges(project.ctx, { ...key, page: 1, limit: 100 });
  expect(total).toBe(drifted.length);
  expect(content.every((one) => one.change === "appeared" && one.drift === "undeclared" && one.commit === commit)).toBe(
    true,
  );
});

it("tells what a push took away, and what a line without code is since then", async () => {
  const [source, target] = [ids.get("web") ?? "", ids.get("kit") ?? ""];
  world.setNow(new Date(world.ctx.now().getTime() + 60_000));
  const commit = await repository.commit("Without the kit", {
    "apps/web/src/page.tsx": 'export const load = async () => fetch("/orders/1");\n',
  });
  await runIndex();
  await watchArchitecture(project.system, key);
  const { content } = await listArchitectureChanges(project.ctx, { ...key, page: 1, limit: 1 });
  expect(content).toMatchObject([
    { change: "vanished", sourceName: "web", targetName: "kit", drift: "unused", commit, repositorySlug: "shop" },
  ]);
  const { edges } = await getArchitecture(project.ctx, key);
  const edge = edges.find(({ sourceId, targetId }) => sourceId === source && targetId === target);
  expect(edge).toMatchObject({ drift: "unused", derived: null, broughtBy: { repositoryId, commit } });
});

it("calls nothing new where the services are others and the code is the same", async () => {
  const before = (await listArchitectureChanges(project.ctx, { ...key, page: 1, limit: 1 })).total;
  await makeService(world, key, { name: "all", repositoryId, workingPath: "/", number: 20 });
  await watchArchitecture(project.system, key);
  await watchArchitecture(project.system, key);
  expect((await listArchitectureChanges(project.ctx, { ...key, page: 1, limit: 1 })).total).toBe(before);
});

it("tells an agent what is allowed, forbidden and different, with lines and commits", async () => {
  const [sourceId, targetId] = [ids.get("stock") ?? "", ids.get("mail") ?? ""];
  await setArchitectureEdge(project.ctx, { ...key, sourceId, targetId, stance: "forbidden" });
  const agent = world.as({ kind: "agent", userId: project.owner.userId });
  const [tool] = architectureTools;
  const answer = await tool?.run(agent, key, tool.input.parse({ depth: "contract" }));
  expect(answer?.text).toMatch(
    /stock imports code of mail: forbidden by .+ on \d{4}-\d\d-\d\d\. Forbidden, but in the code, since commit/,
  );
  expect(answer?.text).toContain("as at shop: apps/stock/src/v1.ts line 1");
  expect(answer?.data).toMatchObject({ hasContract: true, isCutOff: false, index: { isFresh: true } });
  expect(answer?.data["edges"]).toContainEqual({
    source: "stock",
    target: "mail",
    kinds: ["import"],
    stance: "forbidden",
    said: { by: expect.any(String), at: project.ctx.now().toISOString() },
    drift: "forbidden",
    since: expect.stringMatching(/^[0-9a-f]{12}$/),
    places: [{ repository: "shop", path: "apps/stock/src/v1.ts", line: 1 }],
  });
  const stranger = await makeProject(world);
  await expect(tool?.run(stranger.ctx, key, tool.input.parse({ depth: "contract" }))).rejects.toMatchObject({
    code: "not_found",
  });
});

/** As where time runs out while the code is searched for tables. */
function runOutOfTime(index: CodeIndex) {
  const findLines = index.findLines.bind(index);
  return vi.spyOn(index, "findLines").mockImplementation(async (query, options) => {
    const found = await findLines(query, options);
    return query.pattern.includes("references") ? { ...found, isCutOff: true } : found;
  });
}

it("says nothing of what came or went where time ran out, and looks again when asked again", async () => {
  const open = async () => {
    const [row] = await findProjectRepositories(project.ctx, key);
    const opened = row === undefined ? null : openMainBranch(project.ctx, row);
    return opened?.index ?? expect.fail("It is indexed");
  };
  const before = await open();
  await repository.commit("Of a table again", { "apps/web/src/t2.ts": sql("select * from stock_items where id = 1") });
  await runIndex();
  const after = await open();
  const added = async () => {
    const found = await findAddedConnections(project.ctx, { ...key, repositoryId }, { before, after });
    return found === null
      ? null
      : found.map(({ sourceName, targetName, kinds }) => `${sourceName} ${targetName} ${kinds.join()}`);
  };
  const totalOf = async () => (await listArchitectureChanges(project.ctx, { ...key, page: 1, limit: 1 })).total;
  const total = await totalOf();
  const late = runOutOfTime(after);
  await watchArchitecture(project.system, key);
  expect(await totalOf()).toBe(total);
  expect(await getArchitecture(project.ctx, key)).toMatchObject({ isCutOff: true });
  expect(await added()).toBeNull();
  late.mockRestore();
  expect(await getArchitecture(project.ctx, key)).toMatchObject({ isCutOff: false });
  expect(await added()).toEqual(["web stock shared-table"]);
  await watchArchitecture(project.system, key);
  expect(await totalOf()).toBe(total + 1);
  // With one service more all is worked out anew, also of what was before.
  await makeService(world, key, { name: "late", repositoryId, workingPath: "/late", number: 30 });
  const lateBefore = runOutOfTime(before);
  expect(await added()).toBeNull();
  lateBefore.mockRestore();
  expect(await added()).toEqual(["web stock shared-table"]);
});

it("gives an agent as data what the text shows, and not all there is", async () => {
  for (let at = 0; at < 300; at += 1)
    await makeService(world, key, { name: `part ${at}`, workingPath: "/", number: 100 + at });
  const agent = world.as({ kind: "agent", userId: project.owner.userId });
  const [tool] = architectureTools;
  const answer = await tool?.run(agent, key, tool.input.parse({ depth: "contract" }));
  const shown = answer?.data as { nodes: unknown[]; edges: unknown[]; isCutOff: boolean } | undefined;
  expect(answer?.text).toMatch(/more lines are not shown/);
  expect(shown?.isCutOff).toBe(true);
  expect([...(shown?.nodes ?? []), ...(shown?.edges ?? [])]).toHaveLength(300);
});
