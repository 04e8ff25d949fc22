import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { hashLines } from "#server/engine/evidence/evidence.ts";
import type { PageInput } from "#server/engine/facts/scope/page-input.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { parseMermaid } from "#server/engine/pages/testing/parse-mermaid.ts";
import { writeSection } from "#server/engine/pages/write/write-section.ts";
import type { WrittenSection } from "#server/engine/sections/section-template.ts";

import { planFlows, planPages, type PagePlan } from "./page-plans.ts";

const board: { message: string; files: Record<string, string> }[] = [
  {
    message: "Begin",
    files: {
      "README.md":
        "# Board\n\n[![CI](x.svg)](https://ci)\n\nBoard shows passengers which boat leaves next, and whether it is late.\n\n## Getting started\n\n```sh\nnpm run api\n```\n",
      "package.json": JSON.stringify({
        name: "board",
        workspaces: ["apps/*", "packages/*"],
        engines: { node: ">=24" },
        scripts: { api: "node apps/api/src/server.ts", test: "vitest run", lint: "oxlint" },
        devDependencies: { vitest: "5.1.0" },
      }).replaceAll(",", ",\n"),
      "apps/api/package.json":
        '{\n  "name": "@board/api",\n  "description": "Serves departures and takes reports.",\n  "dependencies": {\n    "pg": "8.1.0",\n    "express": "5.0.0"\n  }\n}\n',
      "apps/api/src/server.ts":
        '// Starts the API on its port.\nimport express from "express";\nimport { reportDelay } from "./handlers/report-delay.ts";\n\nconst app = express();\napp.post("/sailings/:id/delay", reportDelay);\napp.listen(Number(process.env.PORT));\n',
      "apps/api/src/handlers/report-delay.ts":
        'import { announcedDelay } from "@board/rules";\nimport { saveReport } from "../store/report-store.ts";\n\n/** The crew says how late a boat is. */\nexport function reportDelay(request: { body: number }): number {\n  const shown = announcedDelay(request.body);\n  return saveReport(shown);\n}\n',
      "apps/api/src/store/report-store.ts":
        'import { Pool } from "pg";\n\nconst pool = new Pool();\n\n/** Keeps one report; the newest one counts. */\nexport function saveReport(minutes: number): number {\n  void pool.query("INSERT INTO reports VALUES ($1)", [minutes]);\n  return minutes;\n}\n',
      "packages/rules/package.json":
        '{\n  "name": "@board/rules",\n  "description": "The rules of the board.",\n  "exports": "./src/index.ts"\n}\n',
      "packages/rules/src/index.ts": 'export { announcedDelay } from "./delay.ts";\n',
      "packages/rules/src/delay.ts":
        "/** The delay passengers are told about: the whole delay, or 0 below five minutes. */\nexport function announcedDelay(minutes: number): number {\n  return minutes < 5 ? 0 : minutes;\n}\n\n/** Whole minutes. */\nexport type Minutes = number;\n\nexport const limit: Minutes = 5;\n",
      "packages/rules/test/delay.test.ts":
        'import { expect, it } from "vitest";\nimport { announcedDelay } from "../src/delay.ts";\n\nit("keeps quiet below five", () => expect(announcedDelay(4)).toBe(0));\n',
      "db/001.sql":
        "CREATE TABLE sailings (\n  id TEXT PRIMARY KEY\n);\nCREATE TABLE reports (\n  id TEXT PRIMARY KEY,\n  sailing_id TEXT NOT NULL REFERENCES sailings (id),\n  minutes INTEGER NOT NULL\n);\n",
      ".env.example": "# Port of the API.\nPORT=4010\n# Shared secret of the crews.\nSTAFF_TOKEN=abcdefgh\n",
    },
  },
  {
    message: "Add noteAnnouncedDelay for the office",
    files: {
      "packages/rules/src/note.ts":
        "/** Notes what announcedDelay said. */\nexport const announcedNote = 1;\nexport function noteAnnouncedDelay(): void {}\n",
    },
  },
  {
    message: "Read odd names with readOddName",
    files: {
      'we"ird];click/e[1]`nd.ts':
        'import { x } from "./other.ts";\n/** Odd | [1] thing <b>. */\nexport const readOddName = x;\n',
    },
  },
];

type Written = { plan: PagePlan; section: WrittenSection };

