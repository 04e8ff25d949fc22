import { setTimeout as wait } from "node:timers/promises";

import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { addComment } from "#server/domain/implementations/comments/add-comment.ts";
import { enterMergeQueue } from "#server/domain/implementations/merge-queue/enter-merge-queue.ts";
import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { createPushKey } from "#server/domain/implementations/own-machine/create-push-key.ts";
import { resumeImplementation } from "#server/domain/implementations/starting/resume-implementation.ts";
import { reviseImplementation } from "#server/domain/implementations/starting/revise-implementation.ts";
import { startImplementation } from "#server/domain/implementations/starting/start-implementation.ts";
import { stopImplementation } from "#server/domain/implementations/starting/stop-implementation.ts";
import {
  implement,
  makeDiffTask,
  makeRunProject,
  read,
  start,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { updateProject } from "#server/domain/projects/update-project.ts";
import { getTask } from "#server/domain/tasks/get-task.ts";
import { implementations, mergeIntents } from "#server/platform/db/tables/implementations.ts";
import { auditEvents } from "#server/platform/db/tables/organizations.ts";
import { users } from "#server/platform/db/tables/users.ts";
import { createTestWorld, makeMember, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { discardImplementation } from "./discard-implementation.ts";

let world: TestWorld;
let lena: Awaited<ReturnType<typeof makeUser>>;
let project: RunProject;
beforeAll(async () => {
  world = await createTestWorld();
  lena = await makeUser(world, { firstName: "Lena", lastName: "Brandt" });
  project = await makeRunProject(world);
  await makeMember(world, project.organizationId, lena.userId, "editor");
});
afterAll(() => world.close());

const keyOf = ({ implementationId, task, head }: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: task.taskId,
  implementationId,
  head: head ?? "",
});
const newFile = (name: string) =>
  ["--- /dev/null", `+++ b/src/${name}.ts`, "@@ -0,0 +1 @@", `+export const ${name} = 1;`].join("\n");
const discard = (one: Implementation, ctx = lena.ctx) => discardImplementation(ctx, keyOf(one));

describe("an implementation that is discarded", () => {
  it("says who did and why it cannot be merged, keeps its branch, and asks nobody for anything any more", async () => {
    const one = await implement(world, project);
    await addComment(project.ctx, { ...keyOf(one), message: "Why 0.4?" });
    const done = await discard(one);
    expect(done).toMatchObject({
      state: "discarded",
      running: false,
      outcome: "completed",
      canMerge: false,
      mergeObstacles: [{ kind: "decided", message: "This implementation was discarded" }],
      comments: { total: 1 },
      task: { state: "todo" },
    });
    expect(done.events.at(-1)).toMatchObject({
      type: "implementation-cancelled",
      state: "success",
      summary: `Discarded by Lena Brandt. The branch ${one.workingBranch} stays.`,
    });
    expect(await project.git("rev-parse", one.workingBranch)).toBe(one.head);
    const audited = await world.ctx.db.select().from(auditEvents).where(eq(auditEvents.actorId, lena.userId));
    expect(audited.at(-1)).toMatchObject({
      action: "implementation.discarded",
      target: `implementation ${one.projectImplementationId} of ${one.task.name}`,
    });
    const refused = { code: "conflict" };
    await expect(reviseImplementation(project.ctx, keyOf(one))).rejects.toMatchObject(refused);
    await expect(resumeImplementation(project.ctx, keyOf(one))).rejects.toMatchObject(refused);
    await expect(mergeImplementation(project.ctx, keyOf(one))).rejects.toMatchObject(refused);
    await expect(enterMergeQueue(project.ctx, keyOf(one))).rejects.toMatchObject(refused);
  });

  it("leaves its task to be implemented anew, on a branch of its own", async () => {
    const one = await implement(world, project);
    await discard(one);
    const again = await startImplementation(project.ctx, { ...keyOf(one), engine: "diff" });
    expect(again).toMatchObject({ running: true, workingBranch: `${one.workingBranch}-2` });
    await stopImplementation(project.ctx, keyOf(again));
  });

  it("may have been stopped before, and its timeline tells both", async () => {
    const one = await start(project, await makeDiffTask(project));
    await expect(discard(one)).rejects.toMatchObject({
      code: "conflict",
      message: "This implementation is still running. Stop it before you discard it.",
    });
    await stopImplementation(project.ctx, keyOf(one));
    const { events } = await discard(one);
    expect(events.map(({ summary }) => summary)).toEqual([
      "Stopped before anything was written.",
      "Discarded by Lena Brandt. Nothing was written.",
    ]);
  });

  it("leaves its task in review where another change of it waits there", async () => {
    const one = await implement(world, project);
    await world.ctx.db
      .update(implementations)
      .set({ state: "discarded" })
      .where(eq(implementations.implementationId, one.implementationId));
    const { organizationId, projectId } = project;
    const { taskId } = one.task;
    expect(await getTask(project.ctx, { organizationId, projectId, taskId })).toMatchObject({ state: "in-review" });
    const other = await implement(world, project);
    await world.ctx.db
      .update(implementations)
      .set({ taskId })
      .where(eq(implementations.implementationId, other.implementationId));
    await world.ctx.db
      .update(implementations)
      .set({ state: "created" })
      .where(eq(implementations.implementationId, one.implementationId));
    expect(await discard(one)).toMatchObject({ task: { state: "in-review" } });
  });

  it("takes no pushes any more", async () => {
    const task = await makeDiffTask(project);
    const one = await startImplementation(project.ctx, { ...project, ...task, engine: "own-machine" });
    await stopImplementation(project.ctx, keyOf(one));
    await discard(one);
    await expect(createPushKey(project.ctx, keyOf(one))).rejects.toMatchObject({
      message: "This implementation takes no pushes any more.",
    });
  });

  it("leaves the merge queue, where those behind it go on without it", async () => {
    await updateProject(project.ctx, { ...keyOfProject(), mergePath: "queue" });
    const one = await implement(world, project);
    expect(await enterMergeQueue(project.ctx, keyOf(one))).toMatchObject({ mergeQueue: { place: 1 } });
    expect(await discard(one)).toMatchObject({ state: "discarded", mergeQueue: null });
    expect(world.enqueued.at(-1)).toMatchObject({ job: "work-on-merge-queue", key: project.repositoryId });
    await updateProject(project.ctx, { ...keyOfProject(), mergePath: "direct" });
  });

  it("keeps its words when the account of whoever discarded it is gone", async () => {
    const guest = await makeUser(world, { firstName: "Noor", lastName: "Haddad" });
    await makeMember(world, project.organizationId, guest.userId, "editor");
    const one = await implement(world, project);
    await discard(one, guest.ctx);
    await world.ctx.wholeDb.delete(users).where(eq(users.userId, guest.userId));
    const { events } = await read(project, one);
    expect(events.at(-1)?.summary).toMatch(/^Discarded by somebody who left\./);
  });
});

const keyOfProject = () => ({ organizationId: project.organizationId, projectId: project.projectId });

describe("a merge and a discard", () => {
  it("do not meet: what is being merged, or was, is not discarded", async () => {
    const one = await implement(world, project);
    await world.ctx.db.insert(mergeIntents).values({
      implementationId: one.implementationId,
      organizationId: project.organizationId,
      headOid: one.head ?? "",
      tipOid: project.base,
      mergeOid: "0".repeat(40),
      requestedBy: null,
      createdAt: world.ctx.now(),
    });
    await expect(discard(one)).rejects.toMatchObject({
      code: "conflict",
      message: "It is being merged at the moment.",
    });
    expect(await read(project, one)).toMatchObject({ state: "created" });
    await world.ctx.db.delete(mergeIntents).where(eq(mergeIntents.implementationId, one.implementationId));
  });

  it("pressed at once have one winner, however often they meet", async () => {
    for (let round = 0; round < 12; round += 1) {
      const name = `meet${round}`;
      const one = await implement(world, project, newFile(name));
      const before = await project.git("rev-parse", "main");
      // Merging takes some moments; the discard comes a little later into it each time.
      const discardLater = async () => {
        await wait(round * 8);
        return await discard(one);
      };
      const pressed = await Promise.allSettled([
        discardLater(),
        mergeImplementation(project.ctx, keyOf(one)),
        discardLater(),
        mergeImplementation(lena.ctx, keyOf(one)),
      ]);
      expect(pressed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const press of pressed)
        if (press.status === "rejected") expect(press.reason).toMatchObject({ code: "conflict" });
      const { state, task, merge } = await read(project, one);
      const after = await project.git("rev-parse", "main");
      if (state === "merged") expect(merge?.commit).toBe(after);
      else expect({ state, after, task: task.state }).toEqual({ state: "discarded", after: before, task: "todo" });
    }
    expect(await world.ctx.db.select().from(mergeIntents)).toEqual([]);
  });

  it("is pressed by two at once and done once", async () => {
    const one = await implement(world, project, newFile("twice"));
    const pressed = await Promise.allSettled([discard(one), discard(one, project.ctx), discard(one)]);
    expect(pressed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const press of pressed)
      if (press.status === "rejected")
        expect(press.reason).toMatchObject({ message: "This implementation was discarded already." });
    const { events } = await read(project, one);
    expect(events.filter(({ type }) => type === "implementation-cancelled")).toHaveLength(1);
  });

  it("is final: what is merged is never discarded", async () => {
    const one = await implement(world, project, newFile("slack"));
    await mergeImplementation(project.ctx, keyOf(one));
    await expect(discard(one)).rejects.toMatchObject({ message: "This implementation is merged already." });
  });
});
