import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

import { draftChanges } from "./draft-changes.ts";
import { draftConcepts } from "./draft-concepts.ts";
import { draftParts } from "./draft-parts.ts";
import { draftPurpose } from "./draft-purpose.ts";
import { draftRequestFlow } from "./draft-request-flow.ts";
import { draftTechnology, draftTechnologyInShort } from "./draft-technology.ts";

/** A product as its authors describe it, with what must not be taken for a description. */
const tide: Record<string, string> = {
  "README.md": '<p align="center"><img src="logo.svg"></p>\n\n# Tide\n\n[![build](https://ci/x.svg)](https://ci)\n\nTide tells harbour masters when the water is high enough for a ship. It knows:\n\n- the tables of [every harbour](https://example.org)\n- the draught of each ship\n\n<!-- a comment of nobody -->\n\n## Features\n\n- Forecasts: of a week, from one table.\n  - by hour\n- **Alarms** - before the water falls.\n- Fast\n- Works without a network.\n\n## License\n\nMIT, and this is no feature of it.\n',
  "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n- Nothing yet!\n\n## [1.4.0](https://example.org/1.4.0) - 2026-03-28\n\n### Added\n\n- Alarms are sent [by mail](https://x). They come early.\n- Ships have a draught.\n- Three.\n- Four.\n- Five.\n- Six.\n- Seven.\n\n## 1.3.0\n\n- The first version.\n",
  "package.json": '{\n  "name": "tide",\n  "description": "Tells harbour masters when the water is high enough.",\n  "workspaces": ["apps/*", "packages/*"]\n}\n',
  "apps/api/package.json": '{\n  "name": "@tide/api",\n  "description": "Answers harbour offices over HTTP.",\n  "dependencies": {\n    "express": "^5.0.0",\n    "pg": "8.1.0",\n    "left-pad": "workspace:*"\n  }\n}\n',
  "apps/api/src/server.ts": '// Begins to answer.\nimport express from "express";\nimport { showTide, moorShip } from "./show-tide.ts";\n\nconst app = express();\napp.get("/tides/:harbour", showTide);\napp.post("/ships", moorShip);\napp.listen(80);\n',
  "apps/api/src/show-tide.ts": '/** What offices ask for. */\nimport { waterLevel } from "@tide/rules";\nimport { loadTable } from "./store/load-table.ts";\nimport pad from "left-pad";\n\n/** Shows how high the water stands | in a harbour. */\nexport function showTide(): string {\n  const table = loadTable();\n  return pad(String(waterLevel(table)));\n}\n\n/** Moors one ship. */\nexport function moorShip(): void {\n  pad("");\n}\n',
  "apps/api/src/store/load-table.ts": 'import pad from "left-pad";\nimport { Pool } from "pg";\n\nconst pool = new Pool();\n\n/** Loads the table of a harbour. */\nexport function loadTable(): number[] {\n  void pool.query(pad("select 1"));\n  return [];\n}\n',
  "packages/rules/package.json": '{\n  "name": "@tide/rules",\n  "exports": "./src/index.ts"\n}\n',
  "packages/rules/src/index.ts": '/** Everything the water obeys. */\nimport type { Harbour, Level, Ship } from "./types.ts";\n\n/** How high the water stands, in centimetres. */\nexport function waterLevel(table: number[]): Level {\n  return { centimetres: table.length };\n}\n\nexport function maySail(ship: Ship, harbour: Harbour, level: Level): boolean {\n  return level.centimetres > ship.draught + harbour.margin;\n}\n\nexport function forecast(harbour: Harbour, level: Level): Level[] {\n  return [level, ...harbour.levels];\n}\n',
  "packages/rules/src/types.ts": "/** Where ships lie. */\nexport interface Harbour {\n  margin: number;\n  levels: Level[];\n}\n\n/** A ship that wants to sail before the water falls. */\nexport interface Ship {\n  draught: number;\n  home: Harbour;\n}\n\nexport interface Level {\n  centimetres: number;\n}\n",
}; // prettier-ignore

const quay: Record<string, string> = {
  "setup.cfg": "[metadata]\nname = quay\n",
  "quay/main.py": '"""Opens the quay when a ship comes."""\nfrom quay.gate import Gate\n\n\ndef main():\n    Gate().open()\n\n\nif __name__ == "__main__":\n    main()\n',
  "quay/gate.py": 'class Gate:\n    """A gate between water and land."""\n\n    def open(self):\n        """Opens it."""\n\n    def close(self):\n        """Closes it."""\n',
}; // prettier-ignore

