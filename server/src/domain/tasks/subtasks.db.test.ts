import { maxSubtasks, type Task } from "@cairn/contract/tasks";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { projectChanges } from "#server/platform/db/tables/project-changes.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { createTask } from "./create-task.ts";
import { deleteTask } from "./delete-task.ts";
import { deleteTasks } from "./delete-tasks.ts";
import { findTask } from "./find-task.ts";
import { getTaskBoard } from "./get-task-board.ts";
import { getTask } from "./get-task.ts";
import { listTaskEvents } from "./list-task-events.ts";
import { listTasks } from "./list-tasks.ts";
import { taskText } from "./task-words.ts";
import { updateTask } from "./update-task.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;
beforeAll(async () => void (world = await createTestWorld()));
afterAll(() => world.close());
beforeEach(async () => void (project = await makeProject(world)));

const key = () => ({ organizationId: project.organizationId, projectId: project.projectId });
const make = (title: string, parent?: Task) =>
  createTask(project.ctx, { ...key(), title, ...(parent ? { parentId: parent.taskId } : {}) });
const update = (task: Task, change: { parentId?: string | null; state?: Task["state"] }) =>
  updateTask(project.ctx, { ...key(), taskId: task.taskId, ...change });
const get = ({ taskId }: Task) => getTask(project.ctx, { ...key(), taskId });

/** What the log says after a number, as "operation title". */
async function readLog(names: ReadonlyMap<string, string>): Promise<string[]> {
  const rows = await world.ctx.wholeDb
    .select()
    .from(projectChanges)
    .where(eq(projectChanges.projectId, project.projectId))
    .orderBy(asc(projectChanges.sequence));
  const ofTasks = rows.filter(({ type }) => type === "task");
  return ofTasks.map(({ operation, subjectId }) => `${operation} ${names.get(subjectId) ?? "?"}`);
}

