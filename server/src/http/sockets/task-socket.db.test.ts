import type { Task } from "@cairn/contract/tasks";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { deleteTask } from "#server/domain/tasks/delete-task.ts";
import { getTask } from "#server/domain/tasks/get-task.ts";
import { listTasks } from "#server/domain/tasks/list-tasks.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { createCtx } from "#server/http/request/request-ctx.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { joinAs, startProcess, type SignedIn, type SocketProcess } from "./testing/socket-processes.ts";
import { openTaskPage, type TaskPage } from "./testing/task-page.ts";

let world: TestWorld;
let processes: SocketProcess[] = [];
const opened: TaskPage[] = [];

beforeAll(async () => {
  world = await createTestWorld();
  processes = [await startProcess(world), await startProcess(world), await startProcess(world)];
});
afterAll(async () => {
  for (const one of processes) await one.close();
  await world.close();
});
afterEach(() => {
  for (const page of opened.splice(0)) page.leave();
});

type Project = Awaited<ReturnType<typeof makeProject>>;

/** A page that is connected and has what there was. */
async function open(processNumber: number, project: Project, who: SignedIn, former?: TaskPage): Promise<TaskPage> {
  const page = await openTaskPage(processes[processNumber], { projectId: project.projectId, who, former });
  opened.push(page);
  return page;
}

/** Somebody who works at one of the processes. */
function actAt(processNumber: number, { userId }: SignedIn): Ctx {
  const services = processes[processNumber]?.services ?? world.ctx;
  const signal = new AbortController().signal;
  return createCtx(services, { actor: { kind: "user", userId }, requestId: "test", signal });
}

/** All tasks as the API lists them. What is recommended follows from others, so a page works it out itself. */
async function listAll(ctx: Ctx, project: { organizationId: string; projectId: string }) {
  const pages = [1, 2, 3].map((page) => listTasks(ctx, { ...project, page, limit: 100 }));
  return byId((await Promise.all(pages)).flatMap(({ content }) => content));
}

const byId = (tasks: Iterable<Task>) =>
  Object.fromEntries([...tasks].map(({ recommended: _recommended, ...task }) => [task.taskId, task]));

it("shows at every process what 200 writers of three processes did, without gap or double, whenever a page joins", async () => {
  const project = await makeProject(world);
  const { organizationId, projectId } = project;
  const inProject = { organizationId, projectId };
  const who = await joinAs(world, project);
  const present = await Promise.all([0, 1, 2].map((at) => open(at, project, who)));
  const joining: Promise<TaskPage>[] = [];
  const write = async (n: number) => {
    const ctx = actAt(n % 3, who);
    const { taskId } = await createTask(ctx, { ...inProject, title: `Task ${n}` });
    if (n % 2 === 0) await updateTask(ctx, { ...inProject, taskId, state: "todo", afterTaskId: null });
    if (n % 5 === 0) await deleteTask(ctx, { ...inProject, taskId });
    if (n % 50 === 0) joining.push(open((n / 50) % 3, project, who));
    // One that drops out, and goes on at another process later.
    if (n === 100) present[0]?.leave();
  };
  // One after another at each process: a transaction that waits long for its connection gives up.
  const writeEvery = async (first: number) => {
    for (let n = first; n < 200; n += 3) await write(n);
  };
  await Promise.all([0, 1, 2].map(writeEvery));
  const [left, ...stayed] = present;
  const back = await open(1, project, who, left);
  const ctx = actAt(0, who);
  const expected = await listAll(ctx, inProject);
  const numbers = Object.values(expected).map(({ projectTaskId }) => projectTaskId);
  expect(new Set(numbers)).toHaveLength(160);
  expect(await createTask(ctx, { ...inProject, title: "The last" })).toMatchObject({ projectTaskId: 201 });
  const all = await listAll(ctx, inProject);
  for (const page of [...stayed, ...(await Promise.all(joining)), back]) {
    await page.until(() => [...page.tasks.values()].some(({ title }) => title === "The last"));
    expect(byId(page.tasks.values())).toEqual(all);
    const numbersHeard = page.changes.map(({ sequence }) => sequence);
    const first = numbersHeard[0] ?? 0;
    expect(numbersHeard).toEqual(numbersHeard.map((_unused, at) => first + at));
  }
});

it("gives whole tasks, of a deleted one its id, and says of what waited that it no longer does", async () => {
  const project = await makeProject(world);
  const inProject = { organizationId: project.organizationId, projectId: project.projectId };
  const who = await joinAs(world, project);
  const page = await open(0, project, who);
  const ctx = actAt(1, who);
  const blocker = await createTask(ctx, { ...inProject, title: "Blocker", state: "in-review" });
  const waiting = await createTask(ctx, { ...inProject, title: "Waiting", blockedBy: [blocker.taskId] });
  await updateTask(ctx, { ...inProject, taskId: blocker.taskId, state: "done" });
  await page.until(() => page.told.includes("updated Waiting"));
  expect(page.tasks.get(waiting.taskId)).toEqual(await getTask(ctx, { ...inProject, taskId: waiting.taskId }));
  expect(page.tasks.get(waiting.taskId)).toMatchObject({ isBlocked: false });
  await deleteTask(ctx, { ...inProject, taskId: blocker.taskId });
  await page.until(() => page.told.includes("deleted taskId"));
  // The link goes with the task that was waited for.
  await page.until(() => page.tasks.get(waiting.taskId)?.blockedBy.length === 0);
  expect(page.told[0]).toBe("created Blocker");
  expect(page.told).not.toContain("updated undefined");
});

it("keeps tasks from those who hear of another product", async () => {
  const [project, other] = [await makeProject(world), await makeProject(world)];
  const page = await open(0, other, await joinAs(world, other));
  const who = await joinAs(world, project);
  const ctx = actAt(0, who);
  const { organizationId, projectId } = project;
  await createTask(ctx, { organizationId, projectId, title: "Secret" });
  await createTask(other.ctx, { organizationId: other.organizationId, projectId: other.projectId, title: "Own" });
  await page.until(() => page.tasks.size > 0);
  expect(page.told).toEqual(["created Own"]);
});