let repositories: readonly [IndexedFiles, IndexedFiles];
beforeAll(async () => {
  const began = { message: "Begin", files: tide };
  const later: { message: string; files: Record<string, string> }[] = [
    { message: "feat(rules): add maySail for the pilots (#12)", files: { "packages/rules/src/index.ts": `${tide["packages/rules/src/index.ts"]}\n` } },
    { message: "Show the tide of a harbour.", files: { "apps/api/src/show-tide.ts": `${tide["apps/api/src/show-tide.ts"]}\n` } },
    { message: "docs: tell of moorShip", files: { "apps/api/src/server.ts": `${tide["apps/api/src/server.ts"]}\n` } },
    { message: "Water the flowers", files: { "packages/rules/src/types.ts": `${tide["packages/rules/src/types.ts"]}\n` } },
  ]; // prettier-ignore
  repositories = await Promise.all([
    indexFiles("tide", [began, ...later]),
    indexFiles("quay", [{ message: "Begin", files: quay }]),
  ]);
});
afterAll(() => Promise.all(repositories.map((one) => one.remove())));

type Drafter = (subject: PageSubject) => Promise<Draft | null>;

/** What a draft says, with the lines it cites behind it; null where it says nothing. */
async function write(draft: Drafter, folders: readonly (readonly [at: 0 | 1, folder: string])[] = [[0, "/"]]) {
  const scopes = folders.map(([at, folder]) => openScope(repositories[at], folder));
  const subject = { name: "Tide", scopes, service: null, services: [] };
  const drafted = await draft(subject);
  const written = drafted && (await setDraft(drafted, subject));
  const cited = written?.sources.map(({ path, startLine }) => `${path}:${startLine}`);
  return written && `${written.content}\n(${cited?.join(" ")})`;
}
const both = [[0, "/"], [1, "/"]] as const; // prettier-ignore

