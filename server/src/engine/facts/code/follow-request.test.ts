import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { entityKey } from "./entity-key.ts";
import { findEndpoints } from "./find-endpoints.ts";
import { findEntryPoints } from "./find-entry-points.ts";
import { findStoredSchemas } from "./find-schemas.ts";
import { findTypicalRequest } from "./follow-request.ts";

const lines = (...text: string[]) => `${text.join("\n")}\n`;

const shop: Record<string, string> = {
  "shop/package.json": JSON.stringify(
    {
      name: "shop",
      bin: { shopctl: "./dist/cli.js" },
      exports: { ".": "./dist/index.js", "./client": "./lib/client.js" },
      scripts: { start: "node src/server.ts", test: "vitest", worker: "tsx src/jobs/worker.ts" },
      dependencies: { express: "5", pg: "8" },
    },
    null,
    2,
  ),
  "shop/src/index.ts": 'export * from "./orders/place.ts";\n',
  "shop/src/client.ts": "export const client = 1;\n",
  "shop/src/crews.ts": "export function soleHandler() {}\n",
  "shop/src/app.ts": 'import "./session.ts";\nimport "./orders/price.ts";\n',
  "shop/src/cli.ts": "console.log(1);\n",
  "shop/src/jobs/worker.ts": "setInterval(() => {}, 1);\n",
  "shop/src/server.ts": lines(
    'import express from "express";',
    'import { placeOrder, listOrders } from "./orders/place.ts";',
    'import { signIn } from "./session.ts";',
    "",
    "const app = express();",
    'app.post("/login", signIn);',
    'app.get("/orders", listOrders);',
    'app.post("/orders", placeOrder);',
    'app.delete("/orders/:id", missingHandler);',
    'app.put("/crews", soleHandler);',
    "app.listen(80);",
  ),
  "shop/src/session.ts": lines(
    'import { saveOrder } from "./orders/store.ts";',
    'import { priceOf } from "./orders/price.ts";',
    "/** Signs somebody in. */",
    "export function signIn(request: Request) {",
    "  priceOf(request);",
    "  return saveOrder(request);",
    "}",
  ),
  "shop/src/orders/place.ts": lines(
    'import { saveOrder, readOrders } from "./store.ts";',
    'import { priceOf } from "./price.ts";',
    "",
    "/** Takes an order and keeps it. */",
    "export function placeOrder(request: Request) {",
    "  // readOrders(request) is no call",
    "  const price = priceOf(request);",
    "  if (!price) throw new OrderError(price);",
    "  return saveOrder(price);",
    "}",
    "",
    "export function listOrders() {",
    "  return readOrders();",
    "}",
    "",
    "class OrderError extends Error {}",
  ),
  "shop/src/orders/price.ts": "export function priceOf(request: Request) {\n  return 1;\n}\n",
  "shop/src/orders/store.ts": lines(
    'import { Pool } from "pg";',
    "const pool = new Pool();",
    "",
    "export function saveOrder(order: unknown) {",
    "  const row = toRow(order);",
    '  pool.query("insert", [row]);',
    "  return row;",
    "}",
    "",
    "export function readOrders() {",
    '  return pool.query("select");',
    "}",
    "",
    "function toRow(order: unknown) {",
    "  return order;",
    "}",
  ),
};

const tools: Record<string, string> = {
  "tools/go/cmd/tide/main.go": 'package main\n\nfunc main() {\n\tprintln("tide")\n}\n',
  "tools/rust/Cargo.toml": '[package]\nname = "gull"\n',
  "tools/rust/src/main.rs": "fn main() {}\n",
  "tools/rust/src/lib.rs": "pub fn fly() {}\n",
  "tools/rust/build.rs": "fn main() {}\n",
  "tools/py/tern/__main__.py": "print(1)\n",
  "tools/py/manage.py": "print(1)\n",
  "tools/py/app.py": "import tern.sea\nimport tern.air\n",
  "tools/py/tern/sea.py": "x = 1\n",
  "tools/py/tern/air.py": "x = 1\n",
  "tools/py/worker.py": "import tern.sea\n",
};

