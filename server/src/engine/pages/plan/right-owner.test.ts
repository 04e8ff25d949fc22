import { afterEach, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { findFlowStarts } from "#server/engine/pages/flows/flow-start.ts";
import { draftFirstReading } from "#server/engine/pages/getting-started/draft-orientation.ts";
import { draftRun } from "#server/engine/pages/getting-started/draft-run.ts";
import { draftFirstSettings } from "#server/engine/pages/getting-started/draft-setup.ts";
import { draftPurpose } from "#server/engine/pages/overview/draft-purpose.ts";
import { draftDeployment } from "#server/engine/pages/runbook/draft-deployment.ts";
import { draftTellingEndpoints } from "#server/engine/pages/service/draft-endpoints.ts";
import { draftOtherConfiguration } from "#server/engine/pages/service/draft-operation.ts";
import { draftTriggers } from "#server/engine/pages/service/draft-triggers.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

async function subjectOf(files: Record<string, string>): Promise<PageSubject> {
  indexed = await indexFiles("quay", [{ message: "Begin", files }]);
  return { name: "Quay", scopes: [openScope(indexed, "/")], service: null, services: [] };
}

async function written(
  draft: (subject: PageSubject) => Promise<Draft | null>,
  files: Record<string, string>,
): Promise<string> {
  const subject = await subjectOf(files);
  const drafted = await draft(subject);
  return (drafted && (await setDraft(drafted, subject)))?.content ?? "";
}

const lines = (count: number, text: string) => Array.from({ length: count }, (_, at) => `\t${text}(${at})`).join("\n");

const router = `package router

import "time"

// Create puts the harbour's program together with all of its routes.
func Create() {
${lines(14, "moor")}
	go func() {
		ticker := time.NewTicker(5 * time.Minute)
		for range ticker.C {
			sweep()
		}
	}()
${lines(34, "sail")}
}

func moor(at int) {}
func sail(at int) {}
func sweep() {}
`;

it("tells what a timer starts by no function that only sets it among much else", async () => {
  const files = { "go.mod": "module quay\n", "router/router.go": router };
  const subject = await subjectOf(files);
  expect(findFlowStarts(subject.scopes[0] ?? openScope(indexed as IndexedFiles, "/"))).toEqual([]);
  const drafted = await draftTriggers(subject);
  const text = (drafted && (await setDraft(drafted, subject)))?.content ?? "";
  expect(text).toContain("| `every 5 minutes` | a loop in `Create` |");
  expect(text).not.toContain("puts the harbour's program together");
});

it("leads to documents for those who change the code, by what their heads say, and not to those for users", async () => {
  const more = "\n\nMore.\n\nMore.\n\nMore.\n\nMore.\n";
  const text = await written(draftFirstReading, {
    "docs/development.md": `---\ndescription: Setting up a berth to build the harbour in, with its tests and its tides.\n---\n\n# Building\n\nIt is recommended to look at the sea first.${more}`,
    "docs/mobile-apps.md": `# Phones\n\nCaptains see the tides on their phones as well as in the office.${more}`,
    "docs/usage.md": `# Usage\n\nCaptains see the tides on their phones as well as in the office.${more}`,
    "CONTRIBUTING.md": `# Contributing\n\nWhen proposing new piers, please first discuss them with the harbour office.${more}`,
    "docs/site/contributors/developers-guide/data-model.md": `# Data\n\nEvery berth keeps the boat that lies in it, and the tide of that day.${more}`,
  });
  expect(text.split("\n").filter((line) => line.startsWith("- "))).toEqual([
    "- `docs/site/contributors/developers-guide/data-model.md`: Every berth keeps the boat that lies in it, and the tide of that day. [1]",
    "- `docs/development.md`: Setting up a berth to build the harbour in, with its tests and its tides. [2]",
  ]);
});

it("takes no script that makes or cleans something for the place where the program begins", async () => {
  const text = await written(draftFirstReading, {
    "package.json": JSON.stringify({
      scripts: { "dev:generate": "node tools/generate.js", start: "node src/server.js" },
    }),
    "tools/generate.js": "// Makes the charts.\nconsole.log(1);\n",
    "src/server.js": "// Opens the harbour.\nconsole.log(2);\n",
  });
  expect(text).toContain("`src/server.js` is what `npm start` runs");
  expect(text).not.toContain("generate");
});

it("finds where a script begins that names a folder, and takes no tool beside the product for it", async () => {
  const text = await written(draftFirstReading, {
    "package.json": JSON.stringify({ scripts: { start: "node server" } }),
    "server/index.js": "// Opens the harbour.\nconsole.log(1);\n",
    "dev/installer/main.go": "package main\n\nfunc main() {}\n",
  });
  expect(text).toContain("`server/index.js` is what `npm start` runs");
  expect(text).not.toContain("installer");
});

it("tells a guide by its chapters where its first paragraph does not speak of it", async () => {
  const text = await written(draftFirstReading, {
    "DEVELOPMENT.md":
      "# Development\n\nFor a native environment, you will need to install a database server and a compiler.\n\n## Native setup\n\nRun it.\n\n## Containers\n\nRun them.\n",
  });
  expect(text).toContain("`DEVELOPMENT.md`, with the chapters “Native setup” and “Containers”.");
  expect(text).not.toContain("compiler");
});

it("takes a site of documents that is put online for no way to deploy the product", async () => {
  const text = await written(draftDeployment, {
    Dockerfile:
      'ARG NODE=24\nFROM quay/build:PLEASE_PROVIDE_A_VERSION AS built\nFROM node:${NODE}\nENV PORT=4010\nEXPOSE ${PORT}\nEXPOSE ${OTHER_PORT}\nCMD ["node", "server.js"]\n',
    "netlify.toml": '[build]\npublish = "docs/site/"\ncommand = "cd docs && mkdocs build"\n',
    "fly.toml": 'app = "quay"\n',
  });
  expect(text).toContain("builds an image from `node:24`. It starts `node server.js`. It declares the port `4010`. [");
  expect(text).toContain("(`fly.toml`)");
  expect(text).not.toContain("Netlify");
});

it("tells of a request what its comment says beside what it writes, and nothing that is said of a parameter", async () => {
  const text = await written(draftTellingEndpoints, {
    "package.json": '{ "name": "quay", "dependencies": { "express": "5.0.0", "pg": "8.1.0" } }\n',
    "schema.sql": "CREATE TABLE boats (id TEXT PRIMARY KEY);\nCREATE TABLE tides (id TEXT PRIMARY KEY);\n",
    "server.js": `import express from "express";
import { Pool } from "pg";
const pool = new Pool();
const app = express();
/** Moors a boat from a photograph by radar. */
async function moorPhotograph(request, response) {
  await pool.query("INSERT INTO boats VALUES ($1)", [request.body]);
  await pool.query("INSERT INTO tides VALUES ($1)", [request.body]);
  response.end();
}
/** \`chart\`: The name of the chart that is used for drawing the harbour and its piers. */
async function drawHarbour(request, response) {
  response.end();
}
app.post("/moorings/photograph", moorPhotograph);
app.get("/harbour", drawHarbour);
${Array.from({ length: 4 }, (_, at) => `app.get("/quays/${at}", (_, response) => response.end());`).join("\n")}
app.listen(1);
`,
  });
  expect(text).toContain("Moors a boat from a photograph by radar. Writes `boats` and `tides`.");
  expect(text).not.toContain("name of the chart");
});

const environment = `# Harbour settings

SECRET_KEY=

# Either by a rope with a hook…
ROPE_HOOK=
# …or by a chain of the harbour office's.
ROPE_CHAIN=

# How many boats may lie in one berth at the same time. 0 means unlimited.
BERTH_LIMIT=3
# Tide of the harbour's gate
GATE_TIDE=
CHART_A=
CHART_B=
CHART_C=
CHART_D=
CHART_E=
CHART_F=
CHART_G=
CHART_H=
CHART_I=
CHART_J=
CHART_K=
CHART_L=
CHART_M=
CHART_N=
CHART_O=
CHART_P=
CHART_Q=
CHART_R=
CHART_S=
CHART_T=
# The API secret of the weather office that forecasts storms.
WEATHER_API_SECRET=
`;

it("shows first what a start needs, gives a comment to all that it stands above, and half of a sentence to nobody", async () => {
  const files = {
    "pyproject.toml": '[project]\nname = "quay"\n',
    ".env.example": environment,
    "quay/settings.py": `import os

# Credentials of the buoy that counts boats in the fog
BUOY_LOGIN = os.getenv("BUOY_LOGIN")
BUOY_PHRASE = os.getenv("BUOY_PHRASE")

# Titles that hang at the end of the northern pier
PIER_LIT = os.getenv("PIER_LIT", "yes")
PIER_NAME = os.getenv("PIER_NAME", "north")

${["SECRET_KEY", "ROPE_HOOK", "ROPE_CHAIN", "BERTH_LIMIT", "GATE_TIDE", "CHART_A", "CHART_B", "CHART_C", "CHART_D", "CHART_E", "CHART_F", "CHART_G", "CHART_H", "CHART_I", "CHART_J", "CHART_K", "CHART_L", "CHART_M", "CHART_N", "CHART_O", "CHART_P", "CHART_Q", "CHART_R", "CHART_S", "CHART_T", "WEATHER_API_SECRET"].map((name) => `${name} = os.getenv("${name}")`).join("\n\n")}
`,
  };
  const first = await written(draftFirstSettings, files);
  expect(first).toContain("`SECRET_KEY`");
  expect(first).not.toMatch(/WEATHER|BERTH/);
  await indexed?.remove();
  const others = await written(draftOtherConfiguration, files);
  expect(others).toMatch(
    /\| `BUOY_LOGIN`, `BUOY_PHRASE` \|.*\| Credentials of the buoy that counts boats in the fog\./,
  );
  expect(others).toMatch(/`BERTH_LIMIT` \|.*0 means unlimited\./);
  expect(others).not.toMatch(/PIER|ROPE|GATE/);
});

it("takes neither what stands above a picture of a screen nor a note about trademarks for what the product is", async () => {
  const text = await written(draftPurpose, {
    "README.md": `# Quay

Quay keeps the berths of a harbour, and tells captains which of them is free.

The "My Berths" screen. Shows the state of all the berths in a list that is live.

![My berths](berths.png)

Quay knows the tides of a whole year, and moves boats before they fall dry.

(Tide Play and the Tide Play logo are trademarks of Tide LLC.)

## Features

- Moors boats by radar
- Plugins
- Web-UI -> ./ui
- Counts the tides of a year
`,
  });
  expect(text).toContain("Moors boats by radar");
  expect(text).not.toMatch(/Plugins|Web-UI/);
  expect(text).toContain("Quay keeps the berths");
  expect(text).toContain("Quay knows the tides");
  expect(text).not.toMatch(/My Berths|trademark/);
});

it("tells commands that run at the same time by each of them", async () => {
  const text = await written(draftRun, {
    "package.json": JSON.stringify({
      scripts: {
        dev: 'npx concurrently -k -c "#93c5fd,#c4b5fd,#fdba74" "node src/server.js" "node src/worker.js --tries=1" "vite dev --host" --names=server,queue,vite',
      },
    }),
    "src/server.js": "console.log(1);\n",
    "src/worker.js": "console.log(2);\n",
  });
  expect(text).toContain(
    "runs at the same time `node src/server.js`, `node src/worker.js --tries=1` and `vite dev --host`.",
  );
});

it("tells no usual way to start where a guide says the same one in other words", async () => {
  const text = await written(draftRun, {
    "requirements.txt": "Django==6.1\n",
    "manage.py": "import django\n",
    "README.md": "# Quay\n\n## Development\n\n```sh\n./manage.py runserver\n```\n",
  });
  expect(text).toContain("`./manage.py runserver`, says `README.md`");
  expect(text).not.toContain("python manage.py runserver");
});
