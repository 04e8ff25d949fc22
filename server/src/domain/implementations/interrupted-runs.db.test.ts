import { execFile, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

import { listTaskEvents } from "#server/domain/tasks/list-task-events.ts";
import { makeRunFolder } from "#server/platform/storage/make-run-folder.ts";
import { findProcesses } from "#server/testing/find-processes.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import type { RunCtx } from "./phases/run-context.ts";
import { getImplementationChecks } from "./reading/get-implementation-checks.ts";
import { getImplementationLog } from "./reading/get-implementation-log.ts";
import { sweepRunFolders } from "./runs/sweep-run-folders.ts";
import { resumeImplementation } from "./starting/resume-implementation.ts";
import { stopImplementation } from "./starting/stop-implementation.ts";
import type { KillOrder } from "./testing/kill-program.ts";
import { claim, makeDiffTask, makeRunProject, read, start, work, type RunProject } from "./testing/run-world.ts";
import { setCommands } from "./testing/set-commands.ts";

let world: TestWorld;
let project: RunProject;
beforeAll(async () => {
  world = await createTestWorld();
  project = await makeRunProject(world);
});
afterAll(() => world.close());

const program = fileURLToPath(new URL("testing/kill-program.ts", import.meta.url));

/** Works on a run in a process of its own, until it ends or is ended; answers what it said. */
function workElsewhere(
  { implementationId }: Implementation,
  kill: Partial<Pick<KillOrder, "atMoment" | "afterMs">> = {},
  onStart: (worker: ChildProcess) => void = () => undefined,
): Promise<string> {
  const order: KillOrder = {
    connectionString: world.connectionString,
    role: inject("testRuntimeRole"),
    dataDirectory: world.dataDirectory,
    ticket: implementationId,
    atMoment: null,
    afterMs: null,
    modelEnv: null,
    ...kill,
  };
  const { promise, resolve } = Promise.withResolvers<string>();
  onStart(execFile(process.execPath, [program, JSON.stringify(order)], (_error, stdout) => resolve(stdout)));
  return promise;
}

const whereIs = ({ implementationId, task }: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: task.taskId,
  implementationId,
});

const steps = [
  "task-implementation",
  "code-analysis",
  "build-implementation",
  "cleanup-implementation",
  "fix-build-errors",
];

/** What must be so after any number of interruptions: everything once. */
async function expectOnce(implementation: Implementation): Promise<void> {
  const done = await read(project, implementation);
  expect(done).toMatchObject({ outcome: "completed", isPublished: true, task: { state: "in-review" } });
  expect(done.events.map(({ type, state }) => `${type} ${state}`)).toEqual(steps.map((step) => `${step} success`));
  const { git } = project;
  expect(await git("rev-list", "--count", `main..${done.workingBranch}`)).toBe("1");
  expect(await git("rev-parse", done.workingBranch)).toBe(done.head);
  const refs = await git(
    "for-each-ref",
    "--format=%(refname:lstrip=4)=%(objectname)",
    `refs/cairn/implementations/${done.implementationId}`,
  );
  expect(refs.split("\n")).toEqual([`base=${done.base}`, `head=${done.head}`]);
  const { entries } = await getImplementationLog(project.ctx, { ...whereIs(done), after: 0, limit: 1_000 });
  expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_entry, at) => at + 1));
  expect(new Set(entries.map(({ step, text }) => `${step} ${text}`)).size).toBe(entries.length);
  const activity = await listTaskEvents(project.ctx, { ...whereIs(done), page: 1, limit: 20 });
  expect(activity.content.filter(({ field }) => field === "state").map(({ to }) => to)).toEqual([
    "in-review",
    "in-progress",
  ]);
}

/** A run has ten transactions; each is a moment before and one after it. */
const moments = 20;

/** Everything after one moment fails, as for a process that is dead; what is in order until then is in the database. */
function dyingAt(atMoment: number): (ctx: RunCtx) => RunCtx {
  let moment = 0;
  const pass = async () => {
    moment += 1;
    if (moment >= atMoment) throw new Error("dead");
  };
  return (ctx) => ({ ...ctx, db: noticed(ctx.db, pass, () => moment >= atMoment) });
}

/** Breaks a run off at a moment, lets another worker go on, and looks at what is there. */
async function breakOff(atMoment: number, last: number): Promise<Implementation> {
  const { run, lease } = await takeTurn(async () => {
    const started = await start(project, await makeDiffTask(project));
    return { run: started, lease: await claim(world, started) };
  });
  const ended = await work(world, lease, dyingAt(atMoment)).catch((error: Error) => error.message);
  // Whoever is slow to die loses its lease before.
  expect(["dead", "lost"]).toContain(ended);
  // After the last transaction there is nothing left to do.
  if (atMoment < last) expect(await work(world, await claim(world, run))).toBe("completed");
  await expectOnce(run);
  return run;
}

