import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { ChatSession } from "@cairn/contract/chat";
import { applyOperation, type ChatFailure, type MessageOperation } from "@cairn/contract/chat-events";
import { sql } from "drizzle-orm";
import type { Server } from "socket.io";
import { io as connect, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { updateIndex } from "#server/code-index/update/update-index.ts";
import { resumeAnswers } from "#server/domain/chat/answering/resume-answers.ts";
import { createChatStreams, type ChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { checkAnswers } from "#server/domain/chat/session/check-answers.ts";
import { deleteChat } from "#server/domain/chat/session/delete-chat.ts";
import { getChat } from "#server/domain/chat/session/get-chat.ts";
import { searchTools } from "#server/domain/search/search.tools.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { oidcRecords } from "#server/platform/db/tables/users.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer, type ModelReply, type ModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { rebuildSession } from "#server/testing/rebuild-session.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { serveChatSockets } from "./chat-socket.ts";
import { closeSocketServer, createSocketServer } from "./socket-server.ts";

const event = "/v1/chat/organization-chat-assistant";
const questions = ["How is the delay computed?", "Who calls it?", "And what happens when a boat is early?"];

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;
let grantId: string;
let model: ModelServer;
let services: Services;
const sites: { server: HttpServer; io: Server; streams: ChatStreams }[] = [];
const opened: Socket[] = [];

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
  await indexFiles();
  grantId = world.ctx.newId();
  await world.ctx.wholeDb.insert(oidcRecords).values({ model: "Grant", recordId: grantId, payload: {} });
  model = await startModelServer();
  const env = { MODEL_PROVIDER: "openai-compatible", MODEL_NAME: "fake", MODEL_BASE_URL: model.baseUrl };
  services = { ...world.ctx, model: connectModel(parseSettings(env).models) };
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.disconnect();
});
afterAll(async () => {
  for (const { server, io, streams } of sites) {
    await streams.stop();
    await closeSocketServer(io);
    server.close();
  }
  await model.close();
  await world.close();
});

async function indexFiles(): Promise<void> {
  const origin = await createTestRepository();
  const delay =
    "/** Minutes of delay. */\nexport const delay = (planned: number, actual: number) => actual - planned;\n";
  const commit = await origin.commit("First", {
    "README.md": "# Board\n\nShows how late a boat is.\n",
    "delay.ts": delay,
  });
  const { repositoryId } = await makeRepository(world, project);
  const mirror = world.ctx.mirrors.directory(repositoryId);
  await origin.git("clone", "-q", "--mirror", ".", mirror);
  await origin.remove();
  await updateIndex({
    directory: world.ctx.indexes.directory(repositoryId),
    source: createMirrorSource(mirror),
    commit,
  });
}

/** A process of its own with its sockets; a token is the id of who comes. */
async function serve() {
  const streams = createChatStreams();
  const server = createServer();
  const io = createSocketServer({ server, clientHost: "http://localhost:4000" });
  const authenticate = async (userId: string) => ({ userId, grantId });
  serveChatSockets(io, { services, streams, tools: searchTools, authenticate });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  sites.push({ server, io, streams });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, io, streams };
}

function open(address: string, token: string = project.owner.userId): Socket {
  const options = { transports: ["websocket"], auth: { token }, reconnection: false, forceNew: true };
  const socket = connect(`${address}/v1/chat`, options);
  opened.push(socket);
  return socket;
}

async function openReady(address: string, token?: string): Promise<Socket> {
  const socket = open(address, token);
  await next(socket, "initialized");
  return socket;
}

function next<T>(socket: Socket, name: string): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  socket.once(name, (value: T) => resolve(value));
  return promise;
}

interface Ear {
  operations: MessageOperation[];
  /** Resolves when so many operations of the session were heard. */
  heard(count: number): Promise<void>;
  /** Resolves at the end of the answer: null, or why it failed. */
  ended(): Promise<string | null>;
}

