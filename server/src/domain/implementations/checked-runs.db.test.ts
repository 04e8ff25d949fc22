import { readdir, readFile } from "node:fs/promises";

import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { createRule } from "#server/domain/rules/create-rule.ts";
import { deleteRule } from "#server/domain/rules/delete-rule.ts";
import { listWorkCopies } from "#server/platform/sandbox/testing/list-work-copies.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import type { RunCtx } from "./phases/run-context.ts";
import { getImplementationChecks } from "./reading/get-implementation-checks.ts";
import { getImplementationLog } from "./reading/get-implementation-log.ts";
import { proveImplementation } from "./reviewer-commits/prove-implementation.ts";
import { resumeImplementation } from "./starting/resume-implementation.ts";
import { stopImplementation } from "./starting/stop-implementation.ts";
import { claim, makeDiffTask, makeRunProject, read, start, work, type RunProject } from "./testing/run-world.ts";
import { setCommands } from "./testing/set-commands.ts";

// Each is a whole run, of several commands.
vi.setConfig({ testTimeout: 300_000 });

let world: TestWorld;
let project: RunProject;
beforeAll(async () => {
  world = await createTestWorld();
  project = await makeRunProject(world, {
    "src/tides.mjs": "export const high = () => 3;\nexport const low = () => 4;\n",
    "test/tides.test.mjs": [
      'import assert from "node:assert";',
      'import test from "node:test";',
      'import { high, low } from "../src/tides.mjs";',
      'test("high", () => assert.equal(high(), 3));',
      'test("low", () => assert.equal(low(), 0.4));',
      "",
    ].join("\n"),
  });
});
afterAll(() => world.close());

const whereIs = ({ implementationId, task }: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: task.taskId,
  implementationId,
});
const checksOf = (implementation: Implementation) => getImplementationChecks(project.ctx, whereIs(implementation));
const workCopies = () => listWorkCopies(world.dataDirectory);

const [high, low] = ["export const high = () => 3;", "export const low = () => 4;"];
const header = ["--- a/src/tides.mjs", "+++ b/src/tides.mjs", "@@ -1,2 +1,2 @@"];
const fix = [...header, ` ${high}`, `-${low}`, "+export const low = () => 0.4;"].join("\n");
const damage = [...header, `-${high}`, "+export const high = () => 2;", ` ${low}`].join("\n");

async function implementWith(commands: Parameters<typeof setCommands>[2], diff = fix): Promise<Implementation> {
  await setCommands(world, project, commands);
  const implementation = await start(project, await makeDiffTask(project, diff));
  expect(await work(world, await claim(world, implementation))).toBe("completed");
  return await read(project, implementation);
}

const runsOf = async (implementation: Implementation) =>
  (await checksOf(implementation)).runs.map(
    ({ kind, side, repetition, outcome }) => `${kind} ${side} ${repetition} ${outcome}`,
  );

it("runs the service's commands before the change and with it, and reads their tests", async () => {
  const done = await implementWith({
    install: "echo ready > installed",
    build: "cat installed",
    test: "node --test",
    lint: "exit 1",
  });
  expect(done).toMatchObject({ outcome: "completed", canMerge: true, progress: null, isPublished: true });
  expect(done.proof).toEqual({
    state: "green",
    summary: "Install, Build and Test pass. Lint failed before already.",
    commands: { passed: 3, total: 4 },
    criteria: { proven: 0, total: 0 },
  });
  const { runs, verdicts } = await checksOf(done);
  expect(await runsOf(done)).toEqual([
    "install base 1 passed",
    "build base 1 passed",
    "test base 1 failed",
    "lint base 1 failed",
    "install result 1 passed",
    "build result 1 passed",
    "test result 1 passed",
    "lint result 1 failed",
  ]);
  const tests = runs.filter(({ kind }) => kind === "test");
  expect(tests.map((run) => run.tests)).toEqual([
    { passed: 1, failed: 1, skipped: 0, failedNames: ["low"] },
    { passed: 2, failed: 0, skipped: 0, failedNames: [] },
  ]);
  expect(tests.map(({ commit }) => commit)).toEqual([done.base, done.head]);
  expect(tests[0]?.lastLines.join("\n")).toContain("not ok 2 - low");
  expect(verdicts.find(({ kind }) => kind === "test")).toMatchObject({
    verdict: "passed",
    reason: "It did not pass before the change, and does now.",
  });
  const { entries } = await getImplementationLog(project.ctx, { ...whereIs(done), after: 0, limit: 1_000 });
  const said = entries.filter(({ step }) => step === "fix-build-errors").map(({ text }) => text);
  expect(said[0]).toBe("Install, before the change: It ended with exit code 0.");
  expect(await workCopies()).toEqual([]);
});

