import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { getChangeOverview } from "#server/domain/implementations/overview/get-change-overview.ts";
import { implementFiles, keyOf } from "#server/domain/implementations/testing/documented-run.ts";
import { makeRunProject, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { setCommands } from "#server/domain/implementations/testing/set-commands.ts";
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
