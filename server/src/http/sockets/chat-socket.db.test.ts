import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { ChatFailure, MessageOperation } from "@cairn/contract/chat-events";
import type { Server } from "socket.io";
import { io as connect, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { getChat } from "#server/domain/chat/session/get-chat.ts";
import { oidcRecords } from "#server/platform/db/tables/users.ts";
import { rebuildSession } from "#server/testing/rebuild-session.ts";
import { createTestWorld, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { serveChatSockets } from "./chat-socket.ts";
import { closeSocketServer, createSocketServer } from "./socket-server.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;
let server: HttpServer;
let io: Server;
let address: string;
/** Tokens that are good now, and whose they are. */
const tokens = new Map<string, string>();
const streams = createChatStreams();
const opened: Socket[] = [];

beforeAll(async () => {
  world = await createTestWorld({ RATE_LIMITS: "on" });
  project = await makeProject(world);
  const grantId = world.ctx.newId();
  await world.ctx.wholeDb.insert(oidcRecords).values({ model: "Grant", recordId: grantId, payload: {} });
  server = createServer();
  io = createSocketServer({ server, clientHost: "http://localhost:4000" });
  const authenticate = async (token: string) => {
    const userId = tokens.get(token);
    return userId === undefined ? null : { userId, grantId };
  };
  serveChatSockets(io, { services: world.ctx, streams, tools: [], authenticate });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  tokens.set("good", project.owner.userId);
});
afterAll(async () => {
  await streams.stop();
  await closeSocketServer(io);
  server.close();
  await world.close();
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect();
});

function open(token: unknown, namespace = "/v1/chat", options: object = { transports: ["websocket"] }): Socket {
  const socket = connect(address + namespace, { ...options, auth: { token }, reconnection: false, forceNew: true });
  opened.push(socket);
  return socket;
}

function next<T>(socket: Socket, event: string): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  socket.once(event, (value: T) => resolve(value));
  return promise;
}

async function openReady(token = "good"): Promise<Socket> {
  const socket = open(token);
  await next(socket, "initialized");
  return socket;
}

function request(sessionId = world.ctx.newId()) {
  return {
    organizationId: project.organizationId,
    sessionId,
    request: { type: "text", content: "What is this?" },
    context: { projectId: project.projectId },
  };
}

function collect(socket: Socket): MessageOperation[] {
  const operations: MessageOperation[] = [];
  socket.on("message_operation", (operation: MessageOperation) => operations.push(operation));
  return operations;
}

it.each(["/v1/chat/organization-chat-assistant", "organization-chat-assistant"])(
  "answers on the event %s",
  async (event) => {
    const [asking, other] = [await openReady(), await openReady()];
    const operations = collect(asking);
    const seenByOther = collect(other);
    const input = request();
    const bothDone = Promise.all([next(asking, "message_completed"), next(other, "message_completed")]);
    asking.emit(event, input);
    expect((await bothDone)[0]).toEqual({ sessionId: input.sessionId });
    const session = await getChat(project.ctx, input);
    expect(rebuildSession(operations, input.sessionId)).toEqual(session);
    expect(seenByOther).toEqual(operations);
  },
);

it("goes on when the one who asked is gone", async () => {
  const asking = await openReady();
  const watching = await openReady();
  const input = request();
  const done = next(watching, "message_completed");
  watching.once("message_operation", () => asking.disconnect());
  asking.emit("organization-chat-assistant", input);
  await done;
  expect((await getChat(project.ctx, input)).isComplete).toBe(true);
});

it("tells one user's answers to nobody else", async () => {
  const stranger = await makeUser(world);
  tokens.set("stranger", stranger.userId);
  const [asking, foreign] = [await openReady(), await openReady("stranger")];
  const seen = collect(foreign);
  const done = next(asking, "message_completed");
  const input = request();
  asking.emit("organization-chat-assistant", input);
  await done;
  const refused = next<ChatFailure>(foreign, "exception");
  foreign.emit("organization-chat-assistant", { ...request(input.sessionId) });
  expect(await refused).toMatchObject({ sessionId: input.sessionId, message: "Organization not found" });
  expect(seen).toEqual([]);
});

it.each([
  ["no token", undefined],
  ["a wrong token", "wrong"],
  ["something that is no text", { toString: "good" }],
])("lets nobody in with %s", async (_, token) => {
  expect((await next<Error>(open(token), "connect_error")).message).toBe("Sign in to continue");
});

it("serves neither the root namespace nor polling", async () => {
  expect((await next<Error>(open("good", "/"), "connect_error")).message).toBe("Invalid namespace");
  expect(await next<Error>(open("good", "/v1/chat", { transports: ["polling"] }), "connect_error")).toBeInstanceOf(
    Error,
  );
});

it.each<[string, string, unknown, string]>([
  ["an unknown chat", "someone-elses-assistant", {}, "There is no such chat"],
  ["no payload", "organization-chat-assistant", undefined, "This value can't be empty"],
  ["an empty question", "organization-chat-assistant", { type: "text", content: "  " }, "Type a question"],
  [
    "a huge question",
    "organization-chat-assistant",
    { type: "text", content: "x".repeat(20_001) },
    "The question is too long",
  ],
  ["files", "organization-chat-assistant", { type: "text", content: "x", files: ["a.png"] }, "File not found"],
])("refuses %s in plain words and goes on", async (_, event, requested, message) => {
  const socket = await openReady();
  const refused = next<ChatFailure>(socket, "exception");
  socket.emit(event, requested === undefined ? requested : { ...request(), request: requested });
  const failure = await refused;
  expect(failure.message).toMatch(new RegExp(message));
  const done = next(socket, "message_completed");
  socket.emit("organization-chat-assistant", request());
  await done;
});

it("stands hostile payloads", async () => {
  const socket = await openReady();
  const hostile = JSON.parse(
    `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"organizationId":"x"}`,
  ) as unknown;
  for (const payload of [hostile, Buffer.from([1, 2, 3]), null, 7, "text", [request()]]) {
    const refused = next<ChatFailure>(socket, "exception");
    socket.emit("organization-chat-assistant", payload);
    await refused;
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it("stands a payload nested deeper than any call stack", async () => {
  const raw = new WebSocket(`${address.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
  const answers: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  raw.addEventListener("message", ({ data }) => {
    const text = String(data);
    answers.push(text);
    if (text.startsWith("0")) raw.send('40/v1/chat,{"token":"good"}');
    if (text.includes('"initialized"')) {
      const deep = "[".repeat(100_000) + "]".repeat(100_000);
      raw.send(`42/v1/chat,["organization-chat-assistant",${deep}]`);
      raw.send(`42/v1/chat,["organization-chat-assistant",{"data":${deep}}]`);
    }
    if (answers.filter((one) => one.includes('"exception"')).length === 2) resolve();
  });
  await promise;
  raw.close();
});

it("cuts a message over one megabyte", async () => {
  const socket = await openReady();
  const gone = next(socket, "disconnect");
  socket.emit("organization-chat-assistant", { ...request(), data: "x".repeat(1_100_000) });
  await gone;
});

it("takes no question with a token that is over", async () => {
  tokens.set("short", project.owner.userId);
  const socket = await openReady("short");
  tokens.delete("short");
  const refused = next<ChatFailure>(socket, "exception");
  socket.emit("organization-chat-assistant", request());
  expect((await refused).message).toContain("Sign in again");
});

it("tells one who comes late what the others have, and lets go of one who was removed", async () => {
  const { projectId } = project;
  const owner = { organizationId: project.organizationId, userId: project.owner.userId };
  const { promise, resolve } = Promise.withResolvers<void>();
  const sessionId = world.ctx.newId();
  const reported = rebuildSession([], sessionId);
  streams.add({
    owner,
    projectId,
    sessionId,
    stop: new AbortController(),
    ended: promise,
    recheck: () => undefined,
    sent: () => ({ ...reported, title: "Running" }),
  });
  const socket = open("good");
  const operations = collect(socket);
  const lastField = next<MessageOperation>(socket, "message_operation");
  await lastField;
  socket.emit("cancel", { sessionId: world.ctx.newId() });
  await next(socket, "exception");
  expect(rebuildSession(operations, sessionId).title).toBe("Running");
  const gone = next<string>(socket, "disconnect");
  streams.tell({ type: "revoked", owner, projectId, sessionId });
  expect(await gone).toBe("io server disconnect");
  resolve();
});

it("takes a stop that comes right behind its question", async () => {
  const socket = await openReady();
  const failures: ChatFailure[] = [];
  socket.on("exception", (failure: ChatFailure) => failures.push(failure));
  const input = request();
  const { sessionId } = input;
  socket.emit("organization-chat-assistant", input);
  socket.emit("cancel", { sessionId });
  socket.emit("nothing", { sessionId });
  await expect.poll(() => failures).toEqual([{ sessionId, message: "There is no such chat" }]);
  await expect.poll(() => streams.isRunning(sessionId)).toBe(false);
  expect(await getChat(project.ctx, input)).toMatchObject({ isStreaming: false, isError: false });
});

it("answers no more of one person than of somebody who calls", async () => {
  tokens.set("restless", (await makeUser(world)).userId);
  const [restless, calm] = [await openReady("restless"), await openReady()];
  const received: string[] = [];
  restless.on("exception", ({ message }: ChatFailure) => received.push(message));
  const isTooMany = (message: string) => message.startsWith("Too many requests");
  const cut = next<string>(restless, "disconnect");
  for (let count = 0; count < 1_210; count += 1) restless.emit("cancel", {});
  expect(await cut).toBe("io server disconnect");
  expect(received.filter(isTooMany).length).toBeGreaterThan(0);
  expect(received.length).toBeLessThanOrEqual(1_210);
  calm.emit("cancel", {});
  expect(isTooMany((await next<ChatFailure>(calm, "exception")).message)).toBe(false);
});
