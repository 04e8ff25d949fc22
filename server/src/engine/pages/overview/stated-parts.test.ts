import { afterEach, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";

import { draftParts } from "./draft-parts.ts";

let indexed: IndexedFiles | null = null;
afterEach(async () => {
  await indexed?.remove();
  indexed = null;
});

const code = `${"const line = 1;\n".repeat(30)}export const done = line;\n`;

async function rowsOf(files: Record<string, string>): Promise<string[]> {
  indexed = await indexFiles("quay", [{ message: "Begin", files }]);
  const draft = await draftParts({ scopes: [openScope(indexed, "/")], services: [] } as unknown as PageSubject);
  if (draft === null || !("blocks" in draft)) return [];
  return draft.blocks.flatMap((one) =>
    one.kind === "table"
      ? [
          one.lead ?? "",
          ...one.rows.map(
            ({ cells, evidence }) => `${cells.join(" | ")} ${evidence[0]?.path}:${evidence[0]?.startLine}`,
          ),
        ]
      : [],
  );
}

it("lets the project's own map of its folders lead, as a tree is drawn", async () => {
  const map = `# Architecture

\`\`\`
server
├── routes            - Answers whatever captains ask for
│   └── auth          - Signing in and out by keys and letters
├── types             - TypeScript types
├── gone              - What was here once upon a time
└── queues            - Work that waits until boats are gone
    └── tasks         - Jobs nobody waits for at night
\`\`\`
`;
  const rows = await rowsOf({
    "docs/ARCHITECTURE.md": map,
    "server/routes/index.ts": code,
    "server/routes/auth/index.ts": code,
    "server/types/index.ts": code,
    "server/queues/index.ts": code,
    "server/queues/tasks/tidy.ts": code,
    "package.json": '{ "name": "quay" }',
  });
  expect(rows).toEqual([
    "In the words of `docs/ARCHITECTURE.md`:",
    "`server/routes/` | Answers whatever captains ask for. docs/ARCHITECTURE.md:5",
    "`server/routes/auth/` | Signing in and out by keys and letters. docs/ARCHITECTURE.md:6",
    "`server/queues/` | Work that waits until boats are gone. docs/ARCHITECTURE.md:9",
    "`server/queues/tasks/` | Jobs nobody waits for at night. docs/ARCHITECTURE.md:10",
  ]);
});

it("reads tables and lists of paths, and takes paths in passing for no map", async () => {
  const agents = `# Rules

| Path | Purpose |
| --- | --- |
| \`cmd/quay/main.go\` | Reads the flags and starts the harbour |
| \`server/auth/\` | Tokens of captains and their keys |

- \`store/\`: keeps berths in three databases
- **\`store/cache/\`** - what was read a moment ago
`;
  const rows = await rowsOf({
    "AGENTS.md": agents,
    "CONTRIBUTING.md": "- `server/auth/`: please write tests there\n",
    "cmd/quay/main.go": "package main\n\nfunc main() {}\n",
    "server/auth/auth.go": "package auth\n",
    "store/store.go": "package store\n",
    "store/cache/cache.go": "package cache\n",
    "go.mod": "module quay\n",
  });
  expect(rows.slice(0, 5)).toEqual([
    "In the words of `AGENTS.md`:",
    "`cmd/quay/main.go` | Reads the flags and starts the harbour. AGENTS.md:5",
    "`server/auth/` | Tokens of captains and their keys. AGENTS.md:6",
    "`store/` | Keeps berths in three databases. AGENTS.md:8",
    "`store/cache/` | What was read a moment ago. AGENTS.md:9",
  ]);
  expect(rows.join("\n")).not.toContain("please write tests");
});

it("tells of a folder neither what a file below it answers, nor what begins somewhere there", async () => {
  const route = (area: string) =>
    `import express from "express";\nconst app = express();\napp.get("/${area}", (_, response) => response.end());\napp.get("/${area}/all", (_, response) => response.end());\n${code}`;
  const rows = await rowsOf({
    "package.json": '{ "name": "quay", "dependencies": { "express": "5.0.0" } }\n',
    "src/boats/index.ts": route("boats"),
    "src/core/index.ts": route("tides"),
    "src/ropes/index.ts": route("knots"),
    "src/words/a.ts": code,
    "src/words/parse/gen/tool/main.go": `package main\n\nfunc main() {}\n${"// line\n".repeat(30)}`,
  });
  const text = rows.join("\n");
  expect(text).not.toContain("Answers requests");
  expect(text).not.toContain("main.go");
});
