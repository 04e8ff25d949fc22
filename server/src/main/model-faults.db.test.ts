import { chatContextSchema, type ChatAssistant, type ChatSession } from "@cairn/contract/chat";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { ask } from "#server/domain/chat/answering/ask.ts";
import { cancelAnswer } from "#server/domain/chat/session/cancel-answer.ts";
import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { getChat, getDraftChat } from "#server/domain/chat/session/get-chat.ts";
import { listChats } from "#server/domain/chat/session/list-chats.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { previewSections } from "#server/domain/pages/writing/preview-sections.ts";
import { tools } from "#server/main/start/edges.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";
import { garbageReplies, vendorSecret } from "#server/testing/fakes/garbage-replies.ts";
import {
  startModelServer,
  type ModelReply,
  type ModelRequestSeen,
  type ModelServer,
} from "#server/testing/fakes/model-server.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import {
  createTestWorld,
  makeMember,
  makeProject,
  makeRepository,
  makeService,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

const delay = `/** Minutes a boat is late; never negative. */
export function delayMinutes(planned: number, actual: number): number {
  return Math.max(0, actual - planned);
}
`;

/** How long silence is borne where it is no part of the case. */
const patientMs = 120_000;
/** No case may take longer, whatever the model does. */
const limitMs = 100_000;

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;
const streams = createChatStreams();
const servers: ModelServer[] = [];

beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
  const repository = await createTestRepository();
  await repository.commit("First", { "src/delay.ts": delay, "README.md": "# Board\n\nShows boats.\n" });
  const { organizationId, repositoryId } = await makeRepository(world, project, { path: repository.path });
  await makeService(world, project, { repositoryId });
  const system = world.as({ kind: "system", organizationId });
  await indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
  await repository.remove();
});
afterAll(async () => {
  await streams.stop();
  await Promise.all(servers.map((server) => server.close()));
  await world.close();
});

type Script = readonly ModelReply[] | ((request: ModelRequestSeen) => ModelReply);

interface Bench {
  ctx: Ctx;
  /** The same person with the same model, whose silence is borne. */
  patient: Ctx;
  script(replies: Script): void;
}

/** A person with a model of their own that does what is said. */
async function openBench(replies: Script, env: Record<string, string> = {}): Promise<Bench> {
  const server = await startModelServer();
  servers.push(server);
  server.script(replies);
  const always = {
    MODEL_PROVIDER: "openai-compatible",
    MODEL_NAME: "fake",
    MODEL_BASE_URL: server.baseUrl,
    MODEL_API_KEY: vendorSecret,
    MODEL_CONTEXT_TOKENS: "100000",
    MODEL_CONNECT_TIMEOUT_MS: String(patientMs),
    MODEL_IDLE_TIMEOUT_MS: String(patientMs),
  };
  // Each case asks as somebody else: a person may have five answers under way.
  const person = await makeUser(world);
  await makeMember(world, project.organizationId, person.userId, "editor");
  const withModel = (changed: Record<string, string>): Ctx => {
    const { models } = parseSettings({ ...always, ...changed });
    return { ...person.ctx, model: connectModel(models), settings: { ...person.ctx.settings, models } };
  };
  return { ctx: withModel(env), patient: withModel({}), script: (next) => server.script(next) };
}

function question(assistant: ChatAssistant, content: string, sessionId: string) {
  const context = chatContextSchema.parse({ projectId: project.projectId });
  const { organizationId } = project;
  return { assistant, organizationId, sessionId, request: { type: "text" as const, content }, context };
}

interface Asked {
  session: ChatSession;
  tookMs: number;
}

async function askOnceMore(
  { ctx }: Pick<Bench, "ctx">,
  given: { content: string; sessionId?: string; assistant?: ChatAssistant },
): Promise<Asked> {
  const { content, sessionId = ctx.newId(), assistant = "organization-chat-assistant" } = given;
  const startedAt = performance.now();
  await ask(ctx, { ...question(assistant, content, sessionId), streams, tools });
  await streams.running().find((one) => one.sessionId === sessionId)?.ended;
  const read = assistant === "organization-chat-assistant" ? getChat : getDraftChat;
  const session = await read(ctx, { organizationId: project.organizationId, sessionId });
  return { session, tookMs: performance.now() - startedAt };
}

