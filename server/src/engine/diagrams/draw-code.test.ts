import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { parseMermaid } from "#server/engine/pages/testing/parse-mermaid.ts";
import type { Diagram } from "#server/engine/sections/section-template.ts";

import { drawComponents } from "./draw-components.ts";
import { drawFolders } from "./draw-folders.ts";
import { drawRequest } from "./draw-request.ts";

const imports = (...paths: string[]) => paths.map((path, at) => `import * as m${at} from "${path}";\n`).join("");

/** Packages, an app of folders, the same name twice, imports both ways, and systems outside. */
const harbour: Record<string, string> = {
  "package.json": '{\n  "name": "harbour",\n  "workspaces": ["apps/*", "packages/*"],\n  "dependencies": { "express": "5.0.0", "pg": "8.1.0", "redis": "5.0.0" }\n}\n',
  "apps/api/package.json": '{ "name": "@harbour/api", "dependencies": { "express": "5.0.0", "pg": "8.1.0", "redis": "5.0.0" } }\n',
  "apps/api/src/server.ts": `import express from "express";\nimport { moor } from "./berths/index.ts";\nconst app = express();\napp.post("/berths/:id/end", moor);\napp.get("/health", () => "ok");\n`,
  "apps/api/src/berths/index.ts": 'import { isFree } from "@harbour/rules";\nimport { keep } from "../store/index.ts";\n\n/** Moors a ship. */\nexport function moor(): void {\n  if (isFree()) keep();\n}\n',
  "apps/api/src/store/index.ts": 'import { Pool } from "pg";\nimport { createClient } from "redis";\n\nconst pool = new Pool();\n/** Keeps it; the end. */\nexport function keep(): void {\n  void [pool.query("select 1"), createClient()];\n}\n',
  "packages/rules/package.json": '{ "name": "@harbour/rules", "exports": "./src/index.ts" }\n',
  "packages/rules/src/index.ts": 'import { log } from "@harbour/log";\n\nexport function isFree(): boolean {\n  log();\n  return true;\n}\n',
  "packages/log/package.json": '{ "name": "@harbour/log", "exports": "./src/index.ts" }\n',
  "packages/log/src/index.ts": `${imports("@harbour/rules")}export function log(): void {}\n`,
}; // prettier-ignore

const alone: Record<string, string> = { "src/a.ts": "export const a = 1;\n", "src/b.ts": "export const b = 2;\n" };

const python: Record<string, string> = {
  "quay/gate.py": "from quay.tide import level\nfrom quay.ship import Ship\n",
  "quay/tide.py": "def level():\n    return 1\n",
  "quay/ship.py": "import sqlalchemy\nfrom quay.tide import level\n\n\nclass Ship:\n    pass\n",
  "requirements.txt": "sqlalchemy==2.0.0\n",
};

/** Twenty folders, each of which imports the next five. */
const tangle = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => {
    const others = Array.from({ length: 5 }, (__, next) => `../f${(at + next + 1) % 20}/main.ts`);
    return [`src/f${at}/main.ts`, imports(...others) + "export const x = 1;\n".repeat(40)];
  }),
);

let repositories: Record<"harbour" | "alone" | "python" | "tangle", IndexedFiles>;
beforeAll(async () => {
  const index = (name: string, files: Record<string, string>) => indexFiles(name, [{ message: "Begin", files }]);
  const indexed = [index("harbour", harbour), index("alone", alone), index('py"thon', python), index("tangle", tangle)] as const;
  const [one, other, third, last] = await Promise.all(indexed);
  repositories = { harbour: one, alone: other, python: third, tangle: last };
}); // prettier-ignore
afterAll(() => Promise.all(Object.values(repositories).map((one) => one.remove())));

