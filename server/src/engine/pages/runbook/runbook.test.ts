import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

import { draftAutomation } from "./draft-automation.ts";
import { draftDeployment } from "./draft-deployment.ts";
import { draftFailures } from "./draft-failures.ts";
import { draftHealth } from "./draft-health.ts";
import { draftLogs } from "./draft-logs.ts";
import { draftShutdown } from "./draft-shutdown.ts";

/** A product as operators find it, with what must not be taken for a part of its running. */
const files: Record<string, string> = {
  "package.json": '{\n  "name": "harbour",\n  "scripts": { "stop:all": "docker compose down", "restart": "pm2 restart harbour", "stopwatch": "node watch.js" },\n  "dependencies": { "express": "5.0.0", "pino": "9.0.0", "@sentry/node": "9.0.0" }\n}\n',
  Dockerfile: '# syntax=docker/dockerfile:1\nARG NODE=24-alpine\nFROM --platform=linux/amd64 node:${NODE} AS build\nRUN npm ci\nFROM build AS test\nFROM gcr.io/distroless/nodejs24\nCOPY --from=build /app /app\nEXPOSE 8080 9090\nHEALTHCHECK --interval=30s \\\n  CMD wget -q http://localhost:8080/healthz\nENTRYPOINT ["node", "dist/main.js", "--say", "\\"hi\\""]\n',
  "Dockerfile.tool": "FROM scratch\nHEALTHCHECK NONE\nCOPY tool /\n",
  "examples/Dockerfile": "FROM evil:1\n",
  "docker-compose.yml": '# Runs all.\nservices:\n    harbour: # the board\n        build: .\n        healthcheck:\n            test: ["CMD", "true"]\n# The store.\n    database:\n        image: "postgres:18"\n        healthcheck:\n            interval: 5s\n            test: pg_isready\n    cache:\n        image: valkey\nvolumes:\n    data:\n',
  "fly.toml": 'app = "harbour"\n',
  "infra/a.tf": "# a\n",
  "infra/b.tf": "# b\n",
  "docs/app.yaml": "no: platform\n",
  "kube/app.yaml": "apiVersion: v1\nkind: Pod\n",
  "k8s/web.yaml": "kind: Deployment\nspec:\n  livenessProbe:\n    httpGet:\n      path: /healthz\n  readinessProbe:\n    httpGet:\n      path: /ready\n",
  "monitoring/alerts.yml": "groups: []\n",
  ".github/workflows/release.yml": "jobs:\n  ship:\n    steps:\n      - run: docker build -t harbour .\n      - run: echo deploy done\n      - run: npm publish --dry-run\n      - run: npm publish --provenance\n      - run: npm test\n",
  ".env.example": "# How much is logged.\nLOG_LEVEL=info\n# Seconds that open requests get.\nSHUTDOWN_GRACE=20\nSENTRY_DSN=\nCATALOG=a\n",
  "src/main.ts": 'import express from "express";\nimport pino from "pino";\nimport * as Sentry from "@sentry/node";\n\nexport const log = pino({ level: process.env.LOG_LEVEL });\nSentry.init({ dsn: process.env.SENTRY_DSN });\nconst app = express();\n/** Says whether the database answers. */\nfunction healthz(): string {\n  return "ok";\n}\napp.get("/healthz", healthz);\napp.get("/metrics", () => "1");\napp.post("/ping", () => "no");\napp.get("/ships/:id/status", () => "moored");\nexport function stop(): void {\n  process.once("SIGTERM", () => app.close(Number(process.env.SHUTDOWN_GRACE)));\n  // process.on("SIGHUP", () => 1);\n  process.once("SIGTERM", () => 2);\n  process.on("SIGINT", () => 3);\n}\n',
  "src/config.ts": 'export function loadPort(): number {\n  const port = process.env.PORT;\n  if (port === undefined) {\n    throw new Error("PORT must be set before the harbour opens");\n  }\n  if (Number.isNaN(Number(port))) throw new RangeError(`PORT is ${port}, which is no number at all`);\n  // throw new Error("this one is a comment of mine");\n  if (port === "0") {\n    port.trim();\n  } else {\n    throw new Error("a fallback without a condition of its own");\n  }\n  throw new Error("unreachable code was reached here");\n}\n',
  "src/berths.ts": 'import { log } from "./main.ts";\n\nexport function moor(length: number): void {\n  if ((length > 40) && (length < 99)) {\n    throw new HttpError(409, "The berth is too short for this ship");\n  }\n  log.error({ length }, "A ship of unknown length moored here");\n  throw new HttpError(\n    422,\n    "Ships of that length cannot be moored",\n  );\n}\nclass HttpError extends Error {}\n',
  "jobs/tide.py": 'import atexit\nimport signal\n\n\nclass TideError(Exception):\n    pass\n\n\ndef load(day):\n    """Loads the tides of a day."""\n    if not day:\n        raise TideError(f"a day is needed, not {day!r} or nothing")\n    raise HTTPException(\n        status_code=404,\n        detail="No tide table for that day",\n    )\n\n\nsignal.signal(signal.SIGTERM, load)\natexit.register(load)\n',
  "cmd/quay/main.go": 'package main\n\nimport (\n\t"fmt"\n\t"os/signal"\n\t"syscall"\n)\n\n// Open opens the quay.\nfunc Open(name string) error {\n\tif name == "" {\n\t\treturn fmt.Errorf("a quay needs a name: %s given", name)\n\t}\n\tsignal.Notify(nil, syscall.SIGTERM)\n\treturn nil\n}\n',
  "src/screen.tsx": 'export function Screen() {\n  throw new Error("useQuay must be used within a QuayProvider");\n}\n',
}; // prettier-ignore

