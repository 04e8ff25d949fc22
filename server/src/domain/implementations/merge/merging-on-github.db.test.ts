import { rm, writeFile } from "node:fs/promises";
import path from "node:path";

import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { listReviewableBranches } from "#server/domain/implementations/branches/list-reviewable-branches.ts";
import { reviewBranch } from "#server/domain/implementations/branches/review-branch.ts";
import { enterMergeQueue } from "#server/domain/implementations/merge-queue/enter-merge-queue.ts";
import { workOnMergeQueue } from "#server/domain/implementations/merge-queue/work-on-merge-queue.ts";
import { createPushKey } from "#server/domain/implementations/own-machine/create-push-key.ts";
import { lookAfterPushes } from "#server/domain/implementations/own-machine/look-after-pushes.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { reviseImplementation } from "#server/domain/implementations/starting/revise-implementation.ts";
import {
  makeGithubProject,
  runOnGithub,
  type GithubProject,
} from "#server/domain/implementations/testing/github-project.ts";
import { workThrough, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { updateProject } from "#server/domain/projects/update-project.ts";
import { mergeIntents } from "#server/platform/db/tables/implementations.ts";
import { startGithubServer, type GithubServer } from "#server/testing/fakes/github-server.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { mergeImplementation } from "./merge-implementation.ts";
import { repairMerges } from "./repair-merges.ts";

let github: GithubServer;
let world: TestWorld;
let source: TestRepository;

beforeAll(async () => {
  github = await startGithubServer();
  world = await createTestWorld(github.env);
  source = await createTestRepository();
  await source.commit("Begin", {
    "src/tides.ts": "export const high = 1;\nexport const low = 2;\nexport const slack = 3;\n",
  });
});
afterAll(async () => {
  await world.close();
  await github.close();
  await source.remove();
});
afterEach(() => {
  github.fault = null;
});

const setUp = async () => await makeGithubProject(world, github, { from: source.path, writesContents: true });
const inBare = async ({ bare }: GithubProject, ...args: string[]) => await source.git("--git-dir", bare, ...args);
const mainOf = async (project: GithubProject) => await inBare(project, "rev-parse", "main");
const keyOf = ({ organizationId, projectId }: GithubProject, { task, implementationId }: Implementation) => ({
  organizationId,
  projectId,
  taskId: task.taskId,
  implementationId,
});
const merge = async (project: GithubProject, one: Implementation) =>
  await mergeImplementation(project.ctx, { ...keyOf(project, one), head: one.head ?? "" });
const read = async (project: GithubProject, one: Implementation) =>
  await getImplementation(project.ctx, keyOf(project, one));
const later = () => ({ ...world.ctx, now: () => new Date(world.ctx.now().getTime() + 600_000) });
const intents = async ({ implementationId }: Implementation) =>
  await world.ctx.wholeDb.select().from(mergeIntents).where(eq(mergeIntents.implementationId, implementationId));

/** Somebody pushes a file to a branch at GitHub, which begins at main; this server knows nothing of it yet. */
async function pushTo({ bare }: GithubProject, branch: string, file: string): Promise<string> {
  const other = await createTestRepository();
  try {
    const isThere = (await other.git("ls-remote", bare, `refs/heads/${branch}`)) !== "";
    await other.git("fetch", "--quiet", bare, isThere ? branch : "main");
    await other.git("reset", "--quiet", "--hard", "FETCH_HEAD");
    const commit = await other.commit("Beside", { [file]: "export const neap = 4;\n" });
    await other.git("push", "--quiet", bare, `HEAD:refs/heads/${branch}`);
    return commit;
  } finally {
    await other.remove();
  }
}

it("brings what was reviewed into main on GitHub, and the task is done", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  expect(one).toMatchObject({ isPublished: true, canMerge: true, mergeObstacles: [] });
  const base = await mainOf(project);
  const done = await merge(project, one);
  expect(done).toMatchObject({ state: "merged", task: { state: "done" } });
  expect(await mainOf(project)).toBe(done.merge?.commit);
  expect(await inBare(project, "rev-list", "--parents", "--max-count=1", "main")).toBe(
    `${done.merge?.commit} ${base} ${one.head}`,
  );
  expect(await intents(one)).toEqual([]);
  // The index follows, and asks GitHub for nothing that it has not.
  await project.index();
  await expect(merge(project, one)).rejects.toMatchObject({ message: "This implementation is merged already" });
});

