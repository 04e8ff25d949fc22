import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { reviewBranch } from "#server/domain/implementations/branches/review-branch.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { resumeImplementation } from "#server/domain/implementations/starting/resume-implementation.ts";
import { makeDiffTask, start, workThrough, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { updateRepository } from "#server/domain/repositories/settings/update-repository.ts";
import { createService } from "#server/domain/services/create-service.ts";
import { mergeIntents } from "#server/platform/db/tables/implementations.ts";
import { startGitHttpServer, type GitHttpServer } from "#server/testing/git-http-server.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { mergeImplementation } from "./merge-implementation.ts";
import { repairMerges } from "./repair-merges.ts";

const credential = { username: "ada", password: "s3cret-of-the-quay" };
let root: string;
let host: GitHttpServer;
let world: TestWorld;
let source: TestRepository;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "cairn-elsewhere-"));
  host = await startGitHttpServer({ root, host: "127.0.0.31" });
  world = await createTestWorld({ EGRESS_ALLOW: host.endpoint });
  source = await createTestRepository();
  await source.commit("Begin", {
    "src/tides.ts": "export const high = 1;\nexport const low = 2;\nexport const slack = 3;\n",
  });
});
afterAll(async () => {
  await world.close();
  await host.close();
  await source.remove();
  await rm(root, { recursive: true, force: true });
});
afterEach(() => behave({}));

/** What the host does from now on; it asks for the credential where one is given. */
function behave(behaviour: GitHttpServer["behaviour"]): void {
  for (const key of Object.keys(host.behaviour)) delete host.behaviour[key as keyof typeof host.behaviour];
  Object.assign(host.behaviour, behaviour);
}

type ElsewhereProject = Awaited<ReturnType<typeof setUp>>;
let made = 0;

/** A product with a service in a repository of a host that is known by its address, which takes pushes. */
async function setUp({ hasCredential = true } = {}) {
  made += 1;
  const name = `quay-${made}/tides`;
  const bare = path.join(root, `${name}.git`);
  await source.git("clone", "--quiet", "--bare", ".", bare);
  await source.git("--git-dir", bare, "config", "http.receivepack", "true");
  const project = await makeProject(world);
  const { ctx, organizationId, projectId } = project;
  const service = await createService(ctx, {
    organizationId,
    projectId,
    name: "tides",
    description: "Tells when the water comes",
    type: "api",
    repository: {
      connection: { type: "url", url: `${host.origin}/${name}.git` },
      ...(hasCredential && { credential }),
    },
  });
  const repositoryId = service.repository?.repositoryId ?? "";
  const index = async () => {
    await indexRepository(project.system, { organizationId, repositoryId }, { isLastTry: false });
  };
  await index();
  return { ...project, name, bare, repositoryId, index };
}

const inBare = async ({ bare }: ElsewhereProject, ...args: string[]) => await source.git("--git-dir", bare, ...args);
const mainOf = async (project: ElsewhereProject) => await inBare(project, "rev-parse", "main");
const keyOf = ({ organizationId, projectId }: ElsewhereProject, { task, implementationId }: Implementation) => ({
  organizationId,
  projectId,
  taskId: task.taskId,
  implementationId,
});
const merge = async (project: ElsewhereProject, one: Implementation) =>
  await mergeImplementation(project.ctx, { ...keyOf(project, one), head: one.head ?? "" });
const read = async (project: ElsewhereProject, one: Implementation) =>
  await getImplementation(project.ctx, keyOf(project, one));
const later = () => ({ ...world.ctx, now: () => new Date(world.ctx.now().getTime() + 600_000) });
const intents = async ({ implementationId }: Implementation) =>
  await world.ctx.wholeDb.select().from(mergeIntents).where(eq(mergeIntents.implementationId, implementationId));

/** A run of its own task from start to end. */
async function run(project: ElsewhereProject): Promise<Implementation> {
  // Of what makes a hosted one, none is read.
  const runProject = project as unknown as RunProject;
  return await workThrough(world, runProject, await start(runProject, await makeDiffTask(runProject)));
}

