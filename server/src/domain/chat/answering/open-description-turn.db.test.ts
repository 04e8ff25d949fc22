import type { ChatSession } from "@cairn/contract/chat";
import type { ChatRequest } from "@cairn/contract/chat-events";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { updateIndex } from "#server/code-index/update/update-index.ts";
import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { getChat, getDescriptionChat } from "#server/domain/chat/session/get-chat.ts";
import { getProject } from "#server/domain/projects/get-project.ts";
import { updateProjectData } from "#server/domain/projects/update-project-data.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { cloneMirror } from "#server/platform/git/remote/clone-mirror.ts";
import { ableModel } from "#server/platform/models/able-model.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { ask } from "./ask.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;

const readme =
  "# Board\n\nBoard shows passengers which boat leaves next, from where, and how late it is. Crews report delays with it.\n";

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
  const repository = await createTestRepository();
  const commit = await repository.commit("First", { "README.md": readme, "src/delay.ts": "export const delay = 5;\n" });
  const { repositoryId } = await makeRepository(world, project, { path: repository.path });
  const directory = world.ctx.mirrors.directory(repositoryId);
  const { egress, signal } = world.ctx;
  await cloneMirror({
    directory,
    remote: { kind: "path", path: repository.path },
    egress,
    maxBytes: 10_000_000,
    signal,
  });
  await updateIndex({
    directory: world.ctx.indexes.directory(repositoryId),
    source: createMirrorSource(directory),
    commit,
  });
  await repository.remove();
  const indexed = { mainBranch: "main", indexedCommit: commit, indexedAt: world.ctx.now() };
  await world.ctx.wholeDb.update(repositories).set(indexed).where(eq(repositories.repositoryId, repositoryId));
});
afterAll(() => world.close());

interface Said {
  sessionId: string;
  model?: ModelPort;
  owner?: typeof project;
  data?: unknown;
}

/** Says something to the assistant and waits until it has done it. */
async function say(
  request: ChatRequest["request"] | string,
  { sessionId, owner = project, data, model }: Said,
): Promise<ChatSession> {
  const streams = createChatStreams();
  const { organizationId, projectId } = owner;
  const over = Promise.withResolvers<void>();
  streams.listen(({ type }) => type !== "operations" && over.resolve());
  await ask(model ? { ...owner.ctx, model } : owner.ctx, {
    assistant: "project-metadata-assistant",
    organizationId,
    sessionId,
    request: typeof request === "string" ? { type: "text", content: request } : request,
    context: { projectId, lens: "technical" },
    data,
    streams,
    tools: [],
  });
  await over.promise;
  return await getDescriptionChat(owner.ctx, { organizationId, sessionId });
}

const written =
  "Board shows passengers which boat leaves next, from where, and how late it is. Crews report delays with it.";

it("writes a description from the code beside the conversation, asks what it does not tell and takes the answers", async () => {
  const sessionId = world.ctx.newId();
  const session = await say("Write a description", { sessionId });
  expect(session.data).toBe(written);
  const reply = session.messages.at(-1);
  expect(reply).toMatchObject({ type: "questions-request", writtenBy: "Built-in engine", basis: [{ branch: "main" }] });
  expect(reply?.sources[0]).toMatchObject({ path: "README.md", startLine: 3 });
  expect(reply?.content).toContain("[1]");
  const toolId = reply?.questions?.toolId ?? "";
  const audience = reply?.questions?.questions.find(({ questionId }) => questionId === "audience");
  expect(audience?.options).toEqual(["passengers", "crews"]);
  const answers = [{ questionId: "audience", values: ["passengers", "crews"] }];
  const answered = await say({ type: "questions-result", toolId, answers }, { sessionId });
  expect(answered.data).toBe(`${written}\n\n**Who it is for:** passengers and crews.`);
  const { description } = await getProject(project.ctx, project);
  expect(description).toBeNull();
});