it("offers no merge of what breaks a test that passed, and runs it again before it says so", async () => {
  const done = await implementWith({ test: "node --test" }, damage);
  expect(done).toMatchObject({ outcome: "completed", canMerge: false, proof: { state: "red" } });
  const step = done.events.find(({ type }) => type === "fix-build-errors");
  expect(step).toMatchObject({ state: "error", summary: "Test is broken by this change." });
  const { verdicts } = await checksOf(done);
  expect(verdicts).toMatchObject([{ verdict: "broken", reason: "One test that passed before fails now: “high”." }]);
  expect(await runsOf(done)).toEqual([
    "test base 1 failed",
    "test result 1 failed",
    "test result 2 failed",
    "test base 2 failed",
  ]);
});

it("does not run again what passed at the same commit with the same commands", async () => {
  const commands = { test: "test -f src/tides.mjs", lint: "false" };
  const first = await implementWith(commands);
  const second = await implementWith(commands);
  const reused = async (one: Implementation) =>
    (await checksOf(one)).runs.filter(({ isReused }) => isReused).map(({ kind, side }) => `${kind} ${side}`);
  expect(await reused(first)).toEqual([]);
  expect(await reused(second)).toEqual(["test base"]);
});

it("says that nothing was built or tested where there are no commands", async () => {
  const done = await implementWith({});
  expect(done.proof).toMatchObject({
    state: "none",
    summary: "No commands are set for this repository, so nothing was built or tested.",
  });
  expect(done).toMatchObject({ outcome: "completed", canMerge: true });
});

it("fails with the reason where there is no sandbox, and goes on with what was written when there is one", async () => {
  await setCommands(world, project, { test: "node --test" });
  const implementation = await start(project, await makeDiffTask(project, fix));
  const reason = "Running commands is switched off on this server (RUN_SANDBOX).";
  const lease = await claim(world, implementation);
  const sandbox: RunCtx["sandbox"] = { ...world.ctx.sandbox, check: async () => ({ isUsable: false, reason }) };
  expect(await work(world, lease, (ctx) => ({ ...ctx, sandbox }))).toBe("failed");
  const failed = await read(project, implementation);
  expect(failed).toMatchObject({ outcome: "failed", canMerge: false });
  expect(failed.events.find(({ type }) => type === "fix-build-errors")).toMatchObject({
    state: "error",
    summary: reason,
  });
  expect(await runsOf(failed)).toEqual([]);
  await resumeImplementation(project.ctx, whereIs(failed));
  expect(await work(world, await claim(world, failed))).toBe("completed");
  const done = await read(project, failed);
  expect(done).toMatchObject({ outcome: "completed", head: failed.head, canMerge: true, proof: { state: "green" } });
});

it("proves a change again as it is, by what it has to keep to by now", async () => {
  const done = await implementWith({ test: "node --test" });
  expect(done).toMatchObject({ canMerge: true, proof: { state: "green" } });
  const { organizationId, projectId } = project;
  const { ruleId } = await createRule(project.ctx, {
    organizationId,
    projectId,
    condition: "Anything is changed",
    instruction: "The command of this rule passes",
    check: { kind: "command", files: "**", command: "true" },
    isRequired: true,
  });
  expect(await read(project, done)).toMatchObject({ canMerge: false, mergeObstacles: [{ kind: "rule" }] });
  const asked = await proveImplementation(project.ctx, whereIs(done));
  expect(asked).toMatchObject({ running: true, task: { state: "in-progress" } });
  await expect(proveImplementation(project.ctx, whereIs(done))).rejects.toMatchObject({ code: "conflict" });
  expect(await work(world, await claim(world, done))).toBe("completed");
  expect(await read(project, done)).toMatchObject({
    head: done.head,
    base: done.base,
    canMerge: true,
    proof: { state: "green" },
    task: { state: "in-review" },
  });
  await deleteRule(project.ctx, { organizationId, projectId, ruleId });
});

