import { mkdir, rename } from "node:fs/promises";
import path from "node:path";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { lookAfterPushes } from "#server/domain/implementations/own-machine/look-after-pushes.ts";
import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import {
  claim,
  makeRunProject,
  read,
  work,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { setCommands } from "#server/domain/implementations/testing/set-commands.ts";
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
    message: "“feature/neap” is or was in review already.",
  });
  await work(world, await claim(world, begun));
  const done = await read(project, begun);
  expect(done).toMatchObject({ head, canMerge: true, proof: { state: "green" }, task: { state: "in-review" } });
  const newer = await push(project, "feature/neap", { "x.md": "x\n" }, head);
  await lookAfterPushes(world.ctx);
  await work(world, await claim(world, begun));
  expect(await read(project, begun)).toMatchObject({ head: newer, canMerge: true });
  const { ctx, organizationId, projectId } = project;
  const { implementationId, task } = begun;
  await mergeImplementation(ctx, { organizationId, projectId, taskId: task.taskId, implementationId, head: newer });
  expect(await project.git("show", "main:src/tides.ts")).toBe("export const neap = 2;");
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
  await work(world, await claim(world, begun));
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
  await work(world, await claim(world, begun));
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
