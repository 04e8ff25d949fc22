import type { ChatMessage, ChatSession } from "@cairn/contract/chat";
import type { ChatRequest } from "@cairn/contract/chat-events";
import { inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { updateIndex } from "#server/code-index/update/update-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { getChat } from "#server/domain/chat/session/get-chat.ts";
import { newMessage } from "#server/domain/chat/session/new-message.ts";
import { removeUnusedFiles } from "#server/domain/files/remove-unused-files.ts";
import { uploadFiles } from "#server/domain/files/upload-files.ts";
import { chats } from "#server/platform/db/tables/chats.ts";
import { uploadedFiles } from "#server/platform/db/tables/files.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { makeImage } from "#server/platform/uploads/testing/make-image.ts";
import { makePdf } from "#server/platform/uploads/testing/make-pdf.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { ask } from "./ask.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;
beforeAll(async () => {
  world = await createTestWorld();
  project = await makeProject(world);
  await addCode({ "src/delay.ts": "/** Minutes a boat is late. */\nexport const delayMinutes = 5;\n" });
});
afterAll(() => world.close());

async function addCode(files: Record<string, string>): Promise<void> {
  const { repositoryId } = await makeRepository(world, project);
  const origin = await createTestRepository();
  const commit = await origin.commit("First", files);
  const mirror = world.ctx.mirrors.directory(repositoryId);
  await origin.git("clone", "-q", "--mirror", ".", mirror);
  await origin.remove();
  const directory = world.ctx.indexes.directory(repositoryId);
  await updateIndex({ directory, source: createMirrorSource(mirror), commit });
}

async function upload(files: Record<string, Uint8Array>, at = project): Promise<string[]> {
  async function* arrive() {
    for (const [name, bytes] of Object.entries(files)) yield { name, maxBytes: bytes.length, bytes: piecesOf(bytes) };
  }
  const { organizationId } = at;
  return (await uploadFiles(at.ctx, { organizationId, files: arrive() })).filenames;
}

async function* piecesOf(bytes: Uint8Array) {
  yield bytes;
}

/** Whoever asks, with something that happens around the transaction which writes the question, or at its end. */
function around(
  happen: (write: () => Promise<unknown>) => Promise<unknown>,
  atEnd: () => Promise<void> = async () => undefined,
): Ctx {
  const { db } = project.ctx;
  const transaction: Ctx["db"]["transaction"] = async (run, ...config) => {
    const write = () =>
      db.transaction(
        async (tx) => {
          const result = await run(tx);
          await atEnd();
          return result;
        },
        ...config,
      );
    return (await happen(write)) as Awaited<ReturnType<typeof run>>;
  };
  const changed = new Proxy(db, {
    get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name, target)),
  });
  return { ...project.ctx, db: changed };
}

/** As the sweep does it. */
async function removeUploaded(filenames: string[]): Promise<void> {
  const { organizationId } = project;
  await world.ctx.wholeDb.transaction((tx) => removeUnusedFiles(world.ctx, tx, { organizationId, filenames }));
}

/** Connections to this test's database: others wait in theirs, on the same server. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await world.ctx.wholeDb.execute(
    sql`select distinct pid from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`,
  );
  return rows.length;
}

/** The chat when it was answered. */
async function send(
  request: ChatRequest["request"],
  sessionId = world.ctx.newId(),
  ctx = project.ctx,
): Promise<ChatSession> {
  const streams = createChatStreams();
  const { organizationId, projectId } = project;
  const { promise, resolve } = Promise.withResolvers<void>();
  streams.listen((event) => {
    if (event.type !== "operations") resolve();
  });
  const context = { projectId, lens: "technical" as const };
  const assistant = "organization-chat-assistant" as const;
  await ask(ctx, { assistant, organizationId, sessionId, request, context, streams, tools: [] });
  await promise;
  return await getChat(project.ctx, { organizationId, sessionId });
}

const text = (content: string, files?: string[]): ChatRequest["request"] => ({
  type: "text",
  content,
  ...(files ? { files } : {}),
});

/** A chat as a process left it. */
async function makeChat(messages: ChatMessage[], state: Partial<ChatSession> = {}): Promise<string> {
  const sessionId = world.ctx.newId();
  const { organizationId, projectId, owner } = project;
  const now = world.ctx.now();
  const session: ChatSession = {
    sessionId,
    title: "Chat",
    messages,
    data: null,
    context: { projectId, lens: "technical" },
    isStreaming: false,
    isComplete: true,
    isError: false,
    error: null,
    loadingText: null,
    updatedAt: now.toISOString(),
    ...state,
  };
  await world.ctx.db.insert(chats).values({
    sessionId,
    organizationId,
    projectId,
    userId: owner.userId,
    assistant: "organization-chat-assistant",
    title: "Chat",
    session,
    isStreaming: false,
    createdAt: now,
    updatedAt: now,
  });
  return sessionId;
}