const data: Record<string, string> = {
  "data/schema.sql": "CREATE TABLE addresses (\n  id INT PRIMARY KEY,\n  city TEXT\n);\nCREATE TABLE orders (\n  id INT,\n  address_id INT REFERENCES addresses (id)\n);\nCREATE TABLE empty ();\n",
  "data/migrations/001_begin.sql": "CREATE TABLE orders (\n  id INT,\n  a INT,\n  b INT,\n  c INT,\n  d INT,\n  e INT,\n  f INT,\n  g INT\n);\nCREATE TABLE former (\n  id INT\n);\n",
  "data/examples/schema.sql": "CREATE TABLE shown (\n  id INT\n);\n",
  "data/test/schema.sql": "CREATE TABLE tested (\n  id INT\n);\n",
  "data/models.py": "from sqlalchemy.orm import DeclarativeBase, Mapped\n\nclass Base(DeclarativeBase):\n    pass\n\nclass Address(Base):\n    __tablename__ = 'addresses'\n    id: Mapped[int]\n    city: Mapped[str]\n\nclass Movie(Base):\n    __tablename__ = 'movies'\n    id: Mapped[int]\n",
  "sqlmodel/pyproject.toml": '[project]\nname = "boats"\n',
  "sqlmodel/models.py": "from sqlmodel import SQLModel, Field\n\nclass Boat(SQLModel, table=True):\n    id: int = Field(primary_key=True)\n    name: str\n\nclass BoatPublic(SQLModel):\n    name: str\n",
}; // prettier-ignore

let repository: IndexedFiles;
beforeAll(async () => {
  repository = await indexFiles("r", [{ message: "Begin", files: { ...shop, ...tools, ...data } }]);
});
afterAll(() => repository.remove());
const scopeOf = (folder: string): CodeScope => openScope(repository, folder);

describe("where somebody outside steps in", () => {
  const entriesOf = (folder: string) =>
    findEntryPoints(scopeOf(folder)).map(
      ({ path, role, kind, evidence }) => `${kind} ${path}: ${role}, ${evidence[0]?.path}:${evidence[0]?.startLine}`,
    );

  it("is what manifests name, as the source that it is built from, and what scripts start; programs first", () => {
    expect(entriesOf("/shop")).toEqual([
      "program shop/src/cli.ts: the program `shopctl`, shop/package.json:4",
      "program shop/src/server.ts: what `npm start` runs, shop/package.json:11",
      "program shop/src/jobs/worker.ts: what `npm run worker` runs, shop/package.json:13",
      "library shop/src/index.ts: what `shop` hands out to those who import it, shop/package.json:7",
      "library shop/src/client.ts: what `shop` hands out as `client`, shop/package.json:8",
    ]);
  });

  it("is where compiled programs start, but no script of a build", () => {
    expect(entriesOf("/tools/go")).toEqual([
      "program tools/go/cmd/tide/main.go: where the program `tide` starts, tools/go/cmd/tide/main.go:3",
    ]);
    expect(entriesOf("/tools/rust")).toEqual([
      "program tools/rust/src/main.rs: where the program starts, tools/rust/src/main.rs:1",
    ]);
  });

  it("is in Python what the interpreter runs by its name, and no file that is only named like a start", () => {
    expect(entriesOf("/tools/py")).toEqual([
      "program tools/py/manage.py: the management command line, tools/py/manage.py:1",
      "program tools/py/tern/__main__.py: what `python -m tern` runs, tools/py/tern/__main__.py:1",
    ]);
  });
});

