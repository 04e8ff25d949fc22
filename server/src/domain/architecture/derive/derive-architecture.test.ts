import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { makeRepository, type BareTestRepository } from "#server/code-index/testing/make-repository.ts";
import { seededNumbers } from "#server/code-index/testing/seeded-numbers.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import { deriveArchitecture } from "./derive-architecture.ts";
import { layOutServices } from "./service-layout.ts";

const names = ["orders", "billing", "catalog", "stock"];
const ownRepositories = ["shop", "back"];
const pushes = 7;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "derived-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Half of the programs are in each repository. */
const layout = layOutServices(
  names.map((name, at) => ({
    serviceId: `id-${name}`,
    name: `${name} API`,
    type: "api",
    repositoryId: repositoryOf(at),
    workingPath: `/apps/${name}`,
  })),
);

it.each([1, 2, 3])("finds after each push what it finds from scratch (seed %i)", async (seed) => {
  const pick = seededNumbers(seed);
  const repositories = new Map(ownRepositories.map((name) => [name, makeRepository()]));
  const known = new Map<string, string>();
  for (const [at, name] of names.entries()) repositories.get(repositoryOf(at))?.commit(program(name));
  let edges = "";
  for (let round = 0; round < pushes; round += 1) {
    const pushed = pick(names.length);
    repositories.get(repositoryOf(pushed))?.commit(change(pick, pushed, known));
    const updated = await deriveArchitecture(await openAll(repositories, `${seed}-updated`), layout);
    const rebuilt = await deriveFromScratch(await openAll(repositories, `${seed}-${round}`));
    expect(updated).toEqual(rebuilt);
    const now = JSON.stringify(updated.edges);
    expect(updated.isCutOff).toBe(false);
    if (round === pushes - 1) expect(updated.edges.length).toBeGreaterThan(2);
    expect(now).not.toBe(edges);
    edges = now;
  }
  for (const repository of repositories.values()) repository.remove();
});

it.each([
  [
    "is the store's where the store imports it",
    'import { Buyer } from "../../orders/src/buyer.ts";\nexport const map = Buyer;\n',
    ["import"],
  ],
  ["uses the store's table where the store knows nothing of it", "export const map = 1;\n", ["shared-table"]],
])("a row that another service declares %s", async (_name, mapping, kinds) => {
  const shop = makeRepository();
  shop.commit({
    "apps/orders/package.json": '{"name":"@shop/orders","dependencies":{"typeorm":"1"}}\n',
    "apps/orders/src/buyer.ts":
      'import { Column, Entity, PrimaryColumn } from "typeorm";\n@Entity("buyers")\nexport class Buyer {\n  @PrimaryColumn() id: number;\n  @Column() name: string;\n}\n',
    "apps/catalog/package.json": '{"name":"@shop/catalog"}\n',
    "apps/catalog/migrations/001.sql": "create table buyers (id int primary key, name text);\n",
    "apps/catalog/src/map.ts": mapping,
  });
  const repositories = await openAll(new Map([["shop", shop]]), `rows-${kinds[0] ?? ""}`);
  const { edges } = await deriveArchitecture(repositories, layout);
  const between = edges.filter(
    ({ sourceId, targetId }) => /orders|catalog/.test(sourceId) && /orders|catalog/.test(targetId),
  );
  expect(between.flatMap(({ placesByKind }) => [...placesByKind.keys()])).toEqual(kinds);
  shop.remove();
});

it("a client of a gRPC service calls the only one that answers it, and nobody where two do", async () => {
  const shop = makeRepository();
  const proto = (name: string) => `syntax = "proto3";\nservice ${name} {\n  rpc Get (A) returns (B);\n}\n`;
  shop.commit({
    "protos/shop.proto": `${proto("OrderBook")}${proto("Till").replace('syntax = "proto3";', "")}`,
    "apps/orders/go.mod": "module shop/orders\n",
    "apps/orders/main.go":
      'package main\nimport pb "shop/gen"\nfunc main() {\n\tpb.RegisterOrderBookServer(server, books)\n\tpb.RegisterTillServer(server, till)\n}\n',
    "apps/billing/till.py": "till_pb2_grpc.add_TillServicer_to_server(Till(), server)\n",
    "apps/catalog/main.js":
      "const OrderBook = load();\n// new shop.OrderBook(address)\nconst orders = new shop.OrderBook(address, credentials);\nconst till = new shop.Till(address, credentials);\n",
    "apps/stock/Program.cs": "class Stock {\n  OrderBook.OrderBookClient orders = new(channel);\n}\n",
  });
  const inOne = layOutServices(layout.services.map((service) => ({ ...service, repositoryId: "shop" })));
  const { edges } = await deriveArchitecture(await openAll(new Map([["shop", shop]]), "grpc"), inOne);
  expect(
    edges.map(({ sourceId, targetId, derived }) => [
      sourceId,
      targetId,
      derived.kinds,
      derived.evidence[0]?.place.startLine,
    ]),
  ).toEqual([
    ["id-catalog", "id-orders", ["call"], 3],
    ["id-stock", "id-orders", ["call"], 2],
  ]);
  shop.remove();
});

