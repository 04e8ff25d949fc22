import { newArtifactSchema } from "@cairn/contract/pages";
import { createTask as createEndpoint, type Task } from "@cairn/contract/tasks";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { z } from "zod";

import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { createArtifact } from "#server/domain/pages/editing/create-artifact.ts";
import { acceptPlan } from "#server/domain/plans/accept-plan.ts";
import { createPlanItem } from "#server/domain/plans/create-plan-item.ts";
import { createPlan } from "#server/domain/plans/create-plan.ts";
import { getPlan } from "#server/domain/plans/get-plan.ts";
import { listPlans } from "#server/domain/plans/list-plans.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { hostRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { getTaskMentions } from "#server/domain/task-mentions/get-task-mentions.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { deleteTask } from "#server/domain/tasks/delete-task.ts";
import { listTaskEvents } from "#server/domain/tasks/list-task-events.ts";
import { pinTaskLocation } from "#server/domain/tasks/pin-task-location.ts";
import { readTasks } from "#server/domain/tasks/read-tasks.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { plans as plansTable } from "#server/platform/db/tables/plans.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import {
  createTestWorld,
  makeMember,
  makeOrganization,
  makeProject,
  makeService,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { gatherProducts, importProducts } from "./move-product.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

type Product = Awaited<ReturnType<typeof makeProject>>;
const keyOf = ({ organizationId, projectId }: Product) => ({ organizationId, projectId });
const page = { page: 1, limit: 100 };

async function make(product: Product, body: z.input<typeof createEndpoint.body>): Promise<Task> {
  return await createTask(product.ctx, { ...keyOf(product), ...createEndpoint.body.parse(body) });
}

async function withRepository(product: Product): Promise<string> {
  const { organizationId, projectId } = product;
  await hostRepository(product.system, product.system.db, { organizationId, projectId, slug: "ferry-board" });
  const [row] = await findProjectRepositories(product.system, product);
  return row?.repositoryId ?? "";
}

/** Another organization with a product of the same name, a service and a repository. */
async function makeTwin(product: Product, owner?: Parameters<typeof makeOrganization>[1]): Promise<Product> {
  const twin = await makeProject(world, await makeOrganization(world, owner));
  await world.ctx.wholeDb
    .update(projects)
    .set({ slug: product.projectSlug })
    .where(sql`${projects.projectId} = ${twin.projectId}`);
  return { ...twin, projectSlug: product.projectSlug };
}

/** A product with everything that a task can have. */
async function fill(product: Product, lena: string) {
  const repositoryId = await withRepository(product);
  const { serviceId } = await makeService(world, product, { name: "Departures API" });
  const owner = product.organization.owner.userId;
  const gone = await make(product, { title: "Made and deleted" });
  const first = await make(product, {
    title: "Show tides",
    state: "todo",
    serviceId,
    assignee: lena,
    priority: "high",
    labels: ["harbour", "a, b"],
    acceptanceCriteria: [{ id: "one", text: "Tides show", done: true }, "Nothing else changes"],
  });
  const second = await make(product, {
    title: "Sort by time",
    state: "todo",
    assignee: owner,
    description: `After [@${first.name}](cairn:task/${first.taskId}), says [@Lena](cairn:person/${lena}).`,
    blockedBy: [first.taskId],
  });
  const part = await make(product, { title: "Part of it", state: "done", parentId: second.taskId });
  await deleteTask(product.ctx, { ...keyOf(product), taskId: gone.taskId });
  await updateTask(product.ctx, {
    ...keyOf(product),
    taskId: second.taskId,
    beforeTaskId: first.taskId,
    state: "todo",
  });
  const pin = {
    repositoryId,
    path: "src/tides.ts",
    kind: "pinned",
    startLine: 3,
    endLine: 9,
    symbol: "tides",
  } as const;
  await pinTaskLocation(product.ctx, { ...keyOf(product), taskId: first.taskId, ...pin });
  const { planId } = await createPlan(product.ctx, { ...keyOf(product), goal: "Tides for everybody" });
  await world.ctx.wholeDb.update(plansTable).set({ state: "ready", writtenBy: "Built-in engine" });
  await createPlanItem(product.ctx, { ...keyOf(product), planId, title: "Accepted one", criteria: ["It shows"] });
  await acceptPlan(product.ctx, { ...keyOf(product), planId });
  await createPlanItem(product.ctx, { ...keyOf(product), planId, title: "Open one", serviceId });
  const { organizationId, projectId } = product;
  const content = `See [@${first.name}](cairn:task/${first.taskId}).`;
  await createArtifact(product.ctx, {
    organizationId,
    ...newArtifactSchema.parse({ title: "Harbour", projectId, content }),
  });
  return { first, second, part };
}

