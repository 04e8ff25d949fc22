import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { hostRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { startGitHttpServer, type GitHttpServer } from "#server/testing/git-http-server.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { connectService } from "./connect-service.ts";
import { listServices } from "./list-services.ts";

let world: TestWorld;
let root: string;
let host: GitHttpServer;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "cairn-connect-"));
  const repository = await createTestRepository();
  await repository.commit("Begin", { "README.md": "# Board\n" });
  await repository.git("branch", "-m", "trunk");
  await repository.git("clone", "--quiet", "--bare", ".", path.join(root, "board.git"));
  await repository.remove();
  host = await startGitHttpServer({ root, host: "127.0.0.21" });
  world = await createTestWorld({ EGRESS_ALLOW: host.endpoint });
});
afterAll(async () => {
  await world.close();
  await host.close();
  await rm(root, { recursive: true, force: true });
});

const firstPage = { page: 1, limit: 100 };

async function tried(address: string, credential?: { username: string; password: string }) {
  const project = await makeProject(world);
  const { ctx, organizationId, projectId } = project;
  const key = { organizationId, projectId };
  const made = connectService(ctx, { ...key, address, ...(credential && { credential }) });
  return { ...project, key, made, list: () => listServices(ctx, { ...key, ...firstPage }) };
}

it("finds name and main branch out by itself, and puts the index in line", async () => {
  const { made, organizationId, key, system } = await tried(`${host.origin}/board.git`);
  const service = await made;
  expect(service).toMatchObject({ name: "board", workingPath: "/" });
  expect(service.repository).toMatchObject({ mainBranch: "trunk", indexing: { state: "queued" } });
  const [row] = await findProjectRepositories(system, key);
  const data = { organizationId, repositoryId: row?.repositoryId };
  expect(world.enqueued).toContainEqual({ job: "index-repository", data, key: row?.repositoryId });
});

it.each([
  ["http://127.0.0.21:1/a/b.git", /not|reach|allowed/i],
  ["https://127.0.0.1/a/b.git", /./],
  ["nonsense", /Enter a valid URL/],
])("says why %s cannot be connected, and stores nothing", async (address, message) => {
  const { made, list } = await tried(address);
  await expect(made).rejects.toThrow(message);
  expect((await list()).total).toBe(0);
});

it("hears at once that a repository is not there or asks for a sign-in", async () => {
  const missing = await tried(`${host.origin}/nothing-here.git`);
  await expect(missing.made).rejects.toMatchObject({ status: expect.any(Number) as number });
  expect((await missing.list()).total).toBe(0);
  host.behaviour.credential = { username: "ada", password: "secret" };
  const address = `${host.origin}/board.git`;
  await expect((await tried(address)).made).rejects.toThrow("asks for a sign-in");
  const signedIn = await tried(address, { username: "ada", password: "secret" });
  expect((await signedIn.made).repository).toMatchObject({ hasCredential: true });
  delete host.behaviour.credential;
});

it("takes a repository that is hosted here as it is, and no other product's", async () => {
  const one = await makeProject(world);
  const other = await makeProject(world, one.organization);
  const { organizationId } = one;
  const repositoryId = await hostRepository(one.system, one.system.db, {
    organizationId,
    projectId: one.projectId,
    slug: "tide-table",
  });
  const { apiHost } = world.ctx.settings.addresses;
  const address = `${apiHost}/git/${one.organization.slug}/tide-table.git`;
  const connect = (projectId: string) => connectService(one.ctx, { organizationId, projectId, address });
  expect((await connect(one.projectId)).repository?.repositoryId).toBe(repositoryId);
  await expect(connect(other.projectId)).rejects.toThrow("belongs to one product");
});

it("waits with the main branch of an empty repository", async () => {
  const directory = path.join(root, "empty.git");
  await mkdir(directory, { recursive: true });
  await runGit({ directory, args: ["init", "--quiet", "--bare"] });
  const { made } = await tried(`${host.origin}/empty.git`);
  expect((await made).repository).toMatchObject({ mainBranch: "main" });
});
