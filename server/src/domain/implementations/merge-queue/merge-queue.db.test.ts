import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { Implementation } from "@cairn/contract/implementations";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";

import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { repairMerges } from "#server/domain/implementations/merge/repair-merges.ts";
import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import type { QueueKillOrder } from "#server/domain/implementations/testing/kill-queue-program.ts";
import { implement, makeRunProject, read, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { setCommands } from "#server/domain/implementations/testing/set-commands.ts";
import { updateProject } from "#server/domain/projects/update-project.ts";
import { createRule } from "#server/domain/rules/create-rule.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { mergeQueueEntries } from "#server/platform/db/tables/merge-queue.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
import { createTestWorld, makeMember, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { enterMergeQueue } from "./enter-merge-queue.ts";
import { leaveMergeQueue } from "./leave-merge-queue.ts";
import { wakeMergeQueues } from "./wake-merge-queues.ts";
import { workOnMergeQueue } from "./work-on-merge-queue.ts";

// Each tests several changes in the sandbox.
vi.setConfig({ testTimeout: 300_000 });

let world: TestWorld;
let lena: Awaited<ReturnType<typeof makeUser>>;
beforeAll(async () => {
  world = await createTestWorld();
  lena = await makeUser(world, { firstName: "Lena", lastName: "Brandt" });
});
afterAll(() => world.close());

/** Its test adds up what all parts hold, and allows no more than 3. */
async function makeQueued(
  commands: Parameters<typeof setCommands>[2] = { test: "node test.mjs" },
): Promise<RunProject> {
  const project = await makeRunProject(world, {
    "parts/a.txt": "1\n",
    "test.mjs": [
      'import { readdirSync, readFileSync } from "node:fs";',
      'const sum = readdirSync("parts").reduce((all, name) => all + Number(readFileSync(`parts/${name}`, "utf8")), 0);',
      "console.log(sum);",
      "process.exit(sum > 3 ? 1 : 0);",
      "",
    ].join("\n"),
  });
  await makeMember(world, project.organizationId, lena.userId, "editor");
  await setCommands(world, project, commands);
  await updateProject(project.ctx, { ...project, mergePath: "queue" });
  return project;
}

const targetOfProject = ({ organizationId, projectId }: RunProject) => ({ organizationId, projectId });
const targetOf = (project: RunProject, { implementationId, task, head }: Implementation) => ({
  ...targetOfProject(project),
  taskId: task.taskId,
  implementationId,
  head: head ?? "",
});
const enter = (project: RunProject, one: Implementation, ctx = lena.ctx) =>
  enterMergeQueue(ctx, targetOf(project, one));
const workOn = ({ system, organizationId, repositoryId }: RunProject) =>
  workOnMergeQueue(system, { organizationId, repositoryId });

const newFile = (path: string, line: string) =>
  ["--- /dev/null", `+++ b/${path}`, "@@ -0,0 +1 @@", `+${line}`].join("\n");
const addPart = (project: RunProject, name: string, worth: number) =>
  implement(world, project, newFile(`parts/${name}.txt`, String(worth)));
/** Line 1 to 40 of a file say "line 1" to "line 40". */
const setLine = (line: number, text: string) =>
  [
    "--- a/src/board.ts",
    "+++ b/src/board.ts",
    `@@ -${line - 1},3 +${line - 1},3 @@`,
    ` line ${line - 1}`,
    `-line ${line}`,
    `+${text}`,
    ` line ${line + 1}`,
  ].join("\n");

/** Commits that main stood at, one after the other, the oldest first. */
const steps = async ({ git, base }: RunProject) =>
  (await git("rev-list", "--first-parent", "--reverse", `${base}..main`)).split("\n").filter(Boolean);

describe("a merge queue", () => {
  it("merges what was put in line one after the other, and each commit of main is the one that was tested", async () => {
    const project = await makeQueued();
    const all = [await addPart(project, "b", 1), await addPart(project, "c", 1)];
    const [one, other] = all as [Implementation, Implementation];
    await expect(mergeImplementation(lena.ctx, targetOf(project, one))).rejects.toMatchObject({
      message: "Changes of this product are merged through its merge queue. Put it in line instead.",
    });
    expect(await enter(project, one)).toMatchObject({ mergeQueue: { state: "waiting", place: 1, before: [] } });
    expect(world.enqueued.at(-1)).toMatchObject({ job: "work-on-merge-queue", key: project.repositoryId });
    expect(await enter(project, other)).toMatchObject({ mergeQueue: { place: 2, before: [one.task.name] } });
    // Asking again keeps the place.
    expect(await enter(project, one)).toMatchObject({ mergeQueue: { place: 1 } });
    await workOn(project);
    for (const each of all) {
      const done = await read(project, each);
      expect(done).toMatchObject({ state: "merged", mergeQueue: null, task: { state: "done" } });
      expect(done.merge?.mergedBy?.userId).toBe(lena.userId);
    }
    const stood = await steps(project);
    expect(stood).toHaveLength(2);
    const queued = all.map((each) =>
      project.git("rev-parse", `refs/cairn/implementations/${each.implementationId}/queued`),
    );
    expect(await Promise.all(queued)).toEqual(stood);
  });

  it("runs the commands of required rules on top of those before it", async () => {
    const project = await makeQueued({});
    await createRule(project.ctx, {
      ...targetOfProject(project),
      condition: "A part is added",
      instruction: "There are never more than two parts",
      check: { kind: "command", files: "parts/**", command: "test $(ls parts | wc -l) -lt 3" },
      isRequired: true,
    });
    const [one, breaks] = [await addPart(project, "b", 1), await addPart(project, "c", 1)];
    for (const each of [one, breaks]) expect(await enter(project, each)).toMatchObject({ canMerge: true });
    await workOn(project);
    expect(await read(project, one)).toMatchObject({ state: "merged" });
    expect(await read(project, breaks)).toMatchObject({
      state: "created",
      mergeQueue: { state: "left", reason: expect.stringContaining("The rule’s command “test $(ls parts") },
    });
    expect(await steps(project)).toHaveLength(1);
  });

  it("lets leave what nobody can tell by the command of a required rule", async () => {
    const project = await makeQueued({});
    await createRule(project.ctx, {
      ...targetOfProject(project),
      condition: "A part is added",
      instruction: "There is a list of parts",
      check: { kind: "command", files: "parts/**", command: "test -e parts/list.md" },
      isRequired: true,
    });
    const one = await addPart(project, "b", 1);
    expect(await enter(project, one)).toMatchObject({ canMerge: true });
    await workOn(project);
    const reason =
      "Nobody knows whether it keeps to the required rule with “test -e parts/list.md”: It did not pass before";
    expect(await read(project, one)).toMatchObject({
      state: "created",
      mergeQueue: { state: "left", reason: expect.stringContaining(reason) },
    });
  });

  it("lets what breaks on top of those before it leave, and tests those behind it again without it", async () => {
    const project = await makeQueued();
    const [one, breaks, behind] = [
      await addPart(project, "b", 1),
      await addPart(project, "c", 2),
      await addPart(project, "d", 1),
    ];
    for (const each of [one, breaks, behind]) {
      expect(each).toMatchObject({ proof: { state: "green" } });
      await enter(project, each);
    }
    await workOn(project);
    expect(await read(project, one)).toMatchObject({ state: "merged" });
    expect(await read(project, behind)).toMatchObject({ state: "merged" });
    expect(await read(project, breaks)).toMatchObject({
      state: "created",
      task: { state: "in-review" },
      mergeQueue: {
        state: "left",
        place: null,
        reason: "Tested on top of those before it: Test is broken by this change.",
        proof: { state: "red" },
      },
    });
    expect(await steps(project)).toHaveLength(2);
    expect(await project.git("ls-tree", "--name-only", "main:parts")).toBe("a.txt\nb.txt\nd.txt");
  });

  it("names the files in which a change conflicts with one before it", async () => {
    const project = await makeQueued({});
    const one = await implement(world, project, setLine(7, "seven"));
    const other = await implement(world, project, setLine(7, "sept"));
    await enter(project, one);
    await enter(project, other);
    await workOn(project);
    expect(await read(project, one)).toMatchObject({ state: "merged" });
    const left = await read(project, other);
    expect(left.mergeQueue?.reason).toMatch(
      new RegExp(
        `^Conflicts with (main in src/board.ts|${one.task.name}, which is before it in line, in src/board.ts\\.)$`,
      ),
    );
    expect(await project.git("show", "main:src/board.ts")).toContain("seven");
  });

  it("sees what happens to a change while it waits: other commits, a run, an account without rights, a way out", async () => {
    const project = await makeQueued({});
    const change = async (name: string) => implement(world, project, newFile(`src/${name}.ts`, name));
    const [moved, runs, stays, leaves] = [
      await change("moved"),
      await change("runs"),
      await change("stays"),
      await change("leaves"),
    ];
    const seen = { ...moved, head: "0".repeat(40) };
    await expect(enter(project, seen)).rejects.toMatchObject({ code: "conflict" });
    for (const each of [moved, runs, leaves, stays]) await enter(project, each);
    expect(await leaveMergeQueue(lena.ctx, targetOf(project, leaves))).toMatchObject({ mergeQueue: null });
    expect(await read(project, stays)).toMatchObject({ mergeQueue: { place: 3 } });
    const set = (one: Implementation, values: Partial<typeof implementations.$inferInsert>) =>
      world.ctx.db
        .update(implementations)
        .set(values)
        .where(eq(implementations.implementationId, one.implementationId));
    await set(moved, { headOid: project.base });
    await set(runs, { runState: "queued", endedAt: null });
    // Somebody pushes to main meanwhile.
    await commitOnTop(project, { parent: project.base, ref: "refs/heads/main", files: { "x.md": "x\n" } });
    await workOn(project);
    const entries = await world.ctx.db.select().from(mergeQueueEntries);
    const reasonOf = ({ implementationId }: Implementation) =>
      entries.find((entry) => entry.implementationId === implementationId)?.reason;
    expect(reasonOf(moved)).toBe("It has commits that nobody has put in line.");
    expect(reasonOf(runs)).toBe("A run works on it again.");
    expect(await read(project, stays)).toMatchObject({ state: "merged" });
    expect(await read(project, leaves)).toMatchObject({ state: "created", mergeQueue: null });
    expect(await project.git("show", "main:x.md")).toBe("x");
    await set(runs, { runState: "completed" });

    const late = await change("late");
    await enter(project, late);
    const { organizationId } = project;
    await world.ctx.db
      .delete(members)
      .where(and(eq(members.organizationId, organizationId), eq(members.userId, lena.userId)));
    await workOn(project);
    expect(await read(project, late)).toMatchObject({
      state: "created",
      mergeQueue: { state: "left", reason: "Whoever put it in line may not merge here any more." },
    });
  });

  it("merges each change once, whoever works on it at the same time", async () => {
    const project = await makeQueued();
    const all = [await addPart(project, "b", 1), await addPart(project, "c", 1)];
    for (const one of all) await enter(project, one);
    await Promise.all([workOn(project), workOn(project)]);
    for (const one of all) {
      const done = await read(project, one);
      expect(done.state).toBe("merged");
      expect(done.events.filter(({ type }) => type === "implementation-completed")).toHaveLength(1);
    }
    expect(await steps(project)).toHaveLength(2);
  });
});

const program = fileURLToPath(new URL("../testing/kill-queue-program.ts", import.meta.url));

function workElsewhere({ organizationId, repositoryId }: RunProject, atMoment: number | null): Promise<string> {
  const order: QueueKillOrder = {
    connectionString: world.connectionString,
    role: inject("testRuntimeRole"),
    dataDirectory: world.dataDirectory,
    organizationId,
    repositoryId,
    atMoment,
  };
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [program, JSON.stringify(order)], (_error, stdout) => resolve(stdout));
  return promise;
}

describe("twenty changes at once", () => {
  it("all get in, without a line lost, and main is green at each step", async () => {
    const project = await makeQueued({ test: "grep -q 'line 40' src/board.ts && node test.mjs" });
    const lines = Array.from({ length: 19 }, (_, at) => 2 + at * 2);
    const changes: Implementation[] = [];
    for (const line of lines) changes.push(await implement(world, project, setLine(line, `row ${line}`)));
    changes.push(await addPart(project, "b", 1));
    for (const one of changes) await enter(project, one);
    await workOn(project);
    const outcomes = await Promise.all(changes.map(async (one) => (await read(project, one)).state));
    expect(outcomes).toEqual(changes.map(() => "merged"));
    const stood = await steps(project);
    expect(stood).toHaveLength(changes.length);
    for (const [at, commit] of stood.entries()) {
      const board = (await project.git("show", `${commit}:src/board.ts`)).split("\n");
      expect(board.filter((text) => text.startsWith("row "))).toHaveLength(Math.min(at + 1, lines.length));
      expect(board).toHaveLength(40);
    }
  });
});

describe("a merge queue whose worker is killed", () => {
  const makeTwo = async () => {
    const project = await makeQueued({});
    const one = await implement(world, project, newFile("src/one.ts", "one"));
    const other = await implement(world, project, newFile("src/other.ts", "other"));
    await enter(project, one);
    await enter(project, other);
    return { project, all: [one, other] };
  };

  it("is gone on with, wherever that is, and nothing is merged twice or by halves", async () => {
    const done = await workElsewhere((await makeTwo()).project, null);
    expect(done).toMatch(/^done \d+$/);
    const moments = Number(done.split(" ")[1]);
    expect(moments).toBeGreaterThan(8);
    for (let atMoment = 1; atMoment <= moments; atMoment += 2) {
      const { project, all } = await makeTwo();
      const end = await workElsewhere(project, atMoment);
      // How often progress is shown depends on the clock: one that came to its end had fewer moments than the first.
      if (end !== "") expect(Number(/^done (\d+)$/.exec(end)?.[1])).toBeLessThan(atMoment);
      await repairMerges(world.ctx);
      await workOn(project);
      for (const each of all) {
        const { state, events, task } = await read(project, each);
        const ends = events.filter(({ type }) => type === "implementation-completed");
        expect([atMoment, state, task.state, ends.length]).toEqual([atMoment, "merged", "done", 1]);
      }
      expect(await steps(project)).toHaveLength(2);
      expect(await project.git("fsck", "--no-dangling", "--no-progress")).toBe("");
    }
  });

  it("is put in line again by whoever starts next", async () => {
    const { project } = await makeTwo();
    world.enqueued.length = 0;
    await wakeMergeQueues(world.ctx);
    expect(world.enqueued).toContainEqual({
      job: "work-on-merge-queue",
      data: { organizationId: project.organizationId, repositoryId: project.repositoryId },
      key: project.repositoryId,
    });
  });
});