/** The answer is over, whole or failed, and whatever people read of it is plain. */
function expectTerminal({ session, tookMs }: Asked): void {
  expect(session).toMatchObject({ isStreaming: false, loadingText: null });
  expect(session.isComplete || session.isError).toBe(true);
  if (session.isError) expectPlain(session.error);
  expect(tookMs).toBeLessThan(limitMs);
  const seen = JSON.stringify(session);
  expect(seen).not.toContain(vendorSecret);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  const calls = session.messages.flatMap(({ thoughts }) => thoughts.flatMap(({ functionCalls }) => functionCalls));
  expect(calls.length).toBeLessThan(600);
}

/** A sentence for people: no markup, no code, no address, no name of an error. */
function expectPlain(text: string | null | undefined): void {
  expect(text).toMatch(/^[A-Z][^<>{}]*\.$/);
  expect(text).not.toMatch(/undefined|Error\b|https?:|\n|\bnull\b|AI_/);
}

const good: ModelReply = { kind: "text", pieces: ["The delay is never ", "negative."] };
const isFollowUp = ({ body }: ModelRequestSeen) => JSON.stringify(body).includes('\\"suggestions\\"');

/** Garbage forever, but for short tasks or for all others. */
function onlyFor(wants: (request: ModelRequestSeen) => boolean, replies: readonly ModelReply[]): Script {
  const waiting = [...replies];
  return (request) => (wants(request) ? (waiting.shift() ?? replies.at(-1) ?? good) : good);
}

describe.concurrent("garbage from a model", () => {
  it.each(garbageReplies)("in place of an answer: $name", async ({ replies }) => {
    const bench = await openBench(replies);
    const first = await askOnceMore(bench, { content: "How is the delay of a boat computed?" });
    expectTerminal(first);
    bench.script([good]);
    const { sessionId } = first.session;
    const next = await askOnceMore(bench, { content: "And when it is early?", sessionId });
    expect(next.session).toMatchObject({ isComplete: true, isError: false });
    expect(next.session.messages.at(-1)?.content).toBe("The delay is never negative.");
  });

  it.each(garbageReplies)("in place of a title and suggestions: $name", async ({ replies }) => {
    const bench = await openBench(onlyFor(isFollowUp, replies));
    const requested = await askOnceMore(bench, { content: "How is the delay of a boat computed?" });
    expectTerminal(requested);
    expect(requested.session).toMatchObject({ isComplete: true, isError: false });
    expect(requested.session.title).toBe("How is the delay of a boat computed?");
    expect(requested.session.messages.at(-1)).toMatchObject({
      content: "The delay is never negative.",
      suggestions: [],
    });
  });

  it.each(garbageReplies)("in place of changes of a page's draft: $name", async ({ replies }) => {
    const bench = await openBench(replies);
    const assistant = "artifact-data-assistant" as const;
    const content = "Please have something about how late boats are on it";
    const first = await askOnceMore(bench, { content, assistant });
    expectTerminal(first);
    bench.script([good]);
    const { sessionId } = first.session;
    const next = await askOnceMore(bench, { content: "How is the delay computed?", assistant, sessionId });
    expect(next.session).toMatchObject({ isComplete: true, isError: false });
  });

  it.each(garbageReplies)("in place of a section: $name", async ({ replies }) => {
    const bench = await openBench(replies);
    const { organizationId, projectId } = project;
    const instructions = { prompt: "Say what this project is for", output: "markdown" as const };
    const section = { sectionId: bench.ctx.newId(), title: "Delays", instructions };
    const startedAt = performance.now();
    const { sections } = await previewSections(bench.ctx, { organizationId, projectId, sections: [section] });
    expect(performance.now() - startedAt).toBeLessThan(limitMs);
    const [written] = sections;
    // A section comes from the built-in engine where the model fails.
    expect(written).toMatchObject({ problem: null, content: expect.stringMatching(/\[1\]/) });
    expect(JSON.stringify(sections)).not.toContain(vendorSecret);
  });
});

const hangs: { name: string; reply: ModelReply }[] = [
  { name: "takes the question and never replies", reply: { kind: "stall" } },
  { name: "says a word and then nothing", reply: { kind: "stall-after", pieces: ["Half"] } },
  { name: "sends a byte now and then", reply: { kind: "byte-drip", pauseMs: 20 } },
  { name: "closes in mid-stream", reply: { kind: "cut-after", pieces: ["Half"] } },
];