it("shows what others made, whose settings lie in a folder of the repository, as a service of others", async () => {
  const shop = makeRepository();
  shop.commit({
    "docker-compose.yml": "services:\n  orders: { build: apps/orders }\n  meters:\n    build: docker/prometheus\n",
    "docker/prometheus/Dockerfile": "FROM prom/prometheus\nCOPY prometheus.yml /etc/prometheus/\n",
    "docker/prometheus/prometheus.yml": "scrape_configs:\n  - static_configs:\n      - targets: ['orders:3000']\n",
    ...program("orders"),
    "apps/orders/Dockerfile": 'FROM node\nCMD ["node", "src/server.ts"]\n',
  });
  const { nodes, edges } = await deriveArchitecture(await openAll(new Map([["shop", shop]]), "settings"), layout);
  const meters = nodes.find(({ name }) => name === "meters");
  expect(meters?.kind).toBe("outside");
  expect(edges.filter(({ sourceId }) => sourceId === meters?.nodeId).map(({ targetId }) => targetId)).toEqual([
    "id-orders",
  ]);
  shop.remove();
});

it("what a button says is no SQL, and an update of a table is, on one line or on two", async () => {
  const shop = makeRepository();
  shop.commit({
    "apps/orders/package.json": '{"name":"@shop/orders"}\n',
    "apps/orders/migrations/001.sql": "create table order_lines (id int primary key, name text);\n",
    "apps/catalog/package.json": '{"name":"@shop/catalog"}\n',
    "apps/catalog/src/button.tsx": "export const Edit = () => <h2>Update order_lines: {name}</h2>;\n",
    "apps/billing/package.json": '{"name":"@shop/billing"}\n',
    "apps/billing/src/sql.ts": "export const change = `update order_lines set name = $1`;\n",
    "apps/stock/package.json": '{"name":"@shop/stock"}\n',
    "apps/stock/src/sql.ts": "export const change = `\n  UPDATE order_lines\n  SET name = $1`;\n",
  });
  const inOne = layOutServices(layout.services.map((service) => ({ ...service, repositoryId: "shop" })));
  const { edges } = await deriveArchitecture(await openAll(new Map([["shop", shop]]), "update"), inOne);
  expect(edges.map(({ sourceId, targetId }) => `${sourceId} ${targetId}`)).toEqual([
    "id-billing id-orders",
    "id-stock id-orders",
  ]);
  shop.remove();
});

it("commands of one module are services of their own, and their shared interface is nobody's", async () => {
  const shop = makeRepository();
  const commands = ["orders", "billing", "catalog"];
  const rest = { serviceId: "id-rest", name: "shop", type: "library" as const, repositoryId: "shop", workingPath: "/" };
  const inOne = layOutServices([
    rest,
    ...commands.map((name) => ({ ...rest, serviceId: `id-${name}`, name, workingPath: `/cmd/${name}` })),
  ]);
  shop.commit({
    "compose.yml": `services:\n${commands
      .map((name) => `  ${name}:\n    build: { context: ., dockerfile: docker/${name} }\n`)
      .join("")}    environment: { ORDERS_ADDR: "orders:80" }\n`,
    "go.mod": "module shop\n",
    "proto/orders.proto":
      'syntax = "proto3";\nservice Orders {\n  rpc Get (A) returns (B) {\n    option (google.api.http) = { get: "/v1/orders/all" };\n  }\n}\n',
    "cmd/billing/app/page.js": 'const list = await fetch("/v1/orders/all");\n',
    ...Object.fromEntries(
      commands.flatMap((name) => [
        [`docker/${name}`, `FROM golang\nCOPY . .\nRUN go build -o /app ./cmd/${name}\n`],
        [`cmd/${name}/main.go`, "package main\nfunc main() {}\n"],
      ]),
    ),
  });
  const { edges } = await deriveArchitecture(await openAll(new Map([["shop", shop]]), "commands"), inOne);
  expect(edges.map(({ sourceId, targetId }) => `${sourceId} ${targetId}`)).toEqual(["id-catalog id-orders"]);
  shop.remove();
});