/** What has no ids in it. */
function told({ name, title, state, priority, labels, acceptanceCriteria, originUrl, createdAt, updatedAt }: Task) {
  return { name, title, state, priority, labels, acceptanceCriteria, originUrl, createdAt, updatedAt };
}

/** What people see of a product's tasks and plans, without ids. */
async function seen(product: Product) {
  const all = [];
  for await (const part of readTasks(product.ctx, product, {})) all.push(...part);
  const nameOf = new Map(all.map(({ taskId, name }) => [taskId, name]));
  const tasks = [];
  for (const task of all) {
    const { content } = await listTaskEvents(product.ctx, { ...keyOf(product), ...page, taskId: task.taskId });
    const { rows: pins } = await world.ctx.wholeDb.execute(
      sql`select path, kind, start_line, end_line, symbol from task_pins where task_id = ${task.taskId}`,
    );
    const { parent, service, assignee, creator, blockerNames, isBlocked, recommended } = task;
    const mentions = await getTaskMentions(product.ctx, { ...keyOf(product), taskId: task.taskId });
    tasks.push({
      mentionedBy: [...new Set([...mentions.tasks.content, ...mentions.pages.content].map(({ title }) => title))],
      ...told(task),
      blockerNames,
      isBlocked,
      recommended,
      parent: parent?.name,
      service: service?.name,
      assignee: assignee?.firstName,
      creator: creator?.firstName,
      pins,
      description: task.description.replaceAll(/cairn:task\/(\S{36})/g, (_, id: string) => nameOf.get(id) ?? "gone"),
      events: content.map(({ field, by, actor, from, to }) => ({ field, by, actor: actor?.firstName, from, to })),
    });
  }
  const plans = [];
  for (const { planId } of (await listPlans(product.ctx, { ...keyOf(product), ...page })).content) {
    const { goal, state, writtenBy, items } = await getPlan(product.ctx, { ...keyOf(product), planId });
    const shown = items.map(({ title, criteria, service, accepted }) => ({
      title,
      criteria,
      service: service?.name,
      accepted: accepted && { name: accepted.name, title: accepted.title, state: accepted.state },
    }));
    plans.push({ goal, state, writtenBy, items: shown });
  }
  return { tasks, plans };
}

async function move(from: Product, into: Product) {
  const { organizationId, projectId } = into;
  const files = await gatherProducts(from.system, keyOf(from));
  return await importProducts(into.system, { organizationId, projectId }, files);
}

async function makeFilled() {
  const product = await makeProject(world);
  const lena = await makeUser(world, { firstName: "Lena", lastName: "Brandt" });
  await makeMember(world, product.organizationId, lena.userId, "editor");
  return { product, lena, made: await fill(product, lena.userId) };
}

