import { existsSync } from "node:fs";
import path from "node:path";

import type { ChatSession } from "@cairn/contract/chat";
import { afterAll, beforeAll, expect, it } from "vitest";

import { chats } from "#server/platform/db/tables/chats.ts";
import { uploadedFiles } from "#server/platform/db/tables/files.ts";
import { makeImage } from "#server/platform/uploads/testing/make-image.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { removeFiles } from "./remove-unused-files.ts";
import { sweepUnusedFiles } from "./sweep-unused-files.ts";
import { sweepUploads } from "./sweep-uploads.ts";
import { uploadFiles } from "./upload-files.ts";

let world: TestWorld;
let picture: Buffer;
beforeAll(async () => {
  world = await createTestWorld();
  picture = await makeImage("png");
});
afterAll(() => world.close());

const hourMs = 3_600_000;
type Project = Awaited<ReturnType<typeof makeProject>>;

async function upload({ ctx, organizationId }: Project): Promise<string> {
  async function* bytes() {
    yield picture;
  }
  async function* files() {
    yield { name: "plan.png", maxBytes: 10_000, bytes: bytes() };
  }
  return (await uploadFiles(ctx, { organizationId, files: files() })).filenames[0] ?? "";
}

/** A chat of which only its files matter, in a session as a former version may have left it. */
async function makeChat({ organizationId, projectId, owner }: Project, files: string[]): Promise<void> {
  const now = world.ctx.now();
  const session = { messages: [{ role: "assistant" }, { role: "user", files }] } as unknown as ChatSession;
  const row = { organizationId, projectId, userId: owner.userId, assistant: "a", title: "Chat", session };
  const state = { sessionId: world.ctx.newId(), isStreaming: false, createdAt: now, updatedAt: now };
  await world.ctx.db.insert(chats).values({ ...row, ...state });
}

const listRows = async () => (await world.ctx.db.select().from(uploadedFiles)).map(({ filename }) => filename).sort();
const locationOf = ({ organizationId }: Project, filename: string) =>
  path.join(world.dataDirectory, "uploads", organizationId, filename);

it("removes what nobody sent for a day, in every organization, first the row and then the bytes", async () => {
  const [one, two] = [await makeProject(world), await makeProject(world)];
  const began = world.ctx.now().getTime();
  const [sent, unsent, other] = [await upload(one), await upload(one), await upload(two)];
  // The same name in a foreign organization's chat holds nothing.
  await makeChat(one, [sent, other]);
  world.setNow(new Date(began + hourMs));
  const young = await upload(two);
  const sweepAt = async (afterMs: number) => {
    world.setNow(new Date(began + afterMs));
    await sweepUnusedFiles(world.ctx);
  };
  await sweepAt(24 * hourMs);
  expect(await listRows()).toEqual([sent, unsent, other, young].sort());
  await sweepAt(24 * hourMs + 1);
  expect(await listRows()).toEqual([sent, young].sort());
  expect([existsSync(locationOf(one, unsent)), existsSync(locationOf(two, other))]).toEqual([true, true]);
  const jobs = world.enqueued.splice(0);
  expect(jobs).toEqual(
    expect.arrayContaining([
      { job: "remove-files", data: { organizationId: one.organizationId, filenames: unsent }, key: unsent },
      { job: "remove-files", data: { organizationId: two.organizationId, filenames: other }, key: other },
    ]),
  );
  // As often as it likes, and never a file that a row stands for.
  const job = { organizationId: one.organizationId, filenames: `${unsent} ${sent}` };
  for (let times = 0; times < 2; times += 1) await removeFiles(world.ctx, job);
  expect([existsSync(locationOf(one, unsent)), existsSync(locationOf(one, sent))]).toEqual([false, true]);
  // Of the other one the job was lost: the look at the disk finds it.
  await sweepUploads(world.ctx, { minAgeMs: 0 });
  expect([existsSync(locationOf(two, other)), existsSync(locationOf(two, young))]).toEqual([false, true]);
  await sweepUnusedFiles(world.ctx);
  expect(world.enqueued).toEqual([]);
});

it("ends between two organizations when the process does", async () => {
  await upload(await makeProject(world));
  const before = await listRows();
  world.setNow(new Date(world.ctx.now().getTime() + 48 * hourMs));
  await sweepUnusedFiles({ ...world.ctx, signal: AbortSignal.abort() });
  expect(await listRows()).toEqual(before);
});
