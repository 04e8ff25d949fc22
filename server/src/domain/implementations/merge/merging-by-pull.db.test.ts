import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { reviseImplementation } from "#server/domain/implementations/starting/revise-implementation.ts";
import {
  makeGithubProject,
  runOnGithub,
  type GithubProject,
} from "#server/domain/implementations/testing/github-project.ts";
import { updateProject } from "#server/domain/projects/update-project.ts";
import { receiveGithubEvent } from "#server/domain/pushes/receive-github-event.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { mergeIntents } from "#server/platform/db/tables/implementations.ts";
import { pullRequests } from "#server/platform/db/tables/pull-requests.ts";
import { startGithubServer, type GithubServer } from "#server/testing/fakes/github-server.ts";
import type { FakePull } from "#server/testing/fakes/github-state.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { followPulls } from "./follow-pulls.ts";
import { mergeImplementation } from "./merge-implementation.ts";
import { previewMerge } from "./preview-merge.ts";
import { repairMerges } from "./repair-merges.ts";

let github: GithubServer;
let world: TestWorld;
let source: TestRepository;

beforeAll(async () => {
  github = await startGithubServer();
  world = await createTestWorld({ ...github.env, CLIENT_HOST: "https://cairn.example.com" });
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

async function setUp() {
  const project = await makeGithubProject(world, github, { from: source.path, writesContents: true });
  const { ctx, organizationId, projectId } = project;
  await updateProject(ctx, { organizationId, projectId, mergePath: "pull-request" });
  return { ...project, name: `${project.account}/shop` };
}
type PullProject = Awaited<ReturnType<typeof setUp>>;

const inBare = async ({ bare }: GithubProject, ...args: string[]) => await source.git("--git-dir", bare, ...args);
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
const muchLater = () => ({ ...world.ctx, now: () => new Date(world.ctx.now().getTime() + 4_000_000) });
const tell = async ({ system, organizationId, repositoryId }: GithubProject) =>
  await followPulls(system, { organizationId, repositoryId });
const intents = async ({ implementationId }: Implementation) =>
  await world.ctx.wholeDb.select().from(mergeIntents).where(eq(mergeIntents.implementationId, implementationId));
const pullsOf = (project: PullProject) => github.pulls.get(project.name) ?? [];
const onlyPull = (project: PullProject) => {
  const pulls = pullsOf(project);
  expect(pulls).toHaveLength(1);
  return pulls[0] as FakePull;
};
const close = (pull: FakePull) => Object.assign(pull, { state: "closed" });

/** GitHub squashes a pull request: main gets a commit of its own, which the branch does not have. */
async function squash(project: PullProject, pull: FakePull): Promise<string> {
  const identity = ["-c", "user.name=Bo", "-c", "user.email=bo@x.test"];
  const tree = `${pull.head.sha}^{tree}`;
  const oid = await inBare(project, ...identity, "commit-tree", "-p", "main", "-m", "Squashed", tree);
  await inBare(project, "update-ref", "refs/heads/main", oid);
  Object.assign(pull, { state: "closed", merged_at: "2026-11-29T08:00:00Z", merge_commit_sha: oid });
  return oid;
}

it("opens a pull request, says what it waits for, and is merged when that was squashed on GitHub", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  const base = await inBare(project, "rev-parse", "main");
  const preview = await previewMerge(project.ctx, keyOf(project, one));
  expect(preview).toMatchObject({ through: "pull-request", message: expect.stringContaining(one.task.title) });
  const asked = await merge(project, one);
  const pull = onlyPull(project);
  const url = `${github.origin}/${project.name}/pull/${pull.number}`;
  expect(asked).toMatchObject({
    state: "created",
    canMerge: false,
    mergeObstacles: [{ kind: "pull-request", message: `Waiting for pull request #${pull.number} on GitHub` }],
    pullRequest: { state: "open", number: pull.number, url, hasOtherCommits: false, reason: null },
    task: { state: "in-review" },
  });
  expect(pull).toMatchObject({ head: { ref: one.workingBranch, sha: one.head }, base: { ref: "main" } });
  expect(pull.title).toBe(`${one.task.title} (${one.task.name})`);
  expect(pull.body).toContain(
    `https://cairn.example.com/o/${project.organizationId}/p/${project.projectId}/review/${one.task.taskId}?implementationId=${one.implementationId}`,
  );
  // It asked for no more than that, and main stands where it stood.
  expect(await inBare(project, "rev-parse", "main")).toBe(base);
  await expect(merge(project, one)).rejects.toThrow("Waiting for pull request");
  await expect(reviseImplementation(project.ctx, { ...keyOf(project, one), engine: "own-machine" })).rejects.toThrow(
    "Close that to go on with it here.",
  );

  const oid = await squash(project, pull);
  // What GitHub said a moment ago holds, unless it tells that something happened.
  await repairMerges(world.ctx);
  expect(await read(project, one)).toMatchObject({ state: "created" });
  world.enqueued.length = 0;
  const [owner = "", repo = ""] = project.name.split("/");
  const repository = { name: repo, owner: { login: owner } };
  const payload = { action: "closed", installation: { id: Number(project.installationId) }, repository };
  await receiveGithubEvent(world.ctx, { name: "pull_request", payload });
  const { organizationId, repositoryId } = project;
  expect(world.enqueued).toContainEqual({
    job: "follow-pull-requests",
    data: { organizationId, repositoryId },
    key: repositoryId,
  });
  await tell(project);
  const done = await read(project, one);
  expect(done).toMatchObject({ state: "merged", merge: { commit: oid }, pullRequest: null, task: { state: "done" } });
  expect(done.events.at(-1)?.summary).toBe(
    `Merged into main by pull request #${pull.number} on GitHub, in commit ${oid.slice(0, 8)}.`,
  );
  expect(await intents(one)).toEqual([]);
  expect(await world.ctx.wholeDb.select().from(pullRequests)).toEqual([]);
});

it("goes back to open with GitHub's word when it was closed, and may be asked for again", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  await merge(project, one);
  const pull = onlyPull(project);
  close(pull);
  await repairMerges(later());
  const reason = `Pull request #${pull.number} was closed on GitHub without being merged.`;
  const back = await read(project, one);
  expect(back).toMatchObject({
    state: "created",
    canMerge: true,
    pullRequest: { state: "closed", number: pull.number, reason },
    task: { state: "in-review" },
  });
  expect(back.events.at(-1)).toMatchObject({ type: "implementation-completed", state: "error", summary: reason });
  expect(await intents(one)).toEqual([]);
  // Asked again, also by two people at once: one more is opened.
  const asked = await Promise.allSettled([merge(project, one), merge(project, one)]);
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(pullsOf(project).map(({ state }) => state)).toEqual(["closed", "open"]);
});

