import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, inject, it } from "vitest";

import { listWorkCopies } from "#server/platform/sandbox/testing/list-work-copies.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { resumeCommandChecks } from "./checking/resume-command-checks.ts";
import { startCommandCheck } from "./checking/start-command-check.ts";
import {
  choose,
  makeCommandsProject,
  push,
  read,
  workOnCheck,
  type CommandsProject,
} from "./testing/commands-world.ts";
import type { CheckOrder } from "./testing/kill-program.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const program = fileURLToPath(new URL("testing/kill-program.ts", import.meta.url));
const workCopies = () => listWorkCopies(world.dataDirectory);

/** Works on the check in a process of its own, which is killed once the test of the service has written something. */
async function killMeanwhile(project: CommandsProject): Promise<void> {
  const { organizationId, serviceId } = project;
  const { connectionString, dataDirectory } = world;
  const role = inject("testRuntimeRole");
  const order: CheckOrder = { connectionString, role, dataDirectory, organizationId, serviceId };
  const startedAt = async () => (await read(project)).check?.commands[0]?.startedAt ?? null;
  // A worker before it may have begun as well.
  const before = await startedAt();
  const worker = spawn(process.execPath, [program, JSON.stringify(order)], { stdio: "ignore" });
  const hasBegun = async () => ![null, before].includes(await startedAt());
  await expect.poll(hasBegun, { timeout: 60_000 }).toBe(true);
  worker.kill("SIGKILL");
  await once(worker, "exit");
}

it("begins again after its worker was killed, on the newest commit, and leaves no work copy", async () => {
  const project = await makeCommandsProject(world, { files: { "a.txt": "boats\n" } });
  await choose(project, { test: "cat a.txt; test -e again || sleep 1000" });
  await startCommandCheck(project.ctx, project.key);
  await killMeanwhile(project);
  expect((await read(project)).check).toMatchObject({ state: "running" });
  expect(await workCopies()).toHaveLength(1);
  const commit = await push(project, { again: "" });
  await workOnCheck(world, project);
  expect((await read(project)).check).toMatchObject({
    state: "done",
    commit,
    commands: [{ outcome: "passed", lastLines: ["boats"] }],
  });
  expect(await workCopies()).toEqual([]);
}, 120_000);

it("is said to have been interrupted where that happens again and again", async () => {
  const project = await makeCommandsProject(world, { files: { "a.txt": "boats\n" } });
  await choose(project, { test: "sleep 1000" });
  await startCommandCheck(project.ctx, project.key);
  for (let time = 0; time < 3; time += 1) await killMeanwhile(project);
  await workOnCheck(world, project);
  expect((await read(project)).check).toMatchObject({
    state: "interrupted",
    message: "It was cut off again and again.",
    commands: [{ outcome: "not-run" }],
  });
  expect(await workCopies()).toEqual([]);
}, 180_000);

it("is put in line again when a server starts", async () => {
  const project = await makeCommandsProject(world, { files: { "a.txt": "boats\n" } });
  const { organizationId, serviceId } = project;
  await choose(project, { test: "true" });
  await startCommandCheck(project.ctx, project.key);
  world.enqueued.length = 0;
  await resumeCommandChecks(world.ctx);
  const job = { job: "check-service-commands", data: { organizationId, serviceId }, key: serviceId };
  expect(world.enqueued).toContainEqual(job);
});