async function writeHook({ bare }: ElsewhereProject, name: string, script: string): Promise<string> {
  const hook = path.join(bare, "hooks", name);
  await writeFile(hook, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return hook;
}

/** Somebody pushes a file to a branch at the host, which begins at main; this server knows nothing of it yet. */
async function pushTo({ bare }: ElsewhereProject, branch: string, file: string): Promise<string> {
  const other = await createTestRepository();
  try {
    await other.git("fetch", "--quiet", bare, "main");
    await other.git("reset", "--quiet", "--hard", "FETCH_HEAD");
    const commit = await other.commit("Beside", { [file]: "export const neap = 4;\n" });
    await other.git("push", "--quiet", bare, `HEAD:refs/heads/${branch}`);
    return commit;
  } finally {
    await other.remove();
  }
}

it("puts the change on a branch at its host and brings what was reviewed into main there, with the kept credential", async () => {
  const project = await setUp();
  behave({ credential });
  const one = await run(project);
  expect(one).toMatchObject({ isPublished: true, canMerge: true, mergeObstacles: [] });
  expect(await inBare(project, "rev-parse", one.workingBranch)).toBe(one.head);
  const base = await mainOf(project);
  const done = await merge(project, one);
  expect(done).toMatchObject({ state: "merged", task: { state: "done" } });
  expect(await inBare(project, "rev-list", "--parents", "--max-count=1", "main")).toBe(
    `${done.merge?.commit} ${base} ${one.head}`,
  );
  expect(await intents(one)).toEqual([]);
  await project.index();
  await expect(merge(project, one)).rejects.toMatchObject({ message: "This implementation is merged already" });
});

it("goes onto what somebody pushed there meanwhile, and never in its place", async () => {
  const project = await setUp();
  const one = await run(project);
  const theirs = await pushTo(project, "main", "neap.ts");
  const done = await merge(project, one);
  expect([await inBare(project, "rev-parse", "main^1"), await mainOf(project)]).toEqual([theirs, done.merge?.commit]);
  expect(await inBare(project, "ls-tree", "--name-only", "main")).toBe("neap.ts\nsrc");
});

it("takes nothing back that somebody rewrote at the host while it was being merged", async () => {
  const project = await setUp();
  const one = await run(project);
  const theirs = await pushTo(project, "aside", "neap.ts");
  // Between where this server looked and where it pushes, once.
  await writeHook(
    project,
    "pre-receive",
    `[ -e moved ] && exit 0; touch moved; env -u GIT_QUARANTINE_PATH git update-ref refs/heads/main ${theirs}`,
  );
  const done = await merge(project, one);
  expect([await inBare(project, "rev-parse", "main^1"), await mainOf(project)]).toEqual([theirs, done.merge?.commit]);
});

it("is refused with the reason where a rule of the host protects main, and nothing is left half", async () => {
  const project = await setUp();
  const one = await run(project);
  const base = await mainOf(project);
  const hook = await writeHook(project, "pre-receive", "echo 'main takes merge requests only' >&2; exit 1");
  await expect(merge(project, one)).rejects.toMatchObject({
    code: "conflict",
    message: `${project.name} does not take the merge: a rule of the repository protects it.`,
  });
  expect([await mainOf(project), await intents(one)]).toEqual([base, []]);
  expect(await read(project, one)).toMatchObject({ state: "created", canMerge: true });
  await rm(hook);
  expect(await merge(project, one)).toMatchObject({ state: "merged" });
});

it("says so where the host takes the credential for pushes no more, and forgets the merge", async () => {
  const project = await setUp();
  const one = await run(project);
  behave({ pushStatus: 403 });
  await expect(merge(project, one)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining(`did not let this server push to ${project.name}`),
  });
  expect(await intents(one)).toEqual([]);
  behave({});
  await repairMerges(later());
  expect(await read(project, one)).toMatchObject({ state: "created", canMerge: true });
});

