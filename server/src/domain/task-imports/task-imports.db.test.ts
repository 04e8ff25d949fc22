import * as contract from "@cairn/contract/task-imports";
import type { TaskFilters } from "@cairn/contract/tasks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";

import { removeMember } from "#server/domain/members/remove-member.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { deleteTask } from "#server/domain/tasks/delete-task.ts";
import { getTaskBoard } from "#server/domain/tasks/get-task-board.ts";
import { listTasks } from "#server/domain/tasks/list-tasks.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import {
  createTestWorld,
  makeMember,
  makeProject,
  makeService,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { getTaskImport } from "./get-task-import.ts";
import { importTasks } from "./import-tasks.ts";
import { listTaskImports } from "./list-task-imports.ts";
import { previewTaskImport } from "./preview-task-import.ts";
import { startTaskImport } from "./start-task-import.ts";
import { undoTaskImport } from "./undo-task-import.ts";

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
  world.enqueued.length = 0;
});
afterAll(() => world.close());

const inProject = () => ({ organizationId: project.organizationId, projectId: project.projectId });
const page = { page: 1, limit: 100 };

/** As the route does it. */
async function preview(source: z.input<typeof contract.previewTaskImport.body>["source"]) {
  const input = { ...contract.previewTaskImport.body.parse({ source }), ...inProject() };
  return contract.previewTaskImport.response.parse(await previewTaskImport(editor.ctx, input));
}

const previewCsv = (text: string) =>
  preview({ kind: "csv", name: "tasks.csv", content: Buffer.from(text).toString("base64") });
const start = (importId: string) => startTaskImport(editor.ctx, { ...inProject(), importId });
const undo = (importId: string, ctx = editor.ctx) => undoTaskImport(ctx, { ...inProject(), importId });
const get = (importId: string) => getTaskImport(editor.ctx, { ...inProject(), importId });

/** As the worker does it; each try may be cut off after some steps. */
async function work(importId: string, { signal = new AbortController().signal, isLastTry = false } = {}) {
  const system = { ...world.as({ kind: "system", organizationId: project.organizationId }), signal };
  await importTasks(system, { organizationId: project.organizationId, importId }, { isLastTry });
}

/** As if the process ended after so many steps. */
function killedAfter(steps: number): AbortSignal {
  const controller = new AbortController();
  let taken = 0;
  const throwIfAborted = () => {
    taken += 1;
    if (taken <= steps) return;
    controller.abort();
    throw new Error("killed");
  };
  return Object.assign(controller.signal, { throwIfAborted });
}

async function list(filters: Partial<TaskFilters> = {}) {
  const { content, total } = await listTasks(editor.ctx, { ...inProject(), ...page, ...filters });
  return { tasks: content.toReversed(), total };
}

const many = (count: number) =>
  `Title,Key,Blocked by\n${Array.from({ length: count }, (_one, at) => `Task ${at},T-${at},${at > 0 ? `T-${at - 1}` : ""}`).join("\n")}\n`;

