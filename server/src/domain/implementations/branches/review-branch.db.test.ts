import { mkdir, rename } from "node:fs/promises";
import path from "node:path";

import type { Implementation } from "@cairn/contract/implementations";
import { maxReviewableBranches } from "@cairn/contract/reviews";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { discardImplementation } from "#server/domain/implementations/discarding/discard-implementation.ts";
import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { lookAfterPushes } from "#server/domain/implementations/own-machine/look-after-pushes.ts";
import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import {
  makeRunProject,
  read,
  workThrough,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { setCommands } from "#server/domain/implementations/testing/set-commands.ts";
import { updateProject } from "#server/domain/projects/update-project.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { listReviewableBranches } from "./list-reviewable-branches.ts";
import { reviewBranch } from "./review-branch.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const push = ({ directory, base }: RunProject, branch: string, files: Record<string, string>, parent = base) =>
  commitOnTop({ directory }, { parent, ref: `refs/heads/${branch}`, files });
const branchesOf = async ({ ctx, organizationId, projectId }: RunProject) =>
  (await listReviewableBranches(ctx, { organizationId, projectId })).content.map(({ branch }) => branch);
const review = ({ ctx, organizationId, projectId, repositoryId }: RunProject, branch: string, taskId?: string) =>
  reviewBranch(ctx, { organizationId, projectId, repositoryId, branch, ...(taskId ? { taskId } : {}) });

it("reviews a branch that somebody pushed without a task, with the checks of any other change, and merges it", async () => {
  const project = await makeRunProject(world);
  await setCommands(world, project, { test: "grep -q neap src/tides.ts" });
  const head = await push(project, "feature/neap", { "src/tides.ts": "export const neap = 2;\n" });
  expect(await branchesOf(project)).toEqual(["feature/neap"]);
  const begun = await review(project, "feature/neap");
  expect(begun).toMatchObject({
    running: true,
    engine: "own-machine",
    workingBranch: "feature/neap",
    task: { title: "Revise", state: "in-progress" },
  });
  expect(await branchesOf(project)).toEqual([]);
  await expect(review(project, "feature/neap")).rejects.toMatchObject({
    message: "“feature/neap” is in review already. It can be put there again once that is merged or discarded.",
  });
  await workThrough(world, project, begun);
  const done = await read(project, begun);
  expect(done).toMatchObject({ head, canMerge: true, proof: { state: "green" }, task: { state: "in-review" } });
  const newer = await push(project, "feature/neap", { "x.md": "x\n" }, head);
  await lookAfterPushes(world.ctx);
  await workThrough(world, project, begun);
  expect(await read(project, begun)).toMatchObject({ head: newer, canMerge: true });
  const { ctx, organizationId, projectId } = project;
  const { implementationId, task } = begun;
  await mergeImplementation(ctx, { organizationId, projectId, taskId: task.taskId, implementationId, head: newer });
  expect(await project.git("show", "main:src/tides.ts")).toBe("export const neap = 2;");
});

const keyOf = ({ organizationId, projectId }: RunProject, { implementationId, task, head }: Implementation) => ({
  organizationId,
  projectId,
  taskId: task.taskId,
  implementationId,
  head: head ?? "",
});

it("reviews a branch again after its implementation was discarded, for the same task as well", async () => {
  const project = await makeRunProject(world);
  const head = await push(project, "feature/neap", { "src/tides.ts": "export const neap = 2;\n" });
  const first = await review(project, "feature/neap");
  await workThrough(world, project, first);
  await discardImplementation(project.ctx, keyOf(project, first));
  expect(await branchesOf(project)).toEqual(["feature/neap"]);
  const again = await review(project, "feature/neap", first.task.taskId);
  expect(again).toMatchObject({ running: true, workingBranch: "feature/neap", task: { taskId: first.task.taskId } });
  expect(again.implementationId).not.toBe(first.implementationId);
  expect(await branchesOf(project)).toEqual([]);
  await workThrough(world, project, again);
  // A push from now on is about the one that is open.
  const newer = await push(project, "feature/neap", { "x.md": "x\n" }, head);
  await lookAfterPushes(world.ctx);
  await workThrough(world, project, again);
  expect(await read(project, again)).toMatchObject({ head: newer, canMerge: true });
  expect(await read(project, first)).toMatchObject({ head, state: "discarded" });
  await mergeImplementation(project.ctx, { ...keyOf(project, again), head: newer });
  expect(await project.git("show", "main:x.md")).toBe("x");
});

it.each(["merge", "squash"] as const)(
  "reviews a branch again that was merged (%s) as soon as it holds anything new",
  async (mergeMethod) => {
    const project = await makeRunProject(world);
    await updateProject(project.ctx, { ...project, mergeMethod });
    const middle = await push(project, "feature/neap", { "src/tides.ts": "export const neap = 2;\n" });
    const head = await push(project, "feature/neap", { "src/more.ts": "export const more = 1;\n" }, middle);
    const first = await review(project, "feature/neap");
    await workThrough(world, project, first);
    const merged = await mergeImplementation(project.ctx, { ...keyOf(project, first), head });
    expect(await branchesOf(project)).toEqual([]);
    const nothing =
      mergeMethod === "squash"
        ? `Nothing is new on “feature/neap” since implementation ${merged.projectImplementationId} merged it.`
        : "main holds everything of “feature/neap” already.";
    await expect(review(project, "feature/neap")).rejects.toMatchObject({ code: "conflict", message: nothing });
    await project.git("update-ref", "refs/heads/feature/neap", middle);
    await expect(review(project, "feature/neap")).rejects.toMatchObject({ code: "conflict", message: nothing });
    const newer = await push(project, "feature/neap", { "src/later.ts": "export const later = 1;\n" }, head);
    expect(await branchesOf(project)).toEqual(["feature/neap"]);
    const again = await review(project, "feature/neap");
    await workThrough(world, project, again);
    await mergeImplementation(project.ctx, { ...keyOf(project, again), head: newer });
    expect(await project.git("show", "main:src/later.ts")).toBe("export const later = 1;");
    expect(await project.git("show", "main:src/tides.ts")).toBe("export const neap = 2;");
    expect(await read(project, first)).toMatchObject({ state: "merged", head });
  },
);

it("is put in review by one of two who ask at once, also where it was in review before", async () => {
  const project = await makeRunProject(world);
  await push(project, "feature/neap", { "src/tides.ts": "export const neap = 2;\n" });
  for (let round = 0; round < 5; round += 1) {
    const asked = await Promise.allSettled([1, 2, 3].map(() => review(project, "feature/neap")));
    const won = asked.flatMap((ask) => (ask.status === "fulfilled" ? [ask.value] : []));
    for (const ask of asked)
      if (ask.status === "rejected")
        expect(ask.reason).toMatchObject({ code: "conflict", message: expect.stringContaining("in review already") });
    const [one, ...others] = won;
    expect(others).toEqual([]);
    if (one === undefined) throw new Error("nobody won");
    await workThrough(world, project, one);
    await discardImplementation(project.ctx, keyOf(project, one));
  }
});

it("finds any branch by a part of its name or of its repository's, and counts those that are not listed", async () => {
  const project = await makeRunProject(world);
  const head = await push(project, "feature/Neap", { "src/tides.ts": "export const neap = 2;\n" });
  for (const at of Array.from({ length: maxReviewableBranches }, (_, index) => index)) {
    await project.git("update-ref", `refs/heads/newer/${at}`, head);
  }
  const { ctx, organizationId, projectId } = project;
  const find = async (text?: string) => await listReviewableBranches(ctx, { organizationId, projectId, text });
  const all = await find();
  expect([all.content.length, all.total]).toEqual([maxReviewableBranches, maxReviewableBranches + 1]);
  expect(await find("URE/neap")).toMatchObject({ content: [{ branch: "feature/Neap" }], total: 1 });
  const slug = all.content[0]?.repositorySlug.toUpperCase();
  expect((await find(slug)).total).toBe(maxReviewableBranches + 1);
  expect(await find("nowhere")).toEqual({ content: [], total: 0 });
});

it("is for a task where one is named, whose state it heeds", async () => {
  const project = await makeRunProject(world);
  const { ctx, organizationId, projectId } = project;
  await push(project, "spring", { "src/spring.ts": "export const spring = 1;\n" });
  const backlog = await createTask(ctx, { organizationId, projectId, title: "Show springs" });
  await expect(review(project, "spring", backlog.taskId)).rejects.toMatchObject({ code: "conflict" });
  const todo = await createTask(ctx, { organizationId, projectId, title: "Show springs", state: "todo" });
  expect(await review(project, "spring", todo.taskId)).toMatchObject({ task: { title: "Show springs" } });
});

it("refuses in words what holds nothing to review", async () => {
  const project = await makeRunProject(world);
  await project.git("branch", "stale", "main");
  await expect(review(project, "main")).rejects.toMatchObject({
    message: "“main” is what changes are merged into. Choose another branch.",
  });
  await expect(review(project, "gone")).rejects.toMatchObject({ message: "The repository has no branch “gone”." });
  await expect(review(project, "stale")).rejects.toMatchObject({
    message: "main holds everything of “stale” already.",
  });
  expect(await branchesOf(project)).toEqual([]);
});

it("reviews branches of a repository that is only read, proves each push, and says that it is merged where it is hosted", async () => {
  const hosted = await makeRunProject(world);
  const directory = world.ctx.mirrors.directory(hosted.repositoryId);
  await mkdir(path.dirname(directory), { recursive: true });
  await rename(hosted.directory, directory);
  const connection = { type: "url", url: "https://git.example.test/quay/tides.git" } as const;
  await world.ctx.db
    .update(repositories)
    .set({ connection, canPush: false })
    .where(eq(repositories.repositoryId, hosted.repositoryId));
  const project = { ...hosted, directory };
  const head = await push(project, "feature/neap", { "src/tides.ts": "export const neap = 2;\n" });
  expect(await branchesOf(project)).toEqual(["feature/neap"]);
  const begun = await review(project, "feature/neap");
  await workThrough(world, project, begun);
  const elsewhere = { kind: "hosted-elsewhere", message: expect.stringContaining("changes are merged there") };
  expect(await read(project, begun)).toMatchObject({
    head,
    isPublished: true,
    canMerge: false,
    pushUntil: null,
    mergeObstacles: [elsewhere],
    task: { state: "in-review" },
  });
  const newer = await push(project, "feature/neap", { "x.md": "x\n" }, head);
  await lookAfterPushes(world.ctx);
  await workThrough(world, project, begun);
  expect(await read(project, begun)).toMatchObject({ head: newer, mergeObstacles: [elsewhere] });
  await commitOnTop({ directory }, { parent: newer, ref: "refs/heads/main", files: { "y.md": "y\n" } });
  expect(await read(project, begun)).toMatchObject({
    canMerge: false,
    mergeObstacles: [
      { kind: "hosted-elsewhere", message: expect.stringMatching(/“main” .+ holds this change by now/) },
    ],
  });
  const { ctx, organizationId, projectId } = project;
  const { implementationId, task } = begun;
  const target = { organizationId, projectId, taskId: task.taskId, implementationId, head: newer };
  await expect(mergeImplementation(ctx, target)).rejects.toMatchObject({ code: "conflict" });
});
