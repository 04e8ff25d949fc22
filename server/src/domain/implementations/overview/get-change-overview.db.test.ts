import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, expect, it } from "vitest";

import { getArchitecture } from "#server/domain/architecture/get-architecture.ts";
import { setArchitectureEdge } from "#server/domain/architecture/set-architecture-edge.ts";
import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { listImplementationRules } from "#server/domain/implementations/rules/list-implementation-rules.ts";
import {
  ferryFiles,
  implementFiles,
  keyOf,
  makeDocumentedProject,
} from "#server/domain/implementations/testing/documented-run.ts";
import { makeRunProject, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { createRule } from "#server/domain/rules/create-rule.ts";
import { createTestWorld, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { getChangeOverview } from "./get-change-overview.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const read = (project: RunProject, one: Implementation) => getChangeOverview(project.ctx, keyOf(project, one));
const withDelays = ferryFiles["src/server.ts"].replace(
  "announce(",
  'app.get("/delays", (_request, response) => response.json([]));\nannounce(',
);

it("compares the code that an implementation began at with what it makes of it", async () => {
  const project = await makeDocumentedProject(world);
  const one = await implementFiles(world, project, { "src/server.ts": withDelays });
  const ready = async () => (await read(project, one)).state;
  await expect.poll(ready, { timeout: 60_000 }).toBe("ready");
  const overview = await read(project, one);
  expect(overview).toMatchObject({ head: one.head, note: null, risks: [], formerCommits: 1 });
  expect(overview.changes).toEqual([
    {
      text: "Adds `GET /delays`",
      evidence: [{ path: "src/server.ts", side: "new", startLine: 7, endLine: 7 }],
    },
  ]);
});

it("tells what the lines alone do where the repository was not read yet", async () => {
  const project = await makeRunProject(world, ferryFiles);
  const one = await implementFiles(world, project, { ".github/workflows/ci.yml": "on: push\n" });
  expect(await read(project, one)).toMatchObject({
    state: "unavailable",
    note: "The repository has not been read yet, so only the lines are compared.",
    changes: [],
    risks: [{ kind: "ci", text: "Changes what CI runs: `.github/workflows/ci.yml`" }],
  });
});

it("tells which connections that nobody allowed a change brings, by its lines, as soon as people said something", async () => {
  const project = await makeDocumentedProject(world);
  const { organizationId, projectId, repositoryId } = project;
  const key = { organizationId, projectId };
  const make = async (name: string, workingPath: string, number: number) =>
    (await makeService(world, key, { name, repositoryId, workingPath, number })).serviceId;
  const [berths, board] = [await make("Berths", "/berths", 50), await make("Board", "/board", 51)];
  const one = await implementFiles(world, project, {
    "berths/berth.ts": "export const berth = 1;\n",
    "board/page.ts": '// Shows it.\nimport { berth } from "../berths/berth.ts";\nexport const page = berth;\n',
  });
  const ready = async () => (await read(project, one)).state;
  await expect.poll(ready, { timeout: 60_000 }).toBe("ready");
  const told = async () =>
    (await read(project, one)).risks.filter(({ kind }) => kind === "forbidden-connection" || kind === "new-connection");
  expect(await told()).toEqual([]);
  const evidence = [{ path: "board/page.ts", side: "new", startLine: 2, endLine: 2 }];
  await setArchitectureEdge(project.ctx, { ...key, sourceId: berths, targetId: board, stance: "allowed" });
  expect(await told()).toEqual([
    {
      kind: "new-connection",
      level: "warning",
      text: "“Board” imports code of “Berths” now, for which the architecture has no line",
      evidence,
    },
  ]);
  await setArchitectureEdge(project.ctx, { ...key, sourceId: board, targetId: berths, stance: "forbidden" });
  expect(await told()).toEqual([
    {
      kind: "forbidden-connection",
      level: "danger",
      text: "“Board” imports code of “Berths” now, which the architecture forbids",
      evidence,
    },
  ]);
  // A rule makes of it what a merge has to wait for, as long as the architecture says so.
  const rule = {
    condition: "Code of the board changes",
    instruction: "Make no connection that the architecture forbids",
  };
  const check = { kind: "forbidden-connection" as const, files: "board/**" };
  await createRule(project.ctx, { ...key, ...rule, check, isRequired: true });
  await createRule(project.ctx, { ...key, ...rule, check: { ...check, files: "berths/**" } });
  const rules = async () =>
    (await listImplementationRules(project.ctx, keyOf(project, one))).content.map(({ checked }) => checked);
  const text = "“Board” imports code of “Berths” now, which the architecture forbids";
  const passed = { verdict: "passed", broken: [], note: null };
  expect(await rules()).toEqual([{ verdict: "broken", broken: [{ text, lines: evidence[0] }], note: null }, passed]);
  const message = `Breaks the required rule “If ${rule.condition}”: ${text}`;
  const refused = { canMerge: false, mergeObstacles: [{ kind: "rule", message }] };
  expect(await getImplementation(project.ctx, keyOf(project, one))).toMatchObject(refused);
  const merging = mergeImplementation(project.ctx, { ...keyOf(project, one), head: one.head ?? "" });
  await expect(merging).rejects.toMatchObject({ code: "conflict", message });
  await setArchitectureEdge(project.ctx, { ...key, sourceId: board, targetId: berths, stance: "allowed" });
  expect(await told()).toEqual([]);
  expect(await rules()).toEqual([passed, passed]);
  expect(await getImplementation(project.ctx, keyOf(project, one))).toMatchObject({ canMerge: true });
  // What the product has is what its main branch has.
  expect((await getArchitecture(project.ctx, key)).edges.every(({ derived }) => derived === null)).toBe(true);
});
