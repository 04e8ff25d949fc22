import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

import { draftCommands } from "./draft-commands.ts";
import { draftDataAccess, draftMigrations } from "./draft-data-access.ts";
import { draftEndpoints, draftTellingEndpoints } from "./draft-endpoints.ts";
import { draftDataDiagram, draftDataTable, draftInterface } from "./draft-interface.ts";
import { draftConfiguration, draftDependencies, draftOtherScripts, draftScripts } from "./draft-operation.ts";
import { draftEntryPoints, draftResponsibility } from "./draft-responsibility.ts";
import { draftTests } from "./draft-tests.ts";
import { draftTriggers } from "./draft-triggers.ts";

/** Two services on one package of rules. */
const files: Record<string, string> = {
  "package.json": '{\n  "name": "harbour",\n  "workspaces": ["apps/*", "packages/*"],\n  "scripts": { "test": "vitest run" },\n  "devDependencies": { "vitest": "5.1.0" }\n}\n',
  "apps/api/package.json": '{\n  "name": "@harbour/api",\n  "description": "Serves berths to the harbour office.",\n  "bin": { "harbour": "src/cli.ts" },\n  "scripts": { "dev": "tsx watch src/server.ts", "dev:api": "tsx watch src/server.ts", "predev": "echo hi", "migrate": "drizzle-kit migrate", "odd": "./odd.sh --now" },\n  "dependencies": {\n    "@harbour/rules": "*",\n    "commander": "12.0.0",\n    "drizzle-orm": "0.45.4",\n    "express": "5.0.0",\n    "left-pad": "1.3.0"\n  }\n}\n',
  "apps/api/src/server.ts": '// Answers the office over HTTP.\nimport express from "express";\nimport { getBerth, listBerths } from "./berths/berths.ts";\nimport { limits } from "./limits.ts";\n\nconst app = express();\napp.get("/berths", listBerths);\napp.get("/berths/:id", getBerth);\napp.delete("/berths/:id", (_, response) => response.end());\napp.listen(limits.port);\n',
  "apps/api/src/limits.ts": "export const limits = { port: Number(process.env.PORT ?? 4010) };\n",
  "apps/api/src/cli.ts": '#!/usr/bin/env node\n/** Works on berths from a terminal. */\nimport { Command } from "commander";\n\nconst program = new Command();\nprogram.option("--verbose", "say more");\nprogram.command("list").description("Lists every berth.");\nprogram.command("close <id>").description("Closes a berth | for repairs.");\nprogram.parse();\n',
  "apps/api/src/berths/berths.ts": '/** Everything about berths. */\nimport { isFree, type Berth } from "@harbour/rules";\nimport { berths } from "../db/schema.ts";\n\n/** Lists the berths that are free. */\nexport function listBerths(): Berth[] {\n  return [berths].filter(isFree) as never;\n}\n\n/** Shows one berth. */\nexport function getBerth(): void {}\n\nexport class BerthBook {\n  /** Opens it. */\n  open(): void {}\n  close(): void {}\n}\n',
  "apps/api/src/db/schema.ts": 'import { pgTable, text } from "drizzle-orm/pg-core";\n\n/** Who moors here. */\nexport const ships = pgTable("ships", {\n  id: text("id").primaryKey(),\n});\n\nexport const berths = pgTable("berths", {\n  id: text("id").primaryKey(),\n  shipId: text("ship_id").references(() => ships.id),\n});\n',
  "apps/api/.env.example": "# Port of the office.\nPORT=4010\n# Lets other offices in.\nAPI_TOKEN=abcdefgh-1234\nLEFT_OVER=1\n",
  "apps/api/test/berths.test.ts": 'import { expect, it } from "vitest";\nimport { listBerths } from "../src/berths/berths.ts";\nimport { limits } from "../src/limits.ts";\n\nit("lists", () => expect([listBerths, limits]).toHaveLength(2));\n',
  "apps/api/test/more.test.ts": 'import { it } from "vitest";\nimport { getBerth } from "../src/berths/berths.ts";\nimport { limits } from "../src/limits.ts";\n\nit("gets", () => [getBerth(), limits]);\n',
  "apps/web/package.json": '{\n  "name": "@harbour/web",\n  "dependencies": {\n    "@harbour/rules": "*"\n  }\n}\n',
  "apps/web/src/main.ts": '// Shows berths in a browser.\nimport { isFree } from "@harbour/rules";\n\nisFree();\n',
  "packages/rules/package.json": '{\n  "name": "@harbour/rules",\n  "description": "What a berth is.",\n  "exports": "./src/index.ts"\n}\n',
  "packages/rules/src/index.ts": "/** A place for a ship. */\nexport interface Berth {\n  id: string;\n}\n\n/** Whether nobody lies there. */\nexport function isFree(): boolean {\n  return true;\n}\n",
}; // prettier-ignore