describe("requests", () => {
  it("have the handler that is declared in the file, in one that it imports, or nowhere", () => {
    const found = findEndpoints(scopeOf("/shop")).map(
      ({ endpoint, handler, evidence }) =>
        `${endpoint.method} ${endpoint.path} ${handler?.path}:${handler?.symbol.startLine}, line ${evidence.startLine}`,
    );
    expect(found).toEqual([
      "POST /login shop/src/session.ts:4, line 6",
      "GET /orders shop/src/orders/place.ts:12, line 7",
      "POST /orders shop/src/orders/place.ts:5, line 8",
      "DELETE /orders/:id undefined:undefined, line 9",
      "PUT /crews shop/src/crews.ts:1, line 10",
    ]);
  });

  const followed = async (folder: string, path?: string) => {
    const flow = await findTypicalRequest(scopeOf(folder), path ? ({ endpoint }) => endpoint.path === path : undefined);
    return (
      flow && {
        route: `${flow.route.endpoint.method} ${flow.route.endpoint.path}`,
        calls: flow.calls.map(
          ({ symbol, caller, evidence }) =>
            `${caller?.symbol.name ?? "handler"} calls ${symbol.name} at ${evidence.path}:${evidence.startLine}`,
        ),
        end: flow.end && `${flow.end.system} through ${flow.end.packageName} in ${flow.end.path}`,
      }
    );
  };

  it("are told by one that writes: its calls in order, what they call, and the system where it ends", async () => {
    expect(await followed("/shop")).toEqual({
      route: "POST /orders",
      calls: [
        "handler calls priceOf at shop/src/orders/place.ts:7",
        "handler calls saveOrder at shop/src/orders/place.ts:9",
        "saveOrder calls toRow at shop/src/orders/store.ts:5",
      ],
      end: "PostgreSQL through pg in shop/src/orders/store.ts",
    });
  });

  it("are followed where somebody asks for them, signing in too", async () => {
    expect(await followed("/shop", "/login")).toMatchObject({
      route: "POST /login",
      calls: [
        "handler calls priceOf at shop/src/session.ts:5",
        "handler calls saveOrder at shop/src/session.ts:6",
        "saveOrder calls toRow at shop/src/orders/store.ts:5",
      ],
    });
  });

  it("are not told where none can be followed", async () => {
    expect(await followed("/shop", "/orders/:id")).toBeNull();
    expect(await followed("/tools")).toBeNull();
  });
});

describe("what is stored", () => {
  const storedIn = (folder: string) =>
    findStoredSchemas(scopeOf(folder)).map(({ path, schema }) => `${schema.kind} ${schema.name} in ${path}`);

  it("is each thing once, as SQL declares it; without examples, tests and what has no fields", () => {
    expect(storedIn("/data")).toEqual(["table addresses in data/schema.sql", "table orders in data/schema.sql"]);
  });

  it("is of SQLModel only what says that it is a table", () => {
    expect(storedIn("/sqlmodel")).toEqual(["table boat in sqlmodel/models.py"]);
  });

  it.each([
    ["PetType", "pet_types"], ["Category", "categories"], ["Address", "addresses"], ["Movie", "movies"], ["Box", "boxes"],
    ["Status", "statuses"], ["House", "houses"], ["Branch", "branches"], ["Cache", "caches"], ["User", "users"],
    ["Größe", "größe"], ["OrderLine", "order-lines"], ["Bus", "buses"], ["Key", "keys"],
  ])("has one key for the class %s and the table %s", (model, table) => {
    expect(entityKey(model)).toBe(entityKey(table));
  }); // prettier-ignore

  it.each([["user", "users_roles"], ["address", "add"], ["class", "clan"], ["new", "news_items"]])("has two keys for %s and %s", (one, other) => {
    expect(entityKey(one)).not.toBe(entityKey(other));
  }); // prettier-ignore
});

it("follows no call of a name that begins with another owner, nor of what extends types", async () => {
  const repository = await indexFiles("owners", [
    {
      message: "Begin",
      files: {
        "src/server.ts": lines(
          'import express from "express";',
          'import { placeOrder } from "./place.ts";',
          "const app = express();",
          'app.post("/orders", placeOrder);',
        ),
        "src/place.ts": lines(
          'import { Tasks, Orders, TextExtensions } from "./store.ts";',
          "/** Takes an order. */",
          "export function placeOrder(request) {",
          "  Repo.rollback(request);",
          "  request.trimAll();",
          "  return Orders.keep(request);",
          "}",
        ),
        "src/store.ts": lines(
          ...["Tasks rollback", "TextExtensions trimAll", "Orders keep"].flatMap((one) => {
            const [owner, method] = one.split(" ");
            return [
              `export class ${owner} {`,
              `  ${method}(a) {`,
              "    a.b = 1;",
              "    a.c = 2;",
              "    return a;",
              "  }",
              "}",
            ];
          }),
        ),
      },
    },
  ]);
  const flow = await findTypicalRequest(openScope(repository, "/"));
  await repository.remove();
  expect(flow?.calls.map(({ symbol }) => symbol.name)).toEqual(["keep"]);
});