it("says that what was merged there had commits which nobody reviewed here", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  await merge(project, one);
  const identity = ["-c", "user.name=Bo", "-c", "user.email=bo@x.test"];
  const { workingBranch: branch } = one;
  const theirs = await inBare(project, ...identity, "commit-tree", "-p", branch, "-m", "More", `${branch}^{tree}`);
  await inBare(project, "update-ref", `refs/heads/${branch}`, theirs);
  await tell(project);
  expect(await read(project, one)).toMatchObject({ pullRequest: { state: "open", hasOtherCommits: true } });
  await squash(project, onlyPull(project));
  await tell(project);
  const done = await read(project, one);
  expect([done.state, done.events.at(-1)?.summary]).toEqual([
    "merged",
    expect.stringContaining("It had commits there that nobody has reviewed here."),
  ]);
});

it("takes the pull request that is there, where this server was killed before it heard of it", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  // GitHub opens it and its answer is lost.
  github.fault = { on: /POST .*\/pulls$/, answer: { status: 502 } };
  await expect(merge(project, one)).rejects.toThrow("The pull request is opened as soon as GitHub answers.");
  expect(await read(project, one)).toMatchObject({
    canMerge: false,
    pullRequest: { state: "opening", number: null, url: null },
  });
  const head = { ref: one.workingBranch, sha: one.head ?? "", repo: { id: 1 } };
  const base = { ref: "main", repo: { id: 1 } };
  const fields = { title: "", body: "", state: "open", merged_at: null, merge_commit_sha: null } as const;
  // Of forks, whose branch has the same name: one of them is gone.
  const foreign = [{ id: 2 }, null].map((repo, at) => ({ number: 13 + at, base, ...fields, head: { ...head, repo } }));
  github.pulls.set(project.name, [{ number: 12, head, base, ...fields }, ...foreign]);
  github.fault = null;
  await Promise.all([repairMerges(later()), tell(project)]);
  expect(await read(project, one)).toMatchObject({ pullRequest: { state: "open", number: 12 } });
});

