import { afterAll, beforeAll, expect, it } from "vitest";

import { createTask } from "#server/domain/tasks/create-task.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { exportImplementationLog } from "./reading/export-implementation-log.ts";
import { getImplementationLog } from "./reading/get-implementation-log.ts";
import { getImplementationOptions } from "./starting/get-implementation-options.ts";
import { claim, implement, makeDiffTask, makeRunProject, start, work, type RunProject } from "./testing/run-world.ts";

let world: TestWorld;
let project: RunProject;
beforeAll(async () => {
  world = await createTestWorld();
  project = await makeRunProject(world);
});
afterAll(() => world.close());

const optionsOf = async ({ ctx, organizationId, projectId }: Awaited<ReturnType<typeof makeProject>>, taskId: string) =>
  await getImplementationOptions(ctx, { organizationId, projectId, taskId });

it("offers a diff where the description holds one, and else says where one is put", async () => {
  const { taskId } = await makeDiffTask(project);
  expect(await optionsOf(project, taskId)).toEqual({
    obstacle: null,
    keptHere: null,
    engines: [
      { engine: "diff", obstacle: null },
      { engine: "agent", obstacle: { message: expect.stringContaining("No language model is set"), setAt: null } },
      { engine: "own-machine", obstacle: null },
    ],
  });
  const { ctx, organizationId, projectId } = project;
  const plain = await createTask(ctx, { organizationId, projectId, title: "Show tides", state: "todo" });
  const options = await optionsOf(project, plain.taskId);
  expect(options.obstacle).toBeNull();
  expect(options.engines[0]?.obstacle).toMatchObject({
    setAt: "task",
    message: expect.stringContaining("holds no diff"),
  });
});

it("says what starting would refuse, in its words", async () => {
  const { ctx, organizationId, projectId } = project;
  const waiting = await createTask(ctx, { organizationId, projectId, title: "Show tides" });
  expect((await optionsOf(project, waiting.taskId)).obstacle).toEqual({
    message: expect.stringContaining("only a task in Todo can be implemented"),
    setAt: "task",
  });
  const task = await makeDiffTask(project);
  const run = await start(project, task);
  expect((await optionsOf(project, task.taskId)).obstacle).toEqual({
    message: expect.stringContaining("A run works on"),
    setAt: null,
  });
  await work(world, await claim(world, run));
});

it("leads to the services where there is no repository", async () => {
  const bare = await makeProject(world);
  const { organizationId, projectId } = bare;
  const { taskId } = await createTask(bare.ctx, { organizationId, projectId, title: "Show tides", state: "todo" });
  expect((await optionsOf(bare, taskId)).obstacle).toMatchObject({ setAt: "services" });
});

it("gives the whole log as text, in order, a line for each entry", async () => {
  const { task, implementationId } = await implement(world, project);
  const { ctx, organizationId, projectId } = project;
  const key = { organizationId, projectId, taskId: task.taskId, implementationId };
  const { entries } = await getImplementationLog(ctx, { ...key, after: 0, limit: 1_000 });
  const { bytes, contentType, filename } = await exportImplementationLog(ctx, key);
  const lines = (await new Response(bytes).text()).trimEnd().split("\n");
  expect(lines.map((line) => line.slice(0, 24))).toEqual(entries.map(({ createdAt }) => createdAt));
  expect(lines[0]).toMatch(/^\S+ Analysis: Changed: src\/tides\.ts$/);
  expect(contentType).toBe("text/plain; charset=utf-8");
  expect(filename).toMatch(/^\w+-\d+-implementation-\d+\.log$/);
});