let repository: IndexedFiles;
beforeAll(async () => {
  repository = await indexFiles("harbour", [{ message: "Begin", files }]);
});
afterAll(() => repository.remove());

/** What a draft says of a folder, and the lines it cites, in their order. */
async function write(draft: (subject: PageSubject) => Promise<Draft | null>, folder = "/") {
  const subject = { name: "Harbour", scopes: [openScope(repository, folder)], service: null, services: [] };
  const drafted = await draft(subject);
  const written = drafted && (await setDraft(drafted, subject));
  const cited = written?.sources.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
  return written && { content: written.content, cited };
}

const shipped = `- \`Dockerfile\` builds an image from \`node:24-alpine\` and \`gcr.io/distroless/nodejs24\`. It starts \`node dist/main.js --say "hi"\`. It declares the ports \`8080\` and \`9090\`. [1][2][3][4]
- \`docker-compose.yml\` runs \`harbour\`, \`database\` (\`postgres:18\`) and \`cache\` (\`valkey\`) together. [5][6][7]
- Files to deploy it with are there for Fly.io (\`fly.toml\`) and Terraform (\`infra/a.tf\`). [8][9]`;

describe("how it is shipped", () => {
  it("is told by images, containers and platforms, by no example and no command out of the automation", async () => {
    expect(await write(draftDeployment)).toEqual({
      content: shipped,
      cited: [
        "Dockerfile:3-3",
        "Dockerfile:6-6",
        "Dockerfile:8-8",
        "Dockerfile:11-11",
        "docker-compose.yml:3-3",
        "docker-compose.yml:8-8",
        "docker-compose.yml:13-13",
        "fly.toml:1-1",
        "infra/a.tf:1-1",
      ],
    });
  });

  it("stands behind what checks every change", async () => {
    const moved = shipped.replaceAll(/\[(\d+)\]/g, (_, number) => `[${Number(number) + 1}]`);
    expect((await write(draftAutomation))?.content).toBe(
      `The project's own automation checks every change with:\n\n- \`npm test\` (\`release.yml\`). [1]\n\n${moved}`,
    );
  });

  it("is that of the whole repository for a folder without an image of its own", async () => {
    const content = (await write(draftDeployment, "/src"))?.content;
    expect(content).toContain("`Dockerfile` builds an image");
    expect(content).not.toMatch(/Fly|Terraform|k8s/);
  });
});

it("takes a file whose name others use for a platform's only where it says so", async () => {
  const quay = await indexFiles("quay", [{ message: "Begin", files: { "app.yaml": "# Quay.\nruntime: nodejs22\n" } }]);
  const subject = { name: "Quay", scopes: [openScope(quay, "/")], service: null, services: [] };
  const drafted = await draftDeployment(subject);
  const written = drafted && (await setDraft(drafted, subject));
  expect(written?.content).toBe("- Files to deploy it with are there for App Engine (`app.yaml`). [1]");
  expect(written?.sources.map(({ startLine }) => startLine)).toEqual([2]);
  await quay.remove();
});

