import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

import { previewMerge as previewEndpoint } from "@cairn/contract/implementation-merging";
import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

import { takePush } from "#server/domain/implementations/own-machine/take-push.ts";
import { stopImplementation } from "#server/domain/implementations/starting/stop-implementation.ts";
import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import type { MergeKillOrder } from "#server/domain/implementations/testing/kill-merge-program.ts";
import {
  implement,
  makeDiffTask,
  makeRunProject,
  read,
  start,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { updateProject } from "#server/domain/projects/update-project.ts";
import { implementations, mergeIntents } from "#server/platform/db/tables/implementations.ts";
import { auditEvents } from "#server/platform/db/tables/organizations.ts";
import { projectChanges } from "#server/platform/db/tables/project-changes.ts";
import { createTestWorld, makeMember, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { mergeImplementation } from "./merge-implementation.ts";
import { previewMerge } from "./preview-merge.ts";
import { repairMerges } from "./repair-merges.ts";

/** A dozen merges, or servers that are killed, one after another: the usual limit leaves them no room on a busy machine. */
const forManyMs = 900_000;

let world: TestWorld;
let lena: Awaited<ReturnType<typeof makeUser>>;
beforeAll(async () => {
  world = await createTestWorld();
  lena = await makeUser(world, { firstName: "Lena", lastName: "Brandt" });
});
afterAll(() => world.close());

async function makeReviewed(): Promise<RunProject> {
  const project = await makeRunProject(world);
  await makeMember(world, project.organizationId, lena.userId, "editor");
  return project;
}

const targetOf = (project: RunProject, { implementationId, task, head }: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: task.taskId,
  implementationId,
  head: head ?? "",
});
const merge = (project: RunProject, one: Implementation, ctx = project.ctx) =>
  mergeImplementation(ctx, targetOf(project, one));
const preview = async (project: RunProject, one: Implementation) =>
  previewEndpoint.response.parse(await previewMerge(project.ctx, targetOf(project, one)));

/** A diff that puts a line into a file of its own. */
const newFile = (name: string) =>
  ["--- /dev/null", `+++ b/src/${name}.ts`, "@@ -0,0 +1 @@", `+export const ${name} = 1;`].join("\n");

/** Somebody pushes to main. */
async function pushToMain(project: RunProject, files: Record<string, string>): Promise<string> {
  const parent = await project.git("rev-parse", "main");
  return await commitOnTop(project, { parent, ref: "refs/heads/main", files });
}

describe("a merge", () => {
  it("brings what was reviewed into main, in a commit of whoever merges, and the task is done", async () => {
    const project = await makeReviewed();
    const one = await implement(world, project);
    const [change] = [await project.git("rev-parse", `${one.head}^{tree}`)];
    expect(one).toMatchObject({ canMerge: true, mergeObstacles: [], merge: null });
    const done = await merge(project, one, lena.ctx);
    expect(done).toMatchObject({
      state: "merged",
      canMerge: false,
      mergeObstacles: [{ kind: "decided" }],
      task: { state: "done" },
      merge: { mergedBy: { userId: lena.userId } },
    });
    const { git } = project;
    expect(await git("rev-parse", "main")).toBe(done.merge?.commit);
    expect(await git("rev-list", "--parents", "--max-count=1", "main")).toBe(
      `${done.merge?.commit} ${project.base} ${one.head}`,
    );
    // What was merged is what was shown.
    expect(await git("rev-parse", "main^{tree}")).toBe(change);
    expect(await git("log", "-1", "--format=%an|%cn|%s", "main")).toBe(
      `Lena Brandt|Lena Brandt|Show tides (${one.task.name})`,
    );
    const body = await git("log", "-1", "--format=%b", "main");
    expect(body).toContain(`Task: ${one.task.name}\nImplementation: ${one.projectImplementationId}\n`);
    expect(body).toMatch(/^Co-authored-by: Cairn <no-reply@/m);
    expect(done.events.at(-1)).toMatchObject({ type: "implementation-completed", state: "success" });
    expect(world.enqueued.at(-1)).toMatchObject({ job: "index-repository", key: project.repositoryId });
    const audited = await world.ctx.db.select().from(auditEvents).where(eq(auditEvents.actorId, lena.userId));
    expect(audited).toMatchObject([{ action: "implementation.merged" }]);
    await expect(merge(project, one)).rejects.toMatchObject({ message: "This implementation is merged already" });
  });

  it("is one commit of its author where the product says so", async () => {
    const project = await makeReviewed();
    await updateProject(project.ctx, { ...project, mergeMethod: "squash" });
    const one = await implement(world, project);
    expect(await preview(project, one)).toMatchObject({ method: "squash", commitsBehind: 0 });
    const done = await merge(project, one, lena.ctx);
    const { git } = project;
    expect(await git("rev-list", "--parents", "--max-count=1", "main")).toBe(`${done.merge?.commit} ${project.base}`);
    expect(await git("log", "-1", "--format=%ae|%cn", "main")).toBe(`${project.owner.userId}@example.test|Lena Brandt`);
  });

  it("goes onto what main holds by now, and is refused with the files that conflict", async () => {
    const project = await makeReviewed();
    const one = await implement(world, project);
    const other = await implement(world, project);
    const beside = await implement(world, project, newFile("neap"));
    const noted = async () =>
      (await world.ctx.db.select().from(projectChanges).where(eq(projectChanges.subjectId, other.implementationId)))
        .length;
    await pushToMain(project, { "src/board.ts": "line 1\n" });
    expect(await read(project, one)).toMatchObject({ canMerge: true });
    expect(await preview(project, one)).toMatchObject({ commitsBehind: 1 });
    const before = await noted();
    await pushToMain(project, {
      "src/tides.ts": "export const high = 1;\nexport const low = 3;\nexport const slack = 3;\n",
    });
    expect(await read(project, other)).toMatchObject({
      canMerge: false,
      mergeObstacles: [{ kind: "conflict", message: "Conflicts with main in src/tides.ts" }],
    });
    await expect(merge(project, other)).rejects.toMatchObject({ message: "Conflicts with main in src/tides.ts" });
    await merge(project, beside);
    // Whoever looks at another one onto the same branch is told.
    expect(await noted()).toBe(before + 1);
    expect(await project.git("show", "main:src/neap.ts")).toBe("export const neap = 1;");
    expect(await project.git("show", "main:src/tides.ts")).toContain("low = 3");
  });

  it("is refused in words while it runs, when it failed, and when its branch holds other commits", async () => {
    const project = await makeReviewed();
    const waiting = await start(project, await makeDiffTask(project));
    expect(waiting.mergeObstacles).toEqual([{ kind: "running", message: "Still running: it waits in line" }]);
    await stopImplementation(project.ctx, targetOf(project, waiting));
    expect((await read(project, waiting)).mergeObstacles).toMatchObject([
      { message: "This implementation was stopped" },
    ]);
    const failed = await implement(world, project, newFile("tides"));
    expect(failed.mergeObstacles).toMatchObject([{ message: "This implementation failed" }]);
    const one = await implement(world, project);
    const ref = `refs/heads/${one.workingBranch}`;
    const pushed = await commitOnTop(project, { parent: one.head ?? "", ref, files: { "src/more.ts": "more\n" } });
    await expect(merge(project, one)).rejects.toMatchObject({ code: "conflict" });
    // What was pushed was checked, but whoever merges has seen the former commit.
    const isOne = eq(implementations.implementationId, one.implementationId);
    await world.ctx.db.update(implementations).set({ headOid: pushed }).where(isOne);
    await expect(merge(project, one)).rejects.toMatchObject({
      code: "conflict",
      details: { head: pushed, commits: [{ oid: pushed, subject: "Revise" }] },
    });
    expect(await project.git("rev-parse", "main")).toBe(project.base);
    await merge(project, await read(project, one));
    expect(await project.git("show", "main:src/more.ts")).toBe("more");
  });

  it("needs no branch of the change: what was reviewed is kept", async () => {
    const project = await makeReviewed();
    const one = await implement(world, project);
    await project.git("update-ref", "-d", `refs/heads/${one.workingBranch}`);
    expect(await merge(project, one)).toMatchObject({ state: "merged" });
  });

  it("has one winner where two people press at once, and honest losers", async () => {
    const project = await makeReviewed();
    const one = await implement(world, project);
    const pressed = await Promise.allSettled([
      merge(project, one),
      merge(project, one, lena.ctx),
      merge(project, one),
      stopImplementation(project.ctx, targetOf(project, one)),
    ]);
    expect(pressed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const press of pressed)
      if (press.status === "rejected") expect(press.reason).toMatchObject({ code: "conflict" });
    expect(await project.git("rev-list", "--count", "--merges", "main")).toBe("1");
    expect(await world.ctx.db.select().from(mergeIntents)).toEqual([]);
  });

  it(
    "loses nothing where ten are merged at once while others push to main",
    async () => {
      const project = await makeReviewed();
      const names = Array.from({ length: 10 }, (_, at) => `tide${at}`);
      const all: Implementation[] = [];
      for (const name of names) all.push(await implement(world, project, newFile(name)));
      const pushes = async () => {
        const pushed: string[] = [];
        for (let count = 0; count < 5; count += 1) {
          const parent = await project.git("rev-parse", "main");
          const aside = `refs/heads/aside-${count}`;
          const oid = await commitOnTop(project, { parent, ref: aside, files: { [`docs/${count}.md`]: "x\n" } });
          const moved = await project.git("update-ref", "refs/heads/main", oid, parent).catch(() => null);
          if (moved !== null) pushed.push(oid);
        }
        return pushed;
      };
      const [pushed, ...merged] = await Promise.all([pushes(), ...all.map((one) => merge(project, one))]);
      for (const { merge: made } of merged)
        await project.git("merge-base", "--is-ancestor", made?.commit ?? "", "main");
      for (const oid of pushed) await project.git("merge-base", "--is-ancestor", oid, "main");
      const files = await project.git("ls-tree", "-r", "--name-only", "main", "src");
      for (const name of names) expect(files).toContain(`src/${name}.ts`);
      expect(await project.git("rev-list", "--count", "--merges", "main")).toBe("10");
    },
    forManyMs,
  );

  it("and a push for the same head: the push waits for the merge, or the merge is refused", async () => {
    const project = await makeReviewed();
    const one = await implement(world, project);
    const isOne = eq(implementations.implementationId, one.implementationId);
    await world.ctx.db.update(implementations).set({ engine: "own-machine", pushedOid: one.head }).where(isOne);
    const ref = `refs/heads/${one.workingBranch}`;
    const push = async () => {
      await commitOnTop(project, { parent: one.head ?? "", ref, files: { "src/more.ts": "more\n" } });
      await takePush(world.ctx, targetOf(project, one));
    };
    const [merged] = await Promise.allSettled([merge(project, one), push()]);
    const after = await read(project, one);
    const hasMore = (await project.git("ls-tree", "-r", "--name-only", "main")).includes("src/more.ts");
    expect(hasMore).toBe(false);
    if (merged.status === "fulfilled") {
      expect(after).toMatchObject({ state: "merged", running: false, task: { state: "done" } });
    } else {
      expect(merged.reason).toMatchObject({ code: "conflict" });
      expect(after).toMatchObject({ state: "created" });
      expect(await project.git("rev-parse", "main")).toBe(project.base);
    }
  });
});

const program = fileURLToPath(new URL("../testing/kill-merge-program.ts", import.meta.url));

function mergeElsewhere(
  project: RunProject,
  one: Implementation,
  kill: Partial<Pick<MergeKillOrder, "atMoment" | "afterMs">>,
): Promise<string> {
  const order: MergeKillOrder = {
    connectionString: world.connectionString,
    role: inject("testRuntimeRole"),
    dataDirectory: world.dataDirectory,
    userId: project.owner.userId,
    target: targetOf(project, one),
    atMoment: null,
    afterMs: null,
    ...kill,
  };
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [program, JSON.stringify(order)], (_error, stdout) => resolve(stdout));
  return promise;
}