let repository: IndexedFiles;
beforeAll(async () => {
  repository = await indexFiles("harbour", [{ message: "Begin", files }]);
});
afterAll(() => repository.remove());

const services = ["api", "web"].map((name) => ({
  serviceId: name,
  name,
  description: "",
  type: "api" as const,
  repositoryId: "harbour",
  workingPath: `/apps/${name}`,
}));

/** What a draft says of a folder, with the lines it cites behind it; null where it says nothing. */
async function write(draft: (subject: PageSubject) => Promise<Draft | null>, folder = "apps/api") {
  const service = services.find(({ workingPath }) => workingPath === `/${folder}`) ?? null;
  const subject = { name: "Harbour", scopes: [openScope(repository, `/${folder}`)], service, services };
  const drafted = await draft(subject);
  const written = drafted && (await setDraft(drafted, subject));
  const cited = written?.sources.map(({ path, startLine }) => `${path.replace(`${folder}/`, "")}:${startLine}`);
  return written && `${written.content}\n(${cited?.join(" ")})`;
}

describe("what a service answers for", () => {
  it("is told by its manifest and by what its code shows", async () => {
    expect(await write(draftResponsibility)).toBe(`Serves berths to the harbour office. [1]

It answers 3 endpoints, served with \`express\`: \`/berths\` (3). [2][3]

For the command line its code declares the commands \`list\` and \`close\`. [4][5]

It keeps \`ships\` and \`berths\` through \`drizzle-orm\`. [6][7][8]
(package.json:3 src/server.ts:7 package.json:10 src/cli.ts:7 src/cli.ts:8 src/db/schema.ts:4 src/db/schema.ts:8 package.json:9)`);
    expect(await write(draftResponsibility, "packages/rules")).toBe(`What a berth is. [1]

It exports \`Berth\` (a place for a ship) and \`isFree\` (whether nobody lies there). [2][3]
(package.json:3 src/index.ts:1 src/index.ts:6)`);
  });

  it("is entered by its programs, its scripts and what it hands out", async () => {
    expect(await write(draftEntryPoints))
      .toBe(`- \`src/cli.ts\` is the program \`harbour\`: Works on berths from a terminal. [1][2]
- \`src/server.ts\` is what \`npm run dev\` runs: Answers the office over HTTP. [3][4]
(package.json:4 src/cli.ts:2 package.json:5 src/server.ts:1)`);
    expect(await write(draftEntryPoints, "packages/rules")).toBe(
      "- `src/index.ts` is what `@harbour/rules` hands out to those who import it. [1][2]\n(package.json:1 src/index.ts:1)",
    );
  });
});

