import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from "vitest";

import { getImplementationLog } from "#server/domain/implementations/reading/get-implementation-log.ts";
import type { KillOrder } from "#server/domain/implementations/testing/kill-program.ts";
import { makeRunProject, read, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { modelCalls } from "#server/platform/db/tables/model-calls.ts";
import { listWorkCopies } from "#server/platform/sandbox/testing/list-work-copies.ts";
import { startModelServer, type ModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import type { AgentAction } from "./testing/agent-action.ts";
import { agentEnvironment, answerWith, installTestAgent, startAgent } from "./testing/agent-world.ts";

// Each starts several processes, one after the other.
vi.setConfig({ testTimeout: 300_000 });

let vendor: ModelServer;
let installed: Awaited<ReturnType<typeof installTestAgent>>;
let world: TestWorld;
let project: RunProject;
beforeAll(async () => {
  vendor = await startModelServer();
  installed = await installTestAgent();
  world = await createTestWorld(agentEnvironment(installed.folder, vendor));
  project = await makeRunProject(world);
});
afterAll(async () => {
  await world.close();
  await installed.remove();
  await vendor.close();
});
beforeEach(() => void (vendor.requests.length = 0));

const program = fileURLToPath(new URL("../testing/kill-program.ts", import.meta.url));

/** A worker in a process of its own. */
function startWorker({ implementationId }: Implementation): ChildProcess {
  const order: KillOrder = {
    connectionString: world.connectionString,
    role: inject("testRuntimeRole"),
    dataDirectory: world.dataDirectory,
    ticket: implementationId,
    atMoment: null,
    afterMs: null,
    modelEnv: agentEnvironment(installed.folder, vendor),
  };
  return spawn(process.execPath, [program, JSON.stringify(order)], { stdio: ["ignore", "pipe", "inherit"] });
}

async function logOf({ implementationId, task }: Implementation): Promise<string[]> {
  const { ctx, organizationId, projectId } = project;
  const key = { organizationId, projectId, taskId: task.taskId, implementationId, after: 0, limit: 1_000 };
  return (await getImplementationLog(ctx, key)).entries.map(({ text: said }) => said);
}

/** Files of the first are in a checkpoint; those of the second, within seconds after it, are in the work copy alone. */
const interrupted: AgentAction[] = [
  { do: "run", command: "echo early > early.md" },
  { do: "run", command: "echo late > late.md" },
  { do: "stall" },
];
const change: AgentAction = { do: "write", path: "src/tides.ts", text: "export const low = 0.4;\n" };

/** The first worker is killed in the middle of its work, and another one goes on. */
async function interrupt(agent: string): Promise<{ run: Implementation; log: string[]; asked: string }> {
  answerWith(vendor, interrupted, [change]);
  const run = await startAgent(project, agent);
  const killed = startWorker(run);
  await vi.waitUntil(async () => (await logOf(run)).includes("Used: echo late > late.md"), { timeout: 120_000 });
  killed.kill("SIGKILL");
  await once(killed, "close");
  const next = startWorker(run);
  expect(await text(next.stdout ?? expect.unreachable())).toMatch(/^completed /);
  return { run, log: await logOf(run), asked: JSON.stringify(vendor.requests[1]?.body.messages) };
}

const filesOf = async ({ head }: Implementation) =>
  (await project.git("show", "--format=", "--name-only", head ?? "")).split("\n");

it("goes on in the same session and the same files after kill -9 of the server", async () => {
  const { run, log, asked } = await interrupt("tester");
  expect(asked).toContain("Session: loaded session-1");
  expect(asked).toContain("Go on with the task from where you were.");
  expect(asked).not.toContain("Low water is wrong.");
  expect(log).toContainEqual(expect.stringMatching(/^tester was ready after .+ s, in the session that it had\.$/));
  expect(log.filter((said) => said.includes("As I said before."))).toEqual([]);
  expect(log.filter((said) => said === "Used: echo early > early.md")).toHaveLength(1);
  const done = await read(project, run);
  expect(done).toMatchObject({ outcome: "completed", isPublished: true, task: { state: "in-review" } });
  expect(await filesOf(done)).toEqual(["early.md", "late.md", "src/tides.ts"]);
  expect(await project.git("rev-parse", `${done.head}^`)).toBe(project.base);
  expect(await listWorkCopies(world.dataDirectory)).toEqual([]);
  const calls = await world.ctx.db.select().from(modelCalls);
  expect(calls.filter(({ endedAt }) => endedAt === null)).toEqual([]);
});

it.each(["forgetful", "loser"])("begins anew, in the same files, where its session is gone: %s", async (agent) => {
  const { run, log, asked } = await interrupt(agent);
  expect(asked).toContain("Session: begun");
  expect(asked).toContain("Low water is wrong.");
  expect(asked).toContain("It was begun before");
  expect(log.some((said) => said.includes("in the session that it had"))).toBe(false);
  const done = await read(project, run);
  expect(done.outcome).toBe("completed");
  expect(await filesOf(done)).toEqual(["early.md", "late.md", "src/tides.ts"]);
});
