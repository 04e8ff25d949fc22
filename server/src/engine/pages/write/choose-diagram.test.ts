import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { interpretPrompt } from "#server/engine/intent/interpret-prompt.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { draftDiagram } from "./choose-diagram.ts";

const files: Record<string, string> = {
  "package.json": '{ "name": "harbour", "dependencies": { "express": "5.0.0", "pg": "8.1.0" } }\n',
  "src/server.ts": 'import express from "express";\nimport { closeBerth, listShips, renew, reportDelay } from "./berths/berths.ts";\n\nconst app = express();\napp.get("/ships", listShips);\napp.delete("/berths/:id/notes", closeBerth);\napp.post("/sailings/:id/delay", reportDelay);\napp.put("/:id", renew);\n',
  "src/berths/berths.ts": 'import { keep } from "../store/store.ts";\n\nexport function listShips(): void {\n  keep();\n}\nexport function closeBerth(): void {\n  keep();\n}\nexport function reportDelay(): void {\n  keep();\n}\nexport function renew(): void {\n  keep();\n}\n',
  "src/store/store.ts": 'import { Pool } from "pg";\n\n/** Keeps it. */\nexport function keep(): void {\n  void new Pool();\n}\n',
  "db/001.sql": "CREATE TABLE ships (\n  id TEXT PRIMARY KEY\n);\nCREATE TABLE berths (\n  id TEXT PRIMARY KEY,\n  ship_id TEXT REFERENCES ships (id)\n);\n",
}; // prettier-ignore

let repository: IndexedFiles;
let bare: IndexedFiles;
beforeAll(async () => {
  [repository, bare] = await Promise.all([
    indexFiles("harbour", [{ message: "Begin", files }]),
    indexFiles("bare", [{ message: "Begin", files: { "src/a.ts": "export const a = 1;\n" } }]),
  ]);
});
afterAll(() => Promise.all([repository.remove(), bare.remove()]));

/** The title of the diagram that a prompt gets; null where it gets none. */
async function draw(prompt: string, of: IndexedFiles = repository): Promise<string | null> {
  const subject = { name: "Harbour", scopes: [openScope(of, "/")], service: null, services: [] };
  const parts = interpretPrompt({ title: "", prompt }, ["Harbour"]);
  const drawn = await draftDiagram(subject, { text: prompt, parts });
  return drawn && (drawn.head[1]?.replace("  accTitle: ", "") ?? "");
}

const components = "Components of Harbour";
const tables = "Data model of Harbour";
const folders = "Folders of Harbour";
const first = "How POST /sailings/:id/delay is answered";

it.each([
  ["Draw the components and their imports.", components],
  ["A diagram of the architecture", components],
  ["Show the modules as a flowchart", components],
  ["Draw the dependencies between packages", components],
  ["Draw the data model", tables],
  ["An entity relationship diagram of the tables", tables],
  ["class diagram", tables],
  ["Draw the project structure", folders],
  ["Draw the folders as a tree", folders],
  ["A sequence diagram of a typical request", first],
  ["A sequence diagram of an HTTP request", first],
  ["Draw step by step what happens to a request", first],
])("a prompt that asks for what can be drawn of any code: %s", async (prompt, title) => {
  expect(await draw(prompt)).toBe(title);
  expect(await draw(prompt, bare)).toBeNull();
});

it.each([
  ["Draw a sequence diagram of how a delay is reported", "How POST /sailings/:id/delay is answered"],
  ["Draw how deleting notes of berths works", "How DELETE /berths/:id/notes is answered"],
  ["Sequence of listing the ships", "How GET /ships is answered"],
])("a prompt about one request gets that request: %s", async (prompt, title) => {
  expect(await draw(prompt)).toBe(title);
});

describe("nothing is drawn instead of what the code does not show", () => {
  it.each([
    "Draw a gantt chart of the roadmap",
    "A pie chart of languages",
    "A pie chart of the components",
    "A state diagram of the data model",
    "Draw how it is updated",
    "State machine of a ship",
    "Use case diagram",
    "Draw how refunds are made",
    "Draw what happens when a ship is created",
    "Draw the imports of the parser",
    "Draw a tree of the boats",
    "Draw something nice",
    "",
  ])("%j", async (prompt) => {
    expect(await draw(prompt)).toBeNull();
  });
});