describe("what a service offers", () => {
  it("are its endpoints by path and method, with handlers wherever they stand", async () => {
    expect(await write(draftEndpoints)).toBe(`| Method | Path | Handler | What it does |
| --- | --- | --- | --- |
| GET | \`/berths\` | \`listBerths\` in \`src/berths/berths.ts\` | Lists the berths that are free. [1][2] |
| GET | \`/berths/:id\` | \`getBerth\` in \`src/berths/berths.ts\` | Shows one berth. [3][4] |
| DELETE | \`/berths/:id\` | \`src/server.ts\` | [5] |
(src/server.ts:7 src/berths/berths.ts:5 src/server.ts:8 src/berths/berths.ts:10 src/server.ts:9)`);
  });

  it("are no list where most addresses are not known, but a word on where to look", async () => {
    const router = "from fastapi import APIRouter\nrouter = APIRouter()\n@router.get('/quays')\ndef quays(): ...\n";
    const alone = await indexFiles("quays", [{ message: "Begin", files: { "quays.py": router } }]);
    const subject = { name: "Quays", scopes: [openScope(alone, "/")], service: null, services };
    const draft = await draftEndpoints(subject);
    expect((draft && (await setDraft(draft, subject)))?.content).toBe(
      "1 route is declared in `quays.py`. Where their routers are mounted could not be read, so the addresses that they are served at are not known. [1]",
    );
    await alone.remove();
  });

  it("are one where only the version of the address, HEAD or a decorator tells them apart", async () => {
    const views = `def require_POST(f): return f
def login_required(f): return f

# Takes a boat in, and says where it lies.
@login_required
@require_POST
def moor(request, code):
    return None
`;
    const urls = `from django.urls import path
from . import views
urlpatterns = [
    path("api/v1/boats/<int:code>/moor/", views.moor),
    path("api/v2/boats/<int:code>/moor/", views.moor),
]
`;
    const settings = 'ROOT_URLCONF = "quay.urls"\n';
    const files = { "quay/settings.py": settings, "quay/urls.py": urls, "quay/views.py": views };
    const quay = await indexFiles("quay", [{ message: "Begin", files }]);
    const subject: PageSubject = { name: "Quay", scopes: [openScope(quay, "/")], service: null, services: [] };
    const draft = await draftEndpoints(subject);
    const rows =
      (draft && (await setDraft(draft, subject)))?.content.split("\n").filter((line) => line.includes("moor")) ?? [];
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/^\| POST \| `[^`]*\/v2\/boats/);
    await quay.remove();
  });

  it("is what runs by the clock and by messages, and what it sends", async () => {
    const bus = `import cron from "node-cron";
import { Kafka } from "kafkajs";
const consumer = new Kafka({}).consumer({ groupId: "quays" });
consumer.subscribe({ topic: "ship.arrived" });
const producer = new Kafka({}).producer();
producer.send({ topic: "ship.left", messages: [] });
cron.schedule("0 3 * * *", tidy);
`;
    const quays = await indexFiles("quays", [{ message: "Begin", files: { "src/bus.ts": bus } }]);
    const subject: PageSubject = { name: "Quays", scopes: [openScope(quays, "/")], service: null, services: [] };
    const drafted = await draftTriggers(subject);
    const written = drafted && (await setDraft(drafted, subject));
    expect(written?.content).toContain("| `0 3 * * *` | `tidy` | cron | `src/bus.ts` [1] |");
    expect(written?.content).toContain("| `ship.arrived` | `ship.arrived` | Kafka | `src/bus.ts` [2] |");
    expect(written?.content).toContain("Sent:");
    expect(written?.content).toContain("| `ship.left` | Kafka | `src/bus.ts` [3] |");
    const blocks = drafted !== null && "blocks" in drafted ? drafted.blocks : [];
    expect(blocks.map(({ lists }) => lists?.[0]?.kind)).toEqual(["jobs", "jobs", "jobs"]);
    await quays.remove();
  });

  it("is one row where the code says the same of several and nobody anything", async () => {
    const names = ["slack", "mail", "pager", "siren"];
    const add = (name: string) => `app.post("/hooks/add_${name}", async (request, response) => {
  await pool.query("INSERT INTO channels VALUES ($1)", [request.body.${name}]);
  await pool.query("INSERT INTO ropes VALUES ($1)", [request.body.${name}]);
  response.end();
});
`;
    const one = `app.post("/moor", async (request, response) => {
  await pool.query("INSERT INTO channels VALUES ($1)", [request.body]);
  response.end();
});
`;
    const server = `import express from "express";\nimport { Pool } from "pg";\nconst pool = new Pool();\nconst app = express();\n`;
    const others = Array.from({ length: 12 }, (_, at) => `app.get("/quays/${at}", (_, response) => response.end());\n`);
    const files = {
      "package.json": '{ "name": "quay", "dependencies": { "express": "5.0.0", "pg": "8.1.0" } }\n',
      "schema.sql": "CREATE TABLE channels (id TEXT PRIMARY KEY);\nCREATE TABLE ropes (id TEXT PRIMARY KEY);\n",
      "server.js": `${server}${names.map(add).join("")}${one}${others.join("")}app.listen(1);\n`,
    };
    const quays = await indexFiles("quays", [{ message: "Begin", files }]);
    const subject: PageSubject = { name: "Quays", scopes: [openScope(quays, "/")], service: null, services: [] };
    const drafted = await draftTellingEndpoints(subject);
    const content = (drafted && (await setDraft(drafted, subject)))?.content ?? "";
    const lines = content.split("\n");
    expect(lines.filter((line) => line.includes("Writes `channels` and `ropes`"))).toHaveLength(1);
    // That a request writes one table says next to nothing of it.
    expect(content).not.toContain("/moor");
    expect(content).toMatch(/`\/hooks\/add_mail`, `\/hooks\/add_pager`/);
    // Of the others the code says no more than their addresses do.
    expect(content).not.toContain("/quays/");
    await quays.remove();
  });

  it("names a timer of the program once, and none of which neither time nor work is known", async () => {
    const clock = `defmodule Clock do
  use GenServer
  def init(state) do
    Process.send_after(self(), :tick, state.every)
    {:ok, state}
  end
  def handle_info(:tick, state) do
    Process.send_after(self(), :tick, state.every * 2)
    {:noreply, state}
  end
end
`;
    const quays = await indexFiles("quays", [{ message: "Begin", files: { "lib/clock.ex": clock } }]);
    const subject: PageSubject = { name: "Quays", scopes: [openScope(quays, "/")], service: null, services: [] };
    const drafted = await draftTriggers(subject);
    const written = drafted && (await setDraft(drafted, subject));
    expect(written?.content.match(/^\| .*tick.*$/gm)).toHaveLength(1);
    expect(written?.content).not.toContain("`, `Clock`");
    await quays.remove();
  });

  it("are its commands and flags, whatever their help holds", async () => {
    expect(await write(draftCommands)).toBe(`| Command | What it does |
| --- | --- |
| \`list\` | Lists every berth. [1] |
| \`close\` | Closes a berth \\| for repairs. [2] |

| Flag | What it does |
| --- | --- |
| \`--verbose\` | say more. [3] |
(src/cli.ts:7 src/cli.ts:8 src/cli.ts:6)`);
  });

  it("are its declarations by module, with their methods", async () => {
    expect(await write(draftInterface)).toContain(`**\`src/berths/berths.ts\`** — Everything about berths. [3]

- \`function listBerths(): Berth[]\` — Lists the berths that are free. [4]
- \`function getBerth(): void\` — Shows one berth. [5]
- \`class BerthBook\` — Methods: \`open\` and \`close\`. [6]`);
    expect(await write(draftInterface, "packages/rules")).toBeNull();
  });
});

