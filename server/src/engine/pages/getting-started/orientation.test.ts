import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import { setDraft } from "#server/engine/pages/write/write-section.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";

import { draftContributing } from "./draft-contributing.ts";
import { draftFirstReading, draftLayout } from "./draft-orientation.ts";
import { draftReadmeSetup } from "./draft-readme-setup.ts";

/** Guides as teams write them, beside documents that orient nobody. */
const files: Record<string, string> = {
  "README.md": "# Quay\n\nQuay keeps berths for ships.\n\n## Installation\n\nYou need Node 24:\n\n```sh\nnpm ci\n```\n\nFor example:\n\n| a | b |\n| - | - |\n\n- Copy `.env.example` to `.env`.\n    - Set the port in it.\n- Then start it.\n\n### Docker\n\n```dockerfile title=x\nFROM node\n```\n\n## Development and contributing\n\nDo not quote me here please.\n\n## Running the tests\n\nOk.\n\n## License\n\nMIT licensed software.\n",
  "CONTRIBUTING.md": "# Contributing\n\nWelcome to all of you!\n\n## Pull requests\n\nPlease:\n\n- Open one request for each change of behaviour.\n- Be kind.\n\n## Style\n\nNames are written out in full. Units stand in names. A third sentence is left out.\n\n## Empty\n\n## Thanks\n\nThank you for reading all of it.\n",
  "apps/api/CONTRIBUTING.md": "# Working on the API\n\nEvery endpoint has a test of its own.\n",
  "docs/architecture.md": "# Architecture\n\nThe quay asks the tide before it opens a gate.\n\nMore.\n\nMore.\n\nMore.\n\nMore.\n",
  "docs/faq.md": "# Questions\n\nEverybody asks how the quay opens its gates before the tide comes in.\n\nMore.\n\nMore.\n\nMore.\n\nMore.\n",
  "docs/guides/a.md": "# A\n",
  "docs/guides/c.md": "# C\n",
  "docs/notes/b.md": "# B\n",
  "docs/notes/d.md": "# D\n",
  "docs/short.md": "# Short\n\nToo short to read.\n",
  "SECURITY.md": "# Holes\n\nPlease write to the office about every hole that you find in the quay.\n\nMore.\n\nMore.\n\nMore.\n\nMore.\n",
  "package.json": '{\n  "name": "quay",\n  "workspaces": ["apps/*"],\n  "scripts": { "start": "node apps/api/src/main.ts" }\n}\n',
  "apps/api/package.json": '{\n  "name": "@quay/api",\n  "description": "Answers captains over HTTP."\n}\n',
  "apps/api/src/main.ts": '// Opens the quay.\nimport { gate } from "./gates/gate.ts";\nimport { log } from "./log.ts";\n\nlog(gate());\n',
  "apps/api/src/log.ts": "/** Writes what happens. */\nexport function log(text: string): void {\n  void text;\n}\n",
  "apps/api/src/gates/gate.ts": '/** Opens a gate when the tide allows it. */\nimport { log } from "../log.ts";\n\nexport function gate(): string {\n  log("gate");\n  return "open";\n}\n',
  "apps/api/src/gates/lock.ts": '/** A gate with two doors. */\nimport { log } from "../log.ts";\n\nexport function lock(): void {\n  log("lock");\n}\n',
  "tides/east/a.tf": "# a\n",
  "tides/east/c.tf": "# c\n",
  "tides/west/b.tf": "# b\n",
  "tides/west/d.tf": "# d\n",
  "infra/main.tf": "# nothing\n",
}; // prettier-ignore

const later = Array.from({ length: 4 }, (_, at) => ({
  message: `Open the gate ${at}`,
  files: { "apps/api/src/gates/gate.ts": `${files["apps/api/src/gates/gate.ts"]}${"\n".repeat(at + 1)}` },
}));

