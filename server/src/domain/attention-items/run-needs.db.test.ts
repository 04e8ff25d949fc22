import { listNeeds as endpoint } from "@cairn/contract/attention-items";
import type { Implementation } from "@cairn/contract/implementations";
import { getTaskSummary } from "@cairn/contract/tasks";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { withActor, type Ctx } from "#server/ctx.ts";
import { addComment } from "#server/domain/implementations/comments/add-comment.ts";
import { resolveComment } from "#server/domain/implementations/comments/resolve-comment.ts";
import { listReviews } from "#server/domain/implementations/reading/list-reviews.ts";
import {
  implement,
  makeDiffTask,
  makeRunProject,
  start,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { getTaskSummary as summarize } from "#server/domain/tasks/get-task-summary.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { mergeQueueEntries } from "#server/platform/db/tables/merge-queue.ts";
import { pullRequests } from "#server/platform/db/tables/pull-requests.ts";
import { createTestWorld, makeMember, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { listNeeds } from "./list-needs.ts";
import { nameNeed } from "./name-need.ts";

let world: TestWorld;
let project: RunProject;
beforeAll(async () => {
  world = await createTestWorld();
  project = await makeRunProject(world);
});
afterAll(() => world.close());

const keyOf = ({ implementationId, task }: Implementation, { organizationId, projectId }: RunProject = project) => {
  return { organizationId, projectId, taskId: task.taskId, implementationId };
};

async function change({ implementationId }: Implementation, values: Partial<typeof implementations.$inferInsert>) {
  const isIt = eq(implementations.implementationId, implementationId);
  await world.ctx.db.update(implementations).set(values).where(isIt);
}

async function needsOf(ctx: Ctx) {
  const { content, total } = endpoint.response.parse(await listNeeds(ctx));
  const runs = content.filter(({ kind }) => kind !== "setup" && kind !== "index-failed");
  expect(total).toBe(content.length);
  return runs.map((need) => ({ ...need, name: nameNeed(need) }));
}

it("tells whoever had a change made of what others say of it, once, until that is dealt with", async () => {
  const one = await implement(world, project);
  const key = keyOf(one);
  const editor = await makeUser(world);
  await makeMember(world, project.organizationId, editor.userId, "editor");
  expect(await needsOf(project.ctx)).toMatchObject([{ kind: "task-in-review" }]);
  await addComment(project.ctx, { ...key, message: "A note of my own" });
  expect(await needsOf(project.ctx)).toMatchObject([{ kind: "task-in-review" }]);
  const first = await addComment(editor.ctx, { ...key, message: "Why 0.4?" });
  const told = { kind: "open-comments", implementationId: one.implementationId, task: { name: one.task.name } };
  const [need] = await needsOf(project.ctx);
  expect([need]).toMatchObject([{ ...told, count: 1 }]);
  const second = await addComment(editor.ctx, { ...key, message: "And why so late?" });
  const [more] = await needsOf(project.ctx);
  expect([more]).toMatchObject([{ ...told, count: 2 }]);
  // Another comment is another letter.
  expect(more?.name).not.toBe(need?.name);
  expect(await needsOf(editor.ctx)).toEqual([]);
  for (const { commentId } of [first, second]) await resolveComment(editor.ctx, { ...key, commentId, resolved: true });
  expect(await needsOf(project.ctx)).toMatchObject([{ kind: "task-in-review" }]);
});

it("counts in the summary of a product what of its runs and reviews waits for whoever asks", async () => {
  const [own, other] = [await makeRunProject(world), await makeRunProject(world)];
  const editor = await makeUser(world);
  await makeMember(world, own.organizationId, editor.userId, "editor");
  const count = async (ctx = own.ctx, { organizationId, projectId } = own) =>
    getTaskSummary.response.parse(await summarize(ctx, { organizationId, projectId })).needYou;
  expect(await count()).toBe(0);
  const [one, two] = [await implement(world, own), await implement(world, own)];
  expect(await count()).toBe(2);
  expect(await count(editor.ctx)).toBe(0);
  const key = keyOf(one, own);
  const { commentId } = await addComment(editor.ctx, { ...key, message: "Why 0.4?" });
  // The comment says already that the change waits.
  expect(await count()).toBe(2);
  await resolveComment(editor.ctx, { ...key, commentId, resolved: true });
  await updateTask(own.ctx, { ...key, state: "done" });
  expect(await count()).toBe(1);
  const pause = { cause: "run", message: "It needs 5,000 tokens more.", neededTokens: 5_000 } as const;
  await change(two, { runState: "paused", pause });
  expect(await count()).toBe(1);
  expect(await needsOf(own.ctx)).toMatchObject([{ kind: "run-paused" }]);
  // What is counted is what the list of reviews shows, the paused run first.
  const three = await implement(world, own);
  const { content, total } = await listReviews(own.ctx, { ...keyOf(two, own), page: 1, limit: 10 });
  expect([await count(), total]).toEqual([2, 2]);
  expect(content.map(({ implementationId }) => implementationId)).toEqual(
    [two, three].map((shown) => shown.implementationId),
  );
  await updateTask(own.ctx, { ...keyOf(three, own), state: "done" });
  // The same person in another product, and an agent of theirs: nothing waits for these.
  await makeMember(world, other.organizationId, own.owner.userId, "editor");
  expect(await count(own.ctx, other)).toBe(0);
  expect(await count(withActor(own.ctx, { kind: "agent", userId: own.owner.userId }))).toBe(0);
});

it("tells whoever began a run that it is paused, and why", async () => {
  const own = await makeRunProject(world);
  const run = await start(own, await makeDiffTask(own));
  const pause = { cause: "run", message: "It needs 5,000 tokens more.", neededTokens: 5_000 } as const;
  expect(await needsOf(own.ctx)).toEqual([]);
  await change(run, { runState: "paused", pause });
  expect(await needsOf(own.ctx)).toMatchObject([
    {
      kind: "run-paused",
      implementationId: run.implementationId,
      reason: pause.message,
      task: { name: run.task.name },
    },
  ]);
  await change(run, { runState: "queued", pause: null });
  expect(await needsOf(own.ctx)).toEqual([]);
});

it("tells whoever began a run that it failed and why, until something newer is tried or the task is put aside", async () => {
  const own = await makeRunProject(world);
  const run = await implement(world, own, "--- a/gone.ts\n+++ b/gone.ts\n@@ -1 +1 @@\n-a\n+b\n");
  const { taskId } = run.task;
  expect(run.outcome).toBe("failed");
  expect(await needsOf(own.ctx)).toMatchObject([
    {
      kind: "run-failed",
      implementationId: run.implementationId,
      task: { name: run.task.name },
      reason: expect.stringMatching(/./),
    },
  ]);
  const inTask = { ...keyOf(run, own), state: "backlog" as const };
  await updateTask(own.ctx, inTask);
  expect(await needsOf(own.ctx)).toEqual([]);
  await updateTask(own.ctx, { ...inTask, state: "todo" });
  expect(await needsOf(own.ctx)).toMatchObject([{ kind: "run-failed" }]);
  await start(own, { taskId });
  expect(await needsOf(own.ctx)).toEqual([]);
});

it("tells whoever put a change in line that it left, and whoever had it made that its pull request was closed", async () => {
  const own = await makeRunProject(world);
  const one = await implement(world, own);
  const editor = await makeUser(world);
  await makeMember(world, own.organizationId, editor.userId, "editor");
  const { organizationId } = own;
  const key = { organizationId, implementationId: one.implementationId, headOid: one.head ?? "" };
  const entry = {
    ...key,
    requestedBy: editor.userId,
    queuedAt: new Date(),
    state: "left" as const,
    reason: "Test fails.",
  };
  await world.ctx.db.insert(mergeQueueEntries).values(entry);
  expect(await needsOf(editor.ctx)).toMatchObject([{ kind: "not-merged", reason: "Test fails." }]);
  expect(await needsOf(own.ctx)).toMatchObject([{ kind: "task-in-review" }]);
  await world.ctx.db.insert(pullRequests).values({ ...key, state: "closed", number: 4, reason: "It was closed." });
  // It says already that the change waits.
  expect(await needsOf(own.ctx)).toMatchObject([{ kind: "not-merged", reason: "It was closed." }]);
  // What became of another change is no news of this one.
  await change(one, { headOid: "c".repeat(40) });
  expect(await needsOf(editor.ctx)).toEqual([]);
  expect(await needsOf(own.ctx)).toMatchObject([{ kind: "task-in-review" }]);
});
