import { existsSync } from "node:fs";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import type { IncomingFiles } from "#server/edge.ts";
import { uploadedFiles } from "#server/platform/db/tables/files.ts";
import { members, organizations } from "#server/platform/db/tables/organizations.ts";
import { makeImage } from "#server/platform/uploads/testing/make-image.ts";
import { makePdf } from "#server/platform/uploads/testing/make-pdf.ts";
import { createTestWorld, makeMember, makeOrganization, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { loadAttachments } from "./load-attachments.ts";
import { removeUploads } from "./remove-uploads.ts";
import { sweepUploads } from "./sweep-uploads.ts";
import { uploadFiles } from "./upload-files.ts";

type Organization = Awaited<ReturnType<typeof makeOrganization>>;

let world: TestWorld;
let picture: Buffer;
beforeAll(async () => {
  world = await createTestWorld();
  picture = await makeImage("png");
});
afterAll(() => world.close());

/** Files as they arrive; `between` runs when the first one is stored and the second is asked for. */
async function* arrive(files: Record<string, Uint8Array>, between?: () => Promise<unknown>): IncomingFiles {
  let count = 0;
  for (const [name, bytes] of Object.entries(files)) {
    if (count === 1) await between?.();
    count += 1;
    yield { name, maxBytes: bytes.length, bytes: piecesOf(bytes) };
  }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
}

const upload = (at: Organization, files: Record<string, Uint8Array>, between?: () => Promise<unknown>) =>
  uploadFiles(at.ctx, { organizationId: at.organizationId, files: arrive(files, between) });

const folderOf = ({ organizationId }: Organization) => path.join(world.dataDirectory, "uploads", organizationId);
const rowsOf = ({ organizationId }: Organization) =>
  world.ctx.db.select().from(uploadedFiles).where(eq(uploadedFiles.organizationId, organizationId));

it("reads files in the order asked, with the text of PDFs by page", async () => {
  const at = await makeOrganization(world);
  const pdf = makePdf(["Dues are paid monthly.", "Fog closes the pier."]);
  const { filenames, files } = await upload(at, { "spec.pdf": pdf, "plan.png": picture });
  const requested = await loadAttachments(at.ctx, {
    organizationId: at.organizationId,
    filenames: filenames.toReversed(),
  });
  expect(requested.map(({ file }) => file)).toEqual(files.toReversed());
  const [image, document] = requested;
  expect([image?.text, image?.pages]).toEqual([null, []]);
  expect(document).toMatchObject({
    text: "Dues are paid monthly.\n\nFog closes the pier.",
    pages: ["Dues are paid monthly.", "Fog closes the pier."],
  });
  expect(Buffer.from((await document?.readBytes()) ?? []).equals(pdf)).toBe(true);
  expect((await image?.readBytes())?.subarray(1, 4)).toEqual(Buffer.from("PNG"));
});

it("refuses all where one is somebody else's, missing or no name at all", async () => {
  const [own, other] = [await makeOrganization(world), await makeOrganization(world)];
  const { filenames: mine } = await upload(own, { "a.png": picture });
  const { filenames: theirs } = await upload(other, { "a.png": picture });
  const stranger = (await makeOrganization(world)).ctx;
  await expect(loadAttachments(stranger, { ...other, filenames: theirs })).rejects.toThrow("Organization not found");
  // Also whoever may read both finds each in its own organization only.
  await makeMember(world, other.organizationId, own.owner.userId, "editor");
  for (const filename of [...theirs, "missing.png", "", "../../secret.key"]) {
    const reading = loadAttachments(own.ctx, { ...own, filenames: [...mine, filename] });
    await expect(reading).rejects.toMatchObject({ code: "not_found", message: "File not found" });
  }
  expect(await loadAttachments(own.ctx, { ...other, filenames: theirs })).toHaveLength(1);
});

it("is for members, who are people", async () => {
  const at = await makeOrganization(world);
  const editor = await makeUser(world);
  await makeMember(world, at.organizationId, editor.userId, "editor");
  const agent = world.as({ kind: "agent", userId: editor.userId });
  const send = (ctx: Ctx) => uploadFiles(ctx, { organizationId: at.organizationId, files: arrive({ a: picture }) });
  expect((await send(editor.ctx)).files).toHaveLength(1);
  await expect(send(agent)).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(send((await makeUser(world)).ctx)).rejects.toMatchObject({ code: "not_found" });
});

it.each([
  ["has left", (at: Organization) => world.ctx.db.delete(members).where(eq(members.organizationId, at.organizationId))],
  [
    "has deleted the organization",
    (at: Organization) => world.ctx.db.delete(organizations).where(eq(organizations.organizationId, at.organizationId)),
  ],
])("keeps nothing of somebody who %s while the files arrived", async (_, happen) => {
  const at = await makeOrganization(world);
  const uploading = upload(at, { "one.png": picture, "two.png": picture }, async () => {
    expect(await readdir(folderOf(at))).toHaveLength(1);
    await happen(at);
  });
  await expect(uploading).rejects.toThrow("Organization not found");
  expect([await readdir(folderOf(at)), await rowsOf(at)]).toEqual([[], []]);
});

it("keeps nothing where the rows cannot be written, and leaves files to the sweep while nobody can tell", async () => {
  const at = await makeOrganization(world);
  const send = (ctx: Ctx) => uploadFiles(ctx, { organizationId: at.organizationId, files: arrive({ a: picture }) });
  await expect(send({ ...at.ctx, db: failingAt(at.ctx.db, "transaction") })).rejects.toThrow("away");
  expect(await readdir(folderOf(at))).toEqual([]);
  const away = { ...at.ctx, db: failingAt(at.ctx.db, "transaction"), wholeDb: failingAt(at.ctx.wholeDb, "select") };
  await expect(send(away)).rejects.toThrow("away");
  expect(await readdir(folderOf(at))).toHaveLength(1);
  await sweepUploads(world.ctx, { minAgeMs: 0 });
  expect(await readdir(folderOf(at))).toEqual([]);
});

/** A database that is away whenever this is asked of it. */
function failingAt(db: Ctx["db"], kind: "transaction" | "select"): Ctx["db"] {
  const fail = (): never => {
    throw new Error("away");
  };
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = name === kind ? fail : Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

it("sweeps what a killed process left, and nothing that somebody may be writing", async () => {
  const at = await makeOrganization(world);
  const { filenames } = await upload(at, { "a.png": picture });
  const location = (name: string) => path.join(folderOf(at), name);
  const old = new Date(Date.now() - 7_200_000);
  for (const name of [".1.received", ".1.encoded", "2.png", ...filenames]) {
    if (name !== filenames[0]) await writeFile(location(name), "left");
    await utimes(location(name), old, old);
  }
  await writeFile(location(".3.received"), "under way");
  const gone = path.join(world.dataDirectory, "uploads", world.ctx.newId());
  await mkdir(gone);
  await sweepUploads(world.ctx, { minAgeMs: 3_600_000 });
  expect((await readdir(folderOf(at))).sort()).toEqual([".3.received", ...filenames]);
  expect(existsSync(gone)).toBe(false);
});

it("leaves the empty folder of an organization that stands: somebody may be about to write into it", async () => {
  const at = await makeOrganization(world);
  await mkdir(folderOf(at), { recursive: true });
  const old = new Date(Date.now() - 7_200_000);
  await utimes(folderOf(at), old, old);
  await sweepUploads(world.ctx, { minAgeMs: 3_600_000 });
  expect(existsSync(folderOf(at))).toBe(true);
});

describe("what an organization may keep", () => {
  /** Bytes that one picture takes. */
  async function sizeOfOne(): Promise<number> {
    const { files } = await upload(await makeOrganization(world), { "a.png": picture });
    return files[0]?.size ?? 0;
  }

  function limitedTo(maxOrganizationUploadBytes: number): Ctx["settings"] {
    const { settings } = world.ctx;
    return { ...settings, limits: { ...settings.limits, maxOrganizationUploadBytes } };
  }

  const send = (at: Organization, settings: Ctx["settings"], files: Record<string, Uint8Array>) =>
    uploadFiles({ ...at.ctx, settings }, { organizationId: at.organizationId, files: arrive(files) });

  it("bounds its files and nobody else's, and counts again when some have gone", async () => {
    const settings = limitedTo((await sizeOfOne()) * 2 + 10);
    const [at, other] = [await makeOrganization(world), await makeOrganization(world)];
    await send(at, settings, { "a.png": picture });
    const refusal = { code: "disk_full", message: expect.stringMatching(/^The files of this organization take 0 MB/) };
    await expect(send(at, settings, { "b.png": picture, "c.png": picture })).rejects.toMatchObject(refusal);
    expect(await readdir(folderOf(at))).toHaveLength(1);
    await send(at, settings, { "b.png": picture });
    await send(other, settings, { "b.png": picture });
    await world.ctx.db.delete(uploadedFiles).where(eq(uploadedFiles.organizationId, at.organizationId));
    await send(at, settings, { "d.png": picture });
  });

  it("is refused before any of it is read where there is no room at all", async () => {
    const settings = limitedTo(await sizeOfOne());
    const at = await makeOrganization(world);
    await send(at, settings, { "a.png": picture });
    let isRequested = false;
    async function* files(): IncomingFiles {
      isRequested = true;
      yield { name: "b.png", maxBytes: picture.length, bytes: piecesOf(picture) };
    }
    const sending = uploadFiles({ ...at.ctx, settings }, { organizationId: at.organizationId, files: files() });
    await expect(sending).rejects.toMatchObject({ code: "disk_full" });
    expect(isRequested).toBe(false);
  });

  it("holds for many at once, and counts what was read from PDFs", async () => {
    const settings = limitedTo((await sizeOfOne()) * 3 + 10);
    const at = await makeOrganization(world);
    const sent = await Promise.allSettled(Array.from({ length: 8 }, () => send(at, settings, { "a.png": picture })));
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect([(await rowsOf(at)).length, (await readdir(folderOf(at))).length]).toEqual([3, 3]);
    const words = await makeOrganization(world);
    await upload(words, { "spec.pdf": makePdf(["Dues are paid monthly. ".repeat(50)]) });
    const [row] = await rowsOf(words);
    await expect(send(words, limitedTo((row?.size ?? 0) + 1), { "a.png": picture })).rejects.toMatchObject({
      code: "disk_full",
    });
  });
});

it("says that the organization is not found where it goes while the rows are written", async () => {
  const at = await makeOrganization(world);
  const removed = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const held = world.ctx.db.transaction(async (tx) => {
    await tx.delete(organizations).where(eq(organizations.organizationId, at.organizationId));
    removed.resolve();
    await mayEnd.promise;
  });
  await removed.promise;
  const outcome = upload(at, { "a.png": picture }).catch((error: unknown) => error);
  const waiting = sql`select 1 from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`;
  await expect
    .poll(async () => (await world.ctx.db.execute(waiting)).rows.length, { timeout: 30_000 })
    .toBeGreaterThan(0)
    .finally(() => mayEnd.resolve());
  await held;
  expect(await outcome).toMatchObject({ code: "not_found" });
  expect(await readdir(folderOf(at))).toEqual([]);
});

it("removes the folder of an organization once it is gone, and not before", async () => {
  const at = await makeOrganization(world);
  await upload(at, { "a.png": picture });
  const job = { formerOrganizationId: at.organizationId };
  await removeUploads(world.ctx, job);
  expect(await readdir(folderOf(at))).toHaveLength(1);
  await world.ctx.db.delete(organizations).where(eq(organizations.organizationId, at.organizationId));
  await removeUploads(world.ctx, job);
  await removeUploads(world.ctx, job);
  expect([existsSync(folderOf(at)), await rowsOf(at)]).toEqual([false, []]);
});
