import { chatContextSchema, type ChatSession } from "@cairn/contract/chat";
import type { MessageOperation } from "@cairn/contract/chat-events";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { Db } from "#server/platform/db/open-db.ts";
import { chatOperations, chats } from "#server/platform/db/tables/chats.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { finishChat, type SessionChange } from "./chats.store.ts";
import { newMessage } from "./new-message.ts";
import { createOperationBatch } from "./operation-batch.ts";
import { createSessionWriter } from "./session-writer.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;
const processId = "7f2d3c1e-0000-4000-8000-000000000001";

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
});
afterAll(() => world.close());

const word = (value: string): SessionChange => ({ path: "/messages/0/content", operation: "append", value });

/** A chat that this process answers, and what writes and tells it. */
async function answer(db: Db = world.ctx.wholeDb, batch = createOperationBatch(db, processId)) {
  const { organizationId, projectId } = project;
  const sessionId = world.ctx.newId();
  const createdAt = world.ctx.now();
  const session: ChatSession = {
    sessionId,
    title: "Boats",
    messages: [newMessage({ role: "assistant", content: "", writtenBy: null, createdAt: createdAt.toISOString() })],
    data: null,
    context: chatContextSchema.parse({ projectId }),
    isStreaming: true,
    isComplete: false,
    isError: false,
    error: null,
    loadingText: null,
    updatedAt: createdAt.toISOString(),
  };
  const row = { organizationId, projectId, sessionId, userId: project.owner.userId, title: "Boats", session };
  await world.ctx.db.insert(chats).values({
    ...row,
    assistant: "organization-chat-assistant",
    isStreaming: true,
    answeredBy: processId,
    createdAt,
    updatedAt: createdAt,
  });
  const sent: MessageOperation[] = [];
  const lost: unknown[] = [];
  const writer = createSessionWriter({
    session,
    batch,
    finish: (last) => finishChat(world.ctx.wholeDb, { session: last, processId, now: createdAt }),
    report: (operations) => void sent.push(...operations),
    onLost: (cause) => void lost.push(cause),
  });
  const written = async () =>
    (await world.ctx.db.select().from(chatOperations).where(eq(chatOperations.sessionId, sessionId))).length;
  return { sessionId, writer, reported: sent, lost, written };
}

it("writes what many answers did with one statement, and words that came meanwhile as one", async () => {
  let statements = 0;
  const counting = new Proxy(world.ctx.wholeDb, {
    get(db, name) {
      if (name === "execute") statements += 1;
      return Reflect.get(db, name) as unknown;
    },
  });
  const batch = createOperationBatch(counting, processId);
  const answers = await Promise.all(Array.from({ length: 40 }, () => answer(counting, batch)));
  for (const { writer } of answers) for (const part of ["One", " two", " three"]) writer.change(word(part));
  await Promise.all(answers.map(({ writer }) => writer.flush()));
  expect(statements).toBeLessThanOrEqual(2);
  for (const { reported: sent, sessionId } of answers) expect(sent).toEqual([{ sessionId, ...word("One two three") }]);
});

it("keeps nobody waiting for a chat that somebody else holds, and writes that one when it is free", async () => {
  const batch = createOperationBatch(world.ctx.wholeDb, processId);
  const [held, free] = [await answer(world.ctx.wholeDb, batch), await answer(world.ctx.wholeDb, batch)];
  await world.ctx.db.transaction(async (tx) => {
    await tx.update(chats).set({ title: "Held" }).where(eq(chats.sessionId, held.sessionId));
    held.writer.change(word("held"));
    free.writer.change(word("free"));
    await free.writer.flush();
    expect(free.reported).toHaveLength(1);
    expect(held.reported).toHaveLength(0);
  });
  await held.writer.flush();
  expect(held.reported).toHaveLength(1);
  expect(held.lost).toEqual([]);
});

it("notices each chat that is deleted, taken over or ended, and goes on with the others", async () => {
  const batch = createOperationBatch(world.ctx.wholeDb, processId);
  const db = world.ctx.wholeDb;
  const [deleted, taken, ended, own] = await Promise.all([answer(db, batch), answer(db, batch), answer(db, batch), answer(db, batch)]);
  await db.delete(chats).where(eq(chats.sessionId, deleted.sessionId));
  await db.update(chats).set({ answeredBy: world.ctx.newId() }).where(eq(chats.sessionId, taken.sessionId));
  await db.update(chats).set({ answeredBy: null, isStreaming: false }).where(eq(chats.sessionId, ended.sessionId));
  for (const one of [deleted, taken, ended, own]) {
    one.writer.change(word("late"));
    await one.writer.flush();
  }
  for (const one of [deleted, taken, ended]) {
    expect(one).toMatchObject({ reported: [], lost: [null] });
    expect(await one.written()).toBe(0);
    expect(await one.writer.end()).toBe(false);
  }
  expect(own.reported).toHaveLength(1);
  expect(await own.writer.end({ path: "/isStreaming", operation: "update", value: false })).toBe(true);
  expect(await own.written()).toBe(0);
  const [row] = await db.select().from(chats).where(eq(chats.sessionId, own.sessionId));
  expect(row).toMatchObject({ isStreaming: false, answeredBy: null, session: own.writer.session });
  expect(own.writer.sent).toEqual(row?.session);
}); // prettier-ignore

it("tries again what a database that is gone for a moment does not take, and loses only what it can never take", async () => {
  let failures = 1;
  const moody = new Proxy(world.ctx.wholeDb, {
    get(db, name) {
      if (name !== "execute" || failures === 0) return Reflect.get(db, name) as unknown;
      failures -= 1;
      return () => Promise.reject(new Error("connection lost"));
    },
  });
  const batch = createOperationBatch(moody, processId);
  const [good, bad] = [await answer(moody, batch), await answer(moody, batch)];
  good.writer.change(word("good"));
  await good.writer.flush();
  expect(good.reported).toHaveLength(1);
  const operations = [word("PostgreSQL holds no \u0000")];
  const poison = batch.write(() => ({ sessionId: bad.sessionId, sequence: 1, operations }));
  good.writer.change(word(" still"));
  await expect(poison).rejects.toThrow("Failed query");
  await good.writer.flush();
  expect(good.reported).toHaveLength(2);
  expect(good.lost).toEqual([]);
});

it("holds no more than it should while the database is slow", async () => {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const slow = new Proxy(world.ctx.wholeDb, {
    get(db, name) {
      if (name !== "execute") return Reflect.get(db, name) as unknown;
      return async (statement: Parameters<Db["execute"]>[0]) => {
        reached.resolve();
        await gate.promise;
        return await db.execute(statement);
      };
    },
  });
  const { writer, reported: described } = await answer(slow);
  writer.change(word("x"));
  await reached.promise;
  let pieces = 0;
  while (!writer.isFull) {
    writer.change(word("y".repeat(1_000)));
    pieces += 1;
  }
  expect(pieces).toBeLessThanOrEqual(201);
  expect(described).toEqual([]);
  gate.resolve();
  await writer.flush();
  expect(writer.isFull).toBe(false);
  expect(writer.sent).toEqual(writer.session);
});