const message = (role: "user" | "assistant", given: Partial<ChatMessage>) =>
  newMessage({ role, content: "", writtenBy: null, createdAt: world.ctx.now().toISOString(), ...given });

describe("files of a question", () => {
  it("stand on the message as the upload told of them, each once and in order", async () => {
    const filenames = await upload({ "plan.png": await makeImage("png"), "spec.pdf": makePdf(["Dues", "Fog"]) });
    const session = await send(text("What is this?", [...filenames.toReversed(), ...filenames]));
    const [question] = session.messages;
    expect(question).toMatchObject({
      type: "text",
      content: "What is this?",
      files: filenames.toReversed(),
      attachments: [
        { name: "spec.pdf", contentType: "application/pdf", pageCount: 2, textProblem: null },
        { name: "plan.png", contentType: "image/png", pageCount: null },
      ],
    });
    expect(session.isComplete).toBe(true);
  });

  it("are quoted by name and page, also to a later question", async () => {
    const pages = ["The ferry company was founded in 1890.", "A refund of the harbour dues is paid within nine days."];
    const files = await upload({ "Conditions.pdf": makePdf(pages), "plan.png": await makeImage("png") });
    const first = await send(text("When is a refund of the harbour dues paid?", files));
    expect(first.isError).toBe(false);
    expect(first.messages[1]?.content).toMatch(/Conditions\.pdf.*page 2.*within nine days/s);
    expect(first.messages[1]?.content).not.toContain("1890");
    const second = await send(text("In which year was the ferry company founded?"), first.sessionId);
    expect(second.messages[3]?.content).toMatch(/Conditions\.pdf.*page 1.*1890/s);
  });

  it("are the organization's own, else nothing is asked", async () => {
    const other = await makeProject(world);
    const [theirs = ""] = await upload({ "a.png": await makeImage("png") }, other);
    for (const filename of [theirs, "missing.png", "../secret.key", "\u0000", "\ud800.png"]) {
      const sessionId = world.ctx.newId();
      await expect(send(text("What is this?", [filename]), sessionId)).rejects.toMatchObject({
        code: "not_found",
        message: "File not found",
      });
      await expect(getChat(project.ctx, { ...project, sessionId })).rejects.toThrow("not found");
    }
  });

  it("are refused when they are removed while the question is being written", async () => {
    const files = await upload({ "a.png": await makeImage("png") });
    const sessionId = world.ctx.newId();
    const removedBefore = around(async (write) => {
      await removeUploaded(files);
      return await write();
    });
    const asking = send(text("What is this?", files), sessionId, removedBefore);
    await expect(asking).rejects.toMatchObject({ code: "not_found", message: "File not found" });
    await expect(getChat(project.ctx, { ...project, sessionId })).rejects.toThrow("not found");
  });

  it("stay when somebody is about to remove them while the question is being written", async () => {
    const files = await upload({ "a.png": await makeImage("png") });
    let removed: Promise<void> | undefined;
    const removedMeanwhile = around(
      (write) => write(),
      async () => {
        removed = removeUploaded(files);
        await expect.poll(waitingForLocks).toBeGreaterThan(0);
      },
    );
    const session = await send(text("What is this?", files), world.ctx.newId(), removedMeanwhile);
    await removed;
    expect(session.messages[0]?.files).toEqual(files);
    const rows = await world.ctx.db.select().from(uploadedFiles).where(inArray(uploadedFiles.filename, files));
    expect(rows).toHaveLength(1);
  });

  it("name a chat whose question says nothing", async () => {
    const files = await upload({ "Tide tables.pdf": makePdf(["High water"]) });
    expect((await send(text("???", files))).title).toBe("Tide tables.pdf");
    expect((await send(text("```\nlate()\n```", files))).title).toBe("late()");
    expect((await send(text("???"))).title).toBe("Chat");
  });

  it("belong to a question that is asked again: with other files it is another one", async () => {
    const files = await upload({ "a.png": await makeImage("png"), "b.png": await makeImage("png") });
    const failed = () =>
      makeChat([message("user", { content: "What is this?", files: files.slice(0, 1) }), message("assistant", {})], {
        isError: true,
        isComplete: false,
      });
    expect((await send(text("What is this?", files.slice(0, 1)), await failed())).messages).toHaveLength(2);
    expect((await send(text("What is this?", files), await failed())).messages).toHaveLength(4);
    expect((await send(text("What is this?"), await failed())).messages).toHaveLength(4);
  });
});

