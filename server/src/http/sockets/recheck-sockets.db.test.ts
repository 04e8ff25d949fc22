import { randomUUID } from "node:crypto";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";

import { and, eq, sql } from "drizzle-orm";
import type { Server } from "socket.io";
import { io as connect, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { createChatStreams, type ChatStreamEvent } from "#server/domain/chat/session/chat-streams.ts";
import { listenAccessChanges, type AccessChange } from "#server/platform/db/listen-access-changes.ts";
import { openDb } from "#server/platform/db/open-db.ts";
import { members, organizations } from "#server/platform/db/tables/organizations.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { oidcRecords, users } from "#server/platform/db/tables/users.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { isGrantAlive, revokeGrant } from "#server/platform/oidc/oidc-adapter.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer, type ModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestWorld, makeMember, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { serveChatSockets } from "./chat-socket.ts";
import { closeSocketServer, createSocketServer } from "./socket-server.ts";

/** The promise is two seconds between the change and the cut; the rest is for a machine with other work. */
const longestMs = 5_000;

let world: TestWorld;
let model: ModelServer;
let server: HttpServer;
let io: Server;
let address: string;
let listening: { close(): Promise<void> };
const streams = createChatStreams();
const opened: Socket[] = [];
const event: ChatStreamEvent[] = [];
/** What happens between the question whether a sign-in stands and the answer to it. */
let whileAdmitting: (who: { grantId: string }) => Promise<void> = async () => {};
let onReceived: (change: AccessChange) => unknown = () => {};

beforeAll(async () => {
  world = await createTestWorld();
  model = await startModelServer();
  server = createServer();
  io = createSocketServer({ server, clientHost: "http://localhost:4000" });
  const env = { MODEL_PROVIDER: "openai-compatible", MODEL_NAME: "drip", MODEL_BASE_URL: model.baseUrl };
  const services = { ...world.ctx, model: connectModel(parseSettings(env).models) };
  const isAlive = (grantId: string) => isGrantAlive(world.ctx.wholeDb, grantId, world.ctx.now());
  const sockets = serveChatSockets(io, {
    services,
    streams,
    tools: [],
    authenticate: async (token) => {
      const [userId = "", grantId = ""] = token.split(" ");
      if (!(await isAlive(grantId))) return null;
      await whileAdmitting({ grantId });
      return { userId, grantId };
    },
  });
  listening = await listenAccessChanges({
    connectionString: world.connectionString,
    log: world.ctx.log,
    onChange(change) {
      streams.recheck(change);
      sockets.recheck(change);
      onReceived(change);
    },
  });
  streams.listen((one) => event.push(one));
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await listening.close();
  await streams.stop();
  await closeSocketServer(io);
  server.close();
  await model.close();
  await world.close();
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect();
});

type Project = Awaited<ReturnType<typeof makeProject>>;

async function signIn(userId: string): Promise<{ userId: string; grantId: string }> {
  const grantId = randomUUID();
  await world.ctx.wholeDb.insert(oidcRecords).values({ model: "Grant", recordId: grantId, payload: {} });
  return { userId, grantId };
}

async function joinAs(project: Project, role: "admin" | "editor" = "editor") {
  const { userId } = await makeUser(world);
  await makeMember(world, project.organizationId, userId, role);
  return signIn(userId);
}

function next<T>(socket: Socket, event: string): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  socket.once(event, (value: T) => resolve(value));
  return promise;
}

async function hold(who: { userId: string; grantId: string }, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect(`${address}/v1/chat`, {
      transports: ["websocket"],
      auth: { token: `${who.userId} ${who.grantId}` },
      reconnection: false,
      forceNew: true,
    }),
  );
  opened.push(...sockets);
  await Promise.all(sockets.map((socket) => next(socket, "initialized")));
  return sockets;
}

/** Asks on the first socket; resolves when all have heard something of the answer, or the end of it. */
async function hear(sockets: Socket[], project: Project, until: "message_operation" | "message_completed") {
  const sessionId = randomUUID();
  const received = Promise.all(sockets.map((socket) => next(socket, until)));
  sockets[0]?.emit("organization-chat-assistant", {
    organizationId: project.organizationId,
    sessionId,
    request: { type: "text", content: "What is this?" },
    context: { projectId: project.projectId },
  });
  await received;
  return sessionId;
}

function answerFast(): void {
  model.script([{ kind: "text", pieces: ["A board."] }]);
}

function answerForever(): void {
  model.script([{ kind: "drip", pieces: Array.from({ length: 2_000 }, (_, n) => `word${n} `), pauseMs: 20 }]);
}

/** Milliseconds until all of them were cut by the server. */
async function timeToCut(sockets: Socket[], change: () => Promise<unknown>): Promise<number> {
  const cut = Promise.all(sockets.map((socket) => next<string>(socket, "disconnect")));
  await change();
  const startedAt = performance.now();
  expect(new Set(await cut)).toEqual(new Set(["io server disconnect"]));
  return performance.now() - startedAt;
}

/** Asks each socket something and hears the answer: none of them was cut. */
async function expectOpen(sockets: Socket[]): Promise<void> {
  await Promise.all(
    sockets.map(async (socket) => {
      const answered = next(socket, "exception");
      socket.emit("cancel", { sessionId: randomUUID() });
      await answered;
    }),
  );
}

const removeMember = (project: Project, { userId }: { userId: string }) =>
  world.ctx.wholeDb
    .delete(members)
    .where(and(eq(members.organizationId, project.organizationId), eq(members.userId, userId)));

