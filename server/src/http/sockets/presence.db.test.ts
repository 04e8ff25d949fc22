import type { CanvasChoice, CanvasPresence, ViewerPresence, TaskPresence } from "@cairn/contract/presence";
import { eq } from "drizzle-orm";
import type { Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createTask } from "#server/domain/tasks/create-task.ts";
import { createCtx } from "#server/http/request/request-ctx.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
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

/** A page that shows a task or the canvas, and who else does as it was told. */
class Page<Told extends ViewerPresence = TaskPresence> {
  readonly socket: Socket;
  told: Told | null = null;
  #wake = Promise.withResolvers<void>();

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("presence", (presence: Told) => {
      this.told = presence;
      this.#wake.resolve();
    });
  }

  async until(isTrue: (told: Told | null) => boolean): Promise<void> {
    while (!isTrue(this.told)) {
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
    }
  }

  show(taskId: string | null, field: string | null = null): void {
    this.socket.emit("presence", { taskId, field });
  }

  draw(nodeId: string | null, isEditing = false): void {
    this.socket.emit("presence", { canvas: "architecture", nodeId, isEditing } satisfies CanvasChoice);
  }
}

async function open<Told extends ViewerPresence = TaskPresence>(
  process: SocketProcess,
  projectId: string,
  who: SignedIn,
): Promise<Page<Told>> {
  const page = new Page<Told>(process.connect(projectId, { who, after: 0 }));
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

/** Exactly these people on the canvas, with what each has chosen; "…" stands for what they are typing. */
const meet =
  (...expected: readonly [SignedIn, string | null][]) =>
  (told: CanvasPresence | null) =>
    told !== null &&
    told.viewers.length === expected.length &&
    expected.every(([who, seen]) =>
      told.viewers.some(
        ({ userId, nodeId, isEditing }) => userId === who.userId && (isEditing ? `${nodeId}…` : nodeId) === seen,
      ),
    );

it("tells those who have the canvas open of each other, of what they chose and of what they edit", async () => {
  const project = await makeProject(world);
  const [ada, mateo] = [await joinAs(world, project), await joinAs(world, project)];
  const openCanvas = async (process: SocketProcess, who: SignedIn) =>
    await open<CanvasPresence>(process, project.projectId, who);
  const [one, other] = [await openCanvas(here, ada), await openCanvas(there, mateo)];
  one.draw(null);
  await one.until(meet([ada, null]));
  other.draw("web");
  await one.until(meet([ada, null], [mateo, "web"]));
  await other.until(meet([ada, null], [mateo, "web"]));
  expect(one.told?.viewers.find(({ userId }) => userId === mateo.userId)).toHaveProperty("lastName");
  other.draw("web", true);
  await one.until(meet([ada, null], [mateo, "web…"]));

  // Another tab of the same person: they are there once, with what they edit, until both are gone.
  const second = await openCanvas(here, mateo);
  second.draw("api");
  await second.until(meet([ada, null], [mateo, "web…"]));
  other.socket.io.engine.close();
  await one.until(meet([ada, null], [mateo, "api"]));
  second.show(null);
  await one.until(meet([ada, null]));
  for (const page of [one, second]) page.socket.disconnect();
});

it("takes whoever opens a task off the canvas, and tells nobody on the canvas of another product", async () => {
  const [project, foreign] = [await makeProject(world), await makeProject(world)];
  const [ada, mateo] = [await joinAs(world, project), await joinAs(world, project)];
  const stranger = await joinAs(world, foreign);
  const taskId = await makeTaskIn(project, ada);
  const outside = await open<CanvasPresence>(there, foreign.projectId, stranger);
  const [one, other] = [
    await open<CanvasPresence>(here, project.projectId, ada),
    await open<CanvasPresence>(there, project.projectId, mateo),
  ];
  outside.draw("web");
  await outside.until(meet([stranger, "web"]));
  one.draw(null);
  other.draw("web");
  await one.until(meet([ada, null], [mateo, "web"]));
  outside.draw("api");
  await outside.until(meet([stranger, "api"]));
  other.show(taskId);
  await one.until(meet([ada, null]));
  for (const page of [one, other, outside]) page.socket.disconnect();
});

it("takes somebody who may no longer read the product off the canvas", async () => {
  const project = await makeProject(world);
  const [ada, mateo] = [await joinAs(world, project), await joinAs(world, project)];
  const one = await open<CanvasPresence>(here, project.projectId, ada);
  const other = await open<CanvasPresence>(there, project.projectId, mateo);
  one.draw(null);
  other.draw("web");
  await one.until(meet([ada, null], [mateo, "web"]));
  await world.ctx.wholeDb.delete(members).where(eq(members.userId, mateo.userId));
  await one.until(meet([ada, null]));
  one.socket.disconnect();
});

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
  ["a canvas that there is not", "presence", { canvas: "board", nodeId: null, isEditing: false }],
  [
    "a longer name of a node than there is",
    "presence",
    { canvas: "architecture", nodeId: "n".repeat(301), isEditing: false },
  ],
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