describe("answers to questions", () => {
  const part = { questionId: "part", text: "Which part?", options: ["Deliveries", "Board"], isMultiple: false };
  const kinds = { questionId: "kinds", text: "Which kinds?", options: ["Code", "Pages"], isMultiple: true };
  const why = { questionId: "why", text: "Why do you ask?", options: [], isMultiple: false };
  const group = (toolId = "group") =>
    message("assistant", { type: "questions-request", questions: { toolId, questions: [part, kinds, why] } });
  const requested = () => [message("user", { content: "How does it work?" }), group()];
  const answer = (answers: Record<string, string[]>, toolId = "group"): ChatRequest["request"] => ({
    type: "questions-result",
    toolId,
    answers: Object.entries(answers).map(([questionId, values]) => ({ questionId, values })),
  });

  it("become a message that anybody can read, in the order of the questions", async () => {
    const request = answer({ why: ["My own\nwords"], kinds: ["Code", "Pages", "Code"], part: [] });
    const { messages } = await send(request, await makeChat(requested()));
    expect(messages).toHaveLength(4);
    expect(messages[2]).toMatchObject({
      role: "user",
      type: "questions-result",
      content: "**Which kinds?** Code, Pages\n\n**Why do you ask?** My own\nwords",
      result: {
        toolId: "group",
        answers: [
          { questionId: "kinds", values: ["Code", "Pages"] },
          { questionId: "why", values: ["My own\nwords"] },
        ],
      },
      files: [],
    });
    expect(messages[3]).toMatchObject({ role: "assistant", type: "text" });
  });

  it.each([
    ["two answers where one is asked", answer({ part: ["Deliveries", "Board"] }), "Choose one answer to “Which part?”"],
    ["two texts", answer({ why: ["one", "two"] }), "Choose one answer"],
    ["an answer to another question", answer({ other: ["x"] }), "do not fit the questions"],
    ["an answer to no own property", answer({ constructor: ["x"] }), "do not fit the questions"],
    ["nothing", answer({}), "Answer at least one"],
    ["nothing but empty answers", answer({ part: [], why: [] }), "Answer at least one"],
  ])("refuses %s", async (_, request, message) => {
    const sessionId = await makeChat(requested());
    await expect(send(request, sessionId)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(send(request, sessionId)).rejects.toThrow(message);
    expect((await getChat(project.ctx, { ...project, sessionId })).messages).toHaveLength(2);
  });

  it("refuses the same question twice", async () => {
    const twice = [
      { questionId: "part", values: ["Board"] },
      { questionId: "part", values: ["Deliveries"] },
    ];
    const request = { type: "questions-result" as const, toolId: "group", answers: twice };
    await expect(send(request, await makeChat(requested()))).rejects.toThrow("do not fit the questions");
  });

  it("are given once, to the newest group, of this chat", async () => {
    const request = answer({ part: ["Board"] });
    const sessionId = await makeChat(requested());
    await send(request, sessionId);
    const again = { code: "conflict", message: "These questions were answered already" };
    await expect(send(request, sessionId)).rejects.toMatchObject(again);
    await expect(send(answer({ part: ["Deliveries"] }), sessionId)).rejects.toMatchObject(again);
    const two = await makeChat([...requested(), message("user", { content: "Go on" }), group("newer")]);
    await expect(send(request, two)).rejects.toMatchObject(again);
    expect((await send(answer({ part: ["Board"] }, "newer"), two)).isComplete).toBe(true);
    const unknown = { code: "not_found", message: "Questions not found" };
    await expect(send(answer({ part: ["Board"] }, "other"), sessionId)).rejects.toMatchObject(unknown);
    await expect(send(request)).rejects.toMatchObject(unknown);
  });

  it("wait for an answer that is being written", async () => {
    const streams = createChatStreams();
    const sessionId = await makeChat(requested());
    streams.reserve(sessionId, project.owner.userId);
    const { organizationId } = project;
    const request = answer({ part: ["Board"] });
    const asking = ask(project.ctx, {
      assistant: "organization-chat-assistant",
      organizationId,
      sessionId,
      request,
      streams,
      tools: [],
    });
    await expect(asking).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("still being") });
  });

  it("are given again after a failure, also in other words", async () => {
    const failed = () =>
      makeChat(
        [
          ...requested(),
          message("user", {
            type: "questions-result",
            content: "**Which part?** Board",
            result: { toolId: "group", answers: [{ questionId: "part", values: ["Board"] }] },
          }),
          message("assistant", { content: "Half of" }),
        ],
        { isError: true, isComplete: false, error: "The model is down" },
      );
    for (const value of ["Board", "Deliveries"]) {
      const session = await send(answer({ part: [value] }), await failed());
      expect(session).toMatchObject({ isError: false, isComplete: true });
      expect(session.messages).toHaveLength(4);
      expect(session.messages[2]?.content).toBe(`**Which part?** ${value}`);
      expect(session.messages[3]?.content).not.toContain("Half of");
    }
    const other = await send(text("How does it work?"), await failed());
    expect(other.messages).toHaveLength(6);
  });
});
