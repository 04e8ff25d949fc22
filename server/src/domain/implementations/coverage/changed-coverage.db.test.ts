import type { Implementation } from "@cairn/contract/implementations";
import { and, eq, lt } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { updateCriterionCheck } from "#server/domain/criterion-checks/update-criterion-check.ts";
import { getChangeOverview } from "#server/domain/implementations/overview/get-change-overview.ts";
import { diffOf } from "#server/domain/implementations/testing/diff-of.ts";
import { implementFiles, keyOf } from "#server/domain/implementations/testing/documented-run.ts";
import {
  makeRunProject,
  start,
  workThrough,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { setCommands } from "#server/domain/implementations/testing/set-commands.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { runChecks } from "#server/platform/db/tables/run-checks.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

// Each is a whole run, of several commands.
vi.setConfig({ testTimeout: 300_000 });

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const code = (neap: string) =>
  [
    "export const low = () => 0.4;",
    "export function neap(at) {",
    "  if (at > 3) {",
    `    return ${neap};`,
    "  }",
    "  return 2;",
    "}",
    "",
  ].join("\n");
const stale = "SF:src/tide.mjs\nDA:4,1\nend_of_record\n";

const setUp = (more: Record<string, string> = {}) =>
  makeRunProject(world, {
    "src/tide.mjs": code("5"),
    "test/tide.test.mjs": [
      'import test from "node:test";',
      'import { low, neap } from "../src/tide.mjs";',
      'test("low", () => void [low(), neap(1)]);',
      "",
    ].join("\n"),
    ...more,
  });

async function coverageOf(project: RunProject, test: string, files: Record<string, string>) {
  await setCommands(world, project, { test });
  const one = await implementFiles(world, project, files);
  return { one, coverage: (await overview(project, one)).coverage };
}
const overview = (project: RunProject, one: Implementation) => getChangeOverview(project.ctx, keyOf(project, one));

const lcov = "node --test --experimental-test-coverage --test-reporter=lcov --test-reporter-destination=lcov.info";

it("tells which changed lines the tests ran, of the report that they left", async () => {
  const project = await setUp();
  const changed = code("6").replace("  return 2;", "  return at + 2;");
  const { one, coverage } = await coverageOf(project, lcov, { "src/tide.mjs": changed });
  expect(one).toMatchObject({ outcome: "completed", canMerge: true, proof: { state: "green" } });
  expect(coverage).toEqual({ lines: 2, run: 1, missed: [{ path: "src/tide.mjs", startLine: 4, endLine: 4 }] });
});

it("takes no report that the run did not write, none that is something else, and lets nothing depend on it", async () => {
  const project = await setUp({ "coverage/lcov.info": stale, "coverage.xml": "<coverage>" });
  const changed = { "src/tide.mjs": code("6") };
  const nobody = await coverageOf(project, "true", changed);
  expect(nobody.coverage).toBeNull();
  // As it was, though its time is another.
  expect((await coverageOf(project, "touch coverage/lcov.info", changed)).coverage).toBeNull();
  const wild = "ln -s /etc/passwd lcov.info; mkfifo coverage.out; head -c 100000 /dev/urandom > coverage.xml";
  const strange = await coverageOf(project, wild, changed);
  expect(strange.coverage).toBeNull();
  expect(strange.one).toMatchObject({ outcome: "completed", canMerge: true });
  // Whoever wrote the tests can say anything; it is shown, and decides nothing.
  const told = await coverageOf(
    project,
    String.raw`printf 'SF:src/tide.mjs\nDA:4,0\nend_of_record\n' > coverage/lcov.info`,
    changed,
  );
  expect(told.coverage).toMatchObject({ lines: 1, run: 0 });
  expect(told.one).toMatchObject({ canMerge: true, proof: { state: "green" } });
});

it("tells nothing of what tests covered in copies that were spoilt on purpose", async () => {
  const project = await setUp({ "src/quay.mjs": "export const depth = (hours) => hours;\n" });
  const { ctx, organizationId, projectId } = project;
  // Where the change is as it was made, the line ran; in any other copy it did not.
  await setCommands(world, project, {
    test: String.raw`if grep -q 'at > 8' src/tide.mjs; then ran=1; else ran=0; fi; printf "SF:src/tide.mjs\nDA:3,$ran\nend_of_record\n" > lcov.info`,
  });
  const diff = await diffOf(project, {
    "src/tide.mjs": code("5").replace("at > 3", "at > 8"),
    "src/quay.mjs": "export const depth = (hours) => hours * 0.4;\n",
  });
  const key = { organizationId, projectId };
  const task = await createTask(ctx, {
    ...key,
    title: "Neap",
    state: "todo",
    description: `\`\`\`diff\n${diff}\n\`\`\`\n`,
    acceptanceCriteria: [{ text: "The quay is 0.4 deep", done: false, id: undefined }],
  });
  const { taskId, acceptanceCriteria } = task;
  // It notices nothing of the tide, so that the tests are asked as well.
  const content = [
    'import assert from "node:assert";',
    'import test from "node:test";',
    'import { depth } from "../src/quay.mjs";',
    'test("depth", () => { assert.equal(depth(2), 0.8); assert.equal(depth(5), 2); });',
    "",
  ].join("\n");
  const file = "test/depth.test.mjs";
  const check = { kind: "test-file", path: file, content, command: `node --test ${file}` } as const;
  await updateCriterionCheck(ctx, { ...key, taskId, criterionId: acceptanceCriteria[0]?.id ?? "", check });
  const one = await workThrough(world, project, await start(project, task));
  const ofOne = eq(runChecks.implementationId, one.implementationId);
  const rows = await ctx.db.select().from(runChecks).where(ofOne);
  const tests = rows.filter(({ kind, side }) => kind === "test" && side === "result");
  expect(tests.filter(({ repetition }) => repetition < 0).length).toBeGreaterThan(0);
  expect(tests.filter(({ coverage }) => coverage !== null).map(({ repetition }) => repetition)).toEqual([1]);
  expect((await overview(project, one)).coverage).toEqual({ lines: 1, run: 1, missed: [] });
  // Runs of former days wrote it down.
  const coverage = { files: [{ path: "src/tide.mjs", run: [], missed: [3] }] };
  await ctx.db
    .update(runChecks)
    .set({ coverage })
    .where(and(ofOne, lt(runChecks.repetition, 1)));
  expect((await overview(project, one)).coverage).toEqual({ lines: 1, run: 1, missed: [] });
});