it("goes onto what somebody pushed to GitHub meanwhile", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  const theirs = await pushTo(project, "main", "neap.ts");
  const done = await merge(project, one);
  expect(await inBare(project, "rev-parse", "main^1")).toBe(theirs);
  expect(await inBare(project, "ls-tree", "--name-only", "main")).toBe("neap.ts\nsrc");
  expect(await mainOf(project)).toBe(done.merge?.commit);
});

it("is refused with the reason where a rule protects main, and nothing is left half", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  const base = await mainOf(project);
  const hook = path.join(project.bare, "hooks", "pre-receive");
  await writeFile(hook, "#!/bin/sh\necho 'GH013: Repository rule violations found' >&2\nexit 1\n", { mode: 0o755 });
  await expect(merge(project, one)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(
      /does not take the merge: a rule of the repository protects .* pull request .* from “cairn\//,
    ),
  });
  expect(await mainOf(project)).toBe(base);
  expect(await intents(one)).toEqual([]);
  expect(await read(project, one)).toMatchObject({ state: "created", canMerge: true });
});

it("is forgotten where asking again will not help, and merged when somebody asks anew", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  github.fault = { on: /POST .*git-receive-pack/, answer: { status: 403 } };
  await expect(merge(project, one)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("did not let this server push"),
  });
  github.fault = null;
  expect(await intents(one)).toEqual([]);
  await repairMerges(later());
  expect(await read(project, one)).toMatchObject({ state: "created", canMerge: true });
  expect(await merge(project, one)).toMatchObject({ state: "merged" });
});

it("counts as merged where somebody pushes on top of it before it was looked whether it arrived", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  const hook = path.join(project.bare, "hooks", "post-receive");
  const commit = 'git commit-tree -p main -m Beside "main^{tree}"';
  const git = "GIT_AUTHOR_NAME=Bo GIT_AUTHOR_EMAIL=bo@x.test GIT_COMMITTER_NAME=Bo GIT_COMMITTER_EMAIL=bo@x.test";
  await writeFile(hook, `#!/bin/sh\ngit update-ref refs/heads/main "$(${git} ${commit})"\n`, { mode: 0o755 });
  expect(await merge(project, one)).toMatchObject({ state: "merged" });
  expect(await intents(one)).toEqual([]);
});

it("is refused where the branch has other commits on GitHub that were not fetched yet", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  await pushTo(project, one.workingBranch, "neap.ts");
  const base = await mainOf(project);
  await expect(merge(project, one)).rejects.toThrow("has other commits on GitHub by now");
  expect([await mainOf(project), await intents(one)]).toEqual([base, []]);
});

it("leaves the merge queue with GitHub's reason, and the next one is not held up", async () => {
  const project = await setUp();
  const { ctx, organizationId, projectId, repositoryId } = project;
  await updateProject(ctx, { organizationId, projectId, mergePath: "queue" });
  const one = await runOnGithub(world, project);
  const hook = path.join(project.bare, "hooks", "pre-receive");
  await writeFile(hook, "#!/bin/sh\necho 'GH013: Repository rule violations found' >&2\nexit 1\n", { mode: 0o755 });
  await enterMergeQueue(ctx, { ...keyOf(project, one), head: one.head ?? "" });
  await workOnMergeQueue(project.system, { organizationId, repositoryId });
  const left = await read(project, one);
  expect(left).toMatchObject({
    state: "created",
    mergeQueue: { state: "left", reason: expect.stringContaining("does not take the merge: a rule") },
  });
  await rm(hook);
  await enterMergeQueue(ctx, { ...keyOf(project, one), head: one.head ?? "" });
  await workOnMergeQueue(project.system, { organizationId, repositoryId });
  expect(await read(project, one)).toMatchObject({ state: "merged" });
});

it("says so where GitHub claims to have taken it and has not", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  const base = await mainOf(project);
  const hook = path.join(project.bare, "hooks", "post-receive");
  await writeFile(hook, `#!/bin/sh\ngit update-ref refs/heads/main ${base}\n`, { mode: 0o755 });
  await expect(merge(project, one)).rejects.toThrow("said that it took the merge");
  expect(await read(project, one)).toMatchObject({ state: "created" });
  await rm(hook);
  await repairMerges(later());
  expect(await read(project, one)).toMatchObject({ state: "merged" });
});