/** Hears one session over a socket that may hear others too. */
function listen(socket: Socket, sessionId: string): Ear {
  const operations: MessageOperation[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  socket.on("message_operation", (operation: MessageOperation) => {
    if (operation.sessionId !== sessionId) return;
    operations.push(operation);
    for (const { count, resolve } of waiting) if (operations.length >= count) resolve();
  });
  return {
    operations,
    heard(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (operations.length >= count) resolve();
      else waiting.push({ count, resolve });
      return promise;
    },
    ended() {
      const { promise, resolve } = Promise.withResolvers<string | null>();
      socket.on("message_completed", (end: { sessionId: string }) => end.sessionId === sessionId && resolve(null));
      socket.on("exception", (end: ChatFailure) => end.sessionId === sessionId && resolve(end.message));
      return promise;
    },
  };
}

function request(content: string, sessionId: string = world.ctx.newId()) {
  const { organizationId, projectId } = project;
  return { organizationId, sessionId, request: { type: "text" as const, content }, context: { projectId } };
}

const read = (sessionId: string) => getChat(project.ctx, { organizationId: project.organizationId, sessionId });

async function countOperations(sessionId: string): Promise<number> {
  const { rows } = await world.ctx.wholeDb.execute<{ count: number }>(
    sql`select count(*)::int as count from chat_operations where session_id = ${sessionId}`,
  );
  return rows[0]?.count ?? 0;
}

/** Looks once, then tells at length, a word at a time. */
function answerAtLength(pieces: number, pauseMs: number) {
  model.script(({ body }): ModelReply => {
    const hasLooked = body.messages.findLast(({ role }) => role !== "system")?.role === "tool";
    const question = JSON.stringify(body.messages.findLast(({ role }) => role === "user")?.content ?? "").length;
    if (!body.tools?.length) return { kind: "text", pieces: ["Delays of boats"] };
    if (!hasLooked) {
      const call = { id: `call-${question}`, name: "search_code", arguments: JSON.stringify({ query: "delay" }) };
      return { kind: "tool-calls", calls: [call] };
    }
    const words = Array.from(
      { length: pieces },
      (_, at) => `word ${at} of ${question} says, with some more words for the road, **how** late it is [1`,
    );
    return { kind: "drip", pauseMs, pieces: words.flatMap((word) => [word, "] a boat is. 🚢 "]) };
  });
}

/** The same numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What two tellings of the same conversation may not differ in. */
function lasting({ title, messages, isComplete, isError, error, loadingText }: ChatSession) {
  const lasts = messages.map(({ thoughts, ...message }) => ({
    ...message,
    createdAt: null,
    thoughts: thoughts.map(({ text, functionCalls }) => ({ text, calls: functionCalls.map(({ name }) => name) })),
  }));
  return { title, messages: lasts, isComplete, isError, error, loadingText };
}

it("gives the same transcript however often the line is cut, and GET equals all operations", async () => {
  answerAtLength(30, 1);
  const site = await serve();
  const watching = await openReady(site.address);
  /** Asks all questions; the line of whoever asks is cut after so many operations of each answer, where any is given. */
  const converse = async (cutsAfter: readonly number[]) => {
    const sessionId = world.ctx.newId();
    const all = listen(watching, sessionId);
    for (const [at, question] of questions.entries()) {
      const asking = await openReady(site.address);
      const received = listen(asking, sessionId);
      const ended = all.ended();
      asking.emit(event, request(question, sessionId));
      await Promise.race([received.heard(cutsAfter[at] ?? Infinity), ended]);
      asking.disconnect();
      const back = open(site.address);
      const rest = listen(back, sessionId);
      await next(back, "initialized");
      expect(await ended).toBeNull();
      const session = await read(sessionId);
      // Who comes back after the end is told nothing and reads.
      if (rest.operations.length > 0) expect(rebuildSession(rest.operations, sessionId)).toEqual(session);
      const seen = rebuildSession(received.operations, sessionId).messages?.at(-1)?.content ?? "";
      expect(session.messages.at(-1)?.content.startsWith(seen)).toBe(true);
      back.disconnect();
    }
    const session = await read(sessionId);
    expect(rebuildSession(all.operations, sessionId)).toEqual(session);
    expect(await countOperations(sessionId)).toBe(0);
    return lasting(session);
  };
  const whole = await converse([]);
  expect(whole.messages).toHaveLength(6);
  expect(whole.messages.at(-1)?.content.length).toBeGreaterThan(2_000);
  expect(whole.messages.at(-1)?.sources).toHaveLength(1);
  const random = createRandom(7);
  const conversations = Array.from({ length: 17 }, () => questions.map(() => 1 + random(40)));
  // A person may have five answers under way at once.
  const lanes = Array.from({ length: 4 }, async (_, lane) => {
    for (const [at, cuts] of conversations.entries()) if (at % 4 === lane) expect(await converse(cuts)).toEqual(whole);
  });
  await Promise.all(lanes);
}); // prettier-ignore

it("reads at every moment, from any process, what listeners were told or are about to be told", async () => {
  answerAtLength(60, 3);
  const site = await serve();
  const socket = await openReady(site.address);
  const input = request(questions[0] ?? "");
  const ear = listen(socket, input.sessionId);
  const ended = ear.ended();
  socket.emit(event, input);
  await ear.heard(1);
  const looks: { toldBefore: number; session: ChatSession }[] = [];
  while (looks.at(-1)?.session.isStreaming !== false) {
    const reportedBefore = ear.operations.length;
    looks.push({ toldBefore: reportedBefore, session: await read(input.sessionId) });
  }
  await ended;
  const states: string[] = [];
  ear.operations.reduce(
    (session, operation) => {
      const after = applyOperation(session, operation);
      states.push(JSON.stringify(sorted(after)));
      return after;
    },
    rebuildSession([], input.sessionId),
  );
  expect(looks.length).toBeGreaterThan(5);
  for (const { toldBefore: reportedBefore, session } of looks) {
    expect(states.indexOf(JSON.stringify(sorted(session)), Math.max(0, reportedBefore - 1))).toBeGreaterThanOrEqual(0);
  }
});

/** The database gives an object's fields in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}

it("lets go of a reader who does not read, before four megabytes wait, and nobody else notices", async () => {
  const site = await serve();
  const [slow, quick] = [await openReady(site.address), await openReady(site.address)];
  const { organizationId, projectId } = project;
  const sessionId = world.ctx.newId();
  const about = { owner: { organizationId, userId: project.owner.userId }, projectId, sessionId };
  const theirs = [...site.io.of("/v1/chat").sockets.values()].find(({ id }) => id === slow.id);
  const connection = theirs?.conn as unknown as {
    writeBuffer: { data: string }[];
    transport: { socket: { bufferedAmount: number } };
  };
  const waiting = () =>
    connection.writeBuffer.reduce((sum, { data }) => sum + data.length, 0) + connection.transport.socket.bufferedAmount;
  const gone = Promise.withResolvers<void>();
  theirs?.once("disconnect", () => gone.resolve());
  (slow.io.engine as unknown as { transport: { ws: { pause(): void } } }).transport.ws.pause();
  const ear = listen(quick, sessionId);
  const value = "x".repeat(100_000);
  let most = 0;
  let reported = 0;
  // The operating systems' own buffers take some before anything waits here.
  while (site.io.of("/v1/chat").sockets.has(slow.id ?? "") && reported < 600) {
    site.streams.tell({
      type: "operations",
      ...about,
      operations: [{ sessionId, path: "/title", operation: "update", value }],
    });
    reported += 1;
    most = Math.max(most, waiting());
    await ear.heard(reported);
  }
  await gone.promise;
  expect(reported).toBeLessThan(600);
  expect(most).toBeGreaterThan(1_000_000);
  expect(most).toBeLessThanOrEqual(4_000_000 + 2 * value.length);
  site.streams.tell({ type: "completed", ...about });
  expect(quick.connected).toBe(true);
});

it("refuses messages of 100 kB, a second question while it answers, and other people's chats; the socket stays", async () => {
  answerAtLength(40, 5);
  const site = await serve();
  const foreign = await makeProject(world);
  const [socket, stranger] = [await openReady(site.address), await openReady(site.address, foreign.owner.userId)];
  const refused = async (by: Socket, name: string, payload: object) => {
    const failure = next<ChatFailure>(by, "exception");
    by.emit(name, payload);
    return (await failure).message;
  };
  expect(await refused(socket, event, request("x".repeat(100_000)))).toBe("The question is too long");
  const input = request(questions[0] ?? "");
  const ear = listen(socket, input.sessionId);
  const overheard = listen(stranger, input.sessionId);
  const completed = next(socket, "message_completed");
  socket.emit(event, input);
  await ear.heard(12);
  expect(await refused(socket, event, input)).toBe("An answer is still being written. Wait for it, or stop it first.");
  const own = { ...input, organizationId: foreign.organizationId, context: { projectId: foreign.projectId } };
  const missing = "Chat not found: The chat you are trying to access does not exist";
  expect(await refused(stranger, event, own)).toBe(missing);
  expect(await refused(stranger, event, input)).toBe("Organization not found");
  expect(await refused(stranger, "cancel", { sessionId: input.sessionId })).toBe(missing);
  expect(await refused(stranger, "cancel", own)).toBe(missing);
  await completed;
  const session = await read(input.sessionId);
  expect(session).toMatchObject({ isComplete: true, isError: false });
  expect(rebuildSession(ear.operations, input.sessionId)).toEqual(session);
  expect(overheard.operations).toEqual([]);
});

it.each(["the process that answers", "another process"])("stops an answer whose chat is deleted in %s", async (where) => {
  answerAtLength(2_000, 5);
  const [site, other] = [await serve(), await serve()];
  const socket = await openReady(site.address);
  const input = request(questions[0] ?? "");
  const ear = listen(socket, input.sessionId);
  const ended = ear.ended();
  socket.emit(event, input);
  await ear.heard(16);
  const streams = where === "another process" ? other.streams : site.streams;
  await deleteChat(project.ctx, { ...input, streams });
  expect(await ended).toBeNull();
  await expect(read(input.sessionId)).rejects.toMatchObject({ code: "not_found" });
  expect(await countOperations(input.sessionId)).toBe(0);
  expect(site.streams.isRunning(input.sessionId)).toBe(false);
}); // prettier-ignore

it("lets one of two processes answer when both are asked in the same chat at once", async () => {
  answerAtLength(20, 2);
  const both = [await serve(), await serve()];
  const sockets = await Promise.all(both.map(({ address }) => openReady(address)));
  for (let round = 0; round < 5; round += 1) {
    const input = request(questions[0] ?? "");
    const ears = sockets.map((socket) => listen(socket, input.sessionId));
    const ends = ears.map((ear) => ear.ended());
    for (const socket of sockets) socket.emit(event, input);
    const outcomes = await Promise.all(ends);
    expect(outcomes.filter((one) => one === null)).toHaveLength(1);
    expect(outcomes).toContain("An answer is still being written. Wait for it, or stop it first.");
    const session = await read(input.sessionId);
    expect(session.messages).toHaveLength(2);
    expect(rebuildSession(ears[outcomes.indexOf(null)]?.operations ?? [], input.sessionId)).toEqual(session);
  }
});

it("sends listeners to read the chat when another process took the answer over", async () => {
  answerAtLength(2_000, 5);
  const [site, other] = [await serve(), await serve()];
  const [socket, there] = [await openReady(site.address), await openReady(other.address)];
  const input = request(questions[0] ?? "");
  const ear = listen(socket, input.sessionId);
  const gone = next(socket, "disconnect");
  socket.emit(event, input);
  await ear.heard(16);
  const begunAgain = listen(there, input.sessionId);
  expect(await resumeAnswers(world.ctx, { streams: other.streams, tools: [], silentMs: 0 })).toBe(1);
  await gone;
  await begunAgain.heard(10);
  await checkAnswers(world.ctx, site.streams);
  await expect.poll(() => site.streams.isRunning(input.sessionId)).toBe(false);
  await begunAgain.heard(20);
  other.streams.cancel(input.sessionId);
});

it("lets go of its answers when a process stops, and tells no end; the next process gives them whole", async () => {
  model.script([{ kind: "stall-after", pieces: ["Half ", "an ", "answer. "] }]);
  const [site, later] = [await serve(), await serve()];
  const [socket, there] = [await openReady(site.address), await openReady(later.address)];
  const input = request(questions[0] ?? "");
  const ends: string[] = [];
  for (const name of ["message_completed", "exception"]) socket.on(name, () => ends.push(name));
  const isHalf = Promise.withResolvers<void>();
  socket.on(
    "message_operation",
    ({ value }: MessageOperation) => String(value).includes("an answer") && isHalf.resolve(),
  );
  socket.emit(event, input);
  await isHalf.promise;
  await site.streams.stop();
  const left = await read(input.sessionId);
  expect(left).toMatchObject({ isStreaming: true, isError: false });
  expect(left.messages[1]?.content).toContain("Half an answer");
  model.script([{ kind: "text", pieces: ["A whole answer."] }]);
  const ended = listen(there, input.sessionId).ended();
  const silentMs = 20_000;
  expect(await resumeAnswers({ ...world.ctx, ...services }, { streams: later.streams, tools: [], silentMs })).toBe(1);
  expect(await ended).toBeNull();
  const session = await read(input.sessionId);
  expect(session).toMatchObject({ isStreaming: false, isComplete: true });
  expect(session.messages[1]?.content.trim()).toBe("A whole answer.");
  expect(ends).toEqual([]);
});
