import { listNeeds as endpoint } from "@cairn/contract/attention-items";
import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { addComment } from "#server/domain/implementations/comments/add-comment.ts";
import { resolveComment } from "#server/domain/implementations/comments/resolve-comment.ts";
import {
  implement,
  makeDiffTask,
  makeRunProject,
  start,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
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

const keyOf = ({ implementationId, task }: Implementation) => {
  const { organizationId, projectId } = project;
  return { organizationId, projectId, taskId: task.taskId, implementationId };
};

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

it("tells whoever began a run that it is paused, and why", async () => {
  const own = await makeRunProject(world);
  const run = await start(own, await makeDiffTask(own));
  const pause = { cause: "run", message: "It needs 5,000 tokens more.", neededTokens: 5_000 } as const;
  const set = async (change: Partial<typeof implementations.$inferInsert>) =>
    await world.ctx.db
      .update(implementations)
      .set(change)
      .where(eq(implementations.implementationId, run.implementationId));
  expect(await needsOf(own.ctx)).toEqual([]);
  await set({ runState: "paused", pause });
  expect(await needsOf(own.ctx)).toMatchObject([
    {
      kind: "run-paused",
      implementationId: run.implementationId,
      reason: pause.message,
      task: { name: run.task.name },
    },
  ]);
  await set({ runState: "queued", pause: null });
  expect(await needsOf(own.ctx)).toEqual([]);
});
