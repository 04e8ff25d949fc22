import { afterEach, expect, it } from "vitest";

import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { writeSection } from "#server/engine/pages/write/write-section.ts";

import { planFlows, planPages } from "./page-plans.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

/** A section of the first pages, "" where it is not made. */
async function sectionOf(key: string, files: Record<string, string>): Promise<string> {
  await indexed?.remove();
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
    for (const template of templates)
      if (template.templateKey === key) texts.push((await writeSection(template, subject))?.content ?? "");
  return texts.filter((text) => text !== "").join("\n");
}

it("names settings of which nobody says anything in one line for each condition", async () => {
  const text = await sectionOf("settings", {
    "package.json": '{ "name": "quay" }\n',
    "src/config.ts": `export const port = process.env.QUAY_PORT;
export const host = process.env.QUAY_HOST;
export const tide = process.env.QUAY_TIDE;
export const rope = process.env.QUAY_ROPE;
export const mast = process.env.QUAY_MAST;
export const sail = process.env.QUAY_SAIL;
`,
  });
  expect(text.split("\n").filter((line) => /QUAY_/.test(line)).length).toBeLessThanOrEqual(1);
  expect(text).not.toContain("Read in");
});

it("tells no words of a handler that stand above another one as well", async () => {
  const route = (name: string) =>
    `/** Lists everything that the harbour master wrote down. */\nexport async function ${name}(request, response) {\n  response.end();\n}\n`;
  const names = ["notes", "contracts"];
  const others = Array.from({ length: 12 }, (_, at) => `app.get("/quays/${at}", (_, response) => response.end());\n`);
  const text = await sectionOf("endpoints", {
    "package.json": '{ "name": "quay", "dependencies": { "express": "5.0.0" } }\n',
    "src/handlers.ts": `${names.map(route).join("")}/** Weighs the anchor of whoever asks before the tide turns. */\nexport async function weigh(request, response) {\n  response.end();\n}\n`,
    "src/server.ts": `import express from "express";\nimport { notes, contracts, weigh } from "./handlers.ts";\nconst app = express();\napp.get("/notes", notes);\napp.get("/contracts", contracts);\napp.get("/anchors", weigh);\n${others.join("")}app.listen(1);\n`,
  });
  expect(text).toContain("Weighs the anchor");
  expect(text).not.toContain("harbour master");
});

it("tells in one row what any request is refused for, and by themselves what the program decides", async () => {
  const text = await sectionOf("flow-failures", {
    "package.json": '{ "name": "quay", "dependencies": { "express": "5.0.0", "pg": "8.1.0" } }\n',
    "src/server.ts": `import express from "express";
import { Pool } from "pg";
const pool = new Pool();
const app = express();
app.post("/moorings", moor);
app.listen(1);

/** Moors a boat. */
async function moor(request, response) {
  if (!request.user) return response.status(401).json({ error: "Who are you" });
  if (!request.body.boat) return response.status(400).json({ error: "Name a boat" });
  if (!request.body.line) return response.status(400).json({ error: "Name a line" });
  if (request.body.length > 40 && tide < 3) return response.status(409).json({ error: "Too long for this tide" });
  await pool.query("INSERT INTO moorings VALUES ($1)", [request.body.boat]);
  response.end();
}
`,
  });
  const rows = text.split("\n").filter((line) => line.includes("“"));
  expect(rows).toHaveLength(2);
  expect(text).toMatch(/request\.body\.length > 40 .*“Too long for this tide”/);
  expect(text).toMatch(/not given, or is not there \| `401` “Who are you”; `400` “Name a boat”, “Name a line”/);
});

it("tells the processes of a Procfile by their commands, and of flags those whose help says more than their name", async () => {
  const deploy = await sectionOf("deployment", {
    Procfile: "web: yarn start --services=web,websockets\nworker: yarn start --services=worker\n",
    "app.json": "{}\n",
    "package.json": '{ "name": "quay" }\n',
  });
  expect(deploy).toContain(
    "`Procfile` starts `web` by `yarn start --services=web,websockets` and `worker` by `yarn start --services=worker`.",
  );
  expect(deploy).not.toContain("Heroku");
  const flags = await sectionOf("commands", {
    "quay.py": `import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--demo", help="enable demo mode")
parser.add_argument("--private", help="lets hooks reach addresses inside the harbour")
parser.add_argument("--tide", help="hours that boats wait for before they sail")
args = parser.parse_args()
`,
  });
  expect(flags).toContain("`--private`");
  expect(flags).not.toContain("--demo");
});

it("names guards of which nothing more is known in one sentence", async () => {
  const text = await sectionOf("access", {
    "package.json": '{ "name": "quay", "dependencies": { "express": "5.0.0" } }\n',
    "src/server.ts": `import express from "express";
import { requireCaptain, requireCrew } from "crew-guards";
const app = express();
app.post("/boats", requireCaptain, (_, response) => response.end());
app.post("/ropes", requireCrew, (_, response) => response.end());
app.listen(1);
`,
  });
  expect(text).not.toContain("| Guard |");
  expect(text.split("\n").filter((line) => line.includes("requireC"))).toHaveLength(1);
});

