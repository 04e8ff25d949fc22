import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { addComment } from "#server/domain/implementations/comments/add-comment.ts";
import { listComments } from "#server/domain/implementations/comments/list-comments.ts";
import { resolveComment } from "#server/domain/implementations/comments/resolve-comment.ts";
import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { getImplementationBrief } from "#server/domain/implementations/own-machine/get-implementation-brief.ts";
import { lookAfterPushes } from "#server/domain/implementations/own-machine/look-after-pushes.ts";
import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import {
  implement,
  makeRunProject,
  read,
  workThrough,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { mergeIntents } from "#server/platform/db/tables/implementations.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { reviseImplementation } from "./revise-implementation.ts";
import { stopImplementation } from "./stop-implementation.ts";

let world: TestWorld;
let project: RunProject;
beforeAll(async () => {
  world = await createTestWorld();
  project = await makeRunProject(world);
});
afterAll(() => world.close());

const keyOf = ({ implementationId, task }: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: task.taskId,
  implementationId,
});

async function commented(): Promise<Implementation> {
  const one = await implement(world, project);
  const file = { filename: "src/tides.ts", line: 2, side: "new" } as const;
  await addComment(project.ctx, { ...keyOf(one), message: "Should be **0.5**", file });
  return one;
}

const revisedDiff = (low: string) =>
  [
    "```diff",
    "--- a/src/tides.ts",
    "+++ b/src/tides.ts",
    "@@ -1,3 +1,3 @@",
    " export const high = 1;",
    "-export const low = 2;",
    `+export const low = ${low};`,
    " export const slack = 3;",
    "```",
  ].join("\n");

describe("a revision", () => {
  it("that somebody pushes gets the comments, works on the same branch, and is reviewed and merged", async () => {
    const one = await commented();
    const key = keyOf(one);
    const waiting = await reviseImplementation(project.ctx, { ...key, engine: "own-machine" });
    expect(waiting).toMatchObject({
      running: true,
      waitsForPush: true,
      canMerge: false,
      workingBranch: one.workingBranch,
      head: one.head,
      task: { state: "in-progress" },
    });
    expect(waiting.events.at(-1)).toMatchObject({ type: "revision-implementation", state: null });
    const { text } = await getImplementationBrief(project.ctx, key);
    expect(text).toMatch(
      /## What reviewers want changed\nComment [0-9a-f]{6}, on src\/tides\.ts, line 2 of the change:/,
    );
    expect(text).toContain("    export const low = 0.4;");
    expect(text).toContain("Should be **0.5**");
    // What stands on the branch already is no answer.
    await lookAfterPushes(world.ctx);
    expect(await read(project, one)).toMatchObject({ waitsForPush: true });
    const tides = "export const high = 1;\nexport const low = 0.5;\nexport const neap = 2;\nexport const slack = 3;\n";
    const ref = `refs/heads/${one.workingBranch}`;
    const pushed = await commitOnTop(project, { parent: one.head ?? "", ref, files: { "src/tides.ts": tides } });
    await lookAfterPushes(world.ctx);
    const revised = await workThrough(world, project, one);
    expect(revised).toMatchObject({
      head: pushed,
      outcome: "completed",
      canMerge: true,
      comments: { total: 1, open: 1 },
      task: { state: "in-review" },
    });
    expect(revised.events.find(({ type }) => type === "revision-implementation")).toMatchObject({ state: "success" });
    const [comment] = (await listComments(project.ctx, key)).content;
    expect(comment?.file).toMatchObject({ isOutdated: true });
    await resolveComment(project.ctx, { ...key, commentId: comment?.commentId ?? "", resolved: true });
    const merged = await mergeImplementation(project.ctx, { ...key, head: pushed });
    expect(merged).toMatchObject({ state: "merged", task: { state: "done" } });
    expect(await project.git("show", "main:src/tides.ts")).toContain("low = 0.5");
  });

  it("by the diff of the task asks for another diff, and then takes the place of the first on the branch", async () => {
    const own = await makeRunProject(world);
    project = own;
    const one = await commented();
    const key = keyOf(one);
    await expect(reviseImplementation(project.ctx, key)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("nothing here writes code by itself"),
    });
    expect(await read(project, one)).toMatchObject({ running: false, task: { state: "in-review" } });
    await updateTask(project.ctx, { ...key, description: revisedDiff("0.5") });
    expect(await reviseImplementation(project.ctx, key)).toMatchObject({
      running: true,
      task: { state: "in-progress" },
    });
    const revised = await workThrough(world, project, one);
    expect(revised).toMatchObject({ outcome: "completed", canMerge: true, workingBranch: one.workingBranch });
    expect(revised.events.find(({ type }) => type === "revision-implementation")).toMatchObject({ state: "success" });
    expect(await project.git("rev-parse", one.workingBranch)).toBe(revised.head);
    expect(await project.git("show", `${one.workingBranch}:src/tides.ts`)).toContain("low = 0.5");
    const said = (await listComments(project.ctx, key)).content.filter(({ agent }) => agent !== null);
    expect(said.map(({ message }) => message)).toEqual([
      `The diff that the task holds now changes this line, in ${revised.head?.slice(0, 8)}. It reads now:\n\n` +
        "```\nexport const low = 0.5;\n```",
    ]);
    expect(revised.comments).toMatchObject({ open: 1 });
  });

  it("does not quote in its answers what is longer than anybody reads", async () => {
    project = await makeRunProject(world);
    const one = await commented();
    const key = keyOf(one);
    await updateTask(project.ctx, { ...key, description: revisedDiff(`"${"x`".repeat(2_000)}"`) });
    await reviseImplementation(project.ctx, key);
    const revised = await workThrough(world, project, one);
    expect(revised).toMatchObject({ outcome: "completed" });
    const said = (await listComments(project.ctx, key)).content.filter(({ agent }) => agent !== null);
    expect(said.map(({ message }) => message)).toEqual([
      `The diff that the task holds now changes this line, in ${revised.head?.slice(0, 8)}.`,
    ]);
  });

  it("is refused in words where nothing is to be done, something else is, or a merge is under way", async () => {
    const one = await implement(world, project);
    const key = keyOf(one);
    await expect(reviseImplementation(project.ctx, key)).rejects.toMatchObject({
      message: "No comment is open. Comment on what should change first.",
    });
    await addComment(project.ctx, { ...key, message: "Why?" });
    await world.ctx.db.insert(mergeIntents).values({
      implementationId: one.implementationId,
      organizationId: project.organizationId,
      headOid: one.head ?? "",
      tipOid: project.base,
      mergeOid: "0".repeat(40),
      requestedBy: null,
      createdAt: world.ctx.now(),
    });
    const byPush = { ...key, engine: "own-machine" } as const;
    await expect(reviseImplementation(project.ctx, byPush)).rejects.toMatchObject({
      message: "It is being merged at the moment.",
    });
    await world.ctx.db.delete(mergeIntents).where(eq(mergeIntents.implementationId, one.implementationId));
    const asked = await Promise.allSettled([
      reviseImplementation(project.ctx, byPush),
      reviseImplementation(project.ctx, byPush),
      mergeImplementation(project.ctx, { ...key, head: one.head ?? "" }),
    ]);
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const now = await read(project, one);
    if (now.state === "merged") return;
    expect(now).toMatchObject({ waitsForPush: true });
    await stopImplementation(project.ctx, key);
    const stopped = await read(project, one);
    expect(stopped).toMatchObject({ outcome: "stopped", task: { state: "todo" } });
    expect(stopped.events.find(({ type }) => type === "revision-implementation")).toMatchObject({ state: "error" });
  });
});
