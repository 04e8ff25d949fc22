import type { TaskState } from "@cairn/contract/task-states";
import { maxLaneCards, type Task } from "@cairn/contract/tasks";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { tasks } from "#server/platform/db/tables/tasks.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { createTask } from "./create-task.ts";
import { deleteTask } from "./delete-task.ts";
import { getTaskBoard } from "./get-task-board.ts";
import { getTaskNeighbours } from "./get-task-neighbours.ts";
import { getTask } from "./get-task.ts";
import { updateTask } from "./update-task.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;

beforeAll(async () => {
  world = await createTestWorld();
});
beforeEach(async () => {
  project = await makeProject(world);
});
afterAll(() => world.close());

const inProject = () => ({ organizationId: project.organizationId, projectId: project.projectId });

async function make(title: string, fields: { state?: TaskState; blockedBy?: string[] } = {}): Promise<Task> {
  return await createTask(project.ctx, { ...inProject(), state: "todo", title, ...fields });
}

const move = (task: Task, change: { state?: TaskState; afterTaskId?: string | null; beforeTaskId?: string | null }) =>
  updateTask(project.ctx, { ...inProject(), taskId: task.taskId, ...change });
const block = (task: Task, ...blockers: Task[]) =>
  updateTask(project.ctx, { ...inProject(), taskId: task.taskId, blockedBy: blockers.map(({ taskId }) => taskId) });
const get = ({ taskId }: Task) => getTask(project.ctx, { ...inProject(), taskId });

async function lane(state: TaskState = "todo"): Promise<string> {
  const { cards } = await getTaskBoard(project.ctx, { ...inProject(), archived: true });
  return cards
    .filter((card) => card.state === state)
    .map(({ title }) => title.charAt(0))
    .join("");
}

describe("a lane", () => {
  it("takes a task between its neighbours, at its ends, and by what of both is still there", async () => {
    const [a, b, c, d] = [await make("A."), await make("B."), await make("C."), await make("D.")];
    expect(await lane()).toBe("ABCD");
    await move(d, { afterTaskId: a.taskId, beforeTaskId: b.taskId });
    expect(await lane()).toBe("ADBC");
    await move(a, { beforeTaskId: null });
    expect(await lane()).toBe("DBCA");
    await move(a, { afterTaskId: null });
    expect(await lane()).toBe("ADBC");
    await move(c, { beforeTaskId: d.taskId });
    expect(await lane()).toBe("ACDB");
    // B went elsewhere meanwhile, one is gone: what is left of the place counts, and without any the end does.
    await move(b, { state: "in-progress" });
    await move(a, { afterTaskId: b.taskId, beforeTaskId: d.taskId });
    expect(await lane()).toBe("CAD");
    await move(c, { afterTaskId: crypto.randomUUID(), beforeTaskId: d.taskId });
    expect(await lane()).toBe("ACD");
    await move(a, { afterTaskId: b.taskId });
    expect(await lane()).toBe("CDA");
    const { rank } = await get(d);
    await move(d, { afterTaskId: c.taskId });
    expect((await get(d)).rank).toBe(rank);
  });

  it("gets work at its end, and what is over on top", async () => {
    for (const title of ["A.", "B.", "C."]) await move(await make(title, { state: "in-review" }), { state: "done" });
    expect(await lane("done")).toBe("CBA");
    const [d] = [await make("D.", { state: "backlog" }), await make("E.")];
    await move(d, { state: "todo" });
    expect(await lane()).toBe("ED");
  });

  it("leads from each task to the next one, over lanes that are empty, and to nothing at both ends", async () => {
    const a = await make("A.", { state: "backlog" });
    const [c, b] = [await make("C."), await make("B.")];
    await move(b, { afterTaskId: null });
    const d = await make("D.", { state: "archived" });
    const walk = async ({ taskId }: Task) => {
      const { previous, next } = await getTaskNeighbours(project.ctx, { ...inProject(), taskId });
      return `${previous?.title ?? ""}${next?.title ?? ""}`;
    };
    expect([await walk(a), await walk(b), await walk(c), await walk(d)]).toEqual(["B.", "A.C.", "B.D.", "C."]);
    const { next } = await getTaskNeighbours(project.ctx, { ...inProject(), taskId: a.taskId });
    expect(next).toEqual({ taskId: b.taskId, name: b.name, title: "B." });
  });

  it("stays in an order that everybody asked for while many sort it at once", async () => {
    const all: Task[] = [];
    for (let n = 0; n < 10; n += 1) all.push(await make(`${n}.`));
    const [first] = all;
    await Promise.all(all.slice(1).map((task) => move(task, { afterTaskId: first?.taskId ?? null })));
    const { cards } = await getTaskBoard(project.ctx, { ...inProject(), archived: false });
    expect(cards[0]?.taskId).toBe(first?.taskId);
    expect(new Set(cards.map(({ rank }) => rank)).size).toBe(10);
    expect(cards.map(({ title }) => title).toSorted()).toEqual(all.map(({ title }) => title));
  });

  it("is numbered anew where ranks are equal or have grown long, and keeps its order", async () => {
    const [a, b, c] = [await make("A."), await make("B."), await make("C.")];
    for (const task of [a, b])
      await world.ctx.db.update(tasks).set({ rank: "a0" }).where(eq(tasks.taskId, task.taskId));
    const [first, second] = [a, b].toSorted((one, other) => (one.taskId < other.taskId ? -1 : 1));
    const names = `${first?.title.charAt(0)}C${second?.title.charAt(0)}`;
    await move(c, { afterTaskId: first?.taskId, beforeTaskId: second?.taskId });
    expect(await lane()).toBe(names);
    const setRank = ({ taskId }: Task, rank: string) =>
      world.ctx.db.update(tasks).set({ rank }).where(eq(tasks.taskId, taskId));
    await setRank(a, `a0${"z".repeat(110)}`);
    await setRank(b, "a1");
    await move(c, { afterTaskId: a.taskId, beforeTaskId: b.taskId });
    const ranks = [await get(a), await get(b), await get(c)].map(({ rank }) => rank.length);
    expect(Math.max(...ranks)).toBeLessThanOrEqual(100);
    expect(await lane()).toBe("ACB");
  });

  it("shows its cards without descriptions and counts all", async () => {
    const criteria = [
      { text: "One", done: true, id: "1" },
      { text: "Two", done: false, id: "2" },
    ];
    await createTask(project.ctx, { ...inProject(), title: "A.", description: "Long", acceptanceCriteria: criteria });
    await make("B.", { state: "archived" });
    const { cards, totals } = await getTaskBoard(project.ctx, { ...inProject(), archived: false });
    expect(cards).toMatchObject([{ title: "A.", state: "backlog", criteria: { done: 1, total: 2 } }]);
    expect(cards[0]).not.toHaveProperty("description");
    expect(totals).toEqual({ backlog: 1, todo: 0, "in-progress": 0, "in-review": 0, done: 0, archived: 1 });
  });

  it("leaves out of a board what is beyond its limit, and counts it", async () => {
    await make("A.", { state: "done" });
    const ofProject = eq(tasks.projectId, project.projectId);
    const [row = never()] = await world.ctx.db.select().from(tasks).where(ofProject);
    const rows = Array.from({ length: maxLaneCards }, (_unused, n) => ({
      ...row,
      taskId: crypto.randomUUID(),
      projectTaskId: n + 2,
      rank: `b${String(n).padStart(4, "0")}`,
    }));
    for (let at = 0; at < rows.length; at += 500) await world.ctx.db.insert(tasks).values(rows.slice(at, at + 500));
    const { cards, totals } = await getTaskBoard(project.ctx, { ...inProject(), archived: false });
    expect(totals.done).toBe(maxLaneCards + 1);
    expect(cards).toHaveLength(maxLaneCards);
    expect(cards.at(-1)?.rank).toBe(rows.at(-2)?.rank);
  });
});