describe("an import", () => {
  it("writes nothing before it is started, then everything in its order, as whoever started it", async () => {
    const { serviceId } = await makeService(world, project, { name: "api" });
    await createTask(editor.ctx, { ...inProject(), title: "There before", state: "done" });
    const shown = await previewCsv(
      `Title,State,Assignee,Labels,Priority,Acceptance criteria,Blocked by,Key,Service,Link,Created
Show tides,Done,Lena Brandt,"a, b",High,"[x] Seen
[ ] Tested",FB-1,K-1,api,https://example.test/1,2025-03-04T05:06:07Z
,,,,,,,,,,
Sail,Done,,,,,K-1,K-2,,javascript:alert(1),
x,,,,,,,,,,
`,
    );
    expect(shown).toMatchObject({ import: { state: "preview", total: 2, name: "tasks.csv" }, refused: 1, noted: 0 });
    expect(shown.rows.at(-1)).toMatchObject({ row: 5, title: "x", refusal: "Title is too short" });
    expect((await list()).total).toBe(1);
    const { importId } = shown.import;
    expect(await start(importId)).toMatchObject({ state: "running", written: 0 });
    await work(importId);
    expect(await get(importId)).toMatchObject({ state: "done", written: 2, creator: { userId: editor.userId } });
    const { tasks } = await list();
    expect(tasks).toMatchObject([
      { name: "FB-1" },
      {
        name: "FB-2",
        title: "Show tides",
        state: "done",
        priority: "high",
        labels: ["a", "b"],
        service: { serviceId },
        assignee: { userId: editor.userId },
        creator: { userId: editor.userId },
        acceptanceCriteria: [
          { text: "Seen", done: true },
          { text: "Tested", done: false },
        ],
        blockedBy: [tasks[0]?.taskId],
        originUrl: "https://example.test/1",
        createdAt: "2025-03-04T05:06:07.000Z",
      },
      { name: "FB-3", title: "Sail", blockedBy: [tasks[1]?.taskId], originUrl: null },
    ]);
    const { cards } = await getTaskBoard(editor.ctx, { ...inProject(), archived: false });
    // What is over is found on top, in the order of the file.
    expect(cards.map(({ title }) => title)).toEqual(["Show tides", "Sail", "There before"]);
  });

  it("is one, however often it is started, also by two at once", async () => {
    const { importId } = (await previewCsv(many(30))).import;
    await Promise.all([start(importId), start(importId)]);
    await start(importId);
    expect(new Set(world.enqueued.map(({ key }) => key))).toEqual(new Set([importId]));
    await Promise.all([work(importId), work(importId)]);
    await start(importId);
    await work(importId);
    expect((await list()).total).toBe(30);
  });

  it("goes on where it was cut off, at any step", async () => {
    const { importId } = (await previewCsv(many(700))).import;
    await start(importId);
    for (let tries = 0; (await get(importId)).state === "running" && tries < 50; tries += 1) {
      await work(importId, { signal: killedAfter(2) }).catch((error: unknown) =>
        expect(error).toMatchObject({ message: "killed" }),
      );
    }
    expect(await get(importId)).toMatchObject({ state: "done", written: 700 });
    const { total } = await list();
    expect(total).toBe(700);
    const { cards } = await getTaskBoard(editor.ctx, { ...inProject(), archived: false });
    expect(cards.map(({ title }) => title)).toEqual(Array.from({ length: 700 }, (_one, at) => `Task ${at}`));
    expect(cards.filter(({ blockedBy }) => blockedBy.length === 1)).toHaveLength(699);
  });

  it("stops where who started it leaves, says so, and goes on for somebody else", async () => {
    const { importId } = (await previewCsv(many(3))).import;
    await start(importId);
    await removeMember(project.ctx, { organizationId: project.organizationId, userId: editor.userId });
    await work(importId);
    const key = { ...inProject(), importId };
    expect(await getTaskImport(project.ctx, key)).toMatchObject({
      state: "failed",
      written: 0,
      failure: /not found|member/,
    });
    await startTaskImport(project.ctx, key);
    await work(importId);
    expect(await getTaskImport(project.ctx, key)).toMatchObject({ state: "done", written: 3, failure: null });
  });

  it("never lets tasks wait in a circle, also by a link that somebody made meanwhile", async () => {
    const before = await createTask(editor.ctx, { ...inProject(), title: "There before" });
    const { importId } = (await previewCsv("Title,Key,Blocked by\nFirst,A,FB-1\nSecond,B,A\n")).import;
    await start(importId);
    await work(importId, { signal: killedAfter(1) }).catch(() => {});
    const first = (await list({ text: "First" })).tasks[0];
    await updateTask(editor.ctx, { ...inProject(), taskId: before.taskId, blockedBy: [first?.taskId ?? ""] });
    await work(importId);
    const { tasks } = await list();
    expect(tasks.map(({ title, blockedBy }) => [title, blockedBy])).toEqual([
      ["There before", [first?.taskId]],
      ["First", []],
      ["Second", [first?.taskId]],
    ]);
  });

  it("passes over members and services that went meanwhile", async () => {
    const leaver = await makeUser(world, { firstName: "Gone", lastName: "Soon" });
    await makeMember(world, project.organizationId, leaver.userId, "editor");
    const { importId } = (await previewCsv("Title,Assignee\nShow tides,Gone Soon\n")).import;
    await removeMember(project.ctx, { organizationId: project.organizationId, userId: leaver.userId });
    await start(importId);
    await work(importId);
    expect((await list()).tasks).toMatchObject([{ title: "Show tides", assignee: null }]);
  });

  it("says when the same was brought in before", async () => {
    const { importId } = (await previewCsv(many(2))).import;
    await start(importId);
    expect((await previewCsv(many(2))).earlierAt).toBe(world.ctx.now().toISOString());
    expect((await previewCsv(many(3))).earlierAt).toBeNull();
    await work(importId);
    await undo(importId);
    expect((await previewCsv(many(2))).earlierAt).toBeNull();
  });

  it("shows the first rows and the faulty ones beyond, and counts all", async () => {
    const rows = Array.from({ length: 500 }, (_one, at) => `Task ${at},${at >= 300 ? "Frozen" : "Todo"}`);
    const shown = await previewCsv(`Title,State\n${rows.join("\n")}\n`);
    expect(shown.noted).toBe(200);
    expect(shown.rows.map(({ row }) => row)).toEqual([
      ...Array.from({ length: 100 }, (_one, at) => at + 2),
      ...Array.from({ length: 100 }, (_one, at) => at + 302),
    ]);
  });

  it("of nothing is not started", async () => {
    const { importId } = (await previewCsv("Title\nx\n")).import;
    await expect(start(importId)).rejects.toThrow("There is nothing to import");
  });
});