/** Whoever claims gets the next run in line, so that several at once begin one after the other. */
function takeTurn<T>(begin: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(begin);
  lastTurn = turn.catch(() => undefined);
  return turn;
}
let lastTurn: Promise<unknown> = Promise.resolve();

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** A few at once: each waits for git and the database most of the time. */
async function fourAtOnce<T>(all: readonly T[], doOne: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...all];
  const doNext = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await doOne(one);
  };
  await Promise.all([doNext(), doNext(), doNext(), doNext()]);
}

it("goes on wherever it breaks off, at every boundary of every phase, and does nothing twice", async () => {
  const whole = await start(project, await makeDiffTask(project));
  expect(await workElsewhere(whole)).toBe(`completed ${moments}`);
  await fourAtOnce(numbers(1, moments), (atMoment) => breakOff(atMoment, moments));
  expect(await project.git("fsck", "--strict")).toBe("");
}, 600_000);

it("checks a change once, wherever it breaks off between its commands", async () => {
  await setCommands(world, project, { build: "test -f src/tides.ts", test: "grep -q 0.4 src/tides.ts" });
  // Eight more moments, of four commands.
  await fourAtOnce([16, 18, 20, 22, 24, 26], async (atMoment) => expectChecked(await breakOff(atMoment, moments + 8)));
  await setCommands(world, project, {});
}, 600_000);

/** `npm run bench -- --only kills` does this two hundred times, and to everything else that a run needs. */
it("goes on after kill -9, at boundaries and inside of phases and commands, however often", async () => {
  await setCommands(world, project, { build: "test -f src/tides.ts", test: "grep -q 0.4 src/tides.ts" });
  // The same moments each time; what they hit differs with the machine.
  const random = seeded(18);
  for (let round = 0; round < 4; round += 1) {
    const run = await start(project, await makeDiffTask(project));
    await workElsewhere(run, { atMoment: 1 + Math.floor(random() * (moments + 7)) });
    await workElsewhere(run, { afterMs: Math.floor(random() * 600) });
    if ((await read(project, run)).running) expect(await work(world, await claim(world, run))).toBe("completed");
    await expectOnce(run);
    await expectChecked(run);
  }
  await setCommands(world, project, {});
  expect(await project.git("fsck", "--strict")).toBe("");
}, 600_000);

it("ends a command with its worker, and runs it again", async () => {
  // Nobody else sleeps for this time.
  const hanging = "sleep 7433.75";
  const findSleeping = () => findProcesses((command) => command.startsWith(hanging));
  await setCommands(world, project, {
    build: "test -f src/tides.ts",
    test: `grep -q 0.4 src/tides.ts || exec ${hanging}`,
  });
  const run = await start(project, await makeDiffTask(project));
  const working = Promise.withResolvers<ChildProcess>();
  const killed = workElsewhere(run, {}, working.resolve);
  await expect.poll(findSleeping, { timeout: 240_000 }).toHaveLength(1);
  (await working.promise).kill("SIGKILL");
  await killed;
  await expect.poll(findSleeping, { timeout: 60_000 }).toEqual([]);
  await setCommands(world, project, {});
  const going = work(world, await claim(world, run));
  // It still runs what was chosen when the checks began.
  await expect.poll(findSleeping, { timeout: 240_000 }).toHaveLength(1);
  await stopImplementation(project.ctx, whereIs(run));
  expect(await going).toBe("lost");
  expect(findSleeping()).toEqual([]);
  const { runs } = await getImplementationChecks(project.ctx, whereIs(run));
  expect(runs.map(({ kind, side, outcome }) => `${kind} ${side} ${outcome}`)).toEqual(["build base passed"]);
}, 600_000);

