import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { applyIndexing, resetIndexing } from "#server/domain/repositories/catalog/track-indexing.ts";
import { hostRepository, openHostedRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { hostWithReadme } from "#server/testing/host-with-readme.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { indexRepository } from "./index-repository.ts";

let world: TestWorld;
let work: TestRepository;

beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const files = {
  "README.md": "# Board\n",
  "src/tide.ts": "export function tide() {}\n",
  "src/quay.ts": "export function quay() {}\n",
};

const firstTry = { isLastTry: false };

/** What everybody sees of the repository and its index. */
function watch(system: TestWorld["ctx"], key: { organizationId: string; repositoryId: string }) {
  const found = () => world.ctx.indexes.open(key.repositoryId);
  return {
    key,
    index: (attempt = firstTry) => indexRepository(system, key, attempt),
    row: () => findRepository(system, key),
    symbols: () =>
      (found()?.files() ?? []).flatMap(({ path: file }) => found()?.facts(file)?.symbols ?? []).map((one) => one.name),
    announced: () =>
      world.published.filter(
        ({ name, payload }) =>
          name === "repository.indexed" && "repositoryId" in payload && payload.repositoryId === key.repositoryId,
      ).length,
  };
}

/** A repository that this server hosts, with a work tree that pushes into it. */
async function hosted() {
  const { organizationId, projectId, system } = await makeProject(world);
  const repositoryId = await hostWithReadme(system, { organizationId, projectId, slug: "board" });
  const directory = hostedDirectory(world.dataDirectory, repositoryId);
  const watched = watch(system, { organizationId, repositoryId });
  await watched.index();
  work = await createTestRepository();
  await work.git("remote", "add", "origin", directory);
  await work.commit("files", files);
  await work.git("push", "--quiet", "--force", "origin", "main");
  await watched.index();
  const origin = (...args: string[]) => work.git("--git-dir", directory, ...args);
  return { ...watched, system, directory, origin };
}

/** One that lies elsewhere. */
async function mirrored() {
  const project = await makeProject(world);
  work = await createTestRepository();
  await work.commit("files", files);
  const { organizationId, repositoryId } = await makeRepository(world, project, { path: work.path });
  const watched = watch(project.system, { organizationId, repositoryId });
  await watched.index();
  const directory = world.ctx.mirrors.directory(repositoryId);
  const origin = (...args: string[]) => work.git(...args);
  return { ...watched, system: project.system, directory, origin };
}

const kinds = [
  { kind: "hosted", open: hosted },
  { kind: "mirrored", open: mirrored },
];

describe.each(kinds)("a $kind repository", ({ kind, open }) => {
  let repository: Awaited<ReturnType<typeof open>>;
  const push = async (...args: string[]) => {
    if (kind === "hosted") await work.git("push", "--quiet", ...args, "origin", "main");
  };

  beforeEach(async () => {
    repository = await open();
    return () => work.remove();
  });

  it("follows a commit, a rename, a deletion, a mode change and a force-push, each announced once", async () => {
    const steps: [what: () => Promise<unknown>, symbols: string[]][] = [
      [() => work.commit("new", { "src/pier.ts": "export function pier() {}\n" }), ["pier", "quay", "tide"]],
      [() => work.git("mv", "src/pier.ts", "src/dock.ts").then(() => work.commit("rename")), ["pier", "quay", "tide"]],
      [() => work.git("rm", "-q", "src/dock.ts").then(() => work.commit("delete")), ["quay", "tide"]],
      [
        () => work.git("update-index", "--chmod=+x", "src/tide.ts").then(() => work.git("commit", "-qm", "mode")),
        ["quay", "tide"],
      ],
      [
        () =>
          work
            .git("reset", "-q", "--hard", "HEAD~3")
            .then(() => work.commit("other", { "src/mole.ts": "export function mole() {}\n" })),
        ["mole", "pier", "quay", "tide"],
      ],
    ];
    for (const [what, symbols] of steps) {
      const before = repository.announced();
      await what();
      await push("--force");
      await repository.index();
      expect(repository.announced()).toBe(before + 1);
      expect(repository.symbols().toSorted()).toEqual(symbols);
      const commit = await work.git("rev-parse", "HEAD");
      expect(await repository.row()).toMatchObject({ indexState: "ready", indexedCommit: commit, indexError: null });
    }
  });

  it("shows nothing of an update until it has ended", async () => {
    const seen: unknown[] = [];
    const { system, key } = repository;
    const before = await repository.row();
    await work.commit("new", { "src/pier.ts": "export function pier() {}\n" });
    await push();
    const indexes = {
      ...system.indexes,
      directory: (repositoryId: string) => {
        seen.push(repository.row());
        return system.indexes.directory(repositoryId);
      },
    };
    await indexRepository({ ...system, indexes }, key, firstTry);
    expect(seen.length).toBeGreaterThan(0);
    for (const row of await Promise.all(seen)) expect(row).toEqual(before);
  });

  it("says nothing when nothing changed, or only another branch", async () => {
    world.setNow(new Date("2026-11-21T10:00:00.000Z"));
    const before = await repository.row();
    const announced = repository.announced();
    await repository.index();
    await work.git("branch", "side");
    if (kind === "hosted") await work.git("push", "--quiet", "origin", "side");
    await repository.index();
    expect(repository.announced()).toBe(announced);
    expect(await repository.row()).toEqual({ ...before, checkedAt: world.ctx.now() });
    const { stdout } = await runGit({ directory: repository.directory, args: ["for-each-ref", "refs/heads/side"] });
    expect(stdout.toString()).not.toBe("");
  });

  it("tells of a deleted main branch in plain words, keeps its index, and heals when it is back", async () => {
    const { system, key, origin } = repository;
    await origin("update-ref", "refs/heads/side", "refs/heads/main");
    await origin("update-ref", "-d", "refs/heads/main");
    await expect(repository.index()).rejects.toMatchObject({ code: "unprocessable" });
    const reported = expect.stringMatching(/^The branch main was deleted\./) as string;
    expect(await repository.row()).toMatchObject({ indexState: "failed", indexError: reported });
    expect(system.indexes.open(key.repositoryId)).not.toBeNull();
    await origin("update-ref", "refs/heads/main", "refs/heads/side");
    const announced = repository.announced();
    await repository.index();
    expect(await repository.row()).toMatchObject({ indexState: "ready", indexError: null });
    expect(repository.announced()).toBe(announced);
  });

  it("without any branch says that it is empty, and goes on when one comes", async () => {
    await repository.origin("update-ref", "-d", "refs/heads/main");
    await expect(repository.index()).rejects.toBeDefined();
    expect((await repository.row())?.indexError).toMatch(/empty: all its branches were deleted/);
    await work.commit("again", { "src/pier.ts": "export function pier() {}\n" });
    await push();
    await repository.index();
    expect(repository.symbols()).toContain("pier");
  });

  it("reads another branch once the main branch is another, and stays with it", async () => {
    const { system, key } = repository;
    await work.git("checkout", "-q", "-b", "side");
    await work.commit("side", { "src/pier.ts": "export function pier() {}\n" });
    if (kind === "hosted") await work.git("push", "--quiet", "origin", "side");
    await applyIndexing(system, key, { mainBranch: "side", indexState: "queued" });
    await repository.index();
    await repository.index();
    expect(await repository.row()).toMatchObject({ mainBranch: "side", indexState: "ready" });
    expect(repository.symbols()).toContain("pier");
  });

  it("writes nothing of a run that a reset or another branch overtook", async () => {
    const { system, key } = repository;
    await work.commit("new", { "src/pier.ts": "export function pier() {}\n" });
    await push();
    const overtaken = async (change: () => Promise<unknown>) => {
      const changes: Promise<unknown>[] = [];
      const indexes = {
        ...system.indexes,
        directory: (repositoryId: string) => {
          if (changes.length === 0) changes.push(change());
          return system.indexes.directory(repositoryId);
        },
      };
      const db = system.db;
      const transaction = db.transaction.bind(db);
      // The last step waits until the change has come.
      const held = Object.assign(Object.create(db) as typeof db, {
        transaction: async (...args: Parameters<typeof transaction>) => {
          await Promise.all(changes);
          return await transaction(...args);
        },
      });
      await expect(indexRepository({ ...system, indexes, db: held }, key, firstTry)).rejects.toMatchObject({
        code: "cancelled",
      });
      await Promise.all(changes);
    };
    await overtaken(() => applyIndexing(system, key, { mainBranch: "side", indexState: "queued" }));
    expect(await repository.row()).toMatchObject({ mainBranch: "side", indexState: "queued" });
    await applyIndexing(system, key, { mainBranch: "main", indexState: "ready" });
    await overtaken(() => resetIndexing(system.db, { organizationId: key.organizationId }));
    expect(await repository.row()).toMatchObject({ indexState: "queued", indexedCommit: null });
    await repository.index();
    expect(repository.symbols()).toContain("pier");
  });
});

describe("a default branch that its host gave another name", () => {
  it("is followed, where nobody chose another", async () => {
    const repository = await mirrored();
    await work.git("branch", "-m", "trunk");
    await work.commit("on trunk", { "src/pier.ts": "export function pier() {}\n" });
    await repository.index();
    expect(await repository.row()).toMatchObject({ mainBranch: "trunk", indexState: "ready" });
    await work.remove();
  });

  it("is not, where somebody did", async () => {
    const repository = await mirrored();
    await work.git("branch", "release");
    await applyIndexing(repository.system, repository.key, { mainBranch: "release", indexState: "queued" });
    await repository.index();
    await work.git("branch", "-m", "trunk");
    await work.git("branch", "-D", "release");
    await expect(repository.index()).rejects.toBeDefined();
    expect(await repository.row()).toMatchObject({ mainBranch: "release", indexState: "failed" });
    await work.remove();
  });
});

describe("an update that fails", () => {
  it("frightens nobody while it will be tried again, and says why with the last try", async () => {
    const repository = await mirrored();
    const before = await repository.row();
    const mark = path.join(world.ctx.indexes.directory(repository.key.repositoryId), "index.sqlite");
    await work.commit("new", { "src/pier.ts": "export function pier() {}\n" });
    const { system, key } = repository;
    const broken = { ...system, indexes: { ...system.indexes, directory: () => path.join(mark, "\0") } };
    await expect(indexRepository(broken, key, firstTry)).rejects.toBeDefined();
    expect(await repository.row()).toEqual(before);
    await expect(indexRepository(broken, key, { isLastTry: true })).rejects.toBeDefined();
    expect(await repository.row()).toMatchObject({
      indexState: "failed",
      indexError: expect.stringMatching(/^[A-Z].*\.$/),
    });
    await repository.index();
    expect(await repository.row()).toMatchObject({ indexState: "ready", indexError: null });
    await work.remove();
  });
});

describe("a hosted repository", () => {
  it("has no copy, also where an earlier version made one, and keeps the locks of pushes", async () => {
    const { directory, key, index } = await hosted();
    const mirror = world.ctx.mirrors.directory(key.repositoryId);
    const lock = path.join(directory, "refs", "heads", "side.lock");
    await runGit({ directory, args: ["init", "--quiet", "--bare", mirror] });
    await writeFile(lock, "");
    await index();
    await expect(readFile(path.join(mirror, "HEAD"))).rejects.toMatchObject({ code: "ENOENT" });
    await expect(readFile(lock)).resolves.toBeDefined();
    await rm(lock);
    await work.remove();
  });

  it("is made once by many who come at once", async () => {
    const { organizationId, projectId, system } = await makeProject(world);
    const repositoryId = await hostRepository(system, system.db, { organizationId, projectId, slug: "board" });
    const row = await findRepository(system, { organizationId, repositoryId });
    if (!row) throw new Error("no row");
    const opened = await Promise.all(Array.from({ length: 8 }, () => openHostedRepository(system, row)));
    const beside = await readdir(path.dirname(opened[0] ?? ""));
    expect(beside.filter((name) => name.startsWith(repositoryId))).toEqual([path.basename(opened[0] ?? "")]);
  });

  it("takes the next free slug of its organization", async () => {
    const { organizationId, projectId, system } = await makeProject(world);
    for (let n = 0; n < 3; n += 1)
      await hostRepository(system, system.db, { organizationId, projectId, slug: "board" });
    const rows = await system.db.select().from(repositories).where(eq(repositories.projectId, projectId));
    expect(rows.map((row) => row.slug).toSorted()).toEqual(["board", "board-2", "board-3"]);
  });
});