it("names nobody and closes nothing by the title of a task", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  await updateTask(project.ctx, { ...keyOf(project, one), title: "Fixes #12 and GH-13 for @ada" });
  await merge(project, one);
  expect(onlyPull(project).title).toBe(`Fixes #\u206012 and GH\u2060-13 for @\u2060ada (${one.task.name})`);
});

it("gives up where GitHub did not open one within an hour", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  github.fault = { on: /POST .*\/pulls$/, answer: { status: 503 } };
  await expect(merge(project, one)).rejects.toMatchObject({ code: "vendor_unavailable" });
  await repairMerges(muchLater());
  expect(await read(project, one)).toMatchObject({
    canMerge: true,
    pullRequest: { state: "closed", reason: expect.stringContaining("It was asked for an hour.") },
  });
});

it("is refused in words where the app may open none, and where the branch is another one there", async () => {
  const project = await setUp();
  const installation = github.installations.get(project.installationId);
  if (installation) installation.writesPulls = false;
  const one = await runOnGithub(world, project);
  await expect(merge(project, one)).rejects.toThrow("with the permission “Pull requests: Read and write”");
  expect([await intents(one), pullsOf(project)]).toEqual([[], []]);
  if (installation) installation.writesPulls = true;
  await inBare(project, "update-ref", `refs/heads/${one.workingBranch}`, "main");
  await expect(merge(project, one)).rejects.toThrow("has other commits on GitHub by now");
  // Somebody deleted it: it is pushed again.
  await inBare(project, "update-ref", "-d", `refs/heads/${one.workingBranch}`);
  expect(await merge(project, one)).toMatchObject({ pullRequest: { state: "open" } });
  expect(await inBare(project, "rev-parse", one.workingBranch)).toBe(one.head);
});

it("does nothing while GitHub says merged and its branch does not have it", async () => {
  const project = await setUp();
  const one = await runOnGithub(world, project);
  await merge(project, one);
  const pull = onlyPull(project);
  const lie = { state: "closed", merged_at: "2026-11-29T08:00:00Z", merge_commit_sha: "1".repeat(40) };
  Object.assign(pull, lie);
  await tell(project);
  expect(await read(project, one)).toMatchObject({ state: "created", canMerge: false });
  github.fault = { on: /GET .*\/pulls\/\d+$/, answer: "cut" };
  await expect(tell(project)).rejects.toMatchObject({ code: "vendor_unavailable" });
  github.fault = null;
  Object.assign(pull, { state: "open", merged_at: null });
  await squash(project, pull);
  await Promise.all([tell(project), repairMerges(later()), tell(project)]);
  const done = await read(project, one);
  expect(done.state).toBe("merged");
  expect(done.events.filter(({ type }) => type === "implementation-completed")).toHaveLength(1);
});
