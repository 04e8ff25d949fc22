import { randomUUID } from "node:crypto";

import * as contract from "@cairn/contract/plans";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { z, ZodType } from "zod";

import type { Ctx } from "#server/ctx.ts";
import { deleteRepository } from "#server/domain/repositories/catalog/delete-repository.ts";
import { deleteService } from "#server/domain/services/delete-service.ts";
import { deleteTask } from "#server/domain/tasks/delete-task.ts";
import { getTaskLocations } from "#server/domain/tasks/get-task-locations.ts";
import { getTask } from "#server/domain/tasks/get-task.ts";
import { listTasks } from "#server/domain/tasks/list-tasks.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { artifacts } from "#server/platform/db/tables/artifacts.ts";
import { chats } from "#server/platform/db/tables/chats.ts";
import { planLocations } from "#server/platform/db/tables/plans.ts";
import { projectChanges } from "#server/platform/db/tables/project-changes.ts";
import { users } from "#server/platform/db/tables/users.ts";
import {
  createTestWorld,
  makeMember,
  makeProject,
  makeRepository,
  makeService,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { acceptPlan } from "./accept-plan.ts";
import { createPlanItem } from "./create-plan-item.ts";
import { createPlan } from "./create-plan.ts";
import { deletePlan } from "./delete-plan.ts";
import { dropPlanItem } from "./drop-plan-item.ts";
import { getPlan } from "./get-plan.ts";
import { listPlans } from "./list-plans.ts";
import { mergePlanItems } from "./merge-plan-items.ts";
import { movePlanItem } from "./move-plan-item.ts";
import { proposePlan } from "./propose-plan.ts";
import { proposeTasks } from "./propose-tasks.ts";
import { updatePlanItem } from "./update-plan-item.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;
let editor: Awaited<ReturnType<typeof makeUser>>;

beforeAll(async () => {
  world = await createTestWorld();
});
beforeEach(async () => {
  project = await makeProject(world);
  editor = await makeUser(world, { firstName: "Lena", lastName: "Brandt" });
  await makeMember(world, project.organizationId, editor.userId, "editor");
});
afterAll(() => world.close());

type Body<E extends { body: ZodType }> = z.input<E["body"]>;

const inProject = () => ({ organizationId: project.organizationId, projectId: project.projectId });
const page = { page: 1, limit: 100 };
const goal = "Show tides beside the boats\n\nPassengers ask for them.";

/** As the route does it: what is given goes through the contract, and so does the answer. */
async function create(body: Partial<Body<typeof contract.createPlan>> = {}, ctx = editor.ctx) {
  const input = { ...contract.createPlan.body.parse({ goal, ...body }), ...inProject() };
  return contract.planSchema.parse(await createPlan(ctx, input));
}

/** A plan that was worked out, in a product without code: people write its items. */
async function createReady() {
  const { planId } = await create();
  await propose(planId);
  return planId;
}

async function propose(planId: string, isLastTry = true) {
  const { organizationId } = project;
  await proposeTasks(world.as({ kind: "system", organizationId }), { organizationId, planId }, { isLastTry });
}

const get = async (planId: string, ctx: Ctx = editor.ctx) =>
  contract.planSchema.parse(await getPlan(ctx, { ...inProject(), planId }));

/** Adds items of these titles, each waiting for those that its list names, and answers their ids in order. */
async function add(planId: string, items: Record<string, string[]>): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [title, blockers] of Object.entries(items)) {
    const blockedBy = blockers.map((name) => ids[name] ?? "");
    const { items: all } = await createPlanItem(editor.ctx, { ...inProject(), planId, title, blockedBy });
    ids[title] = all.at(-1)?.itemId ?? "";
  }
  return ids;
}

async function update(planId: string, itemId: string, body: Body<typeof contract.updatePlanItem>) {
  const input = { ...contract.updatePlanItem.body.parse(body), ...inProject(), planId, itemId };
  const { items } = contract.planSchema.parse(await updatePlanItem(editor.ctx, input));
  return items.find((item) => item.itemId === itemId);
}