it("moves a product's tasks and plans into another organization as they were, and makes nothing twice", async () => {
  const { product, lena } = await makeFilled();
  const { owner } = product.organization;
  const twin = await makeTwin(product, owner);
  await makeMember(world, twin.organizationId, lena.userId, "editor");
  await withRepository(twin);
  await makeService(world, twin, { name: "Departures API" });
  const before = await seen(product);
  expect(before.tasks).toHaveLength(4);
  expect(before.tasks.flatMap(({ pins }) => pins)).toHaveLength(1);
  expect(before.tasks.flatMap(({ mentionedBy }) => mentionedBy)).toEqual(["Sort by time", "Harbour"]);

  expect(await move(product, twin)).toMatchObject({
    pages: { created: 1, refused: [] },
    tasks: { created: 4, unchanged: 0, plans: 1 },
  });
  expect(await seen(twin)).toEqual(before);
  expect(await move(product, twin)).toMatchObject({ tasks: { created: 0, unchanged: 4, plans: 0 } });
  expect(await seen(twin)).toEqual(before);
  // Numbers go on where they ended, those of deleted tasks among them.
  expect((await make(twin, { title: "Next" })).projectTaskId).toBe(
    (await make(product, { title: "Next" })).projectTaskId,
  );
  // A mention leads to the task here, not to the one that it was copied from.
  const [here] = (await listArtifacts(twin.ctx, { ...twin, ...page })).content;
  const { sections } = await getArtifact(twin.ctx, { ...twin, artifactId: here?.artifactId ?? "" });
  const tides = await make(twin, { title: "Look" });
  const { rows } = await world.ctx.wholeDb.execute<{ id: string }>(
    sql`select task_id as id from tasks where project_id = ${twin.projectId} and title = 'Show tides'`,
  );
  expect(sections[0]?.content).toContain(`cairn:task/${rows[0]?.id}`);
  expect(tides.name).toMatch(/-7$/);
});

it("leaves out who and what is not there, and keeps the name of whoever had a task", async () => {
  const { product, made } = await makeFilled();
  const twin = await makeTwin(product);
  expect((await move(product, twin)).tasks).toEqual({ created: 4, unchanged: 0, plans: 1 });
  const { tasks, plans } = await seen(twin);
  const first = tasks.find(({ name }) => name === made.first.name);
  expect(first).toMatchObject({ assignee: undefined, creator: undefined, service: undefined });
  expect(first?.events[0]).toEqual({ field: "assignee", by: "system", from: "Lena Brandt", to: null });
  expect(plans[0]?.items.map(({ service }) => service)).toEqual([undefined, undefined]);
  const { rows } = await world.ctx.wholeDb.execute(
    sql`select 1 from task_pins p join tasks t using (task_id) where t.project_id = ${twin.projectId}`,
  );
  expect(rows).toEqual([]);
});

it("comes back where it was deleted, with the ids that it had", async () => {
  const { product, made } = await makeFilled();
  const before = await seen(product);
  const files = await gatherProducts(product.system, keyOf(product));
  await deleteTask(product.ctx, { ...keyOf(product), taskId: made.first.taskId });
  const { tasks } = await importProducts(product.system, keyOf(product), files);
  expect(tasks).toEqual({ created: 1, unchanged: 3, plans: 0 });
  const after = await seen(product);
  const back = after.tasks.find(({ title }) => title === "Show tides");
  expect(back?.acceptanceCriteria).toEqual(
    before.tasks.find(({ title }) => title === "Show tides")?.acceptanceCriteria,
  );
  expect(after.tasks).toHaveLength(4);
});

it.each([
  ["{broken", "Line 2 is not whole."],
  ['{"kind":"task","taskId":"x"}', "Line 2, taskId"],
])("refuses a damaged file and writes nothing of it: %s", async (line, reason) => {
  const product = await makeProject(world);
  const head = { kind: "product", format: 1, product: product.projectSlug, taskKey: null, lastTaskNumber: 0 };
  const content = `${JSON.stringify(head)}\n${line}\n`;
  const { pages, tasks } = await importProducts(product.system, keyOf(product), [{ path: "p/tasks.jsonl", content }]);
  expect(pages.refused).toEqual([{ path: "p/tasks.jsonl", reason: expect.stringContaining(reason) as string }]);
  expect(tasks.created).toBe(0);
});
