import type { TaskPresence } from "@cairn/contract/presence";
import type { Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createTask } from "#server/domain/tasks/create-task.ts";
import { createCtx } from "#server/http/request/request-ctx.ts";
import { projectChanges } from "#server/platform/db/tables/project-changes.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { joinAs, startProcess, type SignedIn, type SocketProcess } from "./testing/socket-processes.ts";

let world: TestWorld;
let here: SocketProcess;
let there: SocketProcess;

beforeAll(async () => {
  world = await createTestWorld();
  [here, there] = [await startProcess(world), await startProcess(world)];
});
afterAll(async () => {
  await here.close();
  await there.close();
  await world.close();
});

/** A page that shows a task, and who else does as it was told. */
class Page {
  readonly socket: Socket;
  told: TaskPresence | null = null;
  #wake = Promise.withResolvers<void>();

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("presence", (presence: TaskPresence) => {
      this.told = presence;
      this.#wake.resolve();
    });
  }

  async until(isTrue: (told: TaskPresence | null) => boolean): Promise<void> {
    while (!isTrue(this.told)) {
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
    }
  }

  show(taskId: string | null, field: string | null = null): void {
    this.socket.emit("presence", { taskId, field });
  }
}

async function open(process: SocketProcess, projectId: string, who: SignedIn): Promise<Page> {
  const page = new Page(process.connect(projectId, { who, after: 0 }));
  const { promise, resolve } = Promise.withResolvers<void>();
  page.socket.once("changes", () => resolve());
  await promise;
  return page;
}

async function makeTaskIn(project: { organizationId: string; projectId: string }, { userId }: SignedIn) {
  const actor = { kind: "user", userId } as const;
  const ctx = createCtx(here.services, { actor, requestId: "test", signal: new AbortController().signal });
  const { organizationId, projectId } = project;
  return (await createTask(ctx, { organizationId, projectId, title: "Show tides" })).taskId;
}

const see =
  (...expected: readonly [SignedIn, string | null][]) =>
  (told: TaskPresence | null) =>
    told !== null &&
    told.viewers.length === expected.length &&
    expected.every(([who, field]) =>
      told.viewers.some((viewer) => viewer.userId === who.userId && viewer.field === field),
    );

it("tells those who have a task open of each other, across processes, and of the field somebody types in", async () => {
  const project = await makeProject(world);
  const [ada, mateo] = [await joinAs(world, project), await joinAs(world, project)];
  const taskId = await makeTaskIn(project, ada);
  const [one, other] = [await open(here, project.projectId, ada), await open(there, project.projectId, mateo)];
  one.show(taskId);
  await one.until(see([ada, null]));
  other.show(taskId, "title");
  await one.until(see([ada, null], [mateo, "title"]));
  await other.until(see([ada, null], [mateo, "title"]));
  other.show(taskId);
  await one.until(see([ada, null], [mateo, null]));
  expect(one.told?.viewers.find(({ userId }) => userId === mateo.userId)).toHaveProperty("firstName");

  // A connection that breaks takes its person away, and so does leaving the page.
  other.socket.io.engine.close();
  await one.until(see([ada, null]));
  const back = await open(there, project.projectId, mateo);
  back.show(taskId);
  await one.until(see([ada, null], [mateo, null]));
  back.show(null);
  await one.until(see([ada, null]));
  for (const page of [one, back]) page.socket.disconnect();
});

it("takes away somebody whose connection dies without a word, at the other process as well", async () => {
  const project = await makeProject(world);
  const [ada, mateo] = [await joinAs(world, project), await joinAs(world, project)];
  const taskId = await makeTaskIn(project, ada);
  const hasty = await startProcess(world, { heartbeatMs: 100 });
  const [one, other] = [await open(here, project.projectId, ada), await open(hasty, project.projectId, mateo)];
  one.show(taskId);
  other.show(taskId, "title");
  await one.until(see([ada, null], [mateo, "title"]));
  // It stays open, and nothing that comes is read any more: as where a laptop is closed or a cable is pulled.
  (other.socket.io.engine.transport as unknown as { ws: { pause(): void } }).ws.pause();
  await one.until(see([ada, null]));
  one.socket.disconnect();
  await hasty.close();
});

it("counts somebody with two tabs once, until both are closed", async () => {
  const project = await makeProject(world);
  const [ada, mateo] = [await joinAs(world, project), await joinAs(world, project)];
  const taskId = await makeTaskIn(project, ada);
  const one = await open(here, project.projectId, ada);
  const [first, second] = [await open(here, project.projectId, mateo), await open(there, project.projectId, mateo)];
  one.show(taskId);
  first.show(taskId);
  second.show(taskId, "description");
  await one.until(see([ada, null], [mateo, "description"]));
  second.socket.disconnect();
  await one.until(see([ada, null], [mateo, null]));
  first.socket.disconnect();
  await one.until(see([ada, null]));
  one.socket.disconnect();
});

it("tells nobody at another task or product, stores nothing and raises no log of changes", async () => {
  const [project, foreign] = [await makeProject(world), await makeProject(world)];
  const [ada, stranger] = [await joinAs(world, project), await joinAs(world, foreign)];
  const taskId = await makeTaskIn(project, ada);
  const stored = await world.ctx.wholeDb.select().from(projectChanges);
  // The stranger names a task of somebody else on the socket of their own product.
  const [one, outside] = [await open(here, project.projectId, ada), await open(there, foreign.projectId, stranger)];
  outside.show(taskId);
  await outside.until(see([stranger, null]));
  one.show(taskId, "title");
  await one.until(see([ada, "title"]));
  outside.show(taskId, "title");
  await outside.until(see([stranger, "title"]));
  expect(one.told?.viewers.map(({ userId }) => userId)).toEqual([ada.userId]);
  expect(await world.ctx.wholeDb.select().from(projectChanges)).toEqual(stored);
  for (const page of [one, outside]) page.socket.disconnect();
});

it.each([
  ["another event", "changes", {}],
  ["a task that is no id", "presence", { taskId: "FB-9" }],
  ["a field that there is not", "presence", { taskId: null, field: "state" }],
])("cuts a client that sends %s", async (_what, event, body) => {
  const project = await makeProject(world);
  const page = await open(here, project.projectId, await joinAs(world, project));
  const { promise, resolve } = Promise.withResolvers<void>();
  page.socket.once("disconnect", () => resolve());
  page.socket.emit(event, body);
  await promise;
});

it("learns who is there when a process begins, and forgets a process that died without a word", async () => {
  const project = await makeProject(world);
  const [ada, mateo] = [await joinAs(world, project), await joinAs(world, project)];
  const taskId = await makeTaskIn(project, ada);
  const one = await open(here, project.projectId, ada);
  one.show(taskId);
  await one.until(see([ada, null]));
  const late = await startProcess(world);
  const other = await open(late, project.projectId, mateo);
  other.show(taskId);
  await other.until(see([ada, null], [mateo, null]));
  await one.until(see([ada, null], [mateo, null]));
  other.socket.disconnect();
  await one.until(see([ada, null]));
  await late.close();
  one.socket.disconnect();
});