const accept = (planId: string, itemIds?: string[]) => acceptPlan(editor.ctx, { ...inProject(), planId, itemIds });

/** Titles in order, each with the titles of what it waits for. */
async function outline(planId: string): Promise<[string, string[]][]> {
  const { items } = await get(planId);
  const titles = new Map(items.map(({ itemId, title }) => [itemId, title]));
  return items.map(({ title, blockedBy }) => [title, blockedBy.map((id) => titles.get(id) ?? "")]);
}

async function changesOf(planId: string): Promise<string[]> {
  const rows = await world.ctx.db.select().from(projectChanges).where(eq(projectChanges.subjectId, planId));
  return rows.sort((a, b) => a.sequence - b.sequence).map(({ type, operation }) => `${type} ${operation}`);
}

describe("a plan", () => {
  it("keeps its goal, waits for its tasks, and says when there is no code to find any in", async () => {
    const plan = await create();
    expect(plan).toMatchObject({ goal, title: "Show tides beside the boats", state: "waiting", items: [] });
    expect(plan).toMatchObject({ origin: null, writtenBy: null, creator: { userId: editor.userId } });
    expect(world.enqueued).toContainEqual(expect.objectContaining({ job: "propose-tasks", key: plan.planId }));
    await propose(plan.planId);
    const ready = { state: "ready", nothing: "not-indexed", progress: null, writtenBy: "Built-in engine" };
    expect(await get(plan.planId)).toMatchObject(ready);
    const listed = contract.listPlans.response.parse(await listPlans(editor.ctx, { ...inProject(), ...page }));
    expect(listed).toMatchObject({ total: 1, content: [{ planId: plan.planId, items: { accepted: 0, total: 0 } }] });
    await deletePlan(editor.ctx, { ...inProject(), planId: plan.planId });
    await expect(get(plan.planId)).rejects.toMatchObject({ code: "not_found" });
    expect(await changesOf(plan.planId)).toEqual(["plan created", "plan updated", "plan updated", "plan deleted"]);
  });

  it("is told by the start of its goal, whatever it is written in", async () => {
    const arabic = "أظهر المد والجزر بجانب القوارب. يسأل الركاب عنها.";
    expect((await create({ goal: arabic })).title).toBe("أظهر المد والجزر بجانب القوارب.");
    expect((await create({ goal: `# Tides\n\nShow them.` })).title).toBe("Tides");
    expect((await create({ goal: "- [ ] Show **tides**" })).title).toContain("Show tides");
    const long = await create({ goal: "tides and boats ".repeat(1_250).trim() });
    expect(long.goal).toHaveLength(19_999);
    expect(long.title.length).toBeLessThanOrEqual(100);
    expect(contract.createPlan.body.safeParse({ goal: "x".repeat(20_001) }).success).toBe(false);
    expect(contract.createPlan.body.safeParse({ goal: " \n" }).success).toBe(false);
  });

  it("is put on another goal, and what was found for the former one is not kept", async () => {
    const { planId } = await create();
    await proposePlan(editor.ctx, { ...inProject(), planId, goal: "Count the gulls" });
    expect(await get(planId)).toMatchObject({ goal: "Count the gulls", state: "waiting" });
    await propose(planId);
    // A second job of the same plan finds nothing left to do.
    await propose(planId);
    expect(await get(planId)).toMatchObject({ state: "ready" });
    expect((await changesOf(planId)).length).toBe(4);
  });

  it("is not changed while its tasks are being proposed, and is lost in nobody's way when it is deleted then", async () => {
    const { planId } = await create();
    const adding = createPlanItem(editor.ctx, { ...inProject(), planId, title: "Read the tides" });
    await expect(adding).rejects.toMatchObject({ code: "conflict" });
    await expect(accept(planId)).rejects.toMatchObject({ code: "conflict" });
    await deletePlan(editor.ctx, { ...inProject(), planId });
    await propose(planId);
    await expect(get(planId)).rejects.toMatchObject({ code: "not_found" });
  });

  it("tells of the chat that it comes from to nobody but its owner, and outlives chat and page", async () => {
    const sessionId = randomUUID();
    const [{ ctx, userId }, now] = [editor, world.ctx.now()];
    const chat = { sessionId, ...inProject(), userId, assistant: "organization-chat-assistant", title: "Tides" };
    const session = {} as typeof chats.$inferInsert.session;
    await world.ctx.db.insert(chats).values({ ...chat, session, isStreaming: false, createdAt: now, updatedAt: now });
    const origin = { kind: "chat" as const, sessionId };
    const { planId } = await create({ origin });
    expect((await get(planId)).origin).toEqual(origin);
    expect((await get(planId, project.ctx)).origin).toEqual({ kind: "chat", sessionId: null });
    await expect(create({ origin }, project.ctx)).rejects.toMatchObject({ code: "not_found" });
    await world.ctx.db.delete(chats).where(eq(chats.sessionId, sessionId));
    expect((await get(planId)).origin).toEqual({ kind: "chat", sessionId: null });
    const artifactId = randomUUID();
    const own = { artifactId, ...inProject(), title: "Tides", writtenBy: "Ada", createdAt: now, updatedAt: now };
    await world.ctx.db.insert(artifacts).values(own);
    const { planId: paged } = await create({ origin: { kind: "page", artifactId } });
    expect((await get(paged)).origin).toEqual({ kind: "page", page: { artifactId, title: "Tides" } });
    const other = await makeProject(world, project.organization);
    const elsewhere = { organizationId: other.organizationId, projectId: other.projectId };
    const foreign = createPlan(ctx, { ...elsewhere, goal, origin: { kind: "page", artifactId } });
    await expect(foreign).rejects.toMatchObject({ code: "not_found" });
    await world.ctx.db.delete(artifacts).where(eq(artifacts.artifactId, artifactId));
    expect((await get(paged)).origin).toEqual({ kind: "page", page: null });
  });

  it("outlives the account of its author", async () => {
    const { planId } = await create();
    await world.ctx.db.delete(users).where(eq(users.userId, editor.userId));
    expect((await get(planId, project.ctx)).creator).toBeNull();
  });
});

