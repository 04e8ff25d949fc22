import { afterAll, beforeAll, expect, it } from "vitest";

import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { implementFiles, keyOf } from "#server/domain/implementations/testing/documented-run.ts";
import { makeRunProject, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { createTestWorld, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { listTaskOverlaps } from "./list-task-overlaps.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const board = (round: string, sort: string) =>
  [
    "/** Rounds departures to minutes. */",
    "export function roundDepartures(times) {",
    `  return times.map(${round});`,
    "}",
    "",
    "/** Sorts the harbours by name. */",
    "export function sortHarbours(names) {",
    `  return names.toSorted(${sort});`,
    "}",
    "",
  ].join("\n");

async function setUp(): Promise<RunProject> {
  const project = await makeRunProject(world, {
    "src/board.ts": board("one", "two"),
    "src/horn.ts": "export const horn = 1;\n",
  });
  const { organizationId, repositoryId } = project;
  await indexRepository(project.system, { organizationId, repositoryId }, { isLastTry: true });
  return project;
}

const task = async ({ ctx, organizationId, projectId }: RunProject, title: string) =>
  await createTask(ctx, { organizationId, projectId, title, state: "todo" });

it("tells before a task is begun which open changes touch where it lands, and whose declaration they change", async () => {
  const project = await setUp();
  const { ctx, organizationId, projectId } = project;
  const { taskId } = await task(project, "roundDepartures() of src/board.ts rounds the wrong way");
  const key = { organizationId, projectId, taskId };
  expect(await listTaskOverlaps(ctx, key)).toEqual({ content: [] });
  const beside = await implementFiles(world, project, { "src/board.ts": board("one", "byName") });
  const same = await implementFiles(world, project, { "src/board.ts": board("up", "two") });
  await implementFiles(world, project, { "src/horn.ts": "export const horn = 2;\n" });
  const { content } = await listTaskOverlaps(ctx, key);
  expect(content).toEqual([
    {
      implementationId: same.implementationId,
      task: { taskId: same.task.taskId, name: same.task.name, title: same.task.title },
      isRunning: false,
      files: [{ path: "src/board.ts", symbol: "roundDepartures" }],
    },
    expect.objectContaining({
      implementationId: beside.implementationId,
      files: [{ path: "src/board.ts", symbol: null }],
    }),
  ]);
  // What is decided is in nobody's way, and nobody meets their own change.
  await mergeImplementation(ctx, { ...keyOf(project, beside), head: beside.head ?? "" });
  expect((await listTaskOverlaps(ctx, key)).content.map((one) => one.implementationId)).toEqual([
    same.implementationId,
  ]);
  expect((await listTaskOverlaps(ctx, { ...key, taskId: same.task.taskId })).content).toEqual([]);
});

it("is told to nobody of another organization", async () => {
  const project = await setUp();
  const { taskId } = await task(project, "roundDepartures() rounds the wrong way");
  const stranger = await makeUser(world);
  const { organizationId, projectId } = project;
  await expect(listTaskOverlaps(stranger.ctx, { organizationId, projectId, taskId })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(
    listTaskOverlaps(project.ctx, { organizationId, projectId, taskId: world.ctx.newId() }),
  ).rejects.toMatchObject({ code: "not_found" });
});