it("is completed later where GitHub broke off after it had taken it, also when others have pushed since", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  const base = await mainOf(project);
  // What git asks of the branches after the push, to see whether it arrived.
  let isPushed = false;
  const on = /POST .*git-upload-pack/;
  on.test = (line) => {
    isPushed ||= line.includes("POST") && line.includes("git-receive-pack");
    return isPushed && line.includes("POST") && line.includes("git-upload-pack");
  };
  github.fault = { on, answer: "cut" };
  await expect(merge(project, one)).rejects.toMatchObject({
    code: "vendor_unavailable",
    message: expect.stringContaining("Whether the merge arrived is asked again in a moment."),
  });
  github.fault = null;
  const taken = await mainOf(project);
  expect([taken === base, (await intents(one)).length]).toEqual([false, 1]);
  expect(await read(project, one)).toMatchObject({ state: "created" });
  await pushTo(project, "main", "neap.ts");
  // Whoever began it is left alone with it at first.
  await repairMerges(world.ctx);
  expect(await intents(one)).toHaveLength(1);
  await repairMerges(later());
  expect(await read(project, one)).toMatchObject({ state: "merged", merge: { commit: taken } });
  expect(await intents(one)).toEqual([]);
});

it("is offered for branches that people push to GitHub, each push of which is proven", async () => {
  const project = await setUp();
  const { ctx, organizationId, projectId, repositoryId } = project;
  const push = async (branch: string, file: string) => {
    await pushTo(project, branch, file);
    await project.index();
  };
  await push("feature/neap", "neap.ts");
  const { content } = await listReviewableBranches(ctx, { organizationId, projectId });
  expect(content.map(({ branch }) => branch)).toEqual(["feature/neap"]);
  const begun = await reviewBranch(ctx, { organizationId, projectId, repositoryId, branch: "feature/neap" });
  const prove = async () => await workThrough(world, project as unknown as RunProject, begun);
  expect(await prove()).toMatchObject({ canMerge: true, pushUntil: null });
  await expect(createPushKey(ctx, keyOf(project, begun))).rejects.toThrow("Push to “feature/neap” there");
  await push("feature/neap", "spring.ts");
  await lookAfterPushes(world.ctx);
  const proven = await prove();
  expect([proven.canMerge, proven.head]).toEqual([true, await inBare(project, "rev-parse", "feature/neap")]);
  // However long nobody pushed, and also what somebody asked to be revised.
  const inMay = { ...world.ctx, now: () => new Date(world.ctx.now().getTime() + 90 * 86_400_000) };
  await reviseImplementation(ctx, { ...keyOf(project, begun), engine: "own-machine" });
  await push("feature/neap", "slack.ts");
  await lookAfterPushes(inMay);
  const revised = await prove();
  expect(revised).toMatchObject({ canMerge: true, task: { state: "in-review" } });
  await merge(project, revised);
  expect(await inBare(project, "ls-tree", "--name-only", "main")).toBe("neap.ts\nslack.ts\nspring.ts\nsrc");
});

it("is not offered where the account's owner lets this server only read", async () => {
  const project = await makeGithubProject(world, github, { from: source.path, writesContents: false });
  const one = await runOnGithub(world, project);
  expect(one).toMatchObject({ canMerge: false, mergeObstacles: [{ kind: "hosted-elsewhere" }] });
  expect(one.mergeObstacles[0]?.message).toMatch(/GitHub lets this server only read acme-\d+\/shop/);
});

it("merges two changes that are asked for at once, one of them twice: none is lost, and none comes twice", async () => {
  const project = await setUp();
  const [first, second] = [await runOnGithub(world, project), await runOnGithub(world, project)];
  const asked = [first, second, first].map(async (one) => await merge(project, one));
  const merged = (await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled");
  expect(merged).toHaveLength(2);
  const commits = (await inBare(project, "log", "--format=%H", "--first-parent", "main")).split("\n");
  expect(commits).toHaveLength(3);
  for (const one of [first, second]) expect(await read(project, one)).toMatchObject({ state: "merged" });
});