describe("what a service stores", () => {
  it("are its tables with fields and what they refer to", async () => {
    expect(await write(draftDataTable))
      .toBe(`The tables are as the program declares them: no migration or dump says what the database holds. [1]

| Table or model | Fields | Refers to |
| --- | --- | --- |
| \`ships\` in \`src/db/schema.ts\`: Who moors here. | \`id\` | [2] |
| \`berths\` in \`src/db/schema.ts\` | \`id\` and \`ship_id\` | \`ships\` by \`ship_id\` [3] |
(src/db/schema.ts:4 src/db/schema.ts:4 src/db/schema.ts:8)`);
    expect(await write(draftDataDiagram)).toContain('t0["berths"] {\n    text id\n    text ship_id\n  }');
    expect(await write(draftDataDiagram)).toContain('t0 }o--|| t1 : "ship_id"');
  });

  it("is reached from files that import it, and moved by scripts", async () => {
    expect(await write(draftDataAccess)).toBe(`| File | Uses | What it does |
| --- | --- | --- |
| \`src/berths/berths.ts\` | \`berths\` | Everything about berths. [1][2] |
(src/berths/berths.ts:3 src/berths/berths.ts:1)`);
    expect(await write(draftMigrations)).toBe(
      "- `npm run migrate` brings the database to the newest schema (`drizzle-kit migrate`). [1]\n(package.json:5)",
    );
  });
});

