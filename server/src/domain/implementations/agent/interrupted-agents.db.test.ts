import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

import { getImplementationLog } from "#server/domain/implementations/reading/get-implementation-log.ts";
import { stopImplementation } from "#server/domain/implementations/starting/stop-implementation.ts";
import {
  byRound,
  modelSettings,
  startAgent,
  usualReplies,
  withAgent,
} from "#server/domain/implementations/testing/agent-world.ts";
import type { KillOrder } from "#server/domain/implementations/testing/kill-program.ts";
import {
  claim,
  makeRunProject,
  read,
  work,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { runTurns } from "#server/platform/db/tables/implementations.ts";
import { modelCalls } from "#server/platform/db/tables/model-calls.ts";
import { startModelServer, type ModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

let world: TestWorld;
let server: ModelServer;
let project: RunProject;
let env: Record<string, string>;
beforeAll(async () => {
  world = await createTestWorld();
  server = await startModelServer();
  project = await makeRunProject(world);
  env = modelSettings(server.baseUrl);
  server.script(byRound(usualReplies));
});
afterAll(async () => {
  await server.close();
  await world.close();
});

const program = fileURLToPath(new URL("../testing/kill-program.ts", import.meta.url));

/** Works on a run in a process of its own, until it ends or is ended; answers what it said. */
function workElsewhere({ implementationId }: Implementation, kill: Partial<KillOrder> = {}): Promise<string> {
  const order: KillOrder = {
    connectionString: world.connectionString,
    role: inject("testRuntimeRole"),
    dataDirectory: world.dataDirectory,
    ticket: implementationId,
    atMoment: null,
    afterMs: null,
    modelEnv: env,
    ...kill,
  };
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [program, JSON.stringify(order)], (_error, stdout) => resolve(stdout));
  return promise;
}

const goOn = async (run: Implementation) => await work(world, await claim(world, run), withAgent(world, env));

/** What was said in a run that nobody interrupted, and that must be said in any other. */
const said = ["brief", "assistant", "tool", "tool", "assistant", "tool", "assistant", "tool", "assistant", "finished"];

/** What must be so after any number of interruptions: everything once. */
async function expectOnce(run: Implementation): Promise<void> {
  const done = await read(project, run);
  expect(done).toMatchObject({ outcome: "completed", isPublished: true, task: { state: "in-review" } });
  const { git } = project;
  expect(await git("rev-list", "--count", `main..${done.workingBranch}`)).toBe("1");
  expect(await git("rev-parse", done.workingBranch)).toBe(done.head);
  expect(await git("show", `${done.workingBranch}:src/tides.ts`)).toContain("low = 0.4");
  const { implementationId } = run;
  const turns = await world.ctx.db
    .select()
    .from(runTurns)
    .where(eq(runTurns.implementationId, implementationId))
    .orderBy(runTurns.sequence);
  expect(turns.map(({ reason, message }) => reason ?? message.role)).toEqual(said);
  // The transcript names the tree that is there.
  expect(await git("rev-parse", `${turns.at(-1)?.commitOid}^{tree}`)).toBe(
    await git("rev-parse", `${done.head}^{tree}`),
  );
  const { organizationId, projectId } = project;
  const where = { organizationId, projectId, taskId: done.task.taskId, implementationId };
  const { entries } = await getImplementationLog(project.ctx, { ...where, after: 0, limit: 1_000 });
  expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_entry, at) => at + 1));
  expect(new Set(entries.map(({ step, text }) => `${step} ${text}`)).size).toBe(entries.length);
  const calls = await world.ctx.db.select().from(modelCalls).where(eq(modelCalls.implementationId, implementationId));
  expect(calls.filter(({ endedAt }) => endedAt === null)).toEqual([]);
  // Four replies were kept and paid; one that was asked for by who died is paid as well, if it was sent.
  expect(
    calls.filter(({ inputTokens, outputTokens }) => inputTokens === 11 && outputTokens === 7).length,
  ).toBeGreaterThanOrEqual(4);
  expect(calls.length).toBeLessThanOrEqual(5);
  for (const { sentAt, inputTokens, promptTokens } of calls) {
    if (sentAt === null) expect(inputTokens).toBe(0);
    else expect([11, promptTokens]).toContain(inputTokens);
  }
}

/** A run has this many transactions; each is a moment before and one after it. */
const moments = 48;

it("goes on after kill -9 before every transaction of every round, and says, does and pays nothing twice", async () => {
  const whole = await startAgent(project, env);
  expect(await workElsewhere(whole)).toBe(`completed ${moments}`);
  await expectOnce(whole);
  for (let atMoment = 1; atMoment <= moments; atMoment += 2) {
    const run = await startAgent(project, env);
    expect(await workElsewhere(run, { atMoment })).toBe("");
    expect(await goOn(run)).toBe("completed");
    await expectOnce(run);
  }
  expect(await project.git("fsck", "--strict", "--no-dangling")).toBe("");
}, 900_000);

it("pays for a call in full whose asker dies while the vendor writes, and asks again", async () => {
  const answering = byRound(usualReplies);
  const hung = Promise.withResolvers<void>();
  server.script((request) => {
    const isSecond = request.body.messages.filter(({ role }) => role === "assistant").length === 1;
    if (!isSecond) return answering(request);
    hung.resolve();
    return { kind: "stall-after", pieces: ["I will"] };
  });
  const run = await startAgent(project, env);
  const lease = await claim(world, run);
  const dying = new AbortController();
  const working = work(world, lease, (ctx) => ({ ...withAgent(world, env)(ctx), signal: dying.signal, db: ctx.db }));
  await hung.promise;
  server.script(answering);
  // Whoever takes it over does not know whether the other lives.
  expect(await goOn(run)).toBe("completed");
  dying.abort(new Error("gone"));
  await working.catch(() => undefined);
  await expectOnce({ ...run });
}, 120_000);

it("stops in the middle of a reply", async () => {
  const hung = Promise.withResolvers<void>();
  server.script(() => {
    hung.resolve();
    return { kind: "stall-after", pieces: ["I will"] };
  });
  const run = await startAgent(project, env);
  const working = work(world, await claim(world, run), withAgent(world, env));
  await hung.promise;
  const { organizationId, projectId } = project;
  await stopImplementation(project.ctx, {
    organizationId,
    projectId,
    taskId: run.task.taskId,
    implementationId: run.implementationId,
  });
  expect(await working).toBe("lost");
  server.script(byRound(usualReplies));
}, 60_000);
