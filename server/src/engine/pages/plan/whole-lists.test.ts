import { afterEach, expect, it } from "vitest";

import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { writeSection } from "#server/engine/pages/write/write-section.ts";

import { planFlows, planPages } from "./page-plans.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

/** All first pages of a product. */
async function pagesOf(files: Record<string, string>): Promise<string> {
  indexed = await indexFiles("quay", [{ message: "Begin", files }]);
  const whole = {
    name: "quay",
    repositoryId: "quay",
    workingPath: "/",
    serviceId: "quay",
    description: "",
    type: "api",
  };
  const plans = planPages({ productName: "Quay", repositories: [indexed], services: [whole] });
  const flows = plans[0] === undefined ? [] : planFlows(plans[0].subject);
  const texts: string[] = [];
  for (const { templates, subject } of [...plans, ...flows])
    for (const template of templates) texts.push((await writeSection(template, subject))?.content ?? "");
  return texts.filter((text) => text !== "").join("\n");
}

const program = '{ "name": "quay", "dependencies": { "express": "5.0.0" } }\n';
const server = (...lines: string[]) =>
  `import express from "express";\nimport { requireCrew } from "crew-guards";\nconst app = express();\n${lines.join("\n")}\napp.listen(1);\n`;

it("tells how many of how many requests a guard stands before, where their areas would be a list cut short", async () => {
  const areas = ["tides", "ropes", "masts", "sails", "crews", "docks", "knots", "boats"];
  const text = await pagesOf({
    "package.json": program,
    "src/server.ts": server(
      ...areas.map((one) => `app.post("/${one}", requireCrew, (_, response) => response.end());`),
      'app.get("/moon", (_, response) => response.end());',
    ),
  });
  expect(text).toContain("`requireCrew` before 8 of 9 requests");
  expect(text).not.toMatch(/name alone|names alone/);
});

it("tells no table of requests that has one of very many, and no rest that is cut short", async () => {
  const areas = Array.from({ length: 40 }, (_, at) => `area${String.fromCharCode(97 + (at % 26))}${at}`);
  const text = await pagesOf({
    "package.json": program,
    "src/handlers.ts":
      "/** Weighs the anchor of whoever asks before the tide turns. */\nexport function weigh(_, response) {\n  response.end();\n}\n",
    "src/server.ts": server(
      'import { weigh } from "./handlers.ts";',
      'app.get("/anchors", weigh);',
      ...areas.map((one) => `app.get("/${one}", (_, response) => response.end());`),
    ),
  });
  expect(text).not.toContain("| GET |");
  expect(text).not.toMatch(/more requests?|of which neither/);
});

it("tells a check that a script runs and the automation too once, however it is typed", async () => {
  const text = await pagesOf({
    "package.json":
      '{ "name": "quay", "packageManager": "pnpm@10.0.0", "scripts": { "test": "vitest run", "typecheck": "tsc --noEmit" } }\n',
    "pnpm-lock.yaml": "lockfileVersion: 9.0\n",
    "src/quay.test.ts": 'import { it } from "vitest";\nit("opens", () => {});\n',
    ".github/workflows/check.yml":
      "on: push\njobs:\n  check:\n    runs-on: ubuntu-latest\n    steps:\n      - run: pnpm typecheck\n",
  });
  expect(text).toContain("checks the types");
  expect(text).not.toContain("`pnpm typecheck`");
  expect(text).not.toContain("among others");
});

it("tells no words that stand for several parts, and no part by one file of many", async () => {
  const code = `${"const line = 1;\n".repeat(30)}export const done = line;\n`;
  const files = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [`src/values/value${at}.ts`, `export const value${at} = 1;\n${code}`]),
  );
  const text = await pagesOf({
    "package.json": program,
    ...files,
    "src/values/moor.ts": `export function moor(_, response) {\n  response.end();\n}\n${code}`,
    "src/tides/a.ts": `// Tells the tides of every harbour.\n${code}`,
    "src/tides/b.ts": code,
    "src/server.ts": server('import { moor } from "./values/moor.ts";', 'app.get("/berth", moor);'),
  });
  expect(text).not.toContain("Answers requests to `/berth`.");
  expect(text).not.toContain("leaves out");
});