describe("what it is for", () => {
  it("is told in its README's words, without what the code has, and no badge, comment or licence", async () => {
    expect(await write(draftPurpose)).toBe(`Tide tells harbour masters when the water is high enough for a ship. [1]

It knows: [1]

- the tables of every harbour. [2]
- the draught of each ship. [3]

Its README, under “Features”:

- **Forecasts** — of a week, from one table. [4]
- **Alarms** — before the water falls. [5]
- Works without a network. [6]
(README.md:7 README.md:9 README.md:10 README.md:16 README.md:18 README.md:20)`);
  });

  it("is told by the code where nobody wrote a word", async () => {
    expect(await write(draftPurpose, [[1, "/"]])).toBe(
      "It exports `Gate` (a gate between water and land) and `main`. [1][2]\n(quay/gate.py:1 quay/main.py:5)",
    );
  });

  it("is told of each repository under its name", async () => {
    const content = (await write(draftPurpose, both)) ?? "";
    expect(content.match(/^###.*$/gm)).toEqual(["### `tide`", "### `quay`"]);
    expect(content).toContain("### `quay`\n\nIt exports `Gate`");
  });
});

describe("its parts", () => {
  it("are its packages, in the words of a manifest or of the file that opens them", async () => {
    expect(await write(draftParts)).toBe(`| Part | What it does |
| --- | --- |
| \`@tide/api\` (\`apps/api\`) | Answers harbour offices over HTTP. [1][2] |
| \`@tide/rules\` (\`packages/rules\`) | Everything the water obeys. [3][4] |
(apps/api/package.json:2 apps/api/package.json:3 packages/rules/package.json:2 packages/rules/src/index.ts:1)`);
  });

  it("are files where there are no packages, told by what they declare where nobody wrote a word", async () => {
    expect(await write(draftParts, [[0, "/packages/rules"]])).toBe(`| Part | What it does |
| --- | --- |
| \`src/index.ts\` | Everything the water obeys. [1] |
| \`src/types.ts\` | Declares \`Harbour\` (where ships lie), \`Ship\` and \`Level\`. [2][3][4] |
(packages/rules/src/index.ts:1 packages/rules/src/types.ts:1 packages/rules/src/types.ts:7 packages/rules/src/types.ts:13)`);
  });

  it("of several repositories stand in tables of their own", async () => {
    const content = (await write(draftParts, both)) ?? "";
    expect(content.match(/^Parts of .*$/gm)).toEqual(["Parts of `tide`:", "Parts of `quay`:"]);
    expect(content).toContain("| `quay/gate.py` | A gate between water and land. [6] |");
  });

  it("are none where one file is all there is", async () => {
    expect(await write(draftParts, [[0, "/apps/api/src/store"]])).toBeNull();
  });
});

describe("what it is made with", () => {
  it("are languages and packages with what they are for; a version that is none is left out", async () => {
    expect(await write(draftTechnology)).toBe(`It is written in TypeScript. [1]

The packages that shape the code:

| For | Package | Used in |
| --- | --- | --- |
| Serving HTTP | \`express ^5.0.0\` | \`apps/api/src/server.ts\` [2][3] |
| Storing data in PostgreSQL | \`pg 8.1.0\` | \`apps/api/src/store/load-table.ts\` [4][5] |
(apps/api/src/show-tide.ts:6 apps/api/package.json:5 apps/api/src/server.ts:2 apps/api/package.json:6 apps/api/src/store/load-table.ts:2)`);
  });

  it("is one sentence about packages on first pages", async () => {
    const content = (await write(draftTechnologyInShort)) ?? "";
    expect(content).toContain("It is built with `express ^5.0.0` and `pg 8.1.0`.");
  });

  it("is its language alone where nothing comes from outside", async () => {
    expect(await write(draftTechnology, [[1, "/"]])).toBe("It is written in Python. [1]\n(quay/main.py:5)");
  });
});

describe("the names that carry the rest", () => {
  it("are types that other files use, with what their comments say", async () => {
    expect(await write(draftConcepts)).toBe(`Types that the rest of the code uses:

- **\`Ship\`** (interface in \`packages/rules/src/types.ts\`): A ship that wants to sail before the water falls. [1]
- **\`Harbour\`** (interface in \`packages/rules/src/types.ts\`): Where ships lie. [2]
(packages/rules/src/types.ts:7 packages/rules/src/types.ts:1)`);
  });

  it("are no functions, and none where nothing uses a type", async () => {
    expect(await write(draftConcepts, [[1, "/"]])).toBeNull();
  });
});

describe("a request", () => {
  it("is followed from its route through every call to where its data is kept", async () => {
    expect(await write(draftRequestFlow)).toBe(`What happens to \`GET /tides/:harbour\`:

1. \`apps/api/src/server.ts\` binds the route to \`showTide\`. [1]
2. \`showTide\` in \`apps/api/src/show-tide.ts\` answers it: Shows how high the water stands \\| in a harbour. [2]
3. It calls \`loadTable\` of \`apps/api/src/store/load-table.ts\`: Loads the table of a harbour. [3][4]
4. It calls \`waterLevel\` of \`packages/rules/src/index.ts\`: How high the water stands, in centimetres. [5][6]
5. \`apps/api/src/store/load-table.ts\` uses \`pg\`, storing data in PostgreSQL. [7]
(apps/api/src/server.ts:6 apps/api/src/show-tide.ts:6 apps/api/src/show-tide.ts:8 apps/api/src/store/load-table.ts:6 apps/api/src/show-tide.ts:9 packages/rules/src/index.ts:4 apps/api/src/store/load-table.ts:2)`);
  });

  it("is none where nothing is served", async () => {
    expect(await write(draftRequestFlow, [[1, "/"]])).toBeNull();
    expect(await write(draftRequestFlow, [[0, "/packages/rules"]])).toBeNull();
  });
});

describe("what changed", () => {
  it("is what the changelog says of the newest version that has entries, without links, six at most", async () => {
    const [changelog] = (await write(draftChanges))?.split("\n\nCommits") ?? [];
    expect(changelog).toBe(`\`CHANGELOG.md\` says of \`1.4.0 - 2026-03-28\`, among other things: [1]

- Alarms are sent by mail. [2]
- Ships have a draught. [3]
- Three. [4]
- Four. [5]
- Five. [6]
- Six. [7]`);
  });

  it("are commits that name a declaration of a file they changed, and no others", async () => {
    const [, commits = ""] = (await write(draftChanges))?.split("as it stands:\n\n") ?? [];
    const items = commits.split("\n").filter((line) => line.startsWith("- "));
    // Commits of one second have no order of their own.
    expect(items.map((item) => item.replace(/ \[\d+\]$/, "")).toSorted()).toEqual([
      "- “Show the tide of a harbour” (2 January 2026): see `showTide` in `apps/api/src/show-tide.ts`.",
      "- “add maySail for the pilots” (2 January 2026): see `maySail` in `packages/rules/src/index.ts`.",
    ]);
  });

  it("is nothing where neither tells", async () => {
    expect(await write(draftChanges, [[1, "/"]])).toBeNull();
    expect(await write(draftChanges, [[0, "/packages/rules"]])).toBeNull();
  });
});
