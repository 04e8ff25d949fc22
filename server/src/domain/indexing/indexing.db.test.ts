import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { readState, writeState } from "#server/code-index/store/meta-rows.ts";
import { openStoreForWriting } from "#server/code-index/store/open-store.ts";
import { getFile } from "#server/domain/repositories/browsing/get-file.ts";
import { getTree } from "#server/domain/repositories/browsing/get-tree.ts";
import { listRepositoryBranches } from "#server/domain/repositories/browsing/list-repository-branches.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { removeUnusedRepository } from "#server/domain/repositories/catalog/remove-unused-repository.ts";
import { applyIndexing } from "#server/domain/repositories/catalog/track-indexing.ts";
import { connectRepository } from "#server/domain/repositories/connecting/connect-repository.ts";
import { startGitHttpServer } from "#server/testing/git-http-server.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { checkRepository } from "./check-repository.ts";
import { indexRepository } from "./index-repository.ts";
import { resumeIndexing } from "./resume-indexing.ts";

let world: TestWorld;
let repository: Awaited<ReturnType<typeof createTestRepository>>;

beforeAll(async () => {
  world = await createTestWorld();
  repository = await createTestRepository();
  await repository.commit("change", {
    "README.md": "# Board\n\nShows departures.\n",
    "src/board.ts": "/** Sorts sailings. */\nexport function board() {\n  return 1;\n}\n",
    "logo.png": "\u0000PNG",
  });
});
afterAll(async () => {
  await world.close();
  await repository.remove();
});

const firstTry = { isLastTry: false };

async function importedProject() {
  const project = await makeProject(world);
  const { repositoryId } = await makeRepository(world, project, { path: repository.path });
  const { organizationId, projectId } = project;
  return {
    ...project,
    key: { organizationId, repositoryId },
    inRepository: { organizationId, projectId, repositoryId },
  };
}