/** Merged once and wholly, or not at all. */
async function expectWhole(project: RunProject, one: Implementation): Promise<"merged" | "created"> {
  await repairMerges(world.ctx);
  expect(await world.ctx.db.select().from(mergeIntents)).toEqual([]);
  const { state, task, merge: made, events } = await read(project, one);
  const tip = await project.git("rev-parse", "main");
  const ends = events.filter(({ type }) => type === "implementation-completed");
  if (state === "merged") {
    expect([made?.commit, task.state, ends.length]).toEqual([tip, "done", 1]);
  } else expect([tip, state, task.state, ends.length]).toEqual([one.base, "created", "in-review", 0]);
  expect(await project.git("fsck", "--no-dangling", "--no-progress")).toBe("");
  return state === "merged" ? "merged" : "created";
}

describe("a merge whose server is killed", () => {
  it(
    "is whole or has not happened, wherever that is",
    async () => {
      const first = await makeReviewed();
      const done = await mergeElsewhere(first, await implement(world, first), {});
      expect(done).toMatch(/^merged \d+$/);
      const moments = Number(done.split(" ")[1]);
      expect(moments).toBeGreaterThanOrEqual(4);
      const outcomes: string[] = [];
      for (let atMoment = 1; atMoment <= moments; atMoment += 1) {
        const project = await makeReviewed();
        const one = await implement(world, project);
        expect(await mergeElsewhere(project, one, { atMoment })).toBe("");
        outcomes.push(await expectWhole(project, one));
      }
      // Before the intent is written nothing has happened; from then on it is brought to its end.
      expect([...new Set(outcomes)]).toEqual(["created", "merged"]);
      for (let afterMs = 5; afterMs <= 125; afterMs += 20) {
        const project = await makeReviewed();
        const one = await implement(world, project);
        await mergeElsewhere(project, one, { afterMs });
        await expectWhole(project, one);
      }
    },
    forManyMs,
  );

  it("is forgotten where somebody else moved the branch meanwhile, and can be made again", async () => {
    const project = await makeReviewed();
    const one = await implement(world, project);
    const aside = await commitOnTop(project, {
      parent: project.base,
      ref: "refs/heads/aside",
      files: { "x.md": "x\n" },
    });
    const orphan = await project.git("commit-tree", "-m", "never", "-p", project.base, `${one.head}^{tree}`);
    await world.ctx.db.insert(mergeIntents).values({
      implementationId: one.implementationId,
      organizationId: project.organizationId,
      headOid: one.head ?? "",
      tipOid: project.base,
      mergeOid: orphan,
      documentsAt: null,
      requestedBy: lena.userId,
      createdAt: world.ctx.now(),
    });
    await project.git("update-ref", "refs/heads/main", aside);
    await expect(merge(project, one)).rejects.toMatchObject({
      message: "Somebody else is merging this at the moment.",
    });
    await repairMerges(world.ctx);
    expect(await read(project, one)).toMatchObject({ state: "created", canMerge: true });
    await merge(project, one);
    expect(await project.git("show", "main:x.md")).toBe("x");
  });
});