describe("sub-tasks", () => {
  it("are counted at their parent, in the list and on the board, and found by it", async () => {
    const parent = await make("Show tides");
    const one = await make("Read the tables", parent);
    const two = await make("Draw the curve", parent);
    expect(two.parent).toEqual({ taskId: parent.taskId, name: parent.name });
    await update(one, { state: "archived" });
    const counted = { subtasks: { done: 1, total: 2 }, parent: null };
    expect(await get(parent)).toMatchObject(counted);
    const { cards } = await getTaskBoard(project.ctx, { ...key(), archived: true });
    expect(cards.find(({ taskId }) => taskId === parent.taskId)).toMatchObject(counted);
    expect(cards.find(({ taskId }) => taskId === two.taskId)).toMatchObject({ parent: two.parent });
    const list = (parentId: string) => listTasks(project.ctx, { ...key(), page: 1, limit: 100, parentId });
    expect((await list(parent.taskId)).content.map(({ taskId }) => taskId)).toEqual([two.taskId, one.taskId]);
    expect((await list("none")).content.map(({ taskId }) => taskId)).toEqual([parent.taskId]);
  });

  it("have one level, refused whichever end is changed, and no task is part of itself", async () => {
    const [parent, other] = [await make("Show tides"), await make("Show wind")];
    const part = await make("Read the tables", parent);
    const refusals = await Promise.all(
      [
        update(parent, { parentId: parent.taskId }),
        update(parent, { parentId: part.taskId }),
        update(other, { parentId: part.taskId }),
        update(parent, { parentId: other.taskId }),
        make("A part of a part", part),
      ].map((refused) => refused.then(String, (error: Error) => error.message)),
    );
    expect(refusals).toEqual([
      "A task can't be part of itself",
      `${part.name} is part of ${parent.name}, so it can't have sub-tasks itself`,
      `${part.name} is part of ${parent.name}, so it can't have sub-tasks itself`,
      `A task that has sub-tasks can't be part of ${other.name}`,
      `${part.name} is part of ${parent.name}, so it can't have sub-tasks itself`,
    ]);
  });

  it("make no circle when two people make each task part of the other at once", async () => {
    const [one, two] = [await make("Show tides"), await make("Show wind")];
    const results = await Promise.allSettled([
      update(one, { parentId: two.taskId }),
      update(two, { parentId: one.taskId }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("are of the same product", async () => {
    const elsewhere = await makeProject(world);
    const { organizationId, projectId } = elsewhere;
    const foreign = await createTask(elsewhere.ctx, { organizationId, projectId, title: "Foreign" });
    await expect(make("Show tides", foreign)).rejects.toThrow("Task not found");
    await expect(update(await make("Show wind"), { parentId: foreign.taskId })).rejects.toThrow("Task not found");
  });

  it("are detached, which the activity says, and stay when their parent is archived", async () => {
    const parent = await make("Show tides");
    const part = await make("Read the tables", parent);
    await update(parent, { state: "archived" });
    expect(await get(part)).toMatchObject({ state: "backlog", parent: { name: parent.name } });
    expect(await update(part, { parentId: null })).toMatchObject({ parent: null });
    await update(part, { parentId: parent.taskId });
    const { content } = await listTaskEvents(project.ctx, { ...key(), taskId: part.taskId, page: 1, limit: 10 });
    expect(content.slice(0, 2)).toMatchObject([
      { field: "parent", from: null, to: parent.name },
      { field: "parent", from: parent.name, to: null },
    ]);
  });

  it("stay as tasks of their own when their parent is deleted, which their activity says; together with it they go", async () => {
    const parent = await make("Show tides");
    const [part, gone] = [await make("Read the tables", parent), await make("Draw the curve", parent)];
    await deleteTasks(project.ctx, { ...key(), taskIds: [parent.taskId, gone.taskId] });
    expect(await get(part)).toMatchObject({ parent: null });
    const { content } = await listTaskEvents(project.ctx, { ...key(), taskId: part.taskId, page: 1, limit: 10 });
    expect(content[0]).toMatchObject({ field: "parent", from: parent.name, to: null });
    await expect(get(gone)).rejects.toThrow("Task not found");
  });

  it("raise the log for their parent when they come, are over, are not, and go", async () => {
    const parent = await make("Show tides");
    const part = await make("Read the tables", parent);
    const names = new Map([
      [parent.taskId, "parent"],
      [part.taskId, "part"],
    ]);
    await update(part, { state: "todo" });
    await update(part, { state: "archived" });
    await update(part, { state: "backlog" });
    await deleteTask(project.ctx, { ...key(), taskId: part.taskId });
    expect(await readLog(names)).toEqual([
      "created parent",
      "created part",
      "updated parent",
      "updated part",
      ...["updated parent", "updated part"].toSorted(byId(names)),
      ...["updated parent", "updated part"].toSorted(byId(names)),
      "updated parent",
      "deleted part",
    ]);
  });

  it("are no more than so many", async () => {
    const parent = await make("Show tides");
    const part = await make("Read the tables", parent);
    await world.ctx.wholeDb.execute(sql`
      insert into tasks (task_id, organization_id, project_id, project_task_id, title, description, acceptance_criteria,
        state, rank, priority, labels, parent_id, created_at, updated_at)
      select gen_random_uuid(), organization_id, project_id, project_task_id + 1000 + n, title, description, acceptance_criteria,
        state, rank, priority, labels, parent_id, created_at, updated_at
      from tasks, generate_series(1, ${maxSubtasks - 1}::int) n where task_id = ${part.taskId}`);
    const next = await make("One too many");
    await expect(update(next, { parentId: parent.taskId })).rejects.toThrow(
      `A task can't have more than ${maxSubtasks} sub-tasks`,
    );
  });

  it("are read by agents with the task, and the task with them", async () => {
    const parent = await make("Show tides");
    const part = await make("Read the tables", parent);
    const read = async (nameOrId: string) => taskText(await findTask(project.ctx, { ...key(), nameOrId }));
    expect(await read(parent.name)).toContain(`Sub-tasks, 0 of 1 over:\n- ${part.name} Read the tables`);
    expect(await read(part.name)).toContain(`Part of:\n- ${parent.name} Show tides`);
  });
});

/** The log numbers changes of one transaction by their ids. */
function byId(names: ReadonlyMap<string, string>): (one: string, other: string) => number {
  const order = [...names].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, name]) => `updated ${name}`);
  return (one, other) => order.indexOf(one) - order.indexOf(other);
}
