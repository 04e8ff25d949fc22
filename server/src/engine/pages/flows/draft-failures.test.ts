import { afterAll, beforeAll, expect, it } from "vitest";

import { planFlows, planPages } from "#server/engine/pages/plan/page-plans.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { writeSection } from "#server/engine/pages/write/write-section.ts";

const files = {
  "package.json": '{ "name": "quay", "dependencies": { "express": "5.0.0", "pg": "8.1.0" } }\n',
  "src/server.ts":
    'import express from "express";\nimport { moor } from "./moor.ts";\n\nconst app = express();\napp.post("/boats/:id/mooring", moor);\napp.listen(1);\n',
  "src/moor.ts": `import { keepMooring } from "./store.ts";

/** Moors a boat. */
export async function moor(request, response) {
  if (request.body.line === "") return response.status(400).json({ error: "Name a line" });
  if (request.body.isBroken) return response.status(500).json({ error: "All is lost here" });
  return response.json(await keepMooring(request.body));
}
`,
  "src/store.ts": `import { Pool } from "pg";
import { HTTPException } from "hono/http-exception";

const pool = new Pool();

/** Keeps it. */
export async function keepMooring(mooring) {
  if (mooring.boat === "ghost") throw new Error("no such ghost");
  if (mooring.isTaken) throw new HTTPException(409, { message: "The quay is taken" });
  await pool.query("INSERT INTO moorings VALUES ($1)", [mooring.boat]);
  keepAll(mooring);
}

/** Keeps all. */
export function keepAll(mooring) {
  mooring.save();
}
`,
};

let repository: IndexedFiles;
beforeAll(async () => {
  repository = await indexFiles("quay", [{ message: "Begin", files }]);
});
afterAll(() => repository.remove());

it("says what a handler answers, and of what it calls only refusals that have a status", async () => {
  const [product] = planPages({ productName: "Quay", repositories: [repository], services: [] });
  const flows = product === undefined ? [] : planFlows(product.subject);
  const templates = flows.flatMap((plan) => plan.templates.map((template) => ({ template, subject: plan.subject })));
  const refused = templates.find(({ template }) => template.templateKey === "flow-failures");
  const section = refused === undefined ? null : await writeSection(refused.template, refused.subject);
  expect(section?.content).toContain("“Name a line”");
  expect(section?.content).toContain("“The quay is taken”");
  expect(section?.content).not.toContain("no such ghost");
  expect(section?.content).not.toContain("All is lost");
});
