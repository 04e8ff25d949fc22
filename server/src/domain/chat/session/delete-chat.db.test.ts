import { readdir } from "node:fs/promises";
import path from "node:path";

import { chatContextSchema } from "@cairn/contract/chat";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { removeUser } from "#server/domain/auth/remove-user.ts";
import { removeFiles } from "#server/domain/files/remove-unused-files.ts";
import { sweepOrganizationFiles } from "#server/domain/files/sweep-unused-files.ts";
import { uploadFiles } from "#server/domain/files/upload-files.ts";
import { removeMember } from "#server/domain/members/remove-member.ts";
import { deleteProject } from "#server/domain/projects/delete-project.ts";
import { chats } from "#server/platform/db/tables/chats.ts";
import { uploadedFiles } from "#server/platform/db/tables/files.ts";
import { makeImage } from "#server/platform/uploads/testing/make-image.ts";
import { createTestWorld, makeMember, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { createChatStreams } from "./chat-streams.ts";
import { deleteChat } from "./delete-chat.ts";
import { newMessage } from "./new-message.ts";

type Project = Awaited<ReturnType<typeof makeProject>>;
type Person = Awaited<ReturnType<typeof makeUser>>;

let world: TestWorld;
let picture: Buffer;
let project: Project;
let colleague: Person;
beforeAll(async () => {
  world = await createTestWorld();
  picture = await makeImage("png");
});
beforeEach(async () => {
  project = await makeProject(world);
  colleague = await makeUser(world);
  await makeMember(world, project.organizationId, colleague.userId, "editor");
});
afterAll(() => world.close());

async function upload(ctx: Ctx = project.ctx): Promise<string> {
  async function* bytes() {
    yield picture;
  }
  async function* files() {
    yield { name: "plan.png", maxBytes: 10_000, bytes: bytes() };
  }
  const { filenames } = await uploadFiles(ctx, { organizationId: project.organizationId, files: files() });
  return filenames[0] ?? "";
}

/** A chat in which each of these files was sent with a question of its own. */
async function makeChat(files: string[], { userId, projectId = project.projectId } = ownerOf(project)) {
  const sessionId = world.ctx.newId();
  const now = world.ctx.now();
  const [createdAt, updatedAt] = [now.toISOString(), now.toISOString()];
  const output = { role: "user", content: "What is this?", writtenBy: null, createdAt } as const;
  const row = {
    organizationId: project.organizationId,
    userId,
    assistant: "organization-chat-assistant",
    title: "Chat",
  };
  const session = {
    sessionId,
    title: "Chat",
    messages: files.map((file) => newMessage({ ...output, files: [file] })),
    data: null,
    context: chatContextSchema.parse({ projectId }),
    isStreaming: false,
    isComplete: true,
    isError: false,
    error: null,
    loadingText: null,
    updatedAt,
  };
  const state = { session, isStreaming: false, createdAt: now, updatedAt: now };
  await world.ctx.db.insert(chats).values({ sessionId, projectId, ...row, ...state });
  return { organizationId: project.organizationId, sessionId, streams: createChatStreams() };
}

function ownerOf({ owner }: Project): { userId: string; projectId?: string } {
  return { userId: owner.userId };
}

/** What stands in the database, and what lies on the disk once the jobs in line were done, in the order of their names. */
async function listFiles(): Promise<string[]> {
  for (const { name, payload } of world.published.splice(0)) {
    if (name === "member.gone") await sweepOrganizationFiles(project.system, payload);
  }
  const rows = await world.ctx.db
    .select({ filename: uploadedFiles.filename })
    .from(uploadedFiles)
    .where(eq(uploadedFiles.organizationId, project.organizationId));
  for (const { job, data } of world.enqueued.splice(0)) {
    if (job === "remove-files")
      await removeFiles(project.system, data as { organizationId: string; filenames: string });
  }
  const names = rows.map(({ filename }) => filename).sort();
  const stored = await readdir(path.join(world.dataDirectory, "uploads", project.organizationId));
  expect(stored.sort()).toEqual(names);
  return names;
}

describe("the files of a chat", () => {
  it("go with it, but for those that another chat holds, also somebody else's", async () => {
    const [alone, twice, shared, unsent] = [await upload(), await upload(), await upload(), await upload()];
    const chat = await makeChat([alone, twice, shared, alone]);
    await makeChat([twice]);
    const theirs = await makeChat([shared], colleague);
    await deleteChat(project.ctx, chat);
    expect(await listFiles()).toEqual([twice, shared, unsent].sort());
    await deleteChat(colleague.ctx, theirs);
    expect(await listFiles()).toEqual([twice, unsent].sort());
  });

  it("stay where the chat is somebody else's, or its deletion fails", async () => {
    const file = await upload();
    const chat = await makeChat([file]);
    await expect(deleteChat(colleague.ctx, chat)).rejects.toMatchObject({ code: "not_found" });
    const full = async () => {
      throw new Error("the queue is away");
    };
    await expect(deleteChat({ ...project.ctx, enqueue: full }, chat)).rejects.toThrow("away");
    expect(await listFiles()).toEqual([file]);
    await deleteChat(project.ctx, chat);
    expect(await listFiles()).toEqual([]);
  });

  it("go with the last of two chats that are deleted at once", async () => {
    const file = await upload();
    const [own, theirs] = [await makeChat([file]), await makeChat([file], colleague)];
    const locked = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const held = world.ctx.db.transaction(async (tx) => {
      await tx.select().from(uploadedFiles).where(eq(uploadedFiles.filename, file)).for("update");
      locked.resolve();
      await mayEnd.promise;
    });
    await locked.promise;
    const both = [deleteChat(project.ctx, own), deleteChat(colleague.ctx, theirs)];
    // Both have deleted their chat, see the other's, and wait for the file.
    await expect
      .poll(countWaiting)
      .toBe(2)
      .finally(() => mayEnd.resolve());
    await Promise.all([held, ...both]);
    expect(await listFiles()).toEqual([]);
  });

  it("go with the product, whoever asked, but for those that a chat about another one holds", async () => {
    const other = await makeProject(world, project.organization);
    const [own, theirs, shared, elsewhere] = [
      await upload(),
      await upload(colleague.ctx),
      await upload(),
      await upload(),
    ];
    await makeChat([own, shared]);
    await makeChat([theirs], colleague);
    await makeChat([shared, elsewhere], { userId: colleague.userId, projectId: other.projectId });
    await deleteProject(project.ctx, project);
    expect(await listFiles()).toEqual([shared, elsewhere].sort());
    await deleteProject(project.ctx, other);
    expect(await listFiles()).toEqual([]);
  });

  it.each([
    ["membership", () => removeMember(project.ctx, { ...project, userId: colleague.userId })],
    ["account", () => removeUser(world.ctx, colleague)],
  ])("go with the %s, but for those that a chat of somebody who stays holds", async (_, end) => {
    const [sent, unsent, shared] = [
      await upload(colleague.ctx),
      await upload(colleague.ctx),
      await upload(colleague.ctx),
    ];
    const own = await upload();
    await makeChat([sent, shared], colleague);
    const chat = await makeChat([shared]);
    await end();
    expect(await listFiles()).toEqual([shared, own].sort());
    expect(unsent).not.toBe(sent);
    await deleteChat(project.ctx, chat);
    expect(await listFiles()).toEqual([own]);
  });
});

/** Connections to this test's database that wait for another one. */
async function countWaiting(): Promise<number> {
  const { rows } = await world.ctx.db.execute(
    `select distinct pid from pg_locks join pg_stat_activity using (pid)
     where not granted and datname = current_database()`,
  );
  return rows.length;
}