describe("the items of a plan", () => {
  it("are changed field by field, and not over what somebody else changed meanwhile", async () => {
    const planId = await createReady();
    const { serviceId } = await makeService(world, inProject());
    const { "Read the tides": itemId = "" } = await add(planId, { "Read the tides": [] });
    const first = await update(planId, itemId, { criteria: ["High water is shown"], serviceId, version: 1 });
    expect(first).toMatchObject({ title: "Read the tides", criteria: ["High water is shown"], version: 2 });
    expect(first?.service).toEqual({ serviceId, name: "api" });
    await expect(update(planId, itemId, { title: "Read tides", version: 1 })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Read the tides"),
    });
    expect(await update(planId, itemId, { title: "Read tides" })).toMatchObject({ title: "Read tides", version: 3 });
    await deleteService(project.ctx, { ...inProject(), serviceId });
    expect((await get(planId)).items[0]?.service).toBeNull();
  });

  it("wait for each other in no circle, and the refusal names it", async () => {
    const planId = await createReady();
    const ids = await add(planId, { read: [], store: ["read"], show: ["store"] });
    const { read = "", show = "" } = ids;
    await expect(update(planId, read, { blockedBy: [show] })).rejects.toMatchObject({
      code: "conflict",
      message: "These tasks would wait for each other: “read” → “show” → “store” → “read”",
    });
    await expect(update(planId, read, { blockedBy: [read] })).rejects.toMatchObject({ code: "conflict" });
    const other = await add(await createReady(), { foreign: [] });
    await expect(update(planId, read, { blockedBy: [other["foreign"] ?? ""] })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await outline(planId)).toEqual([
      ["read", []],
      ["store", ["read"]],
      ["show", ["store"]],
    ]);
  });

  it("are dropped without losing what waited behind them", async () => {
    const planId = await createReady();
    const { store: itemId = "" } = await add(planId, { read: [], store: ["read"], show: ["store"] });
    await dropPlanItem(editor.ctx, { ...inProject(), planId, itemId });
    expect(await outline(planId)).toEqual([
      ["read", []],
      ["show", ["read"]],
    ]);
  });

  it("are put in another order", async () => {
    const planId = await createReady();
    const { a = "", c = "" } = await add(planId, { a: [], b: [], c: [] });
    const move = (itemId: string, afterItemId: string | null) =>
      movePlanItem(editor.ctx, { ...inProject(), planId, itemId, afterItemId });
    await move(c, null);
    await move(a, a);
    expect((await outline(planId)).map(([title]) => title)).toEqual(["c", "a", "b"]);
    await move(c, a);
    expect((await outline(planId)).map(([title]) => title)).toEqual(["a", "c", "b"]);
    await expect(move(c, planId)).rejects.toMatchObject({ code: "not_found" });
  });

  it("become one of two, which says and waits for what both did", async () => {
    const planId = await createReady();
    const ids = await add(planId, { read: [], store: ["read"], cache: ["read"], show: ["cache"] });
    const { store = "", cache = "", show = "" } = ids;
    await update(planId, store, { description: "In a table.", criteria: ["A", "B"] });
    await update(planId, cache, { description: "In memory.", criteria: ["B", "C"] });
    const merge = (itemId: string, otherItemId: string) =>
      mergePlanItems(editor.ctx, { ...inProject(), planId, itemId, otherItemId });
    await merge(store, cache);
    const { items } = await get(planId);
    expect(items.find(({ itemId }) => itemId === store)).toMatchObject({
      title: "store",
      description: "In a table.\n\n**cache**\n\nIn memory.",
      criteria: ["A", "B", "C"],
    });
    expect(await outline(planId)).toEqual([
      ["read", []],
      ["store", ["read"]],
      ["show", ["store"]],
    ]);
    // What stands between the two would have to wait for the one and be waited for by it.
    await expect(merge(ids["read"] ?? "", show)).rejects.toMatchObject({ code: "conflict" });
    await expect(merge(show, show)).rejects.toMatchObject({ code: "conflict" });
  });

  it("are changed by twenty people at once without a fault, and none of it is lost", async () => {
    const planId = await createReady();
    const titles = Array.from({ length: 20 }, (_, at) => `Task ${at}`);
    await Promise.all(titles.map((title) => createPlanItem(editor.ctx, { ...inProject(), planId, title })));
    const { items } = await get(planId);
    expect(items.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
    await Promise.all(items.map(({ itemId }, at) => update(planId, itemId, { description: `${at}` })));
    expect((await get(planId)).items.every(({ version }) => version === 2)).toBe(true);
  });
});

