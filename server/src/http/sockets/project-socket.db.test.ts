import { randomUUID } from "node:crypto";

import type { ProjectChange } from "@cairn/contract/project-changes";
import { and, eq, sql } from "drizzle-orm";
import type { Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { deleteOldChanges } from "#server/domain/changes/changes.store.ts";
import { openDb, type OpenedDb } from "#server/platform/db/open-db.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
import { projectChanges } from "#server/platform/db/tables/project-changes.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { revokeGrant } from "#server/platform/oidc/oidc-adapter.ts";
import { makePage } from "#server/testing/make-page.ts";
import { createTestWorld, makeOrganization, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { joinAs, Listener, startProcess, type SignedIn, type SocketProcess } from "./testing/socket-processes.ts";

let world: TestWorld;
let processes: SocketProcess[] = [];
/** Sees everything and may end other connections. */
let operator: OpenedDb;
const opened: Socket[] = [];

beforeAll(async () => {
  world = await createTestWorld();
  operator = openDb(world.connectionString, { max: 1, onError: () => {} });
  await operator.db.execute(sql`set cairn.scope = 'all'`);
  processes = [await startProcess(world), await startProcess(world)];
});
afterAll(async () => {
  for (const one of processes) await one.close();
  await operator.close();
  await world.close();
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect();
});

type Project = Awaited<ReturnType<typeof makeProject>>;

function open(processNumber: number, projectId: string, auth: { who?: SignedIn; after?: number | string }): Listener {
  const socket = processes[processNumber]?.connect(projectId, auth);
  if (!socket) throw new Error("there is no such process");
  opened.push(socket);
  return new Listener(socket, typeof auth.after === "number" ? auth.after : undefined);
}

/** A client that is connected and has heard where the log stands. */
async function follow(processNumber: number, project: Project, who: SignedIn, after = 0) {
  const listener = open(processNumber, project.projectId, { who, after });
  let hasReceived = false;
  listener.socket.once("changes", () => (hasReceived = true));
  listener.socket.once("reload", () => (hasReceived = true));
  await listener.until(() => hasReceived);
  return listener;
}

async function refusalOf(listener: Listener): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  listener.socket.on("connect", () => resolve("connected"));
  listener.socket.on("connect_error", (error) => resolve(error.message));
  return await promise;
}

async function cutOf(listener: Listener): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  listener.socket.on("disconnect", resolve);
  return await promise;
}

/** The log as the table has it. */
async function tableOf({ projectId }: Project): Promise<ProjectChange[]> {
  const { sequence, type, subjectId: id, operation } = projectChanges;
  return await world.ctx.wholeDb
    .select({ sequence, type, id, operation })
    .from(projectChanges)
    .where(eq(projectChanges.projectId, projectId))
    .orderBy(sequence);
}

