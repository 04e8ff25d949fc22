import { chatContextSchema } from "@cairn/contract/chat";
import { afterAll, beforeAll, expect, it } from "vitest";

import { chats } from "#server/platform/db/tables/chats.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { touchChats } from "./chats.store.ts";
import { listChats } from "./list-chats.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const assistant = "organization-chat-assistant";
const hour = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours));
const processId = "0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a";

type Project = Awaited<ReturnType<typeof makeProject>>;

async function makeChat(at: Project, title: string, given: { made: number; used: number; isStreaming?: boolean }) {
  const { organizationId, projectId, owner } = at;
  const { made, used, isStreaming = false } = given;
  const sessionId = world.ctx.newId();
  const session = {
    sessionId,
    title,
    messages: [],
    data: null,
    context: chatContextSchema.parse({ projectId }),
    isStreaming,
    isComplete: !isStreaming,
    isError: false,
    error: null,
    loadingText: null,
    updatedAt: hour(used).toISOString(),
  };
  const row = { organizationId, projectId, userId: owner.userId, assistant, title, session, isStreaming };
  const answeredBy = isStreaming ? processId : null;
  const times = { createdAt: hour(made), updatedAt: hour(used) };
  await world.ctx.db.insert(chats).values({ ...row, ...times, sessionId, answeredBy });
  return sessionId;
}

async function titlesOf({ ctx, organizationId }: Project, page: { page: number; limit: number }) {
  const { content, total } = await listChats(ctx, { organizationId, assistant, ...page });
  return { titles: content.map(({ title }) => title), total };
}

it("lists what was used last first, each once over all pages", async () => {
  const project = await makeProject(world);
  await makeChat(project, "made first, used last", { made: 1, used: 9 });
  await makeChat(project, "made last, never used again", { made: 8, used: 8 });
  await makeChat(project, "in between", { made: 2, used: 3 });
  const first = await titlesOf(project, { page: 1, limit: 2 });
  expect(first).toEqual({ titles: ["made first, used last", "made last, never used again"], total: 3 });
  expect((await titlesOf(project, { page: 2, limit: 2 })).titles).toEqual(["in between"]);
});

it("keeps those that are being answered on top, in one order, whichever of them gives a sign of life", async () => {
  const project = await makeProject(world);
  const older = await makeChat(project, "older", { made: 1, used: 2, isStreaming: true });
  const newer = await makeChat(project, "newer", { made: 3, used: 3, isStreaming: true });
  await makeChat(project, "done", { made: 4, used: 9 });
  const order = ["newer", "older", "done"];
  expect((await titlesOf(project, { page: 1, limit: 10 })).titles).toEqual(order);
  for (const sessionId of [older, newer]) {
    await touchChats(world.ctx.wholeDb, { sessionIds: [sessionId], processId, now: hour(10) });
    expect((await titlesOf(project, { page: 1, limit: 10 })).titles).toEqual(order);
  }
});
