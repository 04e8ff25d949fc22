import { afterAll, beforeAll, expect, it, vi } from "vitest";

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
  expect(await listTaskOverlaps(ctx, key)).toEqual({ content: [], isPartial: false });
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
      calls: [],
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

it("tells beforehand what is called where a task lands and changes, and what calls it", async () => {
  const tide = (minutes: string) => `export function readTide(${minutes}) {\n  return 1;\n}\n`;
  const clock = [
    'import { readTide } from "./tide.ts";',
    "",
    "/** Shows the time of high water. */",
    "export function showHighWater() {",
    "  return readTide(1);",
    "}",
    "",
  ].join("\n");
  const project = await makeRunProject(world, { "src/tide.ts": tide("at"), "src/clock.ts": clock });
  const { organizationId, repositoryId, projectId, system, ctx } = project;
  await indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
  const { taskId } = await task(project, "showHighWater() of src/clock.ts shows low water");
  const changing = await implementFiles(world, project, { "src/tide.ts": tide("at, harbour") });
  const calling = await implementFiles(world, project, {
    "src/horn.ts": 'import { showHighWater } from "./clock.ts";\nexport const horn = () => showHighWater();\n',
  });
  await implementFiles(world, project, { "README.md": "# Elsewhere\n" });
  const { content } = await listTaskOverlaps(ctx, { organizationId, projectId, taskId });
  expect(
    content.toSorted((one, two) => Number(two.calls[0]?.isCalledHere) - Number(one.calls[0]?.isCalledHere)),
  ).toEqual([
    expect.objectContaining({
      files: [{ path: "src/tide.ts", symbol: null }],
      implementationId: changing.implementationId,
      calls: [
        {
          path: "src/tide.ts",
          name: "readTide",
          part: "signature",
          isCalledHere: true,
          call: { path: "src/clock.ts", line: 5 },
        },
      ],
    }),
    expect.objectContaining({
      files: [],
      implementationId: calling.implementationId,
      calls: [
        {
          path: "src/clock.ts",
          name: "showHighWater",
          part: "body",
          isCalledHere: false,
          call: { path: "src/horn.ts", line: 2 },
        },
      ],
    }),
  ]);
});

it("waits for no change that takes too long to read, and says so", async () => {
  const project = await setUp();
  const { ctx, organizationId, projectId } = project;
  const { taskId } = await task(project, "roundDepartures() of src/board.ts rounds the wrong way");
  await implementFiles(world, project, { "src/board.ts": board("up", "two") });
  const ask = () => listTaskOverlaps(ctx, { organizationId, projectId, taskId });
  const over = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  expect(await ask()).toEqual({ content: [], isPartial: true });
  over.mockRestore();
  await expect.poll(ask).toMatchObject({ content: [{ files: [{ path: "src/board.ts" }] }], isPartial: false });
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
