import { chatContextSchema, type ChatSession } from "@cairn/contract/chat";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { insertChat } from "./chats.store.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

it("gives a new chat to one of several that begin it at the same moment, and an answer to all", async () => {
  const { organizationId, projectId, owner } = await makeProject(world);
  const { userId } = owner;
  for (let round = 0; round < 100; round += 1) {
    const sessionId = world.ctx.newId();
    const whose = { organizationId, projectId, userId, assistant: "organization-chat-assistant" };
    const at = { createdAt: world.ctx.now(), updatedAt: world.ctx.now() };
    const row = { ...whose, ...at, sessionId, title: "A chat", session: emptySession(sessionId), isStreaming: true };
    const begun = Array.from({ length: 3 }, () => world.ctx.wholeDb.transaction((tx) => insertChat(tx, row)));
    expect((await Promise.all(begun)).filter(Boolean)).toHaveLength(1);
  }
});

function emptySession(sessionId: string): ChatSession {
  return {
    sessionId,
    title: "A chat",
    messages: [],
    data: null,
    context: chatContextSchema.parse({}),
    isStreaming: true,
    isComplete: false,
    isError: false,
    error: null,
    loadingText: null,
    updatedAt: "2026-01-01T00:00:00.000Z",
  };
}
