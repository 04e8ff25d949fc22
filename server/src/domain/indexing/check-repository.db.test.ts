import { rm } from "node:fs/promises";

import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { applyIndexing } from "#server/domain/repositories/catalog/track-indexing.ts";
import { hostRepository, openHostedRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";
import { startGitHttpServer } from "#server/testing/git-http-server.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { hostWithReadme } from "#server/testing/host-with-readme.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { checkRepository } from "./check-repository.ts";
import { indexRepository } from "./index-repository.ts";
import { pollRepositories } from "./poll-repositories.ts";

let world: TestWorld;
let origin: TestRepository;

beforeAll(async () => {
  world = await createTestWorld({ POLL_INTERVAL_S: "300" });
});
afterAll(() => world.close());
beforeEach(async () => {
  origin = await createTestRepository();
  await origin.commit("first", { "README.md": "# Board\n" });
});
afterEach(() => origin.remove());

const firstTry = { isLastTry: false };
const lastTry = { isLastTry: true };

async function connected() {
  const project = await makeProject(world);
  const { organizationId, repositoryId } = await makeRepository(world, project, { path: origin.path });
  const key = { organizationId, repositoryId };
  await indexRepository(project.system, key, firstTry);
  return watch(project.system, key);
}

async function hosted() {
  const { organizationId, projectId, system } = await makeProject(world);
  const repositoryId = await hostWithReadme(system, { organizationId, projectId, slug: "board" });
  const key = { organizationId, repositoryId };
  await indexRepository(system, key, firstTry);
  await origin.git("push", "-q", "-f", hostedDirectory(world.dataDirectory, repositoryId), "main");
  return watch(system, key);
}

function watch(system: TestWorld["ctx"], key: { organizationId: string; repositoryId: string }) {
  return {
    system,
    key,
    check: (attempt = firstTry) => checkRepository(system, key, attempt),
    row: () => findRepository(system, key),
    runs: () =>
      world.enqueued.filter(({ job, data }) => job === "index-repository" && data.repositoryId === key.repositoryId)
        .length,
  };
}

describe("asking for news", () => {
  it("starts a run after a push to any branch, and none without", async () => {
    const { check, runs, row, system, key } = await connected();
    world.setNow(new Date("2026-11-21T11:00:00.000Z"));
    await check();
    expect(runs()).toBe(0);
    expect(await row()).toMatchObject({ checkedAt: world.ctx.now(), indexState: "ready" });
    for (const branch of ["main", "side"]) {
      await origin.git("checkout", "-q", "-B", branch);
      await origin.commit(branch, { "src/pier.ts": branch });
      const before = runs();
      await check();
      expect(runs()).toBe(before + 1);
      await indexRepository(system, key, firstTry);
      await check();
      expect(runs()).toBe(before + 1);
    }
  });

  it("finds a push to a hosted repository that nobody told of, because the server was killed in between", async () => {
    const { check, runs, system, key } = await hosted();
    const before = runs();
    await check();
    expect(runs()).toBe(before + 1);
    await indexRepository(system, key, firstTry);
    await check();
    expect(runs()).toBe(before + 1);
  });

  it("finds the first push to a hosted repository that nobody told of", async () => {
    const { organizationId, projectId, system } = await makeProject(world);
    const repositoryId = await hostRepository(system, system.db, { organizationId, projectId, slug: "pier" });
    const { check, runs, row, key } = watch(system, { organizationId, repositoryId });
    await check();
    await openHostedRepository(system, (await row()) ?? expect.unreachable());
    await check();
    expect(runs()).toBe(0);
    await origin.git("push", "-q", "-f", hostedDirectory(world.dataDirectory, repositoryId), "main");
    await check();
    expect(runs()).toBe(1);
    await indexRepository(system, key, firstTry);
    await check();
    expect(runs()).toBe(1);
  });

  it("does nothing while a run waits or is under way, and nothing for one that is gone", async () => {
    const { check, runs, system, key } = await connected();
    await origin.commit("second", { "src/pier.ts": "pier" });
    for (const indexState of ["queued", "cloning", "analyzing"] as const) {
      await applyIndexing(system, key, { indexState });
      await check();
    }
    await checkRepository(system, { ...key, repositoryId: world.ctx.newId() }, firstTry);
    expect(runs()).toBe(0);
  });

  it("brings back a mirror that was lost", async () => {
    const { check, runs, key } = await connected();
    await rm(world.ctx.mirrors.directory(key.repositoryId), { recursive: true });
    await check();
    expect(runs()).toBe(1);
  });

  it("tells of a branch that is gone once, and again when it is back", async () => {
    const { check, runs, system, key } = await connected();
    const commit = await origin.git("rev-parse", "main");
    await origin.git("update-ref", "-d", "refs/heads/main");
    await origin.git("update-ref", "refs/heads/side", commit);
    await check();
    await expect(indexRepository(system, key, firstTry)).rejects.toBeDefined();
    await check();
    expect(runs()).toBe(1);
    await origin.git("update-ref", "refs/heads/main", commit);
    await check();
    expect(runs()).toBe(2);
  });
});

describe("a remote that fails", () => {
  it("is told of with the last try, keeps its index, and heals with the next good answer", async () => {
    const { check, row, runs, system, key } = await connected();
    const ready = await row();
    const away = `${origin.path}-away`;
    await system.db
      .update(repositories)
      .set({ connection: { type: "path", path: away } })
      .where(eq(repositories.repositoryId, key.repositoryId));
    await expect(check()).rejects.toBeDefined();
    const reported = await row();
    expect(reported).toMatchObject({ indexState: "failed", indexedCommit: ready?.indexedCommit });
    expect(reported?.indexError).toMatch(/^The folder/);
    await expect(check()).rejects.toBeDefined();
    expect(runs()).toBe(0);
    await system.db
      .update(repositories)
      .set({ connection: { type: "path", path: origin.path } })
      .where(eq(repositories.repositoryId, key.repositoryId));
    await check();
    expect(runs()).toBe(1);
    await indexRepository(system, key, firstTry);
    expect(await row()).toMatchObject({ indexState: "ready", indexError: null, indexedAt: ready?.indexedAt });
  });

  it("that is away for a moment frightens nobody", async () => {
    const host = await startGitHttpServer({ root: origin.path, host: "127.0.0.9" });
    const ownWorld = await createTestWorld({ EGRESS_ALLOW: host.endpoint });
    const project = await makeProject(ownWorld);
    const { repositoryId } = await makeRepository(ownWorld, project, { path: origin.path });
    const key = { organizationId: project.organizationId, repositoryId };
    const { system } = project;
    await indexRepository(system, key, firstTry);
    await system.db
      .update(repositories)
      .set({ connection: { type: "url", url: `${host.origin}/.git` } })
      .where(eq(repositories.repositoryId, repositoryId));
    await checkRepository(system, key, firstTry);
    await host.close();
    await expect(checkRepository(system, key, firstTry)).rejects.toMatchObject({ code: "vendor_unavailable" });
    expect(await findRepository(system, key)).toMatchObject({ indexState: "ready", indexError: null });
    await expect(checkRepository(system, key, lastTry)).rejects.toBeDefined();
    const reported = await findRepository(system, key);
    expect(reported).toMatchObject({ indexState: "failed", indexError: "The repository's host could not be reached." });
    await ownWorld.close();
  });

  it("does not overwrite what a run that people see says", async () => {
    const { system, key, row } = await connected();
    const indexes = system.mirrors;
    const mirrors = {
      ...indexes,
      directory: (repositoryId: string) => {
        // Somebody presses Reindex while the remote is being asked.
        void applyIndexing(system, key, { indexState: "queued" });
        return indexes.directory(repositoryId);
      },
    };
    const path = `${origin.path}-away`;
    await system.db
      .update(repositories)
      .set({ connection: { type: "path", path } })
      .where(eq(repositories.repositoryId, key.repositoryId));
    await expect(checkRepository({ ...system, mirrors }, key, lastTry)).rejects.toBeDefined();
    expect(await row()).toMatchObject({ indexState: "queued", indexError: null });
  });
});

describe("the sweep", () => {
  const requested = () => world.enqueued.filter(({ job }) => job === "check-repository").map(({ key }) => key);
  const minutes = (count: number) => new Date(Date.parse("2026-11-22T00:00:00.000Z") + count * 60_000);
  const sweep = (share: number) => pollRepositories(world.ctx, { sweepIntervalMs: share * 240_000 });

  beforeEach(async () => {
    await world.ctx.db.delete(repositories);
    world.enqueued.length = 0;
    const project = await makeProject(world);
    for (let n = 0; n < 12; n += 1) await makeRepository(world, project);
    await world.ctx.db.update(repositories).set({ indexState: "ready" });
  });

  it("asks everybody once an interval, a few at a time", async () => {
    world.setNow(minutes(0));
    await sweep(0.25);
    expect(requested()).toHaveLength(3);
    for (let n = 0; n < 5; n += 1) await sweep(0.25);
    expect(new Set(requested()).size).toBe(12);
    expect(requested()).toHaveLength(12);
    world.setNow(minutes(4));
    await sweep(1);
    expect(requested()).toHaveLength(12);
    world.setNow(minutes(6));
    await sweep(1);
    expect(requested()).toHaveLength(24);
  });

  it("asks what failed less often, and what is being indexed not at all", async () => {
    const rows = await world.ctx.db.select().from(repositories);
    const set = (n: number, indexState: "failed" | "queued") =>
      world.ctx.db
        .update(repositories)
        .set({ indexState })
        .where(eq(repositories.repositoryId, rows[n]?.repositoryId ?? ""));
    await set(0, "failed");
    await set(1, "queued");
    world.setNow(minutes(0));
    await sweep(1);
    expect(requested()).toHaveLength(11);
    world.setNow(minutes(6));
    await sweep(1);
    expect(requested()).toHaveLength(21);
    world.setNow(minutes(21));
    await sweep(1);
    expect(requested()).toHaveLength(32);
  });

  it("of several processes at once asks nobody twice", async () => {
    world.setNow(minutes(0));
    await Promise.all(Array.from({ length: 4 }, () => sweep(0.5)));
    expect(new Set(requested()).size).toBe(requested().length);
  });
});