it.each<[string, (project: Project, who: { userId: string; grantId: string }) => Promise<unknown>]>([
  ["the member is removed", removeMember],
  ["the sign-in is ended", (_, { grantId }) => revokeGrant(world.ctx.wholeDb, grantId)],
  [
    "the project is deleted",
    (project) => world.ctx.wholeDb.delete(projects).where(eq(projects.projectId, project.projectId)),
  ],
  [
    "the organization is deleted",
    (project) =>
      world.ctx.wholeDb.delete(organizations).where(eq(organizations.organizationId, project.organizationId)),
  ],
  [
    "the account is deleted",
    async (_, { userId, grantId }) => {
      await revokeGrant(world.ctx.wholeDb, grantId);
      await world.ctx.wholeDb.delete(users).where(eq(users.userId, userId));
    },
  ],
])("cuts fifty open sockets at once when %s, and nobody else's", async (_, change) => {
  answerFast();
  const project = await makeProject(world);
  const elsewhere = await makeProject(world);
  const [leaving, staying] = [await joinAs(project), await joinAs(elsewhere)];
  const [cut, kept] = [await hold(leaving, 50), await hold(staying, 3)];
  await hear(cut, project, "message_completed");
  await hear(kept, elsewhere, "message_completed");
  expect(await timeToCut(cut, () => change(project, leaving))).toBeLessThan(longestMs);
  await expectOpen(kept);
});

it.each<[string, (project: Project, who: { userId: string; grantId: string }) => Promise<unknown>]>([
  ["the member is removed", removeMember],
  [
    "the project is deleted",
    (project) => world.ctx.wholeDb.delete(projects).where(eq(projects.projectId, project.projectId)),
  ],
])("ends the answer being written when %s, and tells nothing more of it", async (_, change) => {
  answerForever();
  const project = await makeProject(world);
  const leaving = await joinAs(project);
  const cut = await hold(leaving, 3);
  const sessionId = await hear(cut, project, "message_operation");
  const ended = Promise.withResolvers<number>();
  const stopListening = streams.listen((one) => {
    if (one.sessionId === sessionId && one.type !== "operations") ended.resolve(performance.now());
  });
  const startedAt = performance.now();
  expect(await timeToCut(cut, () => change(project, leaving))).toBeLessThan(longestMs);
  expect((await ended.promise) - startedAt).toBeLessThan(longestMs);
  stopListening();
  // Resolves when the answer has written and told all that it ever will.
  await streams.stop();
  const reported = event.filter((one) => one.sessionId === sessionId).map(({ type }) => type);
  expect(reported.indexOf("operations")).toBe(0);
  expect(reported.slice(0, -1)).toEqual(reported.slice(0, -1).map(() => "operations"));
  expect(["revoked", "completed"]).toContain(reported.at(-1));
});

it("keeps who changes role, leaves another organization, or is signed in elsewhere too", async () => {
  answerFast();
  const [project, other] = [await makeProject(world), await makeProject(world)];
  const person = await joinAs(project, "admin");
  await makeMember(world, other.organizationId, person.userId, "editor");
  const second = await signIn(person.userId);
  const [sockets, onSecond] = [await hold(person, 2), await hold(second, 2)];
  await hear([...sockets, ...onSecond], project, "message_completed");
  await world.ctx.wholeDb.update(members).set({ role: "editor" }).where(eq(members.userId, person.userId));
  await removeMember(other, person);
  // A password change ends every other sign-in.
  expect(await timeToCut(onSecond, () => revokeGrant(world.ctx.wholeDb, second.grantId))).toBeLessThan(longestMs);
  await expectOpen(sockets);
});

it("asks about everybody when its connection was lost, and hears again what comes after", async () => {
  answerFast();
  const project = await makeProject(world);
  const [first, second, staying] = [await joinAs(project), await joinAs(project), await joinAs(project)];
  const [lost, later, kept] = [await hold(first, 5), await hold(second, 5), await hold(staying, 5)];
  for (const sockets of [lost, later, kept]) await hear(sockets, project, "message_completed");
  const operator = openDb(world.connectionString, { max: 1, onError: () => {} });
  // The connection that would have told of it is ended before the sign-in is.
  const missed = () =>
    operator.db.transaction(async (tx) => {
      await revokeGrant(tx, first.grantId);
      const ended = await tx.execute(sql`
        select pg_terminate_backend(pid) as is_gone from pg_stat_activity
        where application_name = 'cairn access changes' and datname = current_database()`);
      expect(ended.rows).toEqual([{ is_gone: true }]);
    });
  expect(await timeToCut(lost, missed)).toBeLessThan(longestMs);
  await operator.close();
  expect(await timeToCut(later, () => removeMember(project, second))).toBeLessThan(longestMs);
  await expectOpen(kept);
});

it("lets nobody slip in whose right goes while they connect", async () => {
  const project = await makeProject(world);
  const person = await joinAs(project);
  whileAdmitting = async ({ grantId }) => {
    const received = new Promise<void>((resolve) => (onReceived = (change) => change.grantId === grantId && resolve()));
    await revokeGrant(world.ctx.wholeDb, grantId);
    await received;
  };
  const socket = connect(`${address}/v1/chat`, {
    transports: ["websocket"],
    auth: { token: `${person.userId} ${person.grantId}` },
    reconnection: false,
    forceNew: true,
  });
  opened.push(socket);
  expect(await next(socket, "disconnect")).toBe("io server disconnect");
  whileAdmitting = async () => {};
});