it("tells of no image and no containers that are there for development and tests alone", async () => {
  const image = 'FROM golang:1\nENTRYPOINT ["go", "run", "main.go"]\n';
  const quay = await indexFiles("quay", [
    {
      message: "Begin",
      files: {
        Dockerfile: "# Ships only production dependencies.\nFROM alpine:3\n",
        "Dockerfile.e2e": image,
        "load-test-runner/Dockerfile": "FROM alpine:4\n",
        "Dockerfile.compose": `# This Dockerfile is intended for Development purposes only, to use\n# with the compose file.\n${image}`,
        "docker-compose.yaml":
          "# Docker compose for development purposes only.\n# Edit it.\nservices:\n  quay:\n    build: .\n",
      },
    },
  ]);
  const subject = { name: "Quay", scopes: [openScope(quay, "/")], service: null, services: [] };
  const drafted = await draftDeployment(subject);
  // One more image makes the list untrue, though no line of the others changes.
  const blocks = drafted !== null && "blocks" in drafted ? drafted.blocks : [];
  expect(blocks.map(({ lists }) => lists?.map(({ kind }) => kind))).toEqual([["system"]]);
  expect((drafted && (await setDraft(drafted, subject)))?.content).toBe(
    "- `Dockerfile` builds an image from `alpine:3`. [1]\n- `load-test-runner/Dockerfile` builds an image from `alpine:4`. [2]",
  );
  await quay.remove();
});

it("tells what answers whether it is well, and of no status of anything else", async () => {
  expect(await write(draftHealth)).toEqual({
    content: `- \`GET /healthz\` in \`src/main.ts\`: Says whether the database answers. [1][2]
- \`GET /metrics\` in \`src/main.ts\` gives its metrics. [3]
- \`Dockerfile\` checks the container with \`--interval=30s CMD wget -q http://localhost:8080/healthz\`. [4]
- \`docker-compose.yml\` checks the container \`harbour\` with \`["CMD", "true"]\`. [5]
- \`docker-compose.yml\` checks the container \`database\` with \`pg_isready\`. [6]
- \`k8s/web.yaml\` sets \`livenessProbe\` and \`readinessProbe\`. [7][8]`,
    cited: [
      "src/main.ts:12-12",
      "src/main.ts:8-8",
      "src/main.ts:13-13",
      "Dockerfile:9-10",
      "docker-compose.yml:5-6",
      "docker-compose.yml:10-12",
      "k8s/web.yaml:3-6",
      "k8s/web.yaml:6-8",
    ],
  });
});

it("tells messages of failures with their status, place and condition, in several languages", async () => {
  expect(await write(draftFailures)).toEqual({
    content: `| Message | Status | Given by | When |
| --- | --- | --- | --- |
| “PORT must be set before the harbour opens” |  | \`loadPort\` in \`src/config.ts\` | \`port === undefined\` [1] |
| “a quay needs a name: %s given” |  | \`Open\` in \`cmd/quay/main.go\` | \`name == ""\` [2] |
| “PORT is \${port}, which is no number at all” |  | \`loadPort\` in \`src/config.ts\` | \`Number.isNaN(Number(port))\` [3] |
| “a fallback without a condition of its own” |  | \`loadPort\` in \`src/config.ts\` | [4] |
| “a day is needed, not {day!r} or nothing” |  | \`load\` in \`jobs/tide.py\` | \`not day\` [5] |
| “No tide table for that day” | 404 | \`load\` in \`jobs/tide.py\` | [6] |
| “A ship of unknown length moored here” |  | \`moor\` in \`src/berths.ts\` | [7] |
| “Ships of that length cannot be moored” | 422 | \`moor\` in \`src/berths.ts\` | [8] |
| “The berth is too short for this ship” | 409 | \`moor\` in \`src/berths.ts\` | \`(length > 40) && (length < 99)\` [9] |`,
    cited: [
      "src/config.ts:3-4",
      "cmd/quay/main.go:11-12",
      "src/config.ts:6-6",
      "src/config.ts:11-11",
      "jobs/tide.py:11-12",
      "jobs/tide.py:13-15",
      "src/berths.ts:7-7",
      "src/berths.ts:8-10",
      "src/berths.ts:4-5",
    ],
  });
});