/** Many transactions over three connections, each renaming the project. */
async function writeMany({ projectId }: Project, count: number, onWritten: (n: number) => Promise<unknown> | void) {
  const writers = [0, 1, 2].map(() => openDb(world.connectionString, { max: 1, onError: () => {} }));
  const write = async ({ db }: OpenedDb, n: number) => {
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local cairn.scope = 'all'`);
      await tx
        .update(projects)
        .set({ name: `Name ${n}` })
        .where(eq(projects.projectId, projectId));
    });
    await onWritten(n);
  };
  // One after another on each: a transaction that waits long for its connection gives up.
  const writeAll = async (writer: OpenedDb, first: number) => {
    for (let n = first; n < count; n += writers.length) await write(writer, n);
  };
  await Promise.all(writers.map(writeAll));
  for (const writer of writers) await writer.close();
}

it("gives every client of two processes the same log, without gap or repetition, whenever it joins or comes back", async () => {
  const project = await makeProject(world);
  const who = await joinAs(world, project);
  const present = await Promise.all([0, 1, 0, 1].map((at) => follow(at, project, who)));
  const joining: Promise<Listener>[] = [];
  await writeMany(project, 200, (n) => {
    if (n % 40 === 0) joining.push(follow(n % 80 === 0 ? 0 : 1, project, who));
    // One that drops out and goes on from its number at the other process.
    if (n === 100) present[0]?.socket.disconnect();
  });
  const [left, ...stayed] = present;
  const back = await follow(1, project, who, left?.last);
  const table = await tableOf(project);
  expect(table.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 200 }, (_unused, n) => n + 1));
  for (const listener of [...stayed, ...(await Promise.all(joining))]) {
    await listener.until(() => listener.last === 200);
    expect(listener.changes).toEqual(table);
  }
  await back.until(() => back.last === 200);
  expect([...(left?.changes ?? []), ...back.changes]).toEqual(table);
});

it("loses nothing when the connections that announce changes are ended in the middle of a burst", async () => {
  const project = await makeProject(world);
  const who = await joinAs(world, project);
  const listeners = await Promise.all([0, 1].map((at) => follow(at, project, who)));
  let ended = 0;
  const endAll = async (db: Pick<OpenedDb["db"], "execute">) => {
    const found = await db.execute(sql`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where application_name = 'cairn project changes' and datname = current_database()`);
    ended += found.rows.length;
  };
  await writeMany(project, 150, async (n) => {
    if (n === 30 || n === 90) await endAll(operator.db);
  });
  await Promise.all(listeners.map((listener) => listener.until(() => listener.last === 150)));
  // The last one is announced while nobody listens, and nothing comes after it.
  await operator.db.transaction(async (tx) => {
    await tx.update(projects).set({ name: "Last" }).where(eq(projects.projectId, project.projectId));
    await endAll(tx);
  });
  expect(ended).toBeGreaterThanOrEqual(4);
  const table = await tableOf(project);
  expect(table).toHaveLength(151);
  for (const listener of listeners) {
    await listener.until(() => listener.last === 151);
    expect(listener.changes).toEqual(table);
  }
});

it("hears of its own project alone, and of pages of the organization", async () => {
  const organization = await makeOrganization(world);
  const [project, other] = [await makeProject(world, organization), await makeProject(world, organization)];
  const listener = await follow(0, project, await joinAs(world, organization));
  await makePage(world, other);
  const { artifactId } = await makePage(world, organization);
  await listener.until(() => listener.last === 1);
  expect(listener.changes).toEqual([{ sequence: 1, type: "artifact", id: artifactId, operation: "created" }]);
});

it("has a client load everything again that gives no number, one too old, or one that never was", async () => {
  const project = await makeProject(world);
  const who = await joinAs(world, project);
  for (let n = 0; n < 6; n += 1) await makePage(world, project);
  await deleteOldChanges(world.ctx.wholeDb, { before: new Date(0), keep: 3 });
  const reloads = async (after: number | undefined) => {
    const listener = open(0, project.projectId, { who, ...(after === undefined ? {} : { after }) });
    await listener.until(() => listener.last === 6 && listener.reloads.length + listener.changes.length > 0);
    return [listener.reloads, listener.changes.map(({ sequence }) => sequence)];
  };
  expect(await reloads(undefined)).toEqual([[6], []]);
  expect(await reloads(2)).toEqual([[6], []]);
  expect(await reloads(900)).toEqual([[6], []]);
  expect(await reloads(3)).toEqual([[], [4, 5, 6]]);
});

it("lets members in by the id of the project alone", async () => {
  const [project, elsewhere] = [await makeProject(world), await makeProject(world)];
  const [member, stranger] = [await joinAs(world, project), await joinAs(world, elsewhere)];
  const slug = open(0, project.projectSlug, { who: member });
  expect(await refusalOf(slug)).toBe("Socket endpoints only support UUIDs not slugs");
  const missing = await refusalOf(open(0, randomUUID(), { who: member }));
  expect(missing).not.toBe("connected");
  expect(await refusalOf(open(0, project.projectId, { who: stranger }))).toBe(missing);
  expect(await refusalOf(open(0, project.projectId, {}))).toBe("Sign in to continue");
  const ended = { ...member, grantId: randomUUID() };
  expect(await refusalOf(open(0, project.projectId, { who: ended }))).toBe("Sign in to continue");
  expect(await refusalOf(open(0, project.projectId, { who: member, after: "first" }))).toBe("Sign in to continue");
  expect(await refusalOf(open(0, project.projectId.toUpperCase(), { who: member }))).toBe("connected");
});

it.each<[string, (project: Project, who: SignedIn) => Promise<unknown>]>([
  [
    "the member is removed",
    ({ organizationId }, { userId }) =>
      world.ctx.wholeDb
        .delete(members)
        .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId))),
  ],
  ["the sign-in is ended", (_project, { grantId }) => revokeGrant(world.ctx.wholeDb, grantId)],
  [
    "the project is deleted",
    ({ projectId }) => world.ctx.wholeDb.delete(projects).where(eq(projects.projectId, projectId)),
  ],
])("cuts the sockets at every process when %s, and tells them nothing more", async (_name, change) => {
  const project = await makeProject(world);
  const [leaving, staying] = [await joinAs(world, project), await joinAs(world, project)];
  const [cut, kept] = [
    [await follow(0, project, leaving), await follow(1, project, leaving)],
    await follow(0, project, staying),
  ];
  const cuts = Promise.all(cut.map(cutOf));
  await change(project, leaving);
  expect(await cuts).toEqual(["io server disconnect", "io server disconnect"]);
  if ((await tableOf(project)).length === 0 && !(await exists(project))) return;
  await makePage(world, project);
  await kept.until(() => kept.last === 1);
  expect(cut.flatMap(({ changes }) => changes)).toEqual([]);
});

async function exists({ projectId }: Project): Promise<boolean> {
  return (await world.ctx.wholeDb.select().from(projects).where(eq(projects.projectId, projectId))).length > 0;
}

it("takes nothing from a client", async () => {
  const project = await makeProject(world);
  const listener = await follow(0, project, await joinAs(world, project));
  const cut = cutOf(listener);
  listener.socket.emit("changes", { sequence: 1, changes: [] });
  expect(await cut).toBe("io server disconnect");
});
