import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { implementFiles, keyOf } from "#server/domain/implementations/testing/documented-run.ts";
import { makeRunProject, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { listChangeOverlaps } from "./list-change-overlaps.ts";
import { listReviewOverlaps } from "./list-review-overlaps.ts";

vi.setConfig({ testTimeout: 120_000 });

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

async function setUp(files: Record<string, string>): Promise<RunProject> {
  const project = await makeRunProject(world, files);
  await index(project);
  return project;
}

async function index({ organizationId, repositoryId, system }: RunProject): Promise<void> {
  await indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
}

const list = async (project: RunProject, one: Implementation) =>
  (await listChangeOverlaps(project.ctx, keyOf(project, one))).content;
/** What two changes say of each other, from either side. */
async function meet(project: RunProject, one: Implementation, other: Implementation) {
  const [of] = (await list(project, one)).filter(({ implementationId }) => implementationId === other.implementationId);
  return of && { conflicts: of.conflicts, symbols: of.symbols, calls: of.calls };
}

/** Lines that keep changes of one file apart. */
const apart = (sign: string) => Array.from({ length: 8 }, (_, at) => `${sign} ${at}`).join("\n");

interface LanguageCase {
  language: string;
  files: Record<string, string>;
  /** By what a change does: the files that it leaves. */
  body: Record<string, string>;
  bodyElsewhere: Record<string, string>;
  signature: Record<string, string>;
  removed: Record<string, string>;
  /** Calls it in a new file, where a declaration of another module with the same name is called as well. */
  caller: Record<string, string>;
  declared: { path: string; name: string };
  call: { path: string; line: number };
}

const typescript = (first: string, last: string, parameters = "harbour: string") =>
  `export function readTide(${parameters}): number {\n  const tide = ${first};\n${apart("  //")}\n  return ${last};\n}\n\nexport function other(): number {\n  return 1;\n}\n`;
const python = (first: string, last: string, parameters = "self, harbour") =>
  `class Gauge:\n    def read_tide(${parameters}):\n        tide = ${first}\n${apart("        #")}\n        return ${last}\n\n\ndef other():\n    return 1\n`;
const go = (first: string, last: string, parameters = "harbour string") =>
  `package tide\n\nfunc ReadTide(${parameters}) int {\n\ttide := ${first}\n${apart("\t//")}\n\treturn ${last}\n}\n\nfunc Other() int {\n\treturn 1\n}\n`;

const cases: LanguageCase[] = [
  {
    language: "TypeScript",
    files: { "src/tide.ts": typescript("1", "tide"), "src/pier.ts": "export const readTide = () => 2;\n" },
    body: { "src/tide.ts": typescript("2", "tide") },
    bodyElsewhere: { "src/tide.ts": typescript("1", "tide + 1") },
    signature: { "src/tide.ts": typescript("1", "tide", "harbour: string, at: Date") },
    removed: { "src/tide.ts": "export function other(): number {\n  return 1;\n}\n" },
    caller: {
      "src/board.mts": 'import { readTide } from "./tide.ts";\n\nexport const board = () => readTide("Ulva");\n',
    },
    declared: { path: "src/tide.ts", name: "readTide" },
    call: { path: "src/board.mts", line: 3 },
  },
  {
    language: "Python",
    files: {
      "app/__init__.py": "",
      "app/tide.py": python("1", "tide"),
      "app/pier.py": "def read_tide():\n    return 2\n",
    },
    body: { "app/tide.py": python("2", "tide") },
    bodyElsewhere: { "app/tide.py": python("1", "tide + 1") },
    signature: { "app/tide.py": python("1", "tide", "self, harbour, at") },
    removed: { "app/tide.py": "class Gauge:\n    pass\n\n\ndef other():\n    return 1\n" },
    caller: {
      "app/board.py":
        "from app.tide import Gauge\n\n\ndef board():\n    gauge = Gauge()\n    return gauge.read_tide(1)\n",
    },
    declared: { path: "app/tide.py", name: "Gauge.read_tide" },
    call: { path: "app/board.py", line: 6 },
  },
  {
    language: "Go",
    files: {
      "go.mod": "module example.test/ferry\n\ngo 1.24\n",
      "tide/tide.go": go("1", "tide"),
      "pier/pier.go": "package pier\n\nfunc ReadTide() int {\n\treturn 2\n}\n",
    },
    body: { "tide/tide.go": go("2", "tide") },
    bodyElsewhere: { "tide/tide.go": go("1", "tide + 1") },
    signature: { "tide/tide.go": go("1", "tide", "harbour string, at int") },
    removed: { "tide/tide.go": "package tide\n\nfunc Other() int {\n\treturn 1\n}\n" },
    caller: {
      "board/board.go":
        'package board\n\nimport "example.test/ferry/tide"\n\nfunc Board() int {\n\treturn tide.ReadTide("Ulva")\n}\n',
    },
    declared: { path: "tide/tide.go", name: "ReadTide" },
    call: { path: "board/board.go", line: 6 },
  },
];

it.each(cases)(
  "tells in $language which declarations both change, and which new code calls what changes",
  async (one) => {
    const { declared, call } = one;
    const project = await setUp(one.files);
    const body = await implementFiles(world, project, one.body);
    const elsewhere = await implementFiles(world, project, one.bodyElsewhere);
    const signature = await implementFiles(world, project, one.signature);
    const removed = await implementFiles(world, project, one.removed);
    const caller = await implementFiles(world, project, one.caller);
    expect(await meet(project, body, elsewhere)).toEqual({ conflicts: [], symbols: [declared], calls: [] });
    const told = (part: string, isCalledHere: boolean) => ({
      conflicts: [],
      symbols: [],
      calls: [{ ...declared, part, isCalledHere, call }],
    });
    expect(await meet(project, caller, body)).toEqual(told("body", true));
    expect(await meet(project, body, caller)).toEqual(told("body", false));
    expect(await meet(project, signature, caller)).toEqual(told("signature", false));
    expect(await meet(project, caller, removed)).toEqual(told("removed", true));
    // The most serious first, and nothing where they do not meet.
    expect((await list(project, caller)).map(({ calls }) => calls[0]?.part)).toEqual([
      expect.stringMatching(/removed|signature/),
      expect.stringMatching(/removed|signature/),
      "body",
      "body",
    ]);
  },
);

it("tells on the list how what waits meets, the closest first, and leaves out what meets nothing", async () => {
  const [{ files, body, bodyElsewhere, caller, declared }] = cases as [LanguageCase];
  const project = await setUp(files);
  const first = await implementFiles(world, project, body);
  const elsewhere = await implementFiles(world, project, bodyElsewhere);
  const against = await implementFiles(world, project, { "src/tide.ts": typescript("3", "tide") });
  const calls = await implementFiles(world, project, caller);
  await implementFiles(world, project, { "README.md": "# Elsewhere\n" });
  const { organizationId, projectId } = project;
  const ask = () => listReviewOverlaps(project.ctx, { organizationId, projectId });
  // On a busy machine it takes several looks.
  await expect.poll(async () => (await ask()).isPartial, { timeout: 60_000 }).toBe(false);
  const { content } = await ask();
  const told = (one: Implementation) =>
    content.find(({ implementationId }) => implementationId === one.implementationId);
  const named = ({ implementationId, task }: Implementation) => ({ implementationId, taskName: task.name });
  const common = { isCalledHere: false };
  expect(told(first)).toMatchObject({
    ...common,
    kind: "lines",
    other: named(against),
    name: "src/tide.ts",
    moreCount: 2,
  });
  expect(told(elsewhere)).toMatchObject({ ...common, kind: "declarations", name: declared.name, moreCount: 2 });
  expect(told(calls)).toMatchObject({ kind: "calls", name: declared.name, isCalledHere: true, moreCount: 2 });
  expect(content).toHaveLength(4);
});

const ferry = {
  "src/tide.ts": typescript("1", "tide"),
  "src/pier.ts": "export function readTide(): number {\n  return 2;\n}\n",
  "src/bell.ts": "export class Bell {\n  sound(): number {\n    return 1;\n  }\n}\n",
  "test/tide.test.ts": 'import { readTide } from "../src/tide.ts";\n\nreadTide("Ulva");\n',
};

it("says nothing of what only looks alike, of comments, of tests that still run, and of what one is built on", async () => {
  const project = await setUp(ferry);
  const body = await implementFiles(world, project, { "src/tide.ts": typescript("2", "tide") });
  const comment = ferry["src/tide.ts"].replace("// 3", "// three");
  expect(await meet(project, body, await implementFiles(world, project, { "src/tide.ts": comment }))).toMatchObject({
    symbols: [],
    calls: [],
  });
  const namesake = 'import { readTide } from "./pier.ts";\nexport const horn = readTide();\n';
  expect(await meet(project, body, await implementFiles(world, project, { "src/horn.ts": namesake }))).toBeUndefined();
  // The only method of that name, which is a guess all the same.
  const unknown = "export const horn = (it: any) => it.sound();\n";
  const louder = await implementFiles(world, project, { "src/bell.ts": ferry["src/bell.ts"].replace("1", "2") });
  expect(await meet(project, louder, await implementFiles(world, project, { "src/horn.ts": unknown }))).toBeUndefined();
  const test = { "test/tide.test.ts": `${ferry["test/tide.test.ts"]}readTide("Iona");\n` };
  const tests = await implementFiles(world, project, test);
  expect(await meet(project, body, tests)).toBeUndefined();
  const other = await implementFiles(world, project, { "src/tide.ts": typescript("1", "tide", "at: Date") });
  expect(await meet(project, tests, other)).toMatchObject({ calls: [{ part: "signature", isCalledHere: true }] });
  // Classes are called by their names, and take what their constructors take.
  const quay = (takes: string) => `export class Quay {\n  constructor(${takes}) {\n    void 0;\n  }\n}\n`;
  const made = await implementFiles(world, project, { "src/quay.ts": quay("public name: string") });
  await project.git("update-ref", "refs/heads/main", made.head ?? "");
  await index(project);
  const taking = await implementFiles(world, project, { "src/quay.ts": quay("public name: string, public at: Date") });
  const making = 'import { Quay } from "./quay.ts";\nexport const quay = new Quay("Ulva");\n';
  expect(await meet(project, taking, await implementFiles(world, project, { "src/use.ts": making }))).toMatchObject({
    calls: [{ name: "Quay.constructor", part: "signature", isCalledHere: false }],
  });
  // Both hold the same file: whoever wrote the second one knew of the first.
  const caller = 'import { readTide } from "./tide.ts";\nexport const board = readTide("Ulva");\n';
  const onTop = { "src/tide.ts": typescript("2", "tide"), "src/board2.ts": caller };
  expect(await meet(project, body, await implementFiles(world, project, onTop))).toMatchObject({
    symbols: [],
    calls: [],
  });
});