it("tells what writes logs and calls somebody, with its settings", async () => {
  expect((await write(draftLogs))?.content).toBe(`- \`@sentry/node\` reports what happens from \`src/main.ts\`. [1][2]
- \`pino\` writes logs from \`src/main.ts\`. [1][3]
- \`monitoring/alerts.yml\` holds rules for alarms. [4]

Settings of it:

| Key | Default | Example | What for |
| --- | --- | --- | --- |
| \`LOG_LEVEL\` |  | \`info\` | How much is logged. [5][6] |
| \`SENTRY_DSN\` |  |  | Read in \`src/main.ts\`. [7][8] |`);
});

it("tells what stops it: commands, signals and settings, each once and none of a comment", async () => {
  const { content = "", cited } = (await write(draftShutdown)) ?? {};
  expect(content.split("\n").toSorted()).toEqual(
    [
      "- `npm run stop:all` stops the containers (`docker compose down`). [1]",
      "- `npm run restart` runs `pm2 restart harbour`. [1]",
      "- `jobs/tide.py` listens to `SIGTERM`. [2]",
      "- `jobs/tide.py` cleans up by `atexit.register`. [3]",
      "- `Open` in `cmd/quay/main.go` listens to `syscall.SIGTERM`. [4]",
      "- `stop` in `src/main.ts` listens to `SIGTERM`. [5]",
      "- `stop` in `src/main.ts` listens to `SIGINT`. [6]",
      "",
      "Settings of it:",
      "",
      "| Key | Default | Example | What for |",
      "| --- | --- | --- | --- |",
      "| `SHUTDOWN_GRACE` |  | `20` | Seconds that open requests get. [7][5] |",
    ].toSorted(),
  );
  expect(cited).toHaveLength(7);
});

it.each([draftLogs, draftShutdown, draftFailures])("says nothing of a folder without any: %o", async (draft) => {
  expect(await write(draft, "/docs")).toBeNull();
}); // prettier-ignore

it("says what an image starts by its entry point and its command, and not by what checks its health", async () => {
  const images = await indexFiles("images", [
    {
      message: "Begin",
      files: {
        Dockerfile:
          'FROM golang:1 AS build\nEXPOSE 1\nCMD ["never"]\nFROM alpine:3\nHEALTHCHECK --timeout=5s \\\n  CMD curl -f http://localhost/health || exit 1\nEXPOSE 80\nENTRYPOINT ["/entry.sh"]\nCMD ["serve", "--all"]\n',
        "Dockerfile.staged":
          'FROM alpine:3 AS plain\nEXPOSE 81\nCMD ["serve"]\nFROM golang:1 AS build\nCMD ["never"]\nFROM plain AS more\nRUN touch /more\n',
        "Dockerfile.bare": 'FROM alpine:3\nENTRYPOINT ["/entry.sh"]\nCMD []\n',
      },
    },
  ]);
  const own: PageSubject = { name: "Images", scopes: [openScope(images, "/")], service: null, services: [] };
  const drafted = await draftDeployment(own);
  const content = (drafted && (await setDraft(drafted, own)))?.content ?? "";
  expect(content).toContain("It starts `/entry.sh serve --all`. It declares the port `80`.");
  expect(content).toMatch(/`Dockerfile\.staged` .* It starts `serve`\. It declares the port `81`\./);
  expect(content).toMatch(/`Dockerfile\.bare` .* It starts `\/entry\.sh`\. \[/);
  await images.remove();
});

it("reads an image of very many stages, each on the one before it, without keeping them once for each", async () => {
  const stages = Array.from({ length: 4_000 }, (_, at) => `FROM s${at} AS s${at + 1}\nEXPOSE ${at + 1}\n`).join("");
  const files = { Dockerfile: `FROM alpine:3 AS s0\nEXPOSE 0\n${stages}CMD ["serve"]\n` };
  const images = await indexFiles("stages", [{ message: "Begin", files }]);
  const own: PageSubject = { name: "Images", scopes: [openScope(images, "/")], service: null, services: [] };
  const drafted = await draftDeployment(own);
  const told = JSON.stringify(drafted);
  expect(told).toContain("It starts `serve`.");
  expect(told.length).toBeLessThan(60_000);
  await images.remove();
});