describe("undoing an import", () => {
  async function importMany(count: number) {
    const { importId } = (await previewCsv(many(count))).import;
    await start(importId);
    await work(importId);
    return importId;
  }

  it("deletes what nobody changed and leaves the rest", async () => {
    const importId = await importMany(650);
    const { content } = await listTasks(editor.ctx, { ...inProject(), page: 7, limit: 100 });
    const [changed, waitedFor, gone] = content;
    await updateTask(editor.ctx, { ...inProject(), taskId: changed?.taskId ?? "", title: "Changed" });
    await createTask(editor.ctx, { ...inProject(), title: "Waits", blockedBy: [waitedFor?.taskId ?? ""] });
    await deleteTask(editor.ctx, { ...inProject(), taskId: gone?.taskId ?? "" });
    expect(await undo(importId)).toMatchObject({ state: "undone", written: 650, kept: 2 });
    const left = (await list()).tasks.map(({ title }) => title);
    expect(new Set(left)).toEqual(new Set(["Changed", "Waits", waitedFor?.title]));
    expect(await undo(importId)).toMatchObject({ state: "undone", kept: 2 });
    await expect(start(importId)).rejects.toThrow("This import was undone");
  });

  it("stops one that is running", async () => {
    const { importId } = (await previewCsv(many(10))).import;
    await start(importId);
    await undo(importId);
    await work(importId);
    expect((await list()).total).toBe(0);
  });

  it("is for imports that were started, of this product, by members", async () => {
    const { importId } = (await previewCsv(many(2))).import;
    await expect(undo(importId)).rejects.toThrow("not started yet");
    const other = await makeProject(world);
    const elsewhere = { organizationId: other.organizationId, projectId: other.projectId };
    await expect(undoTaskImport(other.ctx, { ...elsewhere, importId })).rejects.toThrow("Import not found");
    await expect(startTaskImport(other.ctx, { ...elsewhere, importId })).rejects.toThrow("Import not found");
    const agent = world.as({ kind: "agent", userId: editor.userId, credential: "key" });
    await expect(undo(importId, agent)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("lists what was started", async () => {
    const importId = await importMany(2);
    await previewCsv(many(3));
    const { content, total } = await listTaskImports(editor.ctx, { ...inProject(), ...page });
    expect([total, content.map((one) => one.importId)]).toEqual([1, [importId]]);
  });
});