it("does not check again what broke a test, where the worker died before it could say that the run is over", async () => {
  await setCommands(world, project, { test: "node --test" });
  const implementation = await start(project, await makeDiffTask(project, damage));
  const lease = await claim(world, implementation);
  const checking = { ...world.ctx.sandbox, check: vi.fn(() => world.ctx.sandbox.check()) };
  const stop = new AbortController();
  const working = work(world, lease, (ctx) => ({ ...ctx, sandbox: checking, signal: stop.signal })).catch(() => "died");
  const isSaid = async () => (await read(project, implementation)).proof?.state === "red";
  await expect.poll(isSaid, { timeout: 240_000, interval: 1 }).toBe(true);
  stop.abort();
  await working;
  const looks = checking.check.mock.calls.length;
  if ((await read(project, implementation)).running) {
    await work(world, await claim(world, implementation), (ctx) => ({ ...ctx, sandbox: checking }));
  }
  expect(checking.check.mock.calls).toHaveLength(looks);
  const done = await read(project, implementation);
  expect(done).toMatchObject({ outcome: "completed", canMerge: false, proof: { state: "red" } });
  expect(done.events.filter(({ type }) => type === "fix-build-errors")).toMatchObject([{ state: "error" }]);
});

it("tells what cannot be run from what fails", async () => {
  const done = await implementWith({ install: "npm-of-nobody ci", test: "node --test" });
  const { verdicts } = await checksOf(done);
  expect(verdicts).toMatchObject([
    {
      kind: "install",
      verdict: "failed-before",
      reason: expect.stringContaining("a program that it starts was not found"),
    },
    { kind: "test", verdict: "not-run", reason: expect.stringContaining("Install did not work.") },
  ]);
  expect(done.proof).toMatchObject({ state: "none" });
});

it("stops a command with everything that it started, and shows its lines until then", async () => {
  const daemon = "6237.5";
  await setCommands(world, project, {
    test: `(setsid sleep ${daemon} >/dev/null 2>&1 &); echo waiting for the tide; exec sleep ${daemon}`,
  });
  const implementation = await start(project, await makeDiffTask(project, fix));
  const working = work(world, await claim(world, implementation));
  const progress = async () => (await read(project, implementation)).progress;
  await expect.poll(progress, { timeout: 240_000 }).toMatchObject({
    title: "Test, before the change",
    lines: ["waiting for the tide"],
  });
  expect(await processesWith(daemon)).toHaveLength(2);
  await stopImplementation(project.ctx, whereIs(implementation));
  // How soon a stop is seen is held by the test of `watchLease`; what is left of a command when it is over is nothing.
  expect(await working).toBe("lost");
  expect(await processesWith(daemon)).toEqual([]);
  expect(await read(project, implementation)).toMatchObject({ outcome: "stopped", progress: null });
  expect(await workCopies()).toEqual([]);
});

/** Ids of processes of this machine with a word among their arguments that nothing else has. */
async function processesWith(word: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    ids.map(async (id) => [id, await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")] as const),
  );
  return lines.filter(([, line]) => line.startsWith("sleep\0") && line.includes(word)).map(([id]) => id);
}

it("ends what takes longer than a run may, and says what there was no time for", async () => {
  await setCommands(world, project, { test: "sleep 600", lint: "true" });
  const implementation = await start(project, await makeDiffTask(project, fix));
  const lease = await claim(world, implementation);
  await work(world, lease, (ctx) => ({
    ...ctx,
    settings: { ...ctx.settings, runs: { ...ctx.settings.runs, maxMinutes: 0.01 } },
  }));
  const done = await read(project, implementation);
  expect(await runsOf(done)).toEqual([
    "test base 1 limit",
    "lint base 1 not-run",
    "test result 1 not-run",
    "lint result 1 not-run",
  ]);
  expect(done).toMatchObject({ outcome: "completed", proof: { state: "none" } });
});

it("goes on after the worker died, without what has ended already", async () => {
  await setCommands(world, project, { install: "date +%N > installed", test: "cat installed && sleep 0.2" });
  const implementation = await start(project, await makeDiffTask(project, fix));
  const lease = await claim(world, implementation);
  const stop = new AbortController();
  const isThere = async () => (await checksOf(implementation)).runs.length >= 2;
  const working = work(world, lease, (ctx) => ({ ...ctx, signal: stop.signal })).catch((error: unknown) => error);
  await expect.poll(isThere, { timeout: 240_000, interval: 20 }).toBe(true);
  stop.abort();
  await working;
  const before = (await checksOf(implementation)).runs.map(({ createdAt: _createdAt, ...run }) => run);
  await work(world, await claim(world, implementation));
  const done = await read(project, implementation);
  expect(done).toMatchObject({ outcome: "completed", proof: { state: "green" } });
  const after = (await checksOf(done)).runs.map(({ createdAt: _createdAt, ...run }) => run);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(await runsOf(done)).toEqual([
    "install base 1 passed",
    "test base 1 passed",
    "install result 1 passed",
    "test result 1 passed",
  ]);
});