describe.concurrent("a model that", () => {
  it.each(hangs)("$name is given up with a plain cause", async ({ reply }) => {
    const bench = await openBench([reply], { MODEL_CONNECT_TIMEOUT_MS: "2000", MODEL_IDLE_TIMEOUT_MS: "400" });
    const requested = await askOnceMore(bench, { content: "How is the delay of a boat computed?" });
    expectTerminal(requested);
    expect(requested.session.isError).toBe(true);
    expect(requested.session.messages.at(-1)?.usage?.inputTokens).toBeGreaterThan(0);
    bench.script([good]);
    const { sessionId } = requested.session;
    const retried = await askOnceMore(
      { ctx: bench.patient },
      { content: "How is the delay of a boat computed?", sessionId },
    );
    expect(retried.session).toMatchObject({ isComplete: true, isError: false });
    expect(retried.session.messages).toHaveLength(2);
  });

  it("drips slowly but lives is listened to, far beyond every deadline", async () => {
    const pieces = Array.from({ length: 30 }, (_, at) => `${at} `);
    const drip: ModelReply = { kind: "drip", pieces, pauseMs: 150 };
    const deadlines = { MODEL_CONNECT_TIMEOUT_MS: "3000", MODEL_IDLE_TIMEOUT_MS: "3000" };
    const bench = await openBench(
      onlyFor((request) => !isFollowUp(request), [drip]),
      deadlines,
    );
    const { session, tookMs } = await askOnceMore(bench, { content: "How is the delay of a boat computed?" });
    expect(tookMs).toBeGreaterThan(4_000);
    expect(session).toMatchObject({ isComplete: true, isError: false });
    expect(session.messages.at(-1)?.content).toBe(pieces.join(""));
  });

  it.each(hangs.slice(0, 3))("$name is stopped at once", async ({ reply }) => {
    const bench = await openBench([reply]);
    const sessionId = bench.ctx.newId();
    const requested = question("organization-chat-assistant", "How is the delay of a boat computed?", sessionId);
    await ask(bench.ctx, { ...requested, streams, tools });
    const running = streams.running().find((one) => one.sessionId === sessionId);
    await expect.poll(() => running?.sent().messages.at(-1)?.usage).toBeTruthy();
    const startedAt = performance.now();
    await cancelAnswer(bench.ctx, { sessionId, streams });
    await running?.ended;
    expect(performance.now() - startedAt).toBeLessThan(patientMs / 4);
    const session = await getChat(bench.ctx, requested);
    expect(session).toMatchObject({ isStreaming: false, isComplete: true, isError: false });
    // What was sent is taken, whether or not anybody waited for the answer.
    expect(session.messages.at(-1)?.usage?.inputTokens).toBeGreaterThan(0);
  });
});

it("hangs in 20 answers slows no other work", async () => {
  const benches = await Promise.all(Array.from({ length: 20 }, () => openBench([{ kind: "stall" }])));
  const sessionIds = benches.map(({ ctx }) => ctx.newId());
  for (const [at, { ctx }] of benches.entries()) {
    const requested = question("organization-chat-assistant", "How is the delay computed?", sessionIds[at] ?? "");
    await ask(ctx, { ...requested, streams, tools });
  }
  const { organizationId } = project;
  const worked: number[] = [];
  for (let count = 0; count < 60; count += 1) {
    const startedAt = performance.now();
    const workedMs = startCpuClock();
    const list = { organizationId, assistant: "organization-chat-assistant" as const, page: 1, limit: 20 };
    await listChats(project.ctx, list);
    worked.push(workedMs());
    // One that waits for a hung answer waits for as long as its silence is borne.
    expect(performance.now() - startedAt).toBeLessThan(patientMs / 4);
  }
  worked.sort((one, other) => one - other);
  expect(worked[Math.floor(worked.length * 0.95)]).toBeLessThan(300);
  const running = streams.running().filter(({ sessionId }) => sessionIds.includes(sessionId));
  expect(running).toHaveLength(20);
  for (const [at, { ctx }] of benches.entries()) await cancelAnswer(ctx, { sessionId: sessionIds[at] ?? "", streams });
  await Promise.all(running.map(({ ended }) => ended));
});
