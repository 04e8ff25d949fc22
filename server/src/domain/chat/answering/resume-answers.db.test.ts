import { chatContextSchema, type ChatSession } from "@cairn/contract/chat";
import { applyOperation, type MessageOperation } from "@cairn/contract/chat-events";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createChatStreams, type ChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import type { SessionChange } from "#server/domain/chat/session/chats.store.ts";
import { getChat, getDraftChat } from "#server/domain/chat/session/get-chat.ts";
import { listChats } from "#server/domain/chat/session/list-chats.ts";
import { newMessage } from "#server/domain/chat/session/new-message.ts";
import { chatOperations, chats } from "#server/platform/db/tables/chats.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
import { createTestWorld, makeMember, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { resumeAnswers } from "./resume-answers.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
});
afterAll(() => world.close());

const assistants = { chat: "organization-chat-assistant", draft: "artifact-data-assistant" } as const;

/** A chat whose answer a process that is gone had begun, and what it had told of it. */
async function leave(
  changes: readonly SessionChange[],
  given: { kind?: keyof typeof assistants; attempts?: number; askedAt?: Date; userId?: string; data?: unknown } = {},
) {
  const { organizationId, projectId } = project;
  const { kind = "chat", attempts = 1, askedAt = world.ctx.now(), userId = project.owner.userId, data = null } = given;
  const sessionId = world.ctx.newId();
  const createdAt = askedAt.toISOString();
  const session: ChatSession = {
    sessionId,
    title: "Boats",
    messages: [
      newMessage({ role: "user", content: kind === "chat" ? "Boats?" : "Write a page about boats", writtenBy: null, createdAt }),
      newMessage({ role: "assistant", content: "", writtenBy: "Built-in engine", createdAt }),
    ],
    data,
    context: chatContextSchema.parse({ projectId }),
    isStreaming: true,
    isComplete: false,
    isError: false,
    error: null,
    loadingText: "Thinking",
    updatedAt: createdAt,
  };
  const row = { organizationId, userId, projectId, sessionId, assistant: assistants[kind], title: "Boats", session };
  await world.ctx.db
    .insert(chats)
    .values({ ...row, isStreaming: true, answeredBy: world.ctx.newId(), attempts, createdAt: askedAt, updatedAt: askedAt });
  for (const [at, change] of changes.entries()) {
    await world.ctx.db.insert(chatOperations).values({ organizationId, sessionId, sequence: at + 1, operations: [change] });
  }
  return { organizationId, sessionId };
} // prettier-ignore

const half: SessionChange = { path: "/messages/1/content", operation: "append", value: "Half an ans" };
const renamed: SessionChange = { path: "/title", operation: "update", value: "All boats" };

/** Begins again what is abandoned, and waits until the answer of this chat has ended. */
async function resume(streams: ChatStreams, sessionId: string) {
  const operations: MessageOperation[] = [];
  const ended = Promise.withResolvers<void>();
  streams.listen((one) => {
    if (one.sessionId !== sessionId) return;
    if (one.type === "operations") operations.push(...one.operations);
    else ended.resolve();
  });
  const begun = await resumeAnswers(world.ctx, { streams, tools: [], silentMs: 0 });
  if (begun > 0) await ended.promise;
  return { begun, operations };
}

it("reads and lists a streaming chat with everything its answer did so far", async () => {
  const input = await leave([renamed, half, { ...half, value: "wer" }]);
  const session = await getChat(project.ctx, input);
  expect(session).toMatchObject({ title: "All boats", isStreaming: true });
  expect(session.messages[1]?.content).toBe("Half an answer");
  const page = { ...input, assistant: assistants.chat, page: 1, limit: 5 };
  const { content } = await listChats(project.ctx, page);
  const { sessionId, title, isStreaming, isError, updatedAt } = session;
  expect(content).toEqual([{ sessionId, title, isStreaming, isError, updatedAt }]);
  const streams = createChatStreams();
  expect(await resumeAnswers(world.ctx, { streams, tools: [], silentMs: 20_000 })).toBe(0);
  await resume(streams, input.sessionId);
});

it("begins an answer again in place of the half one, and tells that", async () => {
  const input = await leave([half]);
  const { begun, operations } = await resume(createChatStreams(), input.sessionId);
  expect(begun).toBe(1);
  const session = await getChat(project.ctx, input);
  expect(session).toMatchObject({ isStreaming: false, isComplete: true, isError: false });
  expect(session.messages).toHaveLength(2);
  expect(session.messages[1]?.content).toContain("No repository of this product has been indexed yet");
  expect(session.messages[1]?.content).not.toContain("Half");
  const old = { ...session, messages: [], title: "" };
  expect(operations.reduce((state, one) => applyOperation(state, one), old)).toEqual(session);
  expect(await world.ctx.db.select().from(chatOperations)).toEqual([]);
});