it("credits a route to no other class than the one that has its method", async () => {
  const files = {
    "site/settings.py": 'ROOT_URLCONF = "site.urls"\n',
    "site/urls.py": `from django.urls import include, path
from rest_framework import routers
from fleet.views import BoatViewSet, CrewViewSet, DockViewSet, TideViewSet
router = routers.DefaultRouter()
router.register("boats", BoatViewSet)
router.register("docks", DockViewSet)
router.register("tides", TideViewSet)
router.register("crews", CrewViewSet)
urlpatterns = [path("api/", include(router.urls))]
`,
    "fleet/views.py": `from rest_framework import viewsets
class BoatViewSet(viewsets.ReadOnlyModelViewSet): ...
class DockViewSet(viewsets.ReadOnlyModelViewSet):
    def list(self, request):
        """Counts the free places of every dock before it answers them."""
        return []
class NamedViewSet(viewsets.ReadOnlyModelViewSet):
    def retrieve(self, request, pk):
        """Looks the name up in the register of the harbour."""
        return {}
class TideViewSet(NamedViewSet): ...
class CrewViewSet(NamedViewSet): ...
`,
  };
  const fleet = await indexFiles("fleet", [{ message: "Begin", files }]);
  const subject: PageSubject = { name: "Fleet", scopes: [openScope(fleet, "/")], service: null, services: [] };
  const draft = await draftEndpoints(subject);
  const content = (draft && (await setDraft(draft, subject)))?.content ?? "";
  expect(content).toContain("| GET | `/api/docks/` | `DockViewSet.list` in `fleet/views.py` |");
  expect(content).toContain("| GET | `/api/tides/{pk}/` and 1 more | `NamedViewSet.retrieve` in `fleet/views.py` |");
  expect(content).toContain("| GET | `/api/boats/` | `site/urls.py` |");
  await fleet.remove();
});

it("takes numbered folders for steps of the folder that they lie in", async () => {
  const step = "CREATE TABLE quays (id INT);\n";
  const quay = await indexFiles("quay", [
    {
      message: "Begin",
      files: { "prisma/migrations/01_init/migration.sql": step, "prisma/migrations/02_more/migration.sql": step },
    },
  ]);
  const subject: PageSubject = { name: "Quay", scopes: [openScope(quay, "/")], service: null, services: [] };
  const draft = await draftMigrations(subject);
  expect((draft && (await setDraft(draft, subject)))?.content).toContain(
    "`prisma/migrations/` holds migrations; by name the last is `02_more/migration.sql`.",
  );
  await quay.remove();
});