async function writeAll(input: PageInput): Promise<Written[]> {
  const written: Written[] = [];
  const plans = planPages(input);
  for (const plan of [...plans, ...plans.slice(0, 1).flatMap(({ subject }) => planFlows(subject))]) {
    for (const template of plan.templates) {
      const section = await writeSection(template, plan.subject);
      if (section) written.push({ plan, section });
    }
  }
  return written;
}

const service = (name: string, workingPath: string) => ({
  serviceId: name,
  name,
  description: "",
  type: "api",
  repositoryId: "board",
  workingPath,
});

let repository: IndexedFiles;
let written: Written[];

beforeAll(async () => {
  repository = await indexFiles("board", board);
  const services = [service("api", "/apps/api"), service("rules", "/packages/rules")];
  written = await writeAll({ productName: "Board", repositories: [repository], services });
});
afterAll(() => repository.remove());

const find = (page: string, templateKey: string) =>
  written.find(({ plan, section }) => plan.title === page && section.templateKey === templateKey)?.section;

describe("every section", () => {
  it("cites only what is in its list, and all that is in its list", () => {
    for (const { section } of written.filter((one) => one.section.output === "markdown")) {
      const prose = section.content.replace(/```[\s\S]*?```/g, "").replace(/(`+)[\s\S]*?\1/g, "");
      const cited = new Set([...prose.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number)));
      expect([...cited].toSorted((a, b) => a - b)).toEqual(section.sources.map((_, at) => at + 1));
    }
  });

  it("proves each sentence, item and row", () => {
    for (const { section } of written.filter((one) => one.section.output === "markdown")) {
      const lines = section.content
        .replace(/```[\s\S]*?```/g, "")
        .split("\n")
        .filter((line) => line.trim() !== "");
      for (const [at, line] of lines.entries()) {
        const leads =
          /^###? |:$|^\*\*`[^`]+`\*\*$|^\|(?: --- \|)+$/.test(line) || /^\|(?: --- \|)+$/.test(lines[at + 1] ?? "");
        expect(leads || /\[\d+\](?: \|)?$/.test(line), `${section.templateKey}: ${line}`).toBe(true);
      }
    }
  });

  it("rests on lines that are there, word for word", async () => {
    for (const { section } of written) {
      expect(section.sources.length).toBeGreaterThan(0);
      for (const source of section.sources) {
        const lines = (await repository.reader.readLines(source.path)) ?? [];
        expect(source.hash).toBe(hashLines(lines.slice(source.startLine - 1, source.endLine)));
        expect(source.commit).toBe(repository.index.commit);
        expect(source.endLine - source.startLine).toBeLessThan(60);
      }
    }
  });

  it("draws diagrams that Mermaid reads", async () => {
    const diagrams = written.filter(({ section }) => section.output === "mermaid");
    expect(diagrams.map(({ section }) => section.templateKey)).toContain("components");
    for (const { section } of diagrams) expect(await parseMermaid(section.content)).toMatch(/^(?:flowchart-v2|er)$/);
  });
});

describe("the overview", () => {
  it("says what the product is for without badges", () => {
    const [first, ...others] = find("System overview", "purpose")?.content.split("\n\n") ?? [];
    expect(first).toBe("Board shows passengers which boat leaves next, and whether it is late. [1]");
    expect(others.join("\n")).not.toContain("It keeps");
    expect(others.join("\n")).not.toContain("ci");
  });

  it("draws packages, who imports whom, and the database", () => {
    const content = find("System overview", "components")?.content ?? "";
    expect(content).toContain('"api"');
    expect(content).toContain("PostgreSQL");
    expect(content).toMatch(/n\d+ --> n\d+/);
    expect(content).toMatch(/n\d+ --> s1/);
  });

  it("tells parts by the words of their manifests", () => {
    expect(find("System overview", "parts")?.content).toContain("| Serves departures and takes reports. |");
  });

  it("leaves the log of commits to git", () => {
    expect(find("System overview", "changes")).toBeUndefined();
  });
});

describe("the page of a flow", () => {
  const stepsOf = () => find("Reporting a delay", "flow-steps")?.content ?? "";

  it("says first what answers and what it comes to", () => {
    expect(stepsOf()).toMatch(
      /^`POST \/sailings\/:id\/delay` is answered by `reportDelay` in `[^`]+report-delay\.ts`: the crew says how late a boat is\. Where it leads: it writes `reports`\./,
    );
  });

  it("goes on step by step, to what is written", () => {
    expect(stepsOf()).toMatch(/1\. It calls `announcedDelay` [^\n]*the delay passengers are told about/);
    expect(stepsOf()).toMatch(/2\. It calls `saveReport` [^\n]*it writes `reports`/);
  });

  it("rests on where the table that it names is declared", () => {
    const lists = find("Reporting a delay", "flow-steps")?.lists;
    expect(lists).toContainEqual(expect.objectContaining({ kind: "tables", folder: "db/001.sql" }));
  });
});

describe("a service's page", () => {
  it("stays in its folder", () => {
    const sections = written.filter(({ plan }) => plan.title === "rules");
    expect(sections.length).toBeGreaterThan(3);
    const own = sections.filter(({ section }) => /interface|responsibility|tests/.test(section.templateKey));
    for (const { section } of own) {
      for (const { path } of section.sources) expect(path).toMatch(/^packages\/rules\/|^package\.json$/);
    }
    expect(find("rules", "endpoints")).toBeUndefined();
  });

  it("lists exported names with signature and comment", () => {
    expect(find("rules", "interface")?.content).toContain(
      "`function announcedDelay(minutes: number): number` — The delay passengers are told about",
    );
  });

  it("lists endpoints with what their handlers say", () => {
    expect(find("api", "endpoints")?.content).toContain(
      "| POST | `/sailings/:id/delay` | `reportDelay` in `src/handlers/report-delay.ts` | The crew says how late a boat is.",
    );
  });

  it("names neighbours and who uses it", () => {
    expect(find("api", "dependencies")?.content).toContain("It uses the service `rules`");
    expect(find("rules", "dependencies")?.content).toContain("It is used by the service `api`");
  });
});

describe("getting started", () => {
  it("lists what must be there, what to run and what to set, without giving secrets away", () => {
    expect(find("Getting started", "prerequisites")?.content).toContain("Node.js `>=24`");
    expect(find("Getting started", "run")?.content).toContain("`npm run api` starts the program");
    const settings = find("Getting started", "settings")?.content ?? "";
    expect(settings).toContain("| `PORT` |  | `4010` | Port of the API.");
    expect(settings).toContain("`STAFF_TOKEN`");
    expect(settings).not.toContain("abcdefgh");
  });

  it("quotes the README's commands as written", () => {
    expect(find("Getting started", "readme")?.content).toContain("```sh\nnpm run api\n```");
  });
});

describe("other code bases", () => {
  it("get few and honest pages when there is next to nothing", async () => {
    const empty = await indexFiles("empty", [{ message: "Begin", files: { LICENSE: "MIT\n", "a.txt": "hello\n" } }]);
    const sections = await writeAll({ productName: "Empty", repositories: [empty], services: [] });
    expect(sections).toEqual([]);
    await empty.remove();
  });

  it("are told by manifest and code where there is no README", async () => {
    const bare = await indexFiles("bare", [
      {
        message: "Begin",
        files: {
          "Cargo.toml": '[package]\nname = "tide"\ndescription = "Tells when the tide turns."\nversion = "0.1.0"\n',
          "src/main.rs": "//! Prints the next tides of a harbour.\nfn main() {}\n",
        },
      },
    ]);
    const sections = await writeAll({ productName: "Tide", repositories: [bare], services: [] });
    const purpose = sections.find(({ section }) => section.templateKey === "purpose")?.section.content;
    expect(purpose).toContain("Tells when the tide turns");
    const run = sections.find(({ section }) => section.templateKey === "run")?.section.content;
    expect(run).toContain("`cargo run` starts `src/main.rs`: Prints the next tides of a harbour.");
    await bare.remove();
  });

  it("stand side by side when a product has several repositories", async () => {
    const other = await indexFiles("other", [
      {
        message: "Begin",
        files: { "README.md": "# Other\n\nOther keeps the tickets that passengers bought on board.\n" },
      },
    ]);
    const sections = await writeAll({ productName: "Both", repositories: [repository, other], services: [] });
    const purpose = sections.find(({ section }) => section.templateKey === "purpose")?.section;
    expect(purpose?.content).toMatch(/### `board`[\s\S]*### `other`/);
    expect(new Set(purpose?.sources.map((source) => source.repositoryId))).toEqual(new Set(["board", "other"]));
    await other.remove();
  });
});
