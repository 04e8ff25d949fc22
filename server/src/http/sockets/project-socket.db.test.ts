import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { ProjectChange } from "@cairn/contract/project-changes";
import { and, eq, sql } from "drizzle-orm";
import { io as connect, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { scopeOf } from "#server/ctx.ts";
import { createChangeFeed } from "#server/domain/changes/change-feed.ts";
import { deleteOldChanges } from "#server/domain/changes/changes.store.ts";
import { listenAccessChanges } from "#server/platform/db/listen-access-changes.ts";
import { listenProjectChanges } from "#server/platform/db/listen-project-changes.ts";
import { openDatabases } from "#server/platform/db/open-databases.ts";
import { openDb, type OpenedDb } from "#server/platform/db/open-db.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
import { projectChanges } from "#server/platform/db/tables/project-changes.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { oidcRecords } from "#server/platform/db/tables/users.ts";
import { isGrantAlive, revokeGrant } from "#server/platform/oidc/oidc-adapter.ts";
import { makePage } from "#server/testing/make-page.ts";
import {
  createTestWorld,
  makeMember,
  makeOrganization,
  makeProject,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { serveProjectSockets } from "./project-socket.ts";
import { closeSocketServer, createSocketServer } from "./socket-server.ts";

/** What one process of the product has: connections, listeners, a feed and sockets of its own. */
interface Process {
  address: string;
  close(): Promise<void>;
}

let world: TestWorld;
let processes: Process[] = [];
/** Sees everything and may end other connections. */
let operator: OpenedDb;
const opened: Socket[] = [];

beforeAll(async () => {
  world = await createTestWorld();
  operator = openDb(world.connectionString, { max: 1, onError: () => {} });
  await operator.db.execute(sql`set cairn.scope = 'all'`);
  processes = [await startProcess(), await startProcess()];
});
afterAll(async () => {
  for (const one of processes) await one.close();
  await operator.close();
  await world.close();
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect();
});

async function startProcess(): Promise<Process> {
  const databases = openDatabases(world.connectionString, { role: "cairn_runtime", max: 4, onError: () => {} });
  const { wholeDb } = databases;
  const services = {
    ...world.ctx,
    wholeDb,
    databaseFor: (actor: Parameters<typeof scopeOf>[0]) => databases.scopedTo(scopeOf(actor)),
  };
  const server = createServer();
  const io = createSocketServer({ server, clientHost: "http://localhost:4000" });
  const feed = createChangeFeed(services);
  const sockets = serveProjectSockets(io, {
    services,
    feed,
    authenticate: async (token) => {
      const [userId = "", grantId = ""] = token.split(" ");
      return (await isGrantAlive(wholeDb, grantId, world.ctx.now())) ? { userId, grantId } : null;
    },
  });
  const { connectionString } = world;
  const { log } = world.ctx;
  const access = await listenAccessChanges({ connectionString, log, onChange: (change) => sockets.recheck(change) });
  const changes = await listenProjectChanges({ connectionString, log, onChange: (id) => feed.readOn(id) });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await Promise.all([access.close(), changes.close()]);
      await closeSocketServer(io);
      server.close();
      await databases.close();
    },
  };
}

type Project = Awaited<ReturnType<typeof makeProject>>;

/** A signed-in member of the project's organization. */
async function joinAs(project: { organizationId: string }): Promise<{ userId: string; grantId: string }> {
  const { userId } = await makeUser(world);
  await makeMember(world, project.organizationId, userId, "editor");
  const grantId = randomUUID();
  await world.ctx.wholeDb.insert(oidcRecords).values({ model: "Grant", recordId: grantId, payload: {} });
  return { userId, grantId };
}

/** A client that keeps what it hears, as a page would. */
class Listener {
  readonly socket: Socket;
  readonly changes: ProjectChange[] = [];
  readonly reloads: number[] = [];
  last: number | undefined;
  #wake = Promise.withResolvers<void>();

  constructor(socket: Socket, after?: number) {
    this.socket = socket;
    this.last = after;
    const note = ({ sequence }: { sequence: number }) => {
      this.last = sequence;
      this.#wake.resolve();
    };
    socket.on("changes", (batch: { sequence: number; changes: ProjectChange[] }) => {
      this.changes.push(...batch.changes);
      note(batch);
    });
    socket.on("reload", (at: { sequence: number }) => {
      this.reloads.push(at.sequence);
      note(at);
    });
  }

  /** Waits until something is true of what it heard. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
    }
  }
}

function open(
  processNumber: number,
  projectId: string,
  auth: { who?: { userId: string; grantId: string }; after?: number | string },
): Listener {
  const { who, after } = auth;
  const socket = connect(`${processes[processNumber]?.address}/v1/projects/${projectId}`, {
    transports: ["websocket"],
    auth: { token: who ? `${who.userId} ${who.grantId}` : undefined, after },
    reconnection: false,
    forceNew: true,
  });
  opened.push(socket);
  return new Listener(socket, typeof after === "number" ? after : undefined);
}

/** A client that is connected and has heard where the log stands. */
async function follow(processNumber: number, project: Project, who: { userId: string; grantId: string }, after = 0) {
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
  const who = await joinAs(project);
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
  const who = await joinAs(project);
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
  const listener = await follow(0, project, await joinAs(organization));
  await makePage(world, other);
  const { artifactId } = await makePage(world, organization);
  await listener.until(() => listener.last === 1);
  expect(listener.changes).toEqual([{ sequence: 1, type: "artifact", id: artifactId, operation: "created" }]);
});

it("has a client load everything again that gives no number, one too old, or one that never was", async () => {
  const project = await makeProject(world);
  const who = await joinAs(project);
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
  const [member, stranger] = [await joinAs(project), await joinAs(elsewhere)];
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

it.each<[string, (project: Project, who: { userId: string; grantId: string }) => Promise<unknown>]>([
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
  const [leaving, staying] = [await joinAs(project), await joinAs(project)];
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
  const listener = await follow(0, project, await joinAs(project));
  const cut = cutOf(listener);
  listener.socket.emit("changes", { sequence: 1, changes: [] });
  expect(await cut).toBe("io server disconnect");
});
