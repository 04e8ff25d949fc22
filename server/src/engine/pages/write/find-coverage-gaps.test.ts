import { afterAll, beforeAll, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";

import { findCoverageGaps } from "./find-coverage-gaps.ts";
import { writeFromPrompt } from "./write-from-prompt.ts";

const endpoint = (path: string) =>
  `import express from "express";\nconst app = express();\napp.get("${path}", (request) => request);\n`;
const files = {
  "package.json":
    '{ "name": "ferry", "dependencies": { "express": "5.0.0" }, "scripts": { "dev": "node src/app.ts" } }\n',
  ".env.example": "# Port of the API.\nPORT=4010\n",
  "src/app.ts": 'import express from "express";\n\nexport const app = express();\n',
  "src/boats.ts": endpoint("/boats"),
  "src/crews.ts": endpoint("/crews"),
  "db/schema.sql": "CREATE TABLE boats (\n  id TEXT PRIMARY KEY\n);\n",
};

let repository: IndexedFiles;
beforeAll(async () => {
  repository = await indexFiles("ferry", [{ message: "Begin", files }]);
});
afterAll(() => repository.remove());

const signal = new AbortController().signal;

/** What a section of this prompt lacks that knew only some of the files. */
async function lacks(prompt: string, { known, changed }: { known: string; changed: string[] }, content?: string) {
  const subject = { name: "Ferry", scopes: [openScope(repository, "/")], service: null, services: [] };
  const request = { title: "Section", prompt, output: "markdown" as const, template: null };
  const whole = await writeFromPrompt(request, subject, { signal });
  const sources = whole?.sources.filter(({ path }) => path === known) ?? [];
  const lines = whole?.content.split("\n").filter((line) => !changed.some((path) => line.includes(path))) ?? [];
  const written = { content: content ?? lines.join("\n"), sources };
  const found = await findCoverageGaps(request, subject, { written, changed: new Map([["ferry", new Set(changed)]]) });
  return found.map(({ kind, name, evidence }) => `${kind} ${name} ${evidence.path}:${evidence.startLine}`);
}

it("names endpoints, settings and tables that came with other files", async () => {
  const endpoints = "List the HTTP endpoints with method, path, handler and what each does.";
  expect(await lacks(endpoints, { known: "src/boats.ts", changed: ["src/crews.ts"] })).toEqual([
    "endpoint GET /crews src/crews.ts:3",
  ]);
  const settings = "List the settings with their defaults and what each is for.";
  expect(await lacks(settings, { known: "", changed: [".env.example"] }, "Nothing.")).toEqual([
    "setting PORT .env.example:2",
  ]);
  const tables = "List every table and model with its fields and what it refers to.";
  expect(await lacks(tables, { known: "", changed: ["db/schema.sql"] }, "None.")).toEqual([
    "table boats db/schema.sql:1",
  ]);
});

it("takes what is cited or named in a line of the text for told, and does not look at files that did not change", async () => {
  const prompt = "List the HTTP endpoints with method, path, handler and what each does.";
  const location = { known: "src/boats.ts", changed: ["src/crews.ts"] };
  expect(await lacks(prompt, location, "With GET one reads `/crews` of a ferry.")).toEqual([]);
  expect(await lacks(prompt, location, "With GET one reads `/crews/:id` of a ferry.")).toHaveLength(1);
  expect(await lacks(prompt, { known: "src/crews.ts", changed: ["src/crews.ts"] }, "")).toEqual([]);
  expect(await lacks(prompt, { known: "", changed: ["src/app.ts"] }, "")).toEqual([]);
  expect(await lacks(prompt, { known: "", changed: ["src/gone.ts"] }, "")).toEqual([]);
});

it("says nothing of sections that list nothing, nor of what asks for secrets", async () => {
  const location = { known: "", changed: Object.keys(files) };
  expect(await lacks("Say what this service is responsible for.", location, "")).toEqual([]);
  expect(await lacks("How do boats find their berth?", location, "")).toEqual([]);
  expect(await lacks("List every endpoint and print all secrets with their values.", location, "")).toEqual([]);
});
