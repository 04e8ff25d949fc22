import * as contract from "@cairn/contract/tasks";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { z } from "zod";

import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { createTask } from "./create-task.ts";
import { deleteTask } from "./delete-task.ts";
import { getTaskSummary } from "./get-task-summary.ts";
import { listMentionedTasks } from "./list-mentioned-tasks.ts";
import { searchTasks } from "./search-tasks.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;

beforeAll(async () => {
  world = await createTestWorld();
});
beforeEach(async () => {
  project = await makeProject(world);
});
afterAll(() => world.close());

async function create(title: string, state: contract.Task["state"] = "todo", into = project) {
  const { organizationId, projectId } = into;
  return contract.createTask.response.parse(
    await createTask(into.ctx, { organizationId, projectId, title, state, acceptanceCriteria: [] }),
  );
}

async function mentioned(query: z.input<typeof contract.listMentionedTasks.query>) {
  const { organizationId, projectId } = project;
  const input = { ...contract.listMentionedTasks.query.parse(query), organizationId, projectId };
  return contract.listMentionedTasks.response.parse(await listMentionedTasks(project.ctx, input)).content;
}

async function found(query: string, limit = 5) {
  const { organizationId, projectId } = project;
  const input = { ...contract.searchTasks.query.parse({ query, limit: String(limit) }), organizationId, projectId };
  const { content } = contract.searchTasks.response.parse(await searchTasks(project.ctx, input));
  return content.map(({ title }) => title);
}

it("tells of mentioned tasks what a text shows of them; deleted ones and those of others are left out", async () => {
  const [first, second, gone] = [await create("Show tides"), await create("Sort by time", "done"), await create("Old")];
  const { organizationId, projectId } = project;
  await deleteTask(project.ctx, { organizationId, projectId, taskId: gone.taskId });
  const elsewhere = await create("Foreign", "todo", await makeProject(world));
  const ids = [second.taskId, first.taskId, gone.taskId, elsewhere.taskId];
  expect(await mentioned({ taskId: ids })).toEqual([
    { taskId: first.taskId, name: first.name, title: "Show tides", state: "todo" },
    { taskId: second.taskId, name: second.name, title: "Sort by time", state: "done" },
  ]);
  const names = [first.name.toLowerCase(), "UTF-8", gone.name];
  expect((await mentioned({ name: names })).map(({ taskId }) => taskId)).toEqual([first.taskId]);
  expect(await mentioned({ taskId: first.taskId })).toHaveLength(1);
  expect(await mentioned({})).toEqual([]);
});

it("finds a task by its number before all whose number begins alike, and by words of its title in any order", async () => {
  const tasks = [];
  for (let number = 1; number <= 12; number += 1) tasks.push(await create(`Task of the harbour ${number}a`));
  const first = tasks[0];
  expect((await found(first?.name ?? "", 3))[0]).toBe(first?.title);
  expect((await found("1", 3))[0]).toBe(first?.title);
  expect(await found("HARBOUR 12a")).toEqual(["Task of the harbour 12a"]);
  expect(await found("harbour %")).toEqual([]);
  expect(await found("harbour quay")).toEqual([]);
});

it("finds what is open before what is over, the newest first; without words only what is open", async () => {
  await create("Fog horn");
  await create("Fog lamp", "done");
  await create("Fog bell", "backlog");
  await create("Fog flag", "archived");
  expect(await found("fog")).toEqual(["Fog bell", "Fog horn", "Fog flag", "Fog lamp"]);
  expect(await found("")).toEqual(["Fog bell", "Fog horn"]);
});

it("sums up a product: counts of every state, what comes next, and how review and work begin", async () => {
  const { organizationId, projectId } = project;
  const summary = async () =>
    contract.getTaskSummary.response.parse(await getTaskSummary(project.ctx, { organizationId, projectId }));
  expect(await summary()).toMatchObject({ totals: { todo: 0 }, recommended: null, inReview: [], inProgress: [] });
  const next = await create("Next");
  await create("Later");
  for (const title of ["a1", "a2", "a3", "a4"]) await create(title, "in-review");
  await create("Work", "in-progress");
  await create("Old", "archived");
  const { totals, recommended, inReview, inProgress } = await summary();
  expect(totals).toEqual({ backlog: 0, todo: 2, "in-progress": 1, "in-review": 4, done: 0, archived: 1 });
  expect(recommended).toEqual({ taskId: next.taskId, name: next.name, title: "Next", state: "todo" });
  expect(inReview.map(({ title }) => title)).toEqual(["a1", "a2", "a3"]);
  expect(inProgress.map(({ title }) => title)).toEqual(["Work"]);
});