let repository: IndexedFiles;
let bare: IndexedFiles;
beforeAll(async () => {
  [repository, bare] = await Promise.all([
    indexFiles("quay", [{ message: "Begin", files }, ...later]),
    indexFiles("bare", [{ message: "Begin", files: { "a.txt": "hello\n" } }]),
  ]);
});
afterAll(() => Promise.all([repository.remove(), bare.remove()]));

/** What a draft says of a folder, with the lines it cites behind it; null where it says nothing. */
async function write(draft: (subject: PageSubject) => Promise<Draft | null>, folder = "/", of = repository) {
  const subject = { name: "Quay", scopes: [openScope(of, folder)], service: null, services: [] };
  const drafted = await draft(subject);
  const written = drafted && (await setDraft(drafted, subject));
  const cited = written?.sources.map(({ path, startLine }) => `${path}:${startLine}`);
  return written && `${written.content}\n(${cited?.join(" ")})`;
}

describe("what is asked of those who change the code", () => {
  it("is told chapter by chapter, by the first thing a chapter asks, without greetings and thanks", async () => {
    expect(await write(draftContributing)).toBe(`What \`CONTRIBUTING.md\` asks of those who change the code:

- **Pull requests**: Open one request for each change of behaviour. [1][2]
- **Style**: Names are written out in full. Units stand in names. [3][4]
(CONTRIBUTING.md:5 CONTRIBUTING.md:9 CONTRIBUTING.md:12 CONTRIBUTING.md:14)`);
  });

  it("is told of a folder by its own guide, and where it has none by the repository's", async () => {
    expect(await write(draftContributing, "/apps/api")).toBe(
      "What `CONTRIBUTING.md` asks of those who change the code:\n\n- **Working on the API**: Every endpoint has a test of its own. [1][2]\n(apps/api/CONTRIBUTING.md:1 apps/api/CONTRIBUTING.md:3)",
    );
    expect(await write(draftContributing, "/docs")).toContain("- **Style**: Names are written out in full.");
  });
});

describe("the layout", () => {
  it("are the folders with what a manifest says of them, or what is in them", async () => {
    expect(await write(draftLayout)).toBe(`- \`apps/api/\`: Answers captains over HTTP. [1]
- \`tides/\`: holds \`east\` and \`west\`. [2][3]
(apps/api/package.json:3 tides/east/a.tf:1 tides/west/b.tf:1)`);
  });

  it("of a single folder says nothing", async () => {
    expect(await write(draftLayout, "/apps/api")).toBeNull();
  });
});

describe("where to start reading", () => {
  it("is with documents of the design, and where it begins", async () => {
    expect(await write(draftFirstReading)).toBe(`What its authors wrote about it:

- \`docs/architecture.md\`: The quay asks the tide before it opens a gate. [1]

Where it begins:

- \`apps/api/src/main.ts\` is what \`npm start\` runs: Opens the quay. [2][3]
(docs/architecture.md:3 package.json:4 apps/api/src/main.ts:1)`);
  });

  it("of a folder is not with documents of the whole repository", async () => {
    expect((await write(draftFirstReading, "/apps/api")) ?? "").not.toContain("docs/architecture.md");
  });
});

it("a README's chapters about starting are quoted with their commands and the depth of their lists, and no other chapter", async () => {
  expect(await write(draftReadmeSetup)).toBe(`### Installation

You need Node 24: [1]

\`\`\`sh
npm ci
\`\`\`

[2]

- Copy \`.env.example\` to \`.env\`. [3]
  - Set the port in it. [4]
- Then start it. [5]

### Docker

\`\`\`dockerfile
FROM node
\`\`\`

[6]
(README.md:7 README.md:9 README.md:18 README.md:19 README.md:20 README.md:24)`);
});

it.each([draftContributing, draftLayout, draftFirstReading, draftReadmeSetup])(
  "nothing is said where nobody wrote or coded anything: %o",
  async (draft) => {
    expect(await write(draft, "/", bare)).toBeNull();
  },
);