describe("components", () => {
  it("are packages in a box, with what they import, what joins both ways, and the systems outside", async () => {
    expect(await source(drawComponents([scopeOf("harbour")], "Harbour"))).toBe(`flowchart TB
  accTitle: Components of Harbour
  accDescr: 3 parts of the code and their imports, 2 systems outside it, drawn from packages and folders
  s1[("PostgreSQL")]
  s2[("Redis")]
  subgraph nbox0["packages"]
  n1["rules"]
  n2["log"]
  end
  n3["api"]
  n2 <--> n1
  n3 --> n1
  n3 --> s1
  n3 --> s2`);
  });

  it("rest on manifests or files, and each arrow on the imports that make it", () => {
    const drawn = drawComponents([scopeOf("harbour")], "Harbour");
    expect(cited(drawn, / {2}n3\[/)).toEqual(["apps/api/src/store/index.ts:5"]);
    expect(cited(drawn, /<-->/)).toEqual(["packages/log/src/index.ts:1", "packages/rules/src/index.ts:1"]);
    expect(cited(drawn, /n3 --> n1/)).toEqual(["apps/api/src/berths/index.ts:1"]);
    expect(cited(drawn, /--> s2/)).toEqual(["apps/api/src/store/index.ts:2"]);
  });

  it("of a small package are its folders or files, with the packages that they use in a box of their own", async () => {
    const lines = (drawn: Diagram | null) => drawn?.lines.map((one) => one.text.trim());
    expect(lines(drawComponents([scopeOf("harbour", "/apps/api")], "api"))?.filter((line) => !/^s\d/.test(line))).toEqual([
      'n1["src/berths"]',
      'n2["src/store"]',
      'n3["src"]',
      'subgraph nused["Used of harbour"]',
      'n4["rules"]',
      'n5["log"]',
      "end",
      "n5 <--> n4",
      "n3 --> n1",
      "n1 --> n4",
      "n1 --> n2",
      "n2 --> s1",
      "n2 --> s2",
    ]);
    expect(lines(drawComponents([scopeOf("python")], "quay"))).toEqual([
      's1[("Database")]',
      'n1["quay/ship.py"]',
      'n2["quay/gate.py"]',
      'n3["quay/tide.py"]',
      "n2 --> n3",
      "n2 --> n1",
      "n1 --> n3",
      "n1 --> s1",
    ]);
  }); // prettier-ignore

  it("of several repositories stand in boxes of their own, also one that nothing joins", async () => {
    const text = await source(drawComponents([scopeOf("harbour"), scopeOf("python"), scopeOf("alone")], "All"));
    expect(text?.match(/subgraph repo.*/g)).toEqual(['subgraph repo0["harbour"]', 'subgraph repo1["py#quot;thon"]', 'subgraph repo2["alone"]']);
    expect(text).toContain('  subgraph repo2["alone"]\n  n2_1["src"]\n  end');
    expect(text).toContain("7 parts of the code and their imports, 3 systems outside it");
  }); // prettier-ignore

  it("are not drawn where nothing imports anything", () => {
    expect(drawComponents([scopeOf("alone")], "Alone")).toBeNull();
  });

  it("are few enough to be seen, and none floats alone", async () => {
    const drawn = drawComponents([scopeOf("tangle")], "Tangle");
    const text = (await source(drawn)) ?? "";
    const nodes = [...text.matchAll(/^ {2}(n\d+)\[/gm)].map(([, id]) => id);
    const edges = [...text.matchAll(/^ {2}(n\d+) <?--> (n\d+)$/gm)];
    expect(nodes).toHaveLength(14);
    expect(edges.length).toBeGreaterThanOrEqual(18);
    expect(edges.length).toBeLessThan(18 + nodes.length);
    expect(new Set(edges.flatMap(([, from, to]) => [from, to]))).toEqual(new Set(nodes));
  });
});

describe("folders", () => {
  it("are a tree", async () => {
    expect(await source(drawFolders([scopeOf("harbour")], "Harbour"))).toBe(`flowchart LR
  accTitle: Folders of Harbour
  accDescr: Folders that hold the code, as a tree
  r0["harbour/"]
  r0 --> r0_1["apps/api/"]
  r0 --> r0_2["packages/"]
  r0_2 --> r0_3["log/"]
  r0_2 --> r0_4["rules/"]`);
  });

  it("begin at the folder that is asked for", async () => {
    const text = await source(drawFolders([scopeOf("harbour", "/apps/api")], "api"));
    expect(text?.split("\n").slice(3)).toEqual([
      '  r0["api/"]',
      '  r0 --> r0_1["src/"]',
      '  r0_1 --> r0_2["berths/"]',
      '  r0_1 --> r0_3["store/"]',
    ]);
  });

  it("of several repositories are several trees, and one folder is none", async () => {
    const text = await source(drawFolders([scopeOf("alone"), scopeOf("python")], "Both"));
    expect(text?.split("\n").slice(3)).toEqual([
      '  r0["alone/"]',
      '  r0 --> r0_1["src/"]',
      '  r1["py#quot;thon/"]',
      '  r1 --> r1_1["quay/"]',
    ]);
    expect(drawFolders([scopeOf("alone")], "Alone")).toBeNull();
  });
});

describe("a request", () => {
  it("is drawn as calls between files, those of one name with their folders, and the word end as text", async () => {
    expect(await source(await drawRequest([scopeOf("harbour")]))).toBe(`sequenceDiagram
  accTitle: How POST /berths/:id/end is answered
  accDescr: What is called for POST /berths/:id/end, in the order it stands in the code
  participant client as Client
  participant f1 as berths/index.ts
  participant f2 as src/index.ts
  participant f3 as store/index.ts
  participant store as PostgreSQL
  client->>f1: POST /berths/:id/en#100;
  f1->>f2: isFree
  f1->>f3: keep
  f3->>store: pg`);
  });

  it("rests on its route, each call and the import of the store", async () => {
    const drawn = await drawRequest([scopeOf("harbour")]);
    expect(cited(drawn, /client->>/)).toEqual(["apps/api/src/server.ts:4"]);
    expect(cited(drawn, /: isFree/)).toEqual(["apps/api/src/berths/index.ts:6"]);
    expect(cited(drawn, /->>store/)).toEqual(["apps/api/src/store/index.ts:1"]);
  });

  it("is drawn of no route that calls nothing or is not wanted, and of no code that serves nothing", async () => {
    const path = (wanted: string) => drawRequest([scopeOf("python"), scopeOf("harbour")], ({ endpoint }) => endpoint.path === wanted);
    expect((await path("/berths/:id/end"))?.head[0]).toBe("sequenceDiagram");
    expect(await path("/health")).toBeNull();
    expect(await path("/none")).toBeNull();
    expect(await drawRequest([scopeOf("alone")])).toBeNull();
  }); // prettier-ignore
});

function scopeOf(name: keyof typeof repositories, folder = "/") {
  return openScope(repositories[name], folder);
}

/** The diagram's source, which Mermaid itself was able to read. */
async function source(drawn: Diagram | null): Promise<string | null> {
  const text = drawn && [...drawn.head, ...drawn.lines.map((one) => one.text)].join("\n");
  if (text !== null) expect(await parseMermaid(text)).toMatch(/^(?:flowchart-v2|sequence)$/);
  return text;
}

/** What the line rests on that fits the pattern. */
function cited(drawn: Diagram | null, line: RegExp): string[] | undefined {
  return drawn?.lines.find(({ text }) => line.test(text))?.evidence.map((one) => `${one.path}:${one.startLine}`);
}
