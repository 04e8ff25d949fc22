import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import type { ChangeFlag } from "@cairn/contract/change-flags";
import type { Implementation } from "@cairn/contract/implementations";
import type { CheckVerdict } from "@cairn/contract/run-checks";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { updateCriterionCheck } from "#server/domain/criterion-checks/update-criterion-check.ts";
import { getImplementationChecks } from "#server/domain/implementations/reading/get-implementation-checks.ts";
import { getImplementationDiff } from "#server/domain/implementations/reading/get-implementation-diff.ts";
import { diffOf, type FileEdits } from "#server/domain/implementations/testing/diff-of.ts";
import {
  claim,
  makeRunProject,
  read,
  start,
  work,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { setCommands } from "#server/domain/implementations/testing/set-commands.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { createSandbox } from "#server/platform/sandbox/create-sandbox.ts";
import type { Sandbox } from "#server/platform/sandbox/port/sandbox-port.ts";
import { listWorkCopies } from "#server/platform/sandbox/testing/list-work-copies.ts";
import { testWalls } from "#server/platform/sandbox/testing/test-walls.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { cheats } from "./cheats.ts";
import { checks, harbour, honest } from "./harbour.ts";

// Each is a whole run with many fresh work copies.
vi.setConfig({ testTimeout: 600_000 });

let world: TestWorld;
/** Of a service without commands of its own. */
let bare: RunProject;
/** Of a service whose tests are run as well. */
let tested: RunProject;
/** Little of everything, so that what takes all of it is over soon. */
let sandbox: Sandbox;
beforeAll(async () => {
  world = await createTestWorld();
  [bare, tested] = [await makeRunProject(world, harbour), await makeRunProject(world, harbour)];
  await setCommands(world, bare, {});
  await setCommands(world, tested, { test: "node --test test/*.test.mjs" });
  const limits = { cpuSeconds: 2, diskBytes: 40_000_000, outputBytes: 4_000_000, processes: 200 };
  sandbox = createSandbox({ ...testWalls, dataDirectory: world.dataDirectory, limits });
});
afterAll(() => world.close());

const whereIs = ({ organizationId, projectId }: RunProject, { implementationId, task }: Implementation) => ({
  organizationId,
  projectId,
  taskId: task.taskId,
  implementationId,
});

/** Implements a task with one criterion by these edits; refused starts are told by their words. */
async function implement(
  project: RunProject,
  edits: FileEdits | string,
  check: keyof typeof checks,
): Promise<Implementation> {
  const { ctx, organizationId, projectId } = project;
  const diff = typeof edits === "string" ? edits : await diffOf(project, edits);
  const description = `\`\`\`diff\n${diff}\n\`\`\`\n`;
  const acceptanceCriteria = [{ text: "Low water follows the hours", done: false, id: undefined }];
  const key = { organizationId, projectId };
  const task = await createTask(ctx, { ...key, title: "Low water", state: "todo", description, acceptanceCriteria });
  const [criterion] = task.acceptanceCriteria;
  const { taskId } = task;
  await updateCriterionCheck(ctx, { ...key, taskId, criterionId: criterion?.id ?? "", check: checks[check] });
  const { implementation, lease } = await takeTurn(async () => {
    const started = await start(project, task);
    return { implementation: started, lease: await claim(world, started) };
  });
  await work(world, lease, (runCtx) => ({ ...runCtx, sandbox }));
  return await read(project, implementation);
}

/** Whoever claims gets the next run in line, so that several at once begin one after the other. */
function takeTurn<T>(begin: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(begin);
  lastTurn = turn.catch(() => undefined);
  return turn;
}
let lastTurn: Promise<unknown> = Promise.resolve();

const checksOf = (project: RunProject, done: Implementation) =>
  getImplementationChecks(project.ctx, whereIs(project, done));
const filesOf = async (project: RunProject, done: Implementation) =>
  (await getImplementationDiff(project.ctx, { ...whereIs(project, done), before: 0, after: 0 })).files;

// One of them needs a program that a machine may not have.
const kinds = (Object.keys(checks) as (keyof typeof checks)[]).filter(
  (check) => check !== "make" || existsSync("/usr/bin/make"),
);

it.concurrent.each(kinds)("believes an honest change, by %s", async (check) => {
  const project = check === "told" ? tested : bare;
  const done = await implement(project, honest, check);
  const { verdicts } = await checksOf(project, done);
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(project === tested ? ["passed", "proven"] : ["proven"]);
  expect(done).toMatchObject({ canMerge: true, proof: { state: "green" } });
});

it.concurrent.each(cheats)(
  "does not believe a change that $name",
  async ({ check, edits, verdict, words, flags = [] }) => {
    const outcome = await implement(bare, edits, check).catch((error: unknown) => String(error));
    if (typeof outcome === "string") {
      expect([verdict, outcome]).toEqual([undefined, expect.stringContaining(words)]);
      return;
    }
    expect(outcome.canMerge).toBe(false);
    if (verdict === undefined) {
      expect(outcome.outcome).toBe("failed");
      expect(outcome.events.map(({ summary }) => summary).join(" ")).toContain(words);
      return;
    }
    const { verdicts } = await checksOf(bare, outcome);
    expect(verdicts[0]).toMatchObject({ verdict, reason: expect.stringContaining(words) });
    const found = (await filesOf(bare, outcome)).flatMap((file) => file.flags);
    expect(found).toEqual(expect.arrayContaining(flags));
  },
);

it.concurrent("calls a check weak where part of an honest change may be spoilt without anybody noticing", async () => {
  const board = `${harbour["src/board.mjs"]}if (low(9) > 3) console.log("mind the step");\n`;
  const done = await implement(tested, { ...honest, "src/board.mjs": board }, "told");
  const { verdicts, runs } = await checksOf(tested, done);
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(["passed", "weak"]);
  expect(verdicts[1]?.reason).toMatch(
    /nothing turns red when src\/board\.mjs:3 is spoilt on purpose: “if \(low\(9\) > 3\)/,
  );
  expect(done).toMatchObject({ canMerge: false, proof: { state: "red" } });
  const spoilt = runs.filter(({ repetition }) => repetition < 0).map(({ kind, outcome }) => `${kind} ${outcome}`);
  // The board in three ways that nobody notices, and the tides in one.
  const unnoticed = ["criterion passed", "test passed"];
  expect(spoilt).toEqual([...unnoticed, ...unnoticed, ...unnoticed, "criterion failed"]);
});

const otherTest = { "test/other.test.mjs": 'import test from "node:test";\ntest("other", () => {});\n' };
const skipped = harbour["test/high.test.mjs"].replace("test(", "test.skip(");

interface TestCheat {
  name: string;
  edits: FileEdits;
  /** One of them, as the runner ends where it has no test at all. */
  verdicts: CheckVerdict[];
  flags: ChangeFlag[];
}

it.concurrent.each<TestCheat>([
  {
    name: "deletes a test",
    edits: { "test/high.test.mjs": null },
    verdicts: ["broken", "fewer-tests"],
    flags: ["deleted-tests"],
  },
  {
    name: "skips a test and has another for it",
    edits: { "test/high.test.mjs": skipped, ...otherTest },
    verdicts: ["fewer-tests"],
    flags: ["skipped-tests"],
  },
  {
    name: "breaks a test and has another for it",
    edits: { "src/tides.mjs": harbour["src/tides.mjs"].replace("3", "2"), ...otherTest },
    verdicts: ["broken"],
    flags: [],
  },
])("does not call green what $name", async ({ edits, verdicts, flags }) => {
  const done = await implement(tested, edits, "told");
  const [judged] = (await checksOf(tested, done)).verdicts;
  expect(judged).toMatchObject({ kind: "test", reason: expect.stringContaining("“high”") });
  expect(verdicts).toContain(judged?.verdict);
  expect(done).toMatchObject({ canMerge: false, proof: { state: "red" } });
  expect((await filesOf(tested, done)).flatMap((file) => file.flags)).toEqual(flags);
});

it("lets nothing of a check out: no secret, no network, no process, no settings of git, no other files", async () => {
  const canary = "northquay-canary-77";
  const { server, address, count } = await listen();
  vi.stubEnv("NORTHQUAY_SECRET", canary);
  const spy = [
    'import { spawn } from "node:child_process";',
    'import { readdirSync, readFileSync, writeFileSync } from "node:fs";',
    'const read = (name) => { try { return readFileSync(name, "utf8"); } catch (error) { return error.code; } };',
    "const list = (name) => { try { return readdirSync(name); } catch (error) { return error.code; } };",
    'console.log(JSON.stringify(process.env), read("/proc/1/environ"), read("/etc/shadow"), list("/proc"));',
    `console.log(list(${JSON.stringify(world.dataDirectory)}), list("/root"), list("/var/run"));`,
    'try { writeFileSync(".git/config", "[core]\\n\\tfsmonitor = touch /tmp/northquay-fooled\\n"); } catch {}',
    'spawn("/bin/sh", ["-c", "sleep 8127.25"], { detached: true, stdio: "ignore" }).unref();',
    `await fetch(${JSON.stringify(address)}).then(() => console.log("REACHED"), (error) => console.log("unreached", error.cause?.code));`,
    "",
  ].join("\n");
  const done = await implement(
    bare,
    { "src/tides.mjs": `${spy}export const high = () => 3;\nexport const low = (hours) => hours;\n` },
    "bare",
  );
  const { verdicts, runs } = await checksOf(bare, done);
  expect(verdicts[0]).toMatchObject({ verdict: "not-met" });
  const said = runs.flatMap(({ lastLines }) => lastLines).join("\n");
  expect(said).toContain("unreached");
  expect(said).not.toContain("REACHED");
  expect(said).not.toContain(canary);
  expect(said).not.toMatch(/root:[*!$]/);
  expect(count()).toBe(0);
  server.close();
  expect(existsSync("/tmp/northquay-fooled")).toBe(false);
  const lines = await Promise.all(
    (await readdir("/proc"))
      .filter((id) => /^\d+$/.test(id))
      .map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")),
  );
  expect(lines.filter((line) => line.includes("8127.25") && line.startsWith("sleep"))).toEqual([]);
  expect(await listWorkCopies(world.dataDirectory)).toEqual([]);
});

/** A server of this machine that counts who reaches it. */
async function listen(): Promise<{ server: Server; address: string; count: () => number }> {
  let calls = 0;
  const server = createServer((_request, response) => {
    calls += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, count: () => calls };
}
