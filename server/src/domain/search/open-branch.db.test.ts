import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { hostRepository, openHostedRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { openBranch } from "./open-branch.ts";

let world: TestWorld;
let origin: TestRepository;

beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  origin = await createTestRepository();
  await origin.commit("first", {
    "src/pier.ts": "export function pier() {}\n",
    "src/quay.ts": "export const quay = 1;\n",
  });
});
afterEach(() => origin.remove());

/** Pushes are what the origin's work tree has; the code lies where git reads it. */
async function openRepository(kind: "mirrored" | "hosted" = "mirrored") {
  const project = await makeProject(world);
  const { ctx, system, organizationId } = project;
  const repositoryId =
    kind === "hosted"
      ? await hostRepository(system, system.db, { ...project, slug: "board" })
      : (await makeRepository(world, project, { slug: "board" })).repositoryId;
  const code =
    kind === "hosted" ? hostedDirectory(world.dataDirectory, repositoryId) : world.ctx.mirrors.directory(repositoryId);
  const row = await findRepository(system, { organizationId, repositoryId });
  if (!row) throw new Error("no repository");
  if (kind === "hosted") await openHostedRepository(system, row);
  else await origin.git("clone", "-q", "--mirror", ".", code);
  const push = () => origin.git("push", "-q", "--force", "--all", "--prune", code);
  const index = async () => {
    const commit = await origin.git("rev-parse", "main");
    const directory = world.ctx.indexes.directory(repositoryId);
    await updateIndex({ directory, source: createMirrorSource(code), commit });
  };
  await push();
  await index();
  const kept = async () => await readdir(`${world.ctx.indexes.directory(repositoryId)}.branches`).catch(() => []);
  const open = (branch: string, options?: { maxWaitMs?: number }) => openBranch(ctx, row, branch, options);
  return { project, ctx, row, code, push, index, open, kept, repositoryId };
}

async function branch(name: string, files: Record<string, string>) {
  await origin.git("checkout", "-q", "-B", name, "main");
  const commit = await origin.commit(name, files);
  await origin.git("checkout", "-q", "main");
  return commit;
}

it.each(["mirrored", "hosted"] as const)(
  "opens a branch of a %s repository at its tip, and follows it",
  async (kind) => {
    const { open, push, kept } = await openRepository(kind);
    const first = await branch("side", { "src/ferry.ts": "export function ferry() {}\n" });
    await push();
    const side = await open("side");
    expect(side).toMatchObject({ branch: "side", name: "board" });
    expect(side.index.commit).toBe(first);
    expect(side.index.findSymbols("ferry")[0]?.path).toBe("src/ferry.ts");
    expect(await side.reader.readLines("src/ferry.ts")).toEqual(["export function ferry() {}"]);
    expect((await open("main")).index.findSymbols("ferry")).toEqual([]);
    await origin.git("checkout", "-q", "side");
    const second = await origin.commit("more", { "src/ferry.ts": "export function catamaran() {}\n" });
    await push();
    expect((await open("side")).index.commit).toBe(second);
    expect((await open("side")).index.findSymbols("catamaran")).toHaveLength(1);
    // What was opened before goes on answering for its own commit.
    expect(side.index.findSymbols("ferry")).toHaveLength(1);
    expect(await kept()).toHaveLength(1);
  },
);

it("is the same as an index that was built from nothing", async () => {
  const { open, push, code } = await openRepository();
  await branch("side", { "src/ferry.ts": "import { pier } from './pier';\nexport const ferry = pier;\n" });
  await push();
  const side = await open("side");
  const directory = path.join(world.dataDirectory, "fresh");
  await updateIndex({ directory, source: createMirrorSource(code), commit: side.index.commit });
  const fresh = openIndex(directory);
  expect(side.index.files()).toEqual(fresh?.files().map((file) => ({ ...file, blob: expect.any(Number) })));
  expect(side.index.importersOf("src/pier.ts")).toEqual(fresh?.importersOf("src/pier.ts"));
  expect(side.index.statistics()).toEqual(fresh?.statistics());
});

it("needs no index of its own where a branch stands on the indexed commit", async () => {
  const { open, push, kept } = await openRepository();
  await origin.git("branch", "same");
  await push();
  expect(await open("same")).toMatchObject({ branch: "same" });
  expect(await kept()).toEqual([]);
});

it("keeps names apart that differ in case, slashes or spelling alone", async () => {
  const { open, push } = await openRepository();
  const names = ["Feature", "feature", "feature-x/y", "feature-x-y", "é", "e\u0301"];
  const commits = new Map<string, string>();
  for (const name of names) commits.set(name, await branch(name, { "src/name.ts": `export const n = "${name}";\n` }));
  await push();
  for (const name of names) expect((await open(name)).index.commit).toBe(commits.get(name));
});

it("knows no branch but those there are", async () => {
  const { open, push, kept } = await openRepository();
  const commit = await branch("side", { "src/ferry.ts": "" });
  await push();
  for (const name of ["nowhere", "../main", "side~1", "HEAD", "--all", commit, "refs/heads/side", "x".repeat(255)]) {
    await expect(open(name)).rejects.toMatchObject({ code: "not_found", message: "Branch not found" });
  }
  expect(await kept()).toEqual([]);
  await open("side");
  await origin.git("branch", "-q", "-D", "side");
  await push();
  await expect(open("side")).rejects.toMatchObject({ code: "not_found" });
  expect(await kept()).toEqual([]);
});

