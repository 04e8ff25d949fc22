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
import { hostWithReadme } from "#server/testing/host-with-readme.ts";
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
  await hostWithReadme(system, { organizationId, projectId, slug: "ferry-board" });
  const [row] = await findProjectRepositories(system, project);
  const key = { organizationId, repositoryId: row?.repositoryId ?? "" };
  const index = () => indexRepository(system, key, { isLastTry: true });
  return { ...project, key, index, directory: hostedDirectory(world.dataDirectory, key.repositoryId) };
}

const git = async (directory: string, ...args: string[]) =>
  (await runGit({ directory, args })).stdout.toString("utf8").trim();

it("begins without a commit, and is indexed like any other after the first push", async () => {
  const { ctx, system, organizationId, projectId, key, index } = await hostedProject();
  await index();
  const onMain = { organizationId, projectId, repositoryId: "ferry-board", branchName: "main", path: "README.md" };
  expect((await getFile(ctx, onMain)).content).toBe("# Ferry Board\n");
  const [row] = await findProjectRepositories(system, { organizationId, projectId });
  expect(row).toMatchObject({ indexState: "ready", mainBranch: "main", repositoryId: key.repositoryId });
});

it("is sound where nothing was pushed, and made once, also when its making was killed on the way or two run", async () => {
  const { organizationId, projectId, system } = await makeProject(world);
  const repositoryId = await hostRepository(system, system.db, { organizationId, projectId, slug: "ferry-board" });
  const directory = hostedDirectory(world.dataDirectory, repositoryId);
  await mkdir(`${directory}.unfinished/refs`, { recursive: true });
  const index = () => indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
  await Promise.all([index(), index()]);
  expect(await git(directory, "for-each-ref")).toBe("");
  await expect(git(directory, "fsck", "--strict")).resolves.toBeDefined();
  const names = await readdir(path.dirname(directory));
  expect(names.filter((name) => name.startsWith(repositoryId))).toEqual([path.basename(directory)]);
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
