import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import type { Codebase } from "#server/engine/answer-context/answer-event.ts";

import { askCodebase, indexCodebase, type IndexedCodebase } from "./testing/index-codebase.ts";

/** A workspace whose packages import each other by name. */
const workspace: Record<string, string> = {
  "package.json": '{ "name": "harbour", "private": true, "workspaces": ["packages/*"] }\n',
  "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
  "packages/tide/package.json": '{ "name": "@harbour/tide", "main": "./src/index.ts" }\n',
  "packages/tide/src/index.ts": 'export { highWater, lowWater, slackWater } from "./water.ts";\n',
  "packages/tide/src/water.ts": `export function highWater(day: number): number {
  return day % 12;
}

export function lowWater(day: number): number {
  return day % 6;
}

export function slackWater(day: number): number {
  return day % 3;
}

export function springTide(day: number): number {
  return day % 14;
}
`,
  "packages/tide/test/water.test.ts": `import { highWater, lowWater, slackWater } from "../src/water.ts";

test("water rises and falls", () => {
  highWater(1);
  lowWater(2);
  slackWater(3);
});
`,
  "packages/pier/package.json": '{ "name": "@harbour/pier", "dependencies": { "@harbour/tide": "workspace:*" } }\n',
  "packages/pier/src/board.tsx": `import { highWater } from "@harbour/tide";

export function Board(props: { day: number }) {
  return <p>{highWater(props.day)}</p>;
}
`,
  "packages/pier/src/clock.ts": `import { slackWater } from "~generated/water";

export function tick(day: number): number {
  return slackWater(day);
}
`,
  "packages/pier/test/clock.test.ts": 'import { tick } from "~/clock";\n\ntest("ticks", () => tick(1));\n',
};

/** What was parsed is kept by its text: code that bears a mark of its own was never parsed. */
function openHarbour(mark: string): Promise<IndexedCodebase> {
  const files = Object.entries(workspace).map(([path, text]) => [
    path,
    /\.tsx?$/.test(path) ? `${text}// ${mark}\n` : text,
  ]);
  return indexCodebase("harbour", [{ message: "Open the harbour", files: Object.fromEntries(files) }]);
}

let indexed: IndexedCodebase;
beforeAll(async () => {
  indexed = await openHarbour("open");
});
afterAll(() => indexed.remove());

/** Whoever reads a file has spent all the time that an answer has. */
function slowly({ reader, ...codebase }: Codebase): Codebase {
  return {
    ...codebase,
    reader: {
      ...reader,
      async readLines(path) {
        vi.advanceTimersByTime(5_000);
        return await reader.readLines(path);
      },
    },
  };
}

const ask = async (text: string, codebase = indexed.codebase) => (await askCodebase(codebase, { text })).text;

describe("who calls something", () => {
  it.each([
    [
      "highWater",
      "may be called from 1 place in 1 file, and from 1 place in 1 file of tests; not every use of it is known: [1]",
    ],
    ["lowWater", "may be called from 1 place in 1 file of tests; not every use of it is known: [1]"],
    [
      "springTide",
      "has no use that is known: no line was found that names it, and not every file could be followed. [1]",
    ],
  ])("is left open while the graph had no time: %s %s", async (name, expected) => {
    const fresh = await openHarbour(name);
    try {
      const answer = await ask(`Who calls ${name}?`, slowly(fresh.codebase));
      expect(answer).toContain(expected);
      expect(answer).not.toMatch(/alone|no other line/);
      expect(answer.includes("`packages/pier/src/board.tsx`, in `Board`, line 4")).toBe(name === "highWater");
    } finally {
      await fresh.remove();
    }
  });

  it("is followed through a package's name once there is time", async () => {
    const answer = await ask("Who calls highWater?");
    expect(answer).toMatch(/is called from 1 place in 1 file, and from 1 place in 1 file of tests: \[1\]/);
    expect(answer).toContain("`packages/pier/src/board.tsx`, in `Board`, line 4");
  });

  it("is told for certain where every use was followed", async () => {
    expect(await ask("Who calls lowWater?")).toMatch(/was found to be called in tests only: 1 place in 1 file\. \[1\]/);
    expect(await ask("Who calls springTide?")).toMatch(/is named by no other line of the indexed code/);
  });

  it("stays open where an import leads nowhere", async () => {
    const answer = await ask("Who calls slackWater?");
    expect(answer).toMatch(
      /is called from 1 place in 1 file of tests; it may be called from 1 place in 1 file; not every use of it is known/,
    );
    expect(answer).toMatch(/### It may also be called from\n\n- `packages\/pier\/src\/clock\.ts`, in `tick`, line 4/);
  });
});

describe("what imports a file", () => {
  it("stays open where an import that leads nowhere is named like it", async () => {
    const answer = await ask("Which files import packages/pier/src/clock.ts?");
    expect(answer).toMatch(
      /^1 file may need `packages\/pier\/src\/clock\.ts`, as far as names tell, 1 of them a test:/,
    );
    expect(answer).toContain("packages/pier/test/clock.test.ts");
    expect(answer).not.toMatch(/alone|No file/);
  });

  it("is none where every import was followed", async () => {
    expect(await ask("Which files import packages/pier/src/board.tsx?")).toMatch(
      /^No file of the indexed code imports `packages\/pier\/src\/board\.tsx`/,
    );
  });
});

it("who calls a method is told of the one that does the work: what a type promises and what a mock fakes calls nothing", async () => {
  const files: Record<string, string> = {
    "go.mod": "module example.com/lock\n\ngo 1.22\n",
    "mocks/gate_store.go": "package mocks\n\ntype GateStoreMock struct{}\n\nfunc (m *GateStoreMock) OpenGate(name string) error {\n\treturn nil\n}\n",
    "store/store.go": "package store\n\ntype IGateStore interface {\n\tOpenGate(name string) error\n}\n\ntype GateStore struct{}\n\nfunc (s *GateStore) OpenGate(name string) error {\n\treturn nil\n}\n",
    "service/gates.go": 'package service\n\nimport "example.com/lock/store"\n\ntype Gates struct {\n\tstore store.IGateStore\n}\n\nfunc (g *Gates) Pass() error {\n\treturn g.store.OpenGate("north")\n}\n',
  }; // prettier-ignore
  const lock = await indexCodebase("lock", [{ message: "Begin", files }]);
  const { text } = await askCodebase(lock.codebase, { text: "Who calls OpenGate?" });
  await lock.remove();
  expect(text).toMatch(/^\*\*`GateStore\.OpenGate`\*\* \(method, `store\/store\.go`, line 9\)/);
  expect(text).toContain("`service/gates.go`, in `Gates.Pass`, line 10");
  expect(text).not.toMatch(/^- `(?:store|mocks)\/.*line (?:4|5)/m);
});