it("follows a force-push to a history that has nothing in common", async () => {
  const { open, push } = await openRepository();
  await branch("side", { "src/ferry.ts": "export function ferry() {}\n" });
  await push();
  await open("side");
  await origin.git("checkout", "-q", "--orphan", "other");
  await origin.git("rm", "-rfq", ".");
  const commit = await origin.commit("other", { "src/raft.ts": "export function raft() {}\n" });
  await origin.git("branch", "-f", "side");
  await push();
  const side = await open("side");
  expect(side.index.commit).toBe(commit);
  expect(side.index.files().map((file) => file.path)).toEqual(["src/raft.ts"]);
});

it("keeps the five branches that were used last, and none that is gone", async () => {
  const { open, push, kept } = await openRepository();
  for (let n = 0; n < 7; n += 1) await branch(`b${n}`, { "src/buoy.ts": `export const buoy = ${n};\n` });
  await push();
  const used = await open("b0");
  for (let n = 1; n < 7; n += 1) {
    await open(`b${n}`);
    await open("b1");
  }
  expect(await kept()).toHaveLength(5);
  expect(used.index.findSymbols("buoy")).toHaveLength(1);
  for (const gone of ["b1", "b5"]) await origin.git("branch", "-q", "-D", gone);
  await push();
  expect((await open("b0")).index.facts("src/buoy.ts")).not.toBeNull();
  expect(await kept()).toHaveLength(4);
});

it("builds once for many who ask together, and lets go of everything with the repository", async () => {
  const { open, push, repositoryId, kept } = await openRepository();
  await branch("side", { "src/ferry.ts": "export function ferry() {}\n" });
  await push();
  const opened = await Promise.all(Array.from({ length: 20 }, () => open("side")));
  expect(new Set(opened.map(({ index }) => index.indexedAt)).size).toBe(1);
  await world.ctx.indexes.remove(repositoryId);
  expect(await kept()).toEqual([]);
  await expect(open("side")).rejects.toMatchObject({ code: "unavailable" });
});

it("leaves nothing behind when the repository is deleted in the middle", async () => {
  const { ctx, row, open, push, repositoryId, kept } = await openRepository();
  await branch("side", { "src/ferry.ts": "export function ferry() {}\n" });
  await push();
  const branchDirectory: typeof ctx.indexes.branchDirectory = (...names) => {
    void world.ctx.indexes.remove(repositoryId);
    return ctx.indexes.branchDirectory(...names);
  };
  const requested = openBranch({ ...ctx, indexes: { ...ctx.indexes, branchDirectory } }, row, "side");
  await expect(requested).rejects.toMatchObject({ code: "unavailable" });
  expect(await kept()).toEqual([]);
  await expect(open("side")).rejects.toMatchObject({ code: "unavailable" });
});

it("tells who has waited for long to come again, and goes on", async () => {
  const { open, push } = await openRepository();
  const commit = await branch("side", { "src/ferry.ts": "export function ferry() {}\n" });
  await push();
  await expect(open("side", { maxWaitMs: 0 })).rejects.toMatchObject({
    code: "unavailable",
    message: "This branch is being indexed. Try again in a moment.",
  });
  expect((await open("side")).index.commit).toBe(commit);
});

it("stops when nobody waits any more, and heals what a stop left", async () => {
  const { ctx, row, push, open } = await openRepository();
  const commit = await branch("side", { "src/ferry.ts": "export function ferry() {}\n" });
  await push();
  const leaving = new AbortController();
  const requested = openBranch({ ...ctx, signal: leaving.signal }, row, "side");
  setImmediate(() => leaving.abort());
  await expect(requested).rejects.toBeDefined();
  expect((await open("side")).index.commit).toBe(commit);
});

it("goes on where a copy was left half, or is no index any more", async () => {
  const { ctx, row, push, open } = await openRepository();
  const commit = await branch("side", { "src/ferry.ts": "export function ferry() {}\n" });
  await push();
  const directory = ctx.indexes.branchDirectory(row.repositoryId, "side", row.indexGeneration);
  await open("side");
  const [file = ""] = (await readdir(directory)).filter((name) => name.endsWith(".sqlite"));
  await rm(directory, { recursive: true });
  await mkdir(directory);
  await writeFile(path.join(directory, file), "no database at all, whatever it was before".repeat(100));
  await writeFile(path.join(directory, `${file}.copy`), "half");
  expect((await open("side")).index.commit).toBe(commit);
});

it("begins anew after a reset", async () => {
  const { ctx, row, push, open, kept } = await openRepository();
  await branch("side", { "src/ferry.ts": "export function ferry() {}\n" });
  await push();
  await open("side");
  await openBranch(ctx, { ...row, indexGeneration: row.indexGeneration + 1 }, "side");
  expect(await kept()).toHaveLength(1);
});