function never(): never {
  throw new Error("there is no task");
}

describe("what waits", () => {
  it("is never recommended before what it waits for is over", async () => {
    const [a, b, c] = [await make("A."), await make("B."), await make("C.", { state: "in-review" })];
    const recommended = async () =>
      (await Promise.all([a, b, c].map(get))).flatMap((one) => (one.recommended ? one.title : []));
    expect(await recommended()).toEqual(["A."]);
    expect(await block(a, b, c)).toMatchObject({ blockedBy: [b.taskId, c.taskId], isBlocked: true });
    expect(await recommended()).toEqual(["B."]);
    await block(b, c);
    expect(await recommended()).toEqual([]);
    await move(c, { state: "done" });
    expect(await recommended()).toEqual(["B."]);
    expect(await get(a)).toMatchObject({ isBlocked: true });
    await move(b, { state: "archived" });
    expect(await get(a)).toMatchObject({ isBlocked: false, recommended: true, blockedBy: [b.taskId, c.taskId] });
    await block(a);
    expect(await get(a)).toMatchObject({ blockedBy: [] });
  });

  it("never closes a circle, and says which", async () => {
    const [a, b, c, d] = [await make("A."), await make("B."), await make("C."), await make("D.")];
    await block(a, b, d);
    await block(b, c, d);
    await block(d, c);
    const circle = { code: "conflict", message: "These tasks would wait for each other: FB-3 → FB-1 → FB-2 → FB-3" };
    await expect(block(c, a)).rejects.toMatchObject(circle);
    await expect(block(c, c)).rejects.toMatchObject({ code: "conflict", message: "A task can't wait for itself" });
    expect(await get(c)).toMatchObject({ blockedBy: [] });
  });

  it("points at no task that is deleted at the same moment", async () => {
    const waiting = await make("W.");
    for (let n = 0; n < 10; n += 1) {
      const blocker = await make(`${n}.`);
      const [linked, deleted] = await Promise.allSettled([
        block(waiting, blocker),
        deleteTask(project.ctx, { ...inProject(), taskId: blocker.taskId }),
      ]);
      expect(deleted.status).toBe("fulfilled");
      if (linked.status === "rejected")
        expect(linked.reason).toMatchObject({ code: "not_found", message: "Task not found" });
      expect(await get(waiting)).toMatchObject({ blockedBy: [] });
    }
  });

  it("closes no circle when links that would are made at once", async () => {
    const all = [await make("A."), await make("B."), await make("C."), await make("D.")];
    const made = await Promise.allSettled(all.map((task, n) => block(task, all[(n + 1) % 4] ?? never())));
    expect(made.filter(({ status }) => status === "rejected")).toHaveLength(1);
  });
});