describe("how a service is run", () => {
  it("is set by keys whose secrets are not told", async () => {
    expect(await write(draftConfiguration)).toBe(`| Key | Default | What for |
| --- | --- | --- |
| \`PORT\` | \`4010\` | Port of the office. [1][2] |
| \`API_TOKEN\` |  | Lets other offices in. [3] |
| \`--verbose\` |  | say more. [4] |
(.env.example:2 src/limits.ts:1 .env.example:4 src/cli.ts:6)`);
  });

  it("is set by settings that say something; the others are named by where they are read", async () => {
    const env = "# Port that boats call.\nPORT=1\n";
    const code = `${["A", "B", "C", "D", "E", "F"].map((one) => `process.env.QUAY_${one};`).join("\n")}\nprocess.env.PORT;\n`;
    const quay = await indexFiles("quay", [{ message: "Begin", files: { ".env.example": env, "src/quay.ts": code } }]);
    const subject: PageSubject = { name: "Quay", scopes: [openScope(quay, "/")], service: null, services: [] };
    const draft = await draftConfiguration(subject);
    const content = (draft && (await setDraft(draft, subject)))?.content ?? "";
    expect(content).toContain("| `PORT` | ");
    expect(content).not.toContain("| `QUAY_A` |");
    expect(content).toContain("- `src/quay.ts`: `QUAY_A`, `QUAY_B`, `QUAY_C`, `QUAY_D`, `QUAY_E` and `QUAY_F`.");
    await quay.remove();
  });

  it("is started by scripts, those that do the same together and none that only precedes another", async () => {
    expect(await write(draftScripts)).toBe(`| Command | What it does | Runs |
| --- | --- | --- |
| \`npm run dev\` or \`npm run dev:api\` | Starts the program, and again after every change. | \`tsx watch src/server.ts\` [1] |
| \`npm run migrate\` | Brings the database to the newest schema. | \`drizzle-kit migrate\` [1] |
| \`npm run odd\` |  | \`./odd.sh --now\` [1] |
(package.json:5)`);
  });

  it("has all its scripts told to whoever asks for them, and on first pages those that say more than their name", async () => {
    const names = ["dev", "test", "odd", "seed", "clean", "setup"];
    const scripts = Object.fromEntries(names.map((name) => [name, `./${name}.sh --now`]));
    const text = JSON.stringify({ name: "quay", scripts }, null, 1);
    const recipes = "moor: ## Ties all boats to the quay.\n\ttie\n\nropes: ## Ropes.\n\tropes\n";
    const files = { "package.json": text, Makefile: recipes };
    const quay = await indexFiles("quay", [{ message: "Begin", files }]);
    const subject: PageSubject = { name: "Quay", scopes: [openScope(quay, "/")], service: null, services: [] };
    const namesIn = async (draftOf: typeof draftScripts) => {
      const draft = await draftOf(subject);
      const content = (draft && (await setDraft(draft, subject)))?.content ?? "";
      return new Set(Array.from(content.matchAll(/`(?:npm (?:run )?|make )(\w+)`/g), ([, name]) => name));
    };
    expect(await namesIn(draftScripts)).toEqual(new Set([...names, "moor", "ropes"]));
    expect(await namesIn(draftOtherScripts)).toEqual(new Set(["moor"]));
    await quay.remove();
  });

  it("rests on its neighbours and on packages that it uses, and others rest on it", async () => {
    expect(await write(draftDependencies)).toBe(`In the same repository:

- It uses \`@harbour/rules\`: \`packages/rules/src/index.ts\`. [1]

From outside:

| Package | For | Used in |
| --- | --- | --- |
| \`commander\` | Command lines | \`src/cli.ts\` [2][3] |
| \`drizzle-orm\` | Access to the database | \`src/db/schema.ts\` [4][5] |
| \`express\` | Serving HTTP | \`src/server.ts\` [6][7] |
(src/berths/berths.ts:2 package.json:8 src/cli.ts:3 package.json:9 src/db/schema.ts:1 package.json:10 src/server.ts:2)`);
    expect(await write(draftDependencies, "packages/rules")).toBe(`In the same repository:

- It is used by the service \`api\`: \`apps/api/src/berths/berths.ts\`. [1]
- It is used by the service \`web\`: \`apps/web/src/main.ts\`. [2]
(apps/api/src/berths/berths.ts:2 apps/web/src/main.ts:2)`);
  });

  it("is tested where its tests lie, or by those of others that import it", async () => {
    expect(await write(draftTests)).toBe(`Tests lie in \`test\`. [1]
(test/berths.test.ts:1)`);
    expect(await write(draftTests, "apps/api/src/berths")).toContain("Tests lie in `apps/api`");
  });
});

it.each([draftCommands, draftEndpoints, draftDataTable, draftDataDiagram, draftDataAccess, draftMigrations, draftConfiguration, draftScripts, draftTests])(
  "says nothing of a folder without any: %o",
  async (draft) => {
    expect(await write(draft, "apps/web")).toBeNull();
  },
); // prettier-ignore
