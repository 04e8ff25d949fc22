import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { createTask } from "#server/domain/tasks/create-task.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { joinAs, processConnections, startProcess, type SocketProcess } from "./testing/socket-processes.ts";
import { openTaskPage, type TaskPage } from "./testing/task-page.ts";

let world: TestWorld;
/** One that gives up soon when all its connections are in use. */
let hasty: SocketProcess;
const opened: TaskPage[] = [];

beforeAll(async () => {
  world = await createTestWorld();
  hasty = await startProcess(world, { waitMs: 1_000 });
});
afterAll(async () => {
  for (const page of opened) page.leave();
  await hasty.close();
  await world.close();
});

const triedAgain = "tasks that changed could not be read, which is tried again";
const givenUp = "the changes of a project could not be followed";
/** Rights are asked for once more after a page was let in; it is cut too where there is no connection for that. */
const rightsUnknown = "the rights of a socket could not be asked for";

/** Takes all connections that requests have; answers how to give them back. */
async function takeConnections(organizationId: string): Promise<() => void> {
  const db = hasty.services.databaseFor({ kind: "system", organizationId });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const takeOne = async (): Promise<void> => {
    const { promise: isTaken, resolve: take } = Promise.withResolvers<void>();
    const held = db.transaction(async () => {
      take();
      await released;
    });
    // Opening one may take longer than this process waits.
    await Promise.race([isTaken, held]).catch(takeOne);
  };
  await Promise.all(Array.from({ length: processConnections }, takeOne));
  return release;
}

/** A page of the process, which has no connection for reading the newest task, once the operator was told this. */
async function starve(whatIsLogged: string) {
  const project = await makeProject(world);
  const { ctx, organizationId, projectId } = project;
  const who = await joinAs(world, project);
  const page = await openTaskPage(hasty, { projectId, who });
  opened.push(page);
  await createTask(ctx, { organizationId, projectId, title: "Early" });
  await page.until(() => page.tasks.size === 1);
  const warnings: string[] = [];
  const { promise: isLogged, resolve } = Promise.withResolvers<void>();
  vi.spyOn(world.ctx.log, "warn").mockImplementation((_fields, message) => {
    warnings.push(message);
    if ([whatIsLogged, givenUp, rightsUnknown].includes(message)) resolve();
  });
  const giveBack = await takeConnections(organizationId);
  await createTask(ctx, { organizationId, projectId, title: "Late" });
  await isLogged;
  return { page, giveBack, warnings };
}

it("sends tasks later that no connection was free to read", async () => {
  const { page, giveBack, warnings } = await starve(triedAgain);
  expect(page.told).toEqual(["created Early"]);
  giveBack();
  await page.until(() => page.tasks.size === 2);
  expect(page.told).toEqual(["created Early", "created Late"]);
  expect(warnings).not.toContain(givenUp);
});

it("cuts a page whose tasks cannot be read for long, which has them when it comes again", async () => {
  const { page, giveBack } = await starve(givenUp);
  expect(page.told).toEqual(["created Early"]);
  giveBack();
  await page.until(() => page.tasks.size === 2);
  expect(page.told).toEqual(["created Early", "created Late"]);
  expect(page.changes.map(({ sequence }) => sequence)).toEqual([1, 2]);
});