it("does not count requests of which nothing is said", async () => {
  const calls = ["boats.list", "boats.info", "boats.sell", "ropes.list", "ropes.cut"];
  const others = Array.from({ length: 12 }, (_, at) => `/masts/${at}`);
  const text = await sectionOf("endpoints", {
    "package.json": '{ "name": "quay", "dependencies": { "express": "5.0.0" } }\n',
    "src/server.ts": `import express from "express";\nconst app = express();\n${[
      ...calls.map((one) => `/api/${one}`),
      ...others,
    ]
      .map((path) => `app.post("${path}", (_, response) => response.end());\n`)
      .join("")}app.listen(1);\n`,
  });
  expect(text).toBe("");
});

it("tells of a setting which other one it excludes or needs, as its checks say", async () => {
  const text = await sectionOf("settings", {
    "package.json": '{ "name": "quay" }\n',
    "src/env.ts": `import { IsNotEmpty } from "class-validator";
import environment from "./environment";
export class Environment {
  /** Where letters of captains are handed in when they sail. */
  @IsNotEmpty()
  @CannotUseWith("POST_BOX")
  public POST_OFFICE = environment.POST_OFFICE;

  /** The box that letters lie in where there is no office. */
  @IsNotEmpty()
  @CannotUseWithout("POST_KEY")
  public POST_BOX = environment.POST_BOX;

  /** What opens the box of letters for the harbour master. */
  @IsNotEmpty()
  public POST_KEY = environment.POST_KEY;
}
`,
  });
  expect(text).toMatch(/`POST_OFFICE` .*Not together with `POST_BOX`\./);
  expect(text).toMatch(/`POST_BOX` .*Only together with `POST_KEY`\./);
});

it("quotes of a README nothing that only leads to another page", async () => {
  const text = await sectionOf("readme", {
    "README.md": `# Quay

## Installation

There is a short [guide](https://quay.example/guide) for setting up everything that you need.

- [Compose](https://quay.example/compose) - best for harbours
- Run \`make quay\` on the pier, then wait for the tide.

\`\`\`sh
make quay
\`\`\`
`,
  });
  expect(text).toContain("wait for the tide");
  expect(text).not.toContain("short guide");
  expect(text).not.toContain("best for harbours");
});

it("tells the flags of a command beside it, where their help says something", async () => {
  const text = await sectionOf("commands", {
    "go.mod": "module quay\n\nrequire github.com/spf13/cobra v1.0.0\n",
    "main.go": `package main

import "github.com/spf13/cobra"

func moorCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "moor",
		Short: "Ties a boat to the pier that is nearest",
	}
	cmd.Flags().Bool("night", false, "Waits until the harbour master sleeps")
	cmd.Flags().String("rope", "", "Kind of knot that holds it through storms")
	return cmd
}

func main() { moorCmd().Execute() }
`,
  });
  expect(text).toContain(
    "| `moor` | Ties a boat to the pier that is nearest. | `--night` (Waits until the harbour master sleeps) and `--rope` (Kind of knot that holds it through storms)",
  );
  expect(text).not.toContain("| Flag |");
});

it("tells of a setting no words about the file that it begins, and other ways to start in one statement", async () => {
  const files = {
    "package.json": JSON.stringify({
      name: "quay",
      scripts: {
        dev: "vite",
        start: "node server.js",
        "start:web": "node web.js",
        "start:api": "node api.js",
        "start:all": "node all.js",
      },
    }),
    ".env.example": `# Copy this file to .env and fill in what is missing
#
# Where the boats of the harbour are written down.
QUAY_STORE=
# The key that opens the store of boats at night.
QUAY_KEY=
`,
    "src/server.ts": "export const store = [process.env.QUAY_STORE, process.env.QUAY_KEY];\n",
  };
  const settings = await sectionOf("settings", files);
  expect(settings).toContain("Where the boats of the harbour are written down");
  expect(settings).not.toContain("Copy this file");
  const run = await sectionOf("run", files);
  expect(run.split("\n").filter((line) => line.startsWith("- ")).length).toBe(2);
});

it("tells no image that others are built from beside those that start something", async () => {
  const text = await sectionOf("deployment", {
    Dockerfile: 'FROM quay/base\nEXPOSE 80\nCMD ["node", "server.js"]\n',
    "Dockerfile.base": "FROM node:26\nRUN npm ci\n",
    "package.json": '{ "name": "quay" }\n',
  });
  expect(text).toContain("It starts `node server.js`");
  expect(text).not.toContain("Dockerfile.base");
});

it("tells no setting before the first start whose comment only repeats its name", async () => {
  const text = await sectionOf("settings", {
    "package.json": '{ "name": "quay" }\n',
    ".env.example": `# Foghorn integration
FOGHORN_CLIENT_ID=
# Where ships are written down when they come in.
QUAY_BOOK=
QUAY_A=
QUAY_B=
QUAY_C=
QUAY_D=
`,
    "src/server.ts":
      "const { env } = process;\nexport const all = [process.env.FOGHORN_CLIENT_ID, process.env.QUAY_BOOK, process.env.QUAY_A, process.env.QUAY_B, process.env.QUAY_C, process.env.QUAY_D];\n",
  });
  expect(text).toContain("QUAY_BOOK");
  expect(text).not.toContain("FOGHORN_CLIENT_ID");
});