/** Each command once on each side, and green. */
async function expectChecked(implementation: Implementation): Promise<void> {
  const { proof, runs } = await getImplementationChecks(project.ctx, whereIs(implementation));
  expect(runs.map(({ kind, side, outcome }) => `${kind} ${side} ${outcome}`).toSorted()).toEqual([
    "build base passed",
    "build result passed",
    "test base failed",
    "test result passed",
  ]);
  expect(proof).toMatchObject({ state: "green", commands: { passed: 2, total: 2 } });
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

it("leaves no folder behind that a sweep does not find, and none of a run under way is taken", async () => {
  const begin = async () => {
    const run = await start(project, await makeDiffTask(project));
    return { run, folder: await makeRunFolder(world.dataDirectory, await claim(world, run)) };
  };
  const [ended, going] = [await begin(), await begin()];
  await stopImplementation(project.ctx, whereIs(ended.run));
  await sweepRunFolders(world.ctx);
  expect([ended, going].map(({ folder }) => existsSync(folder))).toEqual([false, true]);
  await stopImplementation(project.ctx, whereIs(going.run));
});

it("takes nothing from who lost the run, also when both work at once", async () => {
  const run = await start(project, await makeDiffTask(project));
  const first = await claim(world, run);
  const second = await claim(world, run);
  expect(second).toEqual({ ...first, leaseEpoch: first.leaseEpoch + 1 });
  expect((await Promise.all([work(world, first), work(world, second)])).toSorted()).toEqual(["completed", "lost"]);
  await expectOnce(run);
});

it("does nothing twice for two workers with one lease", async () => {
  const run = await start(project, await makeDiffTask(project));
  const lease = await claim(world, run);
  const outcomes = await Promise.allSettled([work(world, lease), work(world, lease)]);
  // One may be told that the other was quicker; the next try then finds that all is done.
  if (!outcomes.some((one) => one.status === "fulfilled" && one.value === "completed")) await work(world, lease);
  await expectOnce(run);
});

it("does nothing twice where another worker with the same lease is ahead of it at any step", async () => {
  for (let atMoment = 1; atMoment < moments; atMoment += 1) {
    const run = await start(project, await makeDiffTask(project));
    const lease = await claim(world, run);
    let moment = 0;
    const letOtherAhead = async () => {
      moment += 1;
      if (moment === atMoment) await Promise.allSettled([work(world, lease, dyingAt(atMoment + 2))]);
    };
    const [outcome] = await Promise.allSettled([
      work(world, lease, (ctx) => ({ ...ctx, db: noticed(ctx.db, letOtherAhead) })),
    ]);
    if (outcome.status === "rejected") await work(world, lease);
    await expectOnce(run);
  }
}, 600_000);

it("stops at once wherever it is, keeps what it has made, and goes on from there", async () => {
  for (let atMoment = 1; atMoment < moments; atMoment += 1) {
    const run = await start(project, await makeDiffTask(project));
    const lease = await claim(world, run);
    let moment = 0;
    const stopAt = async () => {
      moment += 1;
      if (moment === atMoment) await stopImplementation(project.ctx, whereIs(run));
    };
    const outcome = await work(world, lease, (ctx) => ({ ...ctx, db: noticed(ctx.db, stopAt) }));
    expect(outcome).toBe("lost");
    const stopped = await read(project, run);
    expect(stopped).toMatchObject({ outcome: "stopped", running: false, canMerge: false, task: { state: "todo" } });
    expect(stopped.events.filter(({ state }) => state === null)).toEqual([]);
    expect(stopped.events.at(-1)).toMatchObject({ type: "implementation-cancelled", state: "success" });
    await expect(stopImplementation(project.ctx, whereIs(run))).rejects.toThrow("This implementation is not running.");
    // Going on takes as long as the whole, so every third is enough.
    if (atMoment % 3 !== 0) continue;
    await resumeImplementation(project.ctx, whereIs(run));
    await expect(resumeImplementation(project.ctx, whereIs(run))).rejects.toThrow("was stopped or failed can go on");
    expect(await work(world, await claim(world, run))).toBe("completed");
    const done = await read(project, run);
    if (stopped.head !== null) expect(done.head).toBe(stopped.head);
    expect(await project.git("rev-list", "--count", `main..${done.workingBranch}`)).toBe("1");
    expect(done).toMatchObject({ outcome: "completed", task: { state: "in-review" } });
  }
}, 600_000);

/** The same database; something happens before each transaction and after it. Where it is dead, nothing does. */
function noticed(
  db: TestWorld["ctx"]["db"],
  happen: () => Promise<void>,
  isDead: () => boolean = () => false,
): TestWorld["ctx"]["db"] {
  return new Proxy(db, {
    get(target, name) {
      if (isDead()) throw new Error("dead");
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== "function") return value;
      if (name !== "transaction") return value.bind(target) as unknown;
      return async (run: Parameters<typeof db.transaction>[0]) => {
        await happen();
        const result = await target.transaction(run);
        await happen();
        return result;
      };
    },
  });
}

it("stops a run that waits in line before it has begun", async () => {
  const run = await start(project, await makeDiffTask(project));
  const stopped = await stopImplementation(project.ctx, whereIs(run));
  expect(stopped).toMatchObject({ outcome: "stopped", startedAt: null, position: null, task: { state: "todo" } });
  await expect(claim(world, run)).rejects.toThrow("nothing waits in line");
});

it("lets no organization wait for all that another started before", async () => {
  const other = await makeRunProject(world);
  const ours: Implementation[] = [];
  const at = (second: number) => world.setNow(new Date(Date.UTC(2026, 10, 22, 9, 0, second)));
  for (let n = 0; n < 3; n += 1) {
    at(n);
    ours.push(await start(project, await makeDiffTask(project)));
  }
  at(3);
  const theirs = await start(other, await makeDiffTask(other));
  const positions = async () => [
    ...(await Promise.all(ours.map((one) => read(project, one)))).map(({ position }) => position),
    (await read(other, theirs)).position,
  ];
  expect(await positions()).toEqual([0, 2, 3, 1]);
  const [first, second, third] = ours;
  const order = [first, second, third, theirs].map((one) => one?.implementationId ?? "");
  const taken: string[] = [];
  for (const ticket of order)
    taken.push((await claim(world, { ...theirs, implementationId: ticket })).implementationId);
  expect(taken).toEqual([first, theirs, second, third].map((one) => one?.implementationId));
  // The job that holds a run leads to it again.
  expect(await claim(world, { ...theirs, implementationId: order[1] ?? "" })).toMatchObject({
    implementationId: theirs.implementationId,
  });
});
