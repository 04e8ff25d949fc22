import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";

import { afterAll, beforeAll, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { demoFile } from "#server/domain/demo/demo-file.ts";
import { deleteRepository } from "#server/domain/repositories/catalog/delete-repository.ts";
import { repositories, services } from "#server/platform/db/tables/projects.ts";
import { listBranches } from "#server/platform/git/refs/list-branches.ts";
import { readHead } from "#server/platform/git/refs/read-head.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";
import { folderBytes } from "#server/platform/storage/folder-bytes.ts";
import { createTestWorld, makeMember, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { connectBundle } from "./connect-bundle.ts";
import { deleteService } from "./delete-service.ts";

let world: TestWorld;
let bundle: Buffer;
beforeAll(async () => {
  world = await createTestWorld();
  bundle = await readFile(demoFile("quay-signs.bundle"));
});
afterAll(() => world.close());

const files = (name: string, bytes: Uint8Array) =>
  Readable.from([{ name, maxBytes: bytes.length, bytes: Readable.from([bytes]) }]);

it("becomes a service with all branches of the bundle, in a repository called as the file is, and is read", async () => {
  const { ctx, organizationId, projectId } = await makeProject(world);
  const service = await connectBundle(ctx, { organizationId, projectId, files: files("Quay Signs.bundle", bundle) });
  expect(service).toMatchObject({
    name: "Quay Signs",
    repository: { slug: "quay-signs", connection: { type: "internal" } },
  });
  const repositoryId = service.repository?.repositoryId ?? "";
  const directory = hostedDirectory(ctx.settings.server.dataDir, repositoryId);
  expect((await listBranches(directory)).map(({ name }) => name)).toContain("main");
  expect(await readHead(directory)).toBe("main");
  const data = { organizationId, repositoryId };
  expect(world.enqueued).toContainEqual({ job: "index-repository", data, key: repositoryId });
});

it.each([
  ["is no bundle", Buffer.from("boats\n"), /no git bundle.*git bundle create/],
  ["is cut off", () => bundle.subarray(0, bundle.length - 200), /cut off/],
  ["was changed on its way", () => changed(bundle), /damaged/],
])("what %s is refused in plain words and leaves nothing behind", async (_what, bytes, message) => {
  const { ctx, organizationId, projectId } = await makeProject(world);
  const before = await count();
  const sent = typeof bytes === "function" ? bytes() : bytes;
  const refused = connectBundle(ctx, { organizationId, projectId, files: files("code.bundle", sent) });
  await expect(refused).rejects.toMatchObject({
    code: "unprocessable",
    message: expect.stringMatching(message) as string,
  });
  expect(await count()).toEqual(before);
});

it("leaves nothing behind where its service cannot be made", async () => {
  const { ctx, organizationId, projectId } = await makeProject(world);
  const before = await count();
  const enqueue: typeof ctx.enqueue = () => Promise.reject(new Error("cut off"));
  const failing = { ...ctx, enqueue };
  await expect(
    connectBundle(failing, { organizationId, projectId, files: files("code.bundle", bundle) }),
  ).rejects.toThrow("cut off");
  expect(await count()).toEqual(before);
  expect(await readdir(path.join(ctx.settings.server.dataDir, "bundles"))).toEqual([]);
});

it("is bounded by what the organization's repositories take here, which those that are deleted take no more", async () => {
  const { ctx, organizationId, projectId } = await makeProject(world);
  const send = (given: Ctx) => connectBundle(given, { organizationId, projectId, files: files("code.bundle", bundle) });
  const first = await send(ctx);
  const repositoryId = first.repository?.repositoryId ?? "";
  const kept = await folderBytes(hostedDirectory(ctx.settings.server.dataDir, repositoryId));
  const limited = limitedTo(ctx, kept + bundle.length - 1);
  const before = await count();
  await expect(send(limited)).rejects.toMatchObject({
    code: "disk_full",
    message: expect.stringMatching(
      /^The repositories of this organization on this server take 1 MB of the 1 MB/,
    ) as string,
  });
  expect(await count()).toEqual(before);
  // As large as it says it is, it has room; unpacked it has none.
  await expect(send(limitedTo(ctx, kept + bundle.length))).rejects.toMatchObject({ code: "disk_full" });
  expect(await count()).toEqual(before);
  expect(await readdir(path.join(ctx.settings.server.dataDir, "bundles"))).toEqual([]);
  await deleteService(ctx, { organizationId, projectId, serviceId: first.serviceId });
  await deleteRepository(ctx, { organizationId, projectId, repositoryId });
  expect(await send(limitedTo(ctx, kept + 1_000))).toMatchObject({ name: "code" });
});

it("counts what others of the organization are sending, until that ends", async () => {
  const { ctx, organizationId, projectId } = await makeProject(world);
  const colleague = await makeUser(world);
  await makeMember(world, organizationId, colleague.userId, "admin");
  const gate = Promise.withResolvers<void>();
  async function* slow() {
    yield bundle.subarray(0, 100);
    await gate.promise;
    throw new Error("gone");
  }
  const arriving = Readable.from([{ name: "large.bundle", maxBytes: 900_000, bytes: slow() }]);
  const sending = connectBundle(limitedTo(colleague.ctx, 1_000_000), { organizationId, projectId, files: arriving });
  const ended = sending.catch((error: unknown) => error);
  const send = (maxBytes: number) =>
    connectBundle(limitedTo(ctx, 1_000_000), {
      organizationId,
      projectId,
      files: Readable.from([{ name: "code.bundle", maxBytes, bytes: Readable.from([bundle]) }]),
    });
  await expect.poll(() => readdir(path.join(ctx.settings.server.dataDir, "bundles"))).toHaveLength(1);
  await expect(send(200_000)).rejects.toMatchObject({
    message: expect.stringContaining("2 MB are arriving") as string,
  });
  gate.resolve();
  expect(await ended).toMatchObject({ message: "gone" });
  expect(await send(200_000)).toMatchObject({ name: "code" });
});

it("is nothing for people of other products", async () => {
  const { organizationId, projectId } = await makeProject(world);
  const stranger = await makeUser(world);
  const refused = connectBundle(stranger.ctx, { organizationId, projectId, files: files("code.bundle", bundle) });
  await expect(refused).rejects.toMatchObject({ code: "not_found" });
});

function limitedTo(ctx: Ctx, maxOrganizationHostedBytes: number): Ctx {
  const { settings } = ctx;
  return { ...ctx, settings: { ...settings, limits: { ...settings.limits, maxOrganizationHostedBytes } } };
}

async function count() {
  const rows = [world.ctx.wholeDb.select().from(repositories), world.ctx.wholeDb.select().from(services)] as const;
  return (await Promise.all(rows)).map(({ length }) => length);
}

/** With other bytes in the middle of its objects. */
function changed(whole: Buffer): Buffer {
  const copy = Buffer.from(whole);
  copy.fill(7, copy.length - 400, copy.length - 300);
  return copy;
}