it("works on what the person sent, then on what it has, and begins with what is saved", async () => {
  const owner = await makeProject(world);
  const saved = "The board of the Northquay ferries, for passengers on the quay. It tells them what the crews report.";
  await updateProjectData(owner.ctx, { ...owner, description: saved });
  const sessionId = world.ctx.newId();
  expect((await say("Change quay to pier", { sessionId, owner })).data).toBe(saved.replace("quay.", "pier."));
  const again = await say("Change pier to jetty", { sessionId, owner });
  expect(again.data).toBe(saved.replace("quay.", "jetty."));
  const sent = await say("Change boats to ships", { sessionId, owner, data: "  By hand: boats.\n" });
  expect(sent.data).toBe("By hand: ships.");
  const undone = await say("undo that", {
    sessionId,
    owner,
    data: { text: "By hand: ships.", before: "By hand: boats." },
  });
  expect(undone.data).toBe("By hand: boats.");
});

it("answers questions as Ask does and leaves the description alone", async () => {
  const session = await say("What does the board show?", { sessionId: world.ctx.newId(), data: "Mine." });
  expect(session.data).toBe("Mine.");
  expect(session.messages.at(-1)).toMatchObject({ questions: null, writtenBy: "Built-in engine" });
  expect(session.messages.at(-1)?.content).not.toContain("I did not understand");
});

it("says without code that there is nothing to write from, and asks the person", async () => {
  const owner = await makeProject(world);
  const session = await say("Write a description", { sessionId: world.ctx.newId(), owner });
  expect(session.data).toBe("");
  expect(session.messages.at(-1)?.questions?.questions).toHaveLength(3);
});

it.each([
  ["a number", 5],
  ["a number in its place", { text: 5 }],
  ["a list", ["a"]],
  ["nothing but what was before", { before: "x" }],
  ["a book", "x".repeat(20_001)],
])("refuses %s for a text", async (_name, data) => {
  const refused = say("Make it shorter", { sessionId: world.ctx.newId(), data });
  await expect(refused).rejects.toMatchObject({ code: "invalid_input" });
});

it("lets a model change the text by its tools, and shows what it cites", async () => {
  const next =
    "Board tells passengers which boat leaves next, so that nobody waits in vain, and crews report delays with it.";
  const model: ModelPort = {
    name: "test-model",
    capabilities: async () => ableModel,
    async *stream({ tools, messages }) {
      expect(JSON.stringify(messages)).toContain("Board shows passengers which boat leaves next");
      yield { type: "tool-start", callId: "1", name: "write_description", input: { text: next } };
      await tools.find(({ name }) => name === "write_description")?.run({ text: next });
      yield { type: "tool-end", callId: "1", durationMs: 1 };
      yield { type: "text", text: "It shows departures [1] and flies [99]." };
      yield { type: "finish", inputTokens: 10, outputTokens: 5 };
    },
  };
  const session = await say("Make it livelier", { sessionId: world.ctx.newId(), data: written, model });
  expect(session).toMatchObject({ data: next, isError: false });
  const reply = session.messages.at(-1);
  expect(reply).toMatchObject({
    content: "It shows departures [1] and flies.",
    writtenBy: "test-model",
    droppedCitations: 1,
  });
  expect(reply?.sources[0]).toMatchObject({ path: "README.md" });
});

it("is nobody else's, and is found below its own path only", async () => {
  const sessionId = world.ctx.newId();
  await say("Write a description", { sessionId });
  const stranger = await makeProject(world);
  const { organizationId } = project;
  const foreign = getDescriptionChat(stranger.ctx, { organizationId, sessionId });
  await expect(foreign).rejects.toMatchObject({ code: "not_found" });
  await expect(getChat(project.ctx, { organizationId, sessionId })).rejects.toMatchObject({ code: "not_found" });
  const aboutForeign = say("Write a description", {
    sessionId: world.ctx.newId(),
    owner: { ...stranger, projectId: project.projectId },
  });
  await expect(aboutForeign).rejects.toMatchObject({ code: "not_found" });
});