it("takes over at once what a process let go of when it stopped, and else waits for silence", async () => {
  const input = await leave([half]);
  const streams = createChatStreams();
  expect(await resumeAnswers(world.ctx, { streams, tools: [], silentMs: 20_000 })).toBe(0);
  await world.ctx.db.update(chats).set({ answeredBy: null }).where(eq(chats.sessionId, input.sessionId));
  expect(await resumeAnswers(world.ctx, { streams, tools: [], silentMs: 20_000 })).toBe(1);
  await streams.running()[0]?.ended;
  expect(await getChat(project.ctx, input)).toMatchObject({ isComplete: true });
});

it("lets one of several processes begin it", async () => {
  const input = await leave([]);
  await world.ctx.db.update(chats).set({ answeredBy: null }).where(eq(chats.sessionId, input.sessionId));
  const processes = Array.from({ length: 5 }, () => createChatStreams());
  // Where others run, one that looks after the first has begun finds an answer that is not silent.
  const begun = await Promise.all(
    processes.map((streams) => resumeAnswers(world.ctx, { streams, tools: [], silentMs: 20_000 })),
  );
  expect(begun.reduce((sum, count) => sum + count)).toBe(1);
  await Promise.all(processes.flatMap((streams) => streams.running().map(({ ended }) => ended)));
  expect((await getChat(project.ctx, input)).messages).toHaveLength(2);
});

it("does not let one that cannot be read keep those behind it", async () => {
  const broken = await leave([], { askedAt: new Date(world.ctx.now().getTime() - 60_000) });
  const where = eq(chats.sessionId, broken.sessionId);
  const [row] = await world.ctx.db.select().from(chats).where(where);
  const messages = row?.session.messages.map(({ thoughts: _missing, ...message }) => message);
  await world.ctx.db
    .update(chats)
    .set({ session: { ...row?.session, messages } as ChatSession })
    .where(where);
  const input = await leave([]);
  const { begun } = await resume(createChatStreams(), input.sessionId);
  await world.ctx.db.delete(chats).where(where);
  expect(begun).toBe(1);
  expect(await getChat(project.ctx, input)).toMatchObject({ isComplete: true });
});

it.each(["too often", "too long ago", "by somebody who is gone"])("ends what was asked %s, and keeps its text", async (why) => {
  const member = await makeUser(world);
  await makeMember(world, project.organizationId, member.userId, "editor");
  const hourAgo = new Date(world.ctx.now().getTime() - 3_600_001);
  const input = await leave([half], {
    attempts: why === "too often" ? 3 : 2,
    askedAt: why === "too long ago" ? hourAgo : world.ctx.now(),
    userId: why === "by somebody who is gone" ? member.userId : project.owner.userId,
  });
  if (why === "by somebody who is gone") {
    await world.ctx.db.update(members).set({ role: "viewer" as never }).where(eq(members.userId, member.userId));
  }
  const { begun } = await resume(createChatStreams(), input.sessionId);
  expect(begun).toBe(0);
  const [row] = await world.ctx.db.select().from(chats).where(eq(chats.sessionId, input.sessionId));
  expect(row).toMatchObject({ isStreaming: false, answeredBy: null });
  expect(row?.session).toMatchObject({ isStreaming: false, isError: true, error: expect.stringContaining("Retry") });
  expect(row?.session.messages[1]?.content).toBe("Half an ans");
}); // prettier-ignore

it("takes back what a broken try changed of a page before it wrote, and keeps what it wrote", async () => {
  const draft = { title: "", sections: [], projectId: project.projectId, serviceId: null, parentArtifactId: null };
  const section = { sectionId: world.ctx.newId(), title: "Boats", instructions: null, content: "Written.", sources: [], writtenBy: null };
  const planned: SessionChange = { path: "/data/sections", operation: "append", value: section };
  const thought: SessionChange = { path: "/messages/1/thoughts", operation: "append", value: { text: "", functionCalls: [] } };
  const call = { name: "write_section", target: "Boats", durationMs: null as number | null };
  const writing: SessionChange = { path: "/messages/1/thoughts/0/functionCalls", operation: "append", value: call };
  const unwritten = await leave([planned, thought, writing], { kind: "draft", data: draft });
  await resume(createChatStreams(), unwritten.sessionId);
  expect((await getDraftChat(project.ctx, unwritten)).data).toMatchObject({ sections: [] });
  const done: SessionChange = { path: "/messages/1/thoughts/0/functionCalls/0/durationMs", operation: "update", value: 3 };
  const written = await leave([planned, thought, writing, done], { kind: "draft", data: draft });
  await resume(createChatStreams(), written.sessionId);
  const session = await getDraftChat(project.ctx, written);
  expect(session.data).toMatchObject({ sections: [{ content: "Written." }] });
  expect(session.messages[1]?.thoughts[0]?.functionCalls).toEqual([{ ...call, durationMs: 3 }]);
}); // prettier-ignore