it("what the pages of the whole reach is theirs, where nothing else runs of them", async () => {
  const shop = makeRepository();
  const whole = { serviceId: "id-shop", name: "shop", type: "api" as const, repositoryId: "shop", workingPath: "/" };
  shop.commit({
    "compose.yml": "services:\n  shop: { build: . }\n",
    Dockerfile: "FROM node\nCOPY . .\n",
    "package.json": '{"name":"shop","dependencies":{"express":"5"}}\n',
    "server.js": 'import express from "express";\nimport "./web/src/pay.js";\nexpress().listen(80);\n',
    "web/package.json": '{"name":"shop-web","dependencies":{"stripe":"1"}}\n',
    "web/src/pay.js":
      'import Stripe from "stripe";\nexport const stripe = new Stripe(process.env.STRIPE_SECRET_KEY);\n',
  });
  const ofStripe = async (services: Parameters<typeof layOutServices>[0], state: string) => {
    const { edges } = await deriveArchitecture(
      await openAll(new Map([["shop", shop]]), state),
      layOutServices(services),
    );
    return edges.filter(({ targetId }) => targetId.startsWith("outside:")).map(({ sourceId }) => sourceId);
  };
  expect(await ofStripe([whole], "whole")).toEqual(["id-shop"]);
  const pages = { ...whole, serviceId: "id-web", name: "web", workingPath: "/web" };
  expect(await ofStripe([whole, pages], "pages")).toEqual(["id-web"]);
  shop.remove();
});

function repositoryOf(at: number): string {
  return ownRepositories[at % ownRepositories.length] ?? "";
}

function program(name: string): Record<string, string> {
  return {
    [`apps/${name}/package.json`]: `{"name":"@shop/${name}","dependencies":{"express":"5","pg":"8"}}\n`,
    [`apps/${name}/migrations/001.sql`]: `create table ${name}_rows (id int primary key, name text);\n`,
    [`apps/${name}/src/rules.ts`]: "export const rules = { limit: 1 };\n",
    [`apps/${name}/src/server.ts`]: `import express from "express";
import { rules } from "./rules.ts";
const app = express();
app.get("/${name}/items/:id", (_request, response) => response.json(rules));
app.listen(3000);
`,
  };
}

/** A file of one program that reaches another one: new, moved as it is, or in place of one that goes. */
function change(
  pick: (below: number) => number,
  at: number,
  known: Map<string, string>,
): Record<string, string | null> {
  const [source = "", target = ""] = [names[at], names[(at + 1 + pick(names.length - 1)) % names.length]];
  const reached = [
    `export const load = (id: string) => fetch(\`http://${target}:3000/${target}/items/\${id}\`);\n`,
    `import { rules } from "@shop/${target}";\nexport const more = rules;\n`,
    `import { rules } from "../../${target}/src/rules.ts";\nexport const more = rules;\n`,
    `import { pool } from "./pool.ts";\nexport const rows = () => pool.query("select * from ${target}_rows where id = 1");\n`,
  ];
  const gone = [...known.keys()].find((file) => file.startsWith(`apps/${source}/`));
  const file = `apps/${source}/src/more-${known.size}-${pick(1_000)}.ts`;
  const written = `// ${pick(3)}\n${reached[pick(reached.length)] ?? ""}`;
  if (gone === undefined || pick(2) === 0) {
    known.set(file, written);
    return { [file]: written };
  }
  const text = pick(2) === 0 ? written : (known.get(gone) ?? "");
  known.delete(gone);
  known.set(file, text);
  return { [file]: text, [gone]: null };
}

async function openAll(
  repositories: ReadonlyMap<string, BareTestRepository>,
  state: string,
): Promise<IndexedRepository[]> {
  const opened = [...repositories].map(async ([name, repository]): Promise<IndexedRepository> => {
    const [source, commit] = [gitDirectorySource(repository.directory), repository.git("rev-parse", "HEAD")];
    const indexFolder = path.join(folder, `${name}-${state}`);
    await updateIndex({ directory: indexFolder, source, commit });
    const index = openIndex(indexFolder, source);
    if (index === null) throw new Error("The index was not made.");
    const directory = path.join(repository.directory, ".git");
    const { signal } = new AbortController();
    const reader = openCodeReader({ repositoryId: name, directory, signal, commit, files: () => index.files() });
    return { repositoryId: name, directory, name, branch: "main", index, reader };
  });
  return await Promise.all(opened);
}

/** By modules that were loaded anew, so that nothing of what was worked out before is known. */
async function deriveFromScratch(repositories: readonly IndexedRepository[]) {
  vi.resetModules();
  const fresh = await import("./derive-architecture.ts");
  return await fresh.deriveArchitecture(repositories, layout);
}