it("says so where the host claims to have taken it and has not, and merges it when asked again", async () => {
  const project = await setUp();
  const one = await run(project);
  const base = await mainOf(project);
  const hook = await writeHook(project, "post-receive", `git update-ref refs/heads/main ${base}`);
  await expect(merge(project, one)).rejects.toThrow("127.0.0.31 said that it took the merge");
  expect(await read(project, one)).toMatchObject({ state: "created" });
  await rm(hook);
  await repairMerges(later());
  expect(await read(project, one)).toMatchObject({ state: "merged" });
  expect(await inBare(project, "rev-list", "--count", "--first-parent", "main")).toBe("2");
});

it("is completed once where the connection broke after the host had taken it, also when others have pushed since", async () => {
  const project = await setUp();
  const one = await run(project);
  const base = await mainOf(project);
  behave({ isCutByPush: true });
  await expect(merge(project, one)).rejects.toMatchObject({
    message: expect.stringContaining("Whether the merge arrived is asked again in a moment."),
  });
  behave({});
  const taken = await mainOf(project);
  expect([taken === base, (await intents(one)).length]).toEqual([false, 1]);
  await pushTo(project, "main", "neap.ts");
  await repairMerges(later());
  expect(await read(project, one)).toMatchObject({ state: "merged", merge: { commit: taken } });
  expect(await inBare(project, "rev-list", "--count", "--first-parent", "main")).toBe("3");
  expect(await intents(one)).toEqual([]);
});

it("is refused where the branch of the change has other commits there that nobody reviewed", async () => {
  const project = await setUp();
  const one = await run(project);
  await inBare(project, "branch", "-D", one.workingBranch);
  await pushTo(project, one.workingBranch, "neap.ts");
  const base = await mainOf(project);
  await expect(merge(project, one)).rejects.toThrow("has other commits at 127.0.0.31");
  expect([await mainOf(project), await intents(one)]).toEqual([base, []]);
});

it("merges a branch that somebody pushed to the host and put in review", async () => {
  const project = await setUp();
  const { ctx, organizationId, projectId, repositoryId } = project;
  const pushed = await pushTo(project, "feature/neap", "neap.ts");
  await project.index();
  const begun = await reviewBranch(ctx, { organizationId, projectId, repositoryId, branch: "feature/neap" });
  const proven = await workThrough(world, project as unknown as RunProject, begun);
  expect(proven).toMatchObject({ canMerge: true, head: pushed });
  await merge(project, proven);
  expect(await inBare(project, "ls-tree", "--name-only", "main")).toBe("neap.ts\nsrc");
});

it("says before anybody presses Merge that a repository without a credential is only read, and what helps", async () => {
  const project = await setUp({ hasCredential: false });
  const { ctx, organizationId, projectId, repositoryId } = project;
  await inBare(project, "config", "http.receivepack", "false");
  const one = await run(project);
  expect(one).toMatchObject({ isPublished: false, canMerge: false, mergeObstacles: [{ kind: "hosted-elsewhere" }] });
  expect(one.mergeObstacles[0]?.message).toBe(
    `This server only reads ${project.name} at 127.0.0.31: no user name and password is kept that may push there. ` +
      "Somebody who may can set one in the settings of the repository. Until then changes are merged there.",
  );
  await expect(merge(project, one)).rejects.toThrow("only reads");
  // From then on it is pushed, and merged.
  await inBare(project, "config", "http.receivepack", "true");
  await updateRepository(ctx, { organizationId, projectId, repositoryId, credential });
  await project.index();
  // Whether it may push is asked when the index has long been there.
  const obstacle = async () => (await read(project, one)).mergeObstacles[0]?.message;
  await expect
    .poll(obstacle, { timeout: 60_000 })
    .toBe("The change has no branch at 127.0.0.31 yet. Push it there first.");
  await resumeImplementation(ctx, keyOf(project, one));
  const published = await workThrough(world, project as unknown as RunProject, one);
  expect(published).toMatchObject({ isPublished: true, canMerge: true });
  expect(await merge(project, published)).toMatchObject({ state: "merged" });
});
