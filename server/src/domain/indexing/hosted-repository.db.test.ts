import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { getFile } from "#server/domain/repositories/browsing/get-file.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { removeRepositoryFiles } from "#server/domain/repositories/catalog/remove-repository-files.ts";
import { removeUnusedRepository } from "#server/domain/repositories/catalog/remove-unused-repository.ts";
import { hostRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { projects, repositories } from "#server/platform/db/tables/projects.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { indexRepository } from "./index-repository.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

async function hostedProject() {
  const project = await makeProject(world);
  const { organizationId, projectId, system } = project;
  await hostRepository(system, system.db, { organizationId, projectId, slug: "ferry-board" });
  const [row] = await findProjectRepositories(system, project);
  const key = { organizationId, repositoryId: row?.repositoryId ?? "" };
  const index = () => indexRepository(system, key, { isLastTry: true });
  return { ...project, key, index, directory: hostedDirectory(world.dataDirectory, key.repositoryId) };
}

const git = async (directory: string, ...args: string[]) =>
  (await runGit({ directory, args })).stdout.toString("utf8").trim();

it("begins with one commit of the product's name, and is indexed like any other", async () => {
  const { ctx, system, organizationId, projectId, key, index, directory } = await hostedProject();
  await index();
  expect(await git(directory, "log", "--format=%an <%ae> %s", "refs/heads/main")).toBe(
    "Cairn <no-reply@localhost> Begin",
  );
  expect(await git(directory, "ls-tree", "--name-only", "refs/heads/main")).toBe("README.md");
  await expect(git(directory, "fsck", "--strict")).resolves.toBeDefined();
  const onMain = { organizationId, projectId, repositoryId: "ferry-board", branchName: "main", path: "README.md" };
  expect((await getFile(ctx, onMain)).content).toBe("# Ferry Board\n");
  const [row] = await findProjectRepositories(system, { organizationId, projectId });
  expect(row).toMatchObject({ indexState: "ready", mainBranch: "main", repositoryId: key.repositoryId });
});

it("is made once, also when a run was killed on the way or two run", async () => {
  const { index, directory, key } = await hostedProject();
  await mkdir(`${directory}.unfinished/refs`, { recursive: true });
  await Promise.allSettled([index(), index()]);
  await index();
  const commit = await git(directory, "rev-parse", "refs/heads/main");
  await index();
  expect(await git(directory, "rev-parse", "refs/heads/main")).toBe(commit);
  const names = await readdir(path.dirname(directory));
  expect(names.filter((name) => name.startsWith(key.repositoryId))).toEqual([path.basename(directory)]);
});

it("says so when it is lost, and does not begin again as if nothing had been there", async () => {
  const { system, index, directory, key } = await hostedProject();
  await index();
  await rm(directory, { recursive: true });
  await expect(index()).rejects.toMatchObject({ isRetryable: false });
  expect(existsSync(directory)).toBe(false);
  const [row] = await system.db.select().from(repositories).where(eq(repositories.repositoryId, key.repositoryId));
  expect(row).toMatchObject({ indexState: "failed" });
});

it("stays when its last service goes, and goes with its product", async () => {
  const { system, index, directory, key, projectId } = await hostedProject();
  await index();
  await removeUnusedRepository(system, key);
  await removeRepositoryFiles(system, key);
  expect(existsSync(directory)).toBe(true);
  await world.ctx.db.delete(projects).where(eq(projects.projectId, projectId));
  await removeRepositoryFiles(system, key);
  const folders = [directory, system.mirrors.directory(key.repositoryId), system.indexes.directory(key.repositoryId)];
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false, false]);
});