describe("a repository that can be read", () => {
  it("is cloned, indexed and announced, and its files can be opened", async () => {
    const { ctx, system, key, inRepository } = await importedProject();
    await indexRepository(system, key, firstTry);
    const row = await findRepository(system, key);
    expect(row).toMatchObject({ indexState: "ready", indexProgress: 100, mainBranch: "main", indexError: null });
    expect(row?.indexReading).toMatchObject({ files: 3, totalFiles: 3, symbols: 1 });
    expect(world.published.at(-1)).toMatchObject({ name: "repository.indexed", payload: key });
    expect(world.ctx.indexes.open(key.repositoryId)?.commit).toBe(row?.indexedCommit);

    const onMain = { ...inRepository, branchName: "main" };
    expect((await getTree(ctx, onMain)).children?.map((item) => item.name)).toEqual(["src", "logo.png", "README.md"]);
    expect(await getFile(ctx, { ...onMain, path: "src/board.ts" })).toMatchObject({
      language: "typescript",
      encoding: "utf-8",
    });
    expect(await getFile(ctx, { ...onMain, path: "logo.png" })).toMatchObject({
      content: "",
      encoding: "none",
      size: 4,
    });
    expect(await listRepositoryBranches(ctx, inRepository)).toMatchObject([{ name: "main", isDefault: true }]);
  });

  it("follows a later commit, and the old one stays readable", async () => {
    const { ctx, system, key, inRepository } = await importedProject();
    await indexRepository(system, key, firstTry);
    const before = (await findRepository(system, key))?.indexedCommit ?? "";
    await repository.commit("change", { "src/tide.ts": "export const tide = 2;\n" });
    await indexRepository(system, key, firstTry);
    const after = (await findRepository(system, key))?.indexedCommit;
    expect(after).not.toBe(before);
    expect(world.ctx.indexes.open(key.repositoryId)?.facts("src/tide.ts")?.symbols[0]?.name).toBe("tide");
    const old = getFile(ctx, { ...inRepository, branchName: before, path: "src/tide.ts" });
    await expect(old).rejects.toMatchObject({ code: "not_found" });
  });

  it.each(["--output=/tmp/x", "main~1", "../main", "HEAD"])("does not take %s for a branch", async (branchName) => {
    const { ctx, system, key, inRepository } = await importedProject();
    await indexRepository(system, key, firstTry);
    await expect(getTree(ctx, { ...inRepository, branchName })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a repository that cannot", () => {
  it("says why, in plain words, where the person looks", async () => {
    const project = await makeProject(world);
    const missing = await makeRepository(world, project, { path: path.join(world.dataDirectory, "nowhere") });
    await expect(indexRepository(project.system, missing, firstTry)).rejects.toBeDefined();
    const row = await findRepository(project.system, missing);
    expect(row?.indexState).toBe("failed");
    expect(row?.indexError).toMatch(/^[A-Z].*\.$/);
  });

  it.each([undefined, "main"])("that is empty asks for a first commit, its branch being %s", async (mainBranch) => {
    const empty = await createTestRepository();
    const { organizationId, projectId, system } = await makeProject(world);
    const connection = { type: "path" as const, path: empty.path };
    const input = { organizationId, projectId, connection, mainBranch };
    const key = { organizationId, repositoryId: await connectRepository(system, system.db, input) };
    await expect(indexRepository(system, key, firstTry)).rejects.toMatchObject({ code: "unprocessable" });
    expect((await findRepository(system, key))?.indexError).toMatch(/empty/);
    await empty.remove();
  });

  it.each([
    { asked: "main", found: "trunk" },
    { asked: undefined, found: "trunk" },
    { asked: "release", found: null },
  ])("asked for the branch $asked beside trunk reads $found", async ({ asked: requested, found }) => {
    const other = await createTestRepository();
    await other.commit("first", { "README.md": "# Other\n" });
    await other.git("branch", "-m", "trunk");
    const { organizationId, projectId, system } = await makeProject(world);
    const connection = { type: "path" as const, path: other.path };
    const input = { organizationId, projectId, connection, mainBranch: requested };
    const key = { organizationId, repositoryId: await connectRepository(system, system.db, input) };
    const done = indexRepository(system, key, firstTry);
    if (found === null)
      await expect(done).rejects.toMatchObject({ message: "The repository has no branch named release." });
    else expect(await done.then(() => findRepository(system, key))).toMatchObject({ mainBranch: found });
    await other.remove();
  });

  it("because its host is away waits for another try, and fails with the last", async () => {
    const host = await startGitHttpServer({ root: world.dataDirectory, host: "127.0.0.7" });
    const ownWorld = await createTestWorld({ EGRESS_ALLOW: host.endpoint });
    const { organizationId, projectId, system } = await makeProject(ownWorld);
    const connection = { type: "url" as const, url: `${host.origin}/gone.git` };
    const repositoryId = await connectRepository(system, system.db, { organizationId, projectId, connection });
    await host.close();
    const key = { organizationId, repositoryId };
    await expect(indexRepository(system, key, firstTry)).rejects.toMatchObject({ code: "vendor_unavailable" });
    expect(await findRepository(system, key)).toMatchObject({ indexState: "queued" });
    await expect(indexRepository(system, key, { isLastTry: true })).rejects.toBeDefined();
    expect(await findRepository(system, key)).toMatchObject({ indexState: "failed" });
    await ownWorld.close();
  });

  it("and is deleted while it is being read leaves nothing on the disk", async () => {
    const { system, key } = await importedProject();
    const deletions: Promise<void>[] = [];
    const mirrors = {
      ...system.mirrors,
      directory: (repositoryId: string) => {
        if (deletions.length === 0) deletions.push(removeUnusedRepository(system, key));
        return system.mirrors.directory(repositoryId);
      },
    };
    // Whether the run notices in the middle is a matter of moments; what stays behind is not.
    await Promise.allSettled([indexRepository({ ...system, mirrors }, key, firstTry)]);
    await Promise.all(deletions);
    const folders = [system.mirrors.directory(key.repositoryId), system.indexes.directory(key.repositoryId)];
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
  });

  it("and was deleted meanwhile leaves nothing, also where a killed run had left something", async () => {
    const project = await makeProject(world);
    const gone = { organizationId: project.organizationId, repositoryId: world.ctx.newId() };
    const mirror = world.ctx.mirrors.directory(gone.repositoryId);
    const folders = [mirror, `${mirror}.unfinished-1`, world.ctx.indexes.directory(gone.repositoryId)];
    for (const folder of folders) await mkdir(folder, { recursive: true });
    await expect(indexRepository(project.system, gone, firstTry)).resolves.toBeUndefined();
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, false, false]);
  });
});

it("is put in line again at the start of the server when a run was cut off", async () => {
  const { system, key } = await importedProject();
  await applyIndexing(system, key, { indexState: "analyzing" });
  await resumeIndexing(world.ctx);
  expect(world.enqueued.filter((one) => one.key === key.repositoryId)).toHaveLength(1);
  await applyIndexing(system, key, { indexState: "ready" });
  await resumeIndexing(world.ctx);
  expect(world.enqueued.filter((one) => one.key === key.repositoryId)).toHaveLength(1);
});

/** As another version of ours left it. */
function makeOutdated(repositoryId: string, extractor = 24): void {
  const database = openStoreForWriting(world.ctx.indexes.directory(repositoryId));
  const state = readState(database);
  if (state === null) throw new Error("There is no index");
  writeState(database, { ...state, extractor });
  database.close();
}

it("is read anew once after the start of a new version, readable meanwhile, and not again by later starts", async () => {
  const { system, key } = await importedProject();
  await indexRepository(system, key, firstTry);
  const waiting = () => world.enqueued.filter((one) => one.key === key.repositoryId && one.job === "index-repository");
  await resumeIndexing(world.ctx);
  await checkRepository(system, key, firstTry);
  const formerly = waiting().length;
  makeOutdated(key.repositoryId);
  await resumeIndexing(world.ctx);
  expect(waiting()).toHaveLength(formerly + 1);
  expect(waiting().at(-1)).toMatchObject({ canWait: true });
  expect(await findRepository(system, key)).toMatchObject({ indexState: "ready" });
  expect(world.ctx.indexes.open(key.repositoryId)?.facts("src/board.ts")?.symbols[0]?.name).toBe("board");
  await checkRepository(system, key, firstTry);
  expect(waiting()).toHaveLength(formerly + 2);
  expect(waiting().at(-1)).toMatchObject({ canWait: true });
  await indexRepository(system, key, firstTry);
  await resumeIndexing(world.ctx);
  await checkRepository(system, key, firstTry);
  expect(waiting()).toHaveLength(formerly + 2);
});

it("is read anew in turns of the organizations", async () => {
  const one = await makeProject(world);
  const keys = [
    await makeRepository(world, one, { path: repository.path }),
    await makeRepository(world, one, { path: repository.path }),
    await makeRepository(world, await makeProject(world), { path: repository.path }),
  ];
  for (const key of keys) {
    await indexRepository(world.as({ kind: "system", organizationId: key.organizationId }), key, firstTry);
    makeOutdated(key.repositoryId);
  }
  const before = world.enqueued.length;
  await resumeIndexing(world.ctx);
  const line = world.enqueued.slice(before).filter(({ key }) => keys.some(({ repositoryId }) => repositoryId === key));
  expect(line).toHaveLength(3);
  expect(line.at(-1)?.data["organizationId"]).toBe(one.organizationId);
});

it("builds the same index again when the derived folder is lost", async () => {
  const { system, key } = await importedProject();
  await indexRepository(system, key, firstTry);
  const before = world.ctx.indexes.open(key.repositoryId)?.statistics();
  await world.ctx.indexes.remove(key.repositoryId);
  await rm(world.ctx.indexes.directory(key.repositoryId), { recursive: true, force: true });
  const waiting = () => world.enqueued.filter((one) => one.key === key.repositoryId && one.job === "index-repository");
  const formerly = waiting().length;
  await resumeIndexing(world.ctx);
  await checkRepository(system, key, firstTry);
  expect(waiting()).toHaveLength(formerly + 2);
  await indexRepository(system, key, firstTry);
  expect(world.ctx.indexes.open(key.repositoryId)?.statistics()).toEqual(before);
});