describe("accepting", () => {
  it("puts tasks into the backlog with their links, order and pins, each once however often it is asked", async () => {
    const planId = await createReady();
    const { serviceId } = await makeService(world, inProject());
    const { repositoryId } = await makeRepository(world, inProject());
    const { read = "", show = "" } = await add(planId, { read: [], store: ["read"], show: ["store"] });
    await update(planId, read, { criteria: ["High water is shown"], serviceId, description: "From the feed." });
    const place = { position: 0, path: "src/tide.ts", startLine: 1, endLine: 3, symbol: "readTide", why: [] };
    const { organizationId } = project;
    await world.ctx.db.insert(planLocations).values({ organizationId, itemId: read, repositoryId, ...place });
    // First the end, whose blockers are no tasks yet; then everything, by two people at once and once more.
    await accept(planId, [show]);
    await Promise.all([accept(planId), accept(planId), accept(planId)]);
    await accept(planId);
    const { content, total } = await listTasks(editor.ctx, { ...inProject(), ...page });
    expect(total).toBe(3);
    const byTitle = new Map(content.map((task) => [task.title, task]));
    expect(byTitle.get("read")).toMatchObject({ state: "backlog", description: "From the feed.", blockedBy: [] });
    expect(byTitle.get("read")?.acceptanceCriteria).toMatchObject([{ text: "High water is shown", done: false }]);
    expect(byTitle.get("read")?.service?.serviceId).toBe(serviceId);
    expect(byTitle.get("store")?.blockedBy).toEqual([byTitle.get("read")?.taskId]);
    expect(byTitle.get("show")?.blockedBy).toEqual([byTitle.get("store")?.taskId]);
    const taskId = byTitle.get("read")?.taskId ?? "";
    const { pins } = await getTaskLocations(editor.ctx, { ...inProject(), taskId });
    expect(pins).toMatchObject([{ repositoryId, path: "src/tide.ts", kind: "pinned", symbol: "readTide" }]);
    const { items } = await get(planId);
    expect(items.map(({ accepted }) => accepted?.state)).toEqual(["backlog", "backlog", "backlog"]);
    await expect(update(planId, read, { title: "Read" })).rejects.toMatchObject({ code: "conflict" });
  });

  it("accepts all or none of what is named", async () => {
    const planId = await createReady();
    const { read = "" } = await add(planId, { read: [] });
    await expect(accept(planId, [read, planId])).rejects.toMatchObject({ code: "not_found" });
    expect((await listTasks(editor.ctx, { ...inProject(), ...page })).total).toBe(0);
  });

  it("remembers a task that was deleted, and does not make it anew", async () => {
    const planId = await createReady();
    await add(planId, { read: [] });
    const { items } = await accept(planId);
    const taskId = items[0]?.accepted?.taskId ?? "";
    await updateTask(editor.ctx, { ...inProject(), taskId, title: "Read all tides" });
    expect((await get(planId)).items[0]?.accepted).toMatchObject({ title: "Read all tides", state: "backlog" });
    await deleteTask(editor.ctx, { ...inProject(), taskId });
    await accept(planId);
    expect((await get(planId)).items[0]?.accepted).toMatchObject({ taskId, name: "FB-1", title: "read", state: null });
    expect((await listTasks(editor.ctx, { ...inProject(), ...page })).total).toBe(0);
  });

  it("leaves out a link that would close a circle with what people have linked meanwhile", async () => {
    const planId = await createReady();
    const { read = "", show = "" } = await add(planId, { read: [], store: ["read"], show: ["store"] });
    const { items: first } = await accept(planId, [read, show]);
    const [readTask = "", , showTask = ""] = first.map(({ accepted }) => accepted?.taskId);
    await updateTask(editor.ctx, { ...inProject(), taskId: readTask, blockedBy: [showTask] });
    const { items } = await accept(planId);
    const blockersOf = async (taskId = "") => (await getTask(editor.ctx, { ...inProject(), taskId })).blockedBy;
    expect(await blockersOf(items[1]?.accepted?.taskId)).toEqual([readTask]);
    expect(await blockersOf(showTask)).toEqual([]);
    expect(await blockersOf(readTask)).toEqual([showTask]);
  });

  it("takes no file of a repository that was deleted", async () => {
    const planId = await createReady();
    const { repositoryId } = await makeRepository(world, inProject());
    const { read = "" } = await add(planId, { read: [] });
    const place = { position: 0, path: "src/tide.ts", startLine: null, endLine: null, symbol: null, why: [] };
    const { organizationId } = project;
    await world.ctx.db.insert(planLocations).values({ organizationId, itemId: read, repositoryId, ...place });
    expect((await get(planId)).items[0]?.locations).toHaveLength(1);
    await deleteRepository(project.ctx, { ...inProject(), repositoryId });
    expect((await get(planId)).items[0]?.locations).toEqual([]);
    await accept(planId);
    expect((await listTasks(editor.ctx, { ...inProject(), ...page })).total).toBe(1);
  });
});
