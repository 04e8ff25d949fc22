import { writeFile } from "node:fs/promises";
import path from "node:path";

import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { reviewBranch } from "#server/domain/implementations/branches/review-branch.ts";
import { addComment } from "#server/domain/implementations/comments/add-comment.ts";
import { listComments } from "#server/domain/implementations/comments/list-comments.ts";
import { discardImplementation } from "#server/domain/implementations/discarding/discard-implementation.ts";
import { getConflicts } from "#server/domain/implementations/merge/conflicts/get-conflicts.ts";
import { resolveConflicts } from "#server/domain/implementations/merge/conflicts/resolve-conflicts.ts";
import { runConflicts } from "#server/domain/implementations/merge/conflicts/run-conflicts.ts";
import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { confirmPush } from "#server/domain/implementations/own-machine/confirm-push.ts";
import { getImplementationBrief } from "#server/domain/implementations/own-machine/get-implementation-brief.ts";
import { lookAfterPushes } from "#server/domain/implementations/own-machine/look-after-pushes.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { reviseImplementation } from "#server/domain/implementations/starting/revise-implementation.ts";
import { selectImplementation } from "#server/domain/implementations/store/implementations.store.ts";
import { applySuggestions } from "#server/domain/implementations/suggestions/apply-suggestions.ts";
import { byRound, callTools, modelSettings, withAgent } from "#server/domain/implementations/testing/agent-world.ts";
import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import {
  makeGithubProject,
  runOnGithub,
  type GithubProject,
} from "#server/domain/implementations/testing/github-project.ts";
import { noticed } from "#server/domain/implementations/testing/noticed-database.ts";
import { workThrough, type RunProject } from "#server/domain/implementations/testing/run-world.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startGithubServer, type GithubServer } from "#server/testing/fakes/github-server.ts";
import { startModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { queueReviewerCommit } from "./queue-reviewer-commit.ts";

let github: GithubServer;
let world: TestWorld;
let source: TestRepository;

const tides = (low: string) => `export const high = 1;\nexport const low = ${low};\nexport const slack = 3;\n`;

beforeAll(async () => {
  github = await startGithubServer();
  world = await createTestWorld(github.env);
  source = await createTestRepository();
  await source.commit("Begin", { "src/tides.ts": tides("2") });
});
afterAll(async () => {
  await world.close();
  await github.close();
  await source.remove();
});
afterEach(() => {
  github.fault = null;
});

const branch = "feature/low";
const inBare = async ({ bare }: GithubProject, ...args: string[]) => await source.git("--git-dir", bare, ...args);
const keyOf = ({ organizationId, projectId }: GithubProject, { task, implementationId }: Implementation) => ({
  organizationId,
  projectId,
  taskId: task.taskId,
  implementationId,
});
const read = async (project: GithubProject, one: Implementation) =>
  await getImplementation(project.ctx, keyOf(project, one));
const prove = async (project: GithubProject, one: Implementation) =>
  await workThrough(world, project as unknown as RunProject, one);
const push = async (project: GithubProject, parent: string, files: Record<string, string>, to = branch) =>
  await commitOnTop({ directory: project.bare }, { parent, ref: `refs/heads/${to}`, files });

/** A branch that somebody pushed to GitHub, in review and proven. */
async function reviewPushed({ writesContents = true } = {}) {
  const project = await makeGithubProject(world, github, { from: source.path, writesContents });
  const { ctx, organizationId, projectId, repositoryId } = project;
  await push(project, await inBare(project, "rev-parse", "main"), { "src/tides.ts": tides("0.4") });
  await project.index();
  const begun = await reviewBranch(ctx, { organizationId, projectId, repositoryId, branch });
  return { project, one: await prove(project, begun) };
}

const suggest = async (project: GithubProject, one: Implementation) =>
  await addComment(project.ctx, {
    ...keyOf(project, one),
    message: "```suggestion\nexport const low = 0.45;\n```",
    file: { filename: "src/tides.ts", line: 2, side: "new" },
  });
const apply = async (project: GithubProject, one: Implementation, commentId: string, ctx = project.ctx) =>
  await applySuggestions(ctx, { ...keyOf(project, one), head: one.head ?? "", commentIds: [commentId] });
const openOf = async (project: GithubProject, one: Implementation) =>
  (await listComments(project.ctx, keyOf(project, one))).content.filter(({ resolvedAt }) => resolvedAt === null).length;

it("applies a suggestion to a branch that people push to: GitHub has it at once, it is proven once, and merged", async () => {
  const { project, one } = await reviewPushed();
  expect(one).toMatchObject({ engine: "own-machine", commitObstacle: null, canMerge: true });
  const { commentId } = await suggest(project, one);
  const before = new Set(github.tokens.keys());
  expect(await apply(project, one, commentId)).toMatchObject({ running: true });
  const commit = await inBare(project, "rev-parse", branch);
  expect(await inBare(project, "rev-list", "--parents", "-1", branch)).toBe(`${commit} ${one.head}`);
  expect(await inBare(project, "show", `${branch}:src/tides.ts`)).toBe(tides("0.45").trim());
  // By a token that nobody had before.
  expect([...github.tokens.keys()].filter((token) => !before.has(token))).not.toEqual([]);
  // Neither what a fetch brings nor whoever looks after pushes takes it for a push of somebody else.
  await project.index();
  await lookAfterPushes(world.ctx);
  const done = await prove(project, one);
  expect(done).toMatchObject({ head: commit, canMerge: true, comments: { total: 1, open: 0 } });
  expect(done.events.filter(({ type }) => type === "revision-implementation")).toMatchObject([{ state: "success" }]);
  await lookAfterPushes(world.ctx);
  expect(await read(project, one)).toMatchObject({ running: false });
  await mergeImplementation(project.ctx, { ...keyOf(project, one), head: commit });
  expect(await inBare(project, "show", "main:src/tides.ts")).toBe(tides("0.45").trim());
});

it("applies one to a change that a run wrote, which gets to its branch on GitHub when it is proven", async () => {
  const project = await makeGithubProject(world, github, { from: source.path, writesContents: true });
  const one = await runOnGithub(world, project);
  const { commentId } = await suggest(project, one);
  await apply(project, one, commentId);
  expect(await inBare(project, "rev-parse", one.workingBranch)).toBe(one.head);
  const done = await prove(project, one);
  expect(done).toMatchObject({ isPublished: true, comments: { open: 0 } });
  expect(await inBare(project, "rev-parse", one.workingBranch)).toBe(done.head);
  expect(await inBare(project, "rev-parse", `${one.workingBranch}^`)).toBe(one.head);
});

it("says so where somebody pushed first, loses neither, and looks there", async () => {
  const { project, one } = await reviewPushed();
  const { commentId } = await suggest(project, one);
  const theirs = await push(project, one.head ?? "", { "src/more.ts": "export const more = 1;\n" });
  await expect(apply(project, one, commentId)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/“feature\/low” has other commits in acme-\d+\/shop on GitHub by now/) as string,
  });
  expect(await inBare(project, "rev-parse", branch)).toBe(theirs);
  expect([await openOf(project, one), (await read(project, one)).running]).toEqual([1, false]);
  await project.index();
  await lookAfterPushes(world.ctx);
  const proven = await prove(project, one);
  expect(proven).toMatchObject({ head: theirs, canMerge: true });
  await apply(project, proven, commentId);
  expect(await inBare(project, "rev-parse", `${branch}^`)).toBe(theirs);
  expect(await prove(project, one)).toMatchObject({ canMerge: true, comments: { open: 0 } });
});

it("says that the branch is gone, or why GitHub refuses, and the change stays as it was reviewed", async () => {
  const { project, one } = await reviewPushed();
  const { commentId } = await suggest(project, one);
  const hook = path.join(project.bare, "hooks", "pre-receive");
  await writeFile(hook, "#!/bin/sh\necho 'GH013: Repository rule violations found' >&2\nexit 1\n", { mode: 0o755 });
  await expect(apply(project, one, commentId)).rejects.toThrow("does not take the commit: a rule of the repository");
  await writeFile(hook, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  github.fault = { on: /POST .*git-receive-pack/, answer: { status: 403 } };
  await expect(apply(project, one, commentId)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("did not let this server push") as string,
  });
  github.fault = null;
  await inBare(project, "update-ref", "-d", `refs/heads/${branch}`);
  await expect(apply(project, one, commentId)).rejects.toThrow(/has no branch “feature\/low” on GitHub any more/);
  expect(await read(project, one)).toMatchObject({ head: one.head, outcome: "completed", comments: { open: 1 } });
});

it("is taken as what was pushed where this server was killed, or heard nothing, after GitHub had taken it", async () => {
  for (const way of ["killed", "cut"]) {
    const { project, one } = await reviewPushed();
    const { commentId } = await suggest(project, one);
    if (way === "killed") {
      const dead = () => {
        throw new Error("dead");
      };
      await expect(
        apply(project, one, commentId, { ...project.ctx, db: noticed(project.ctx.db, dead) }),
      ).rejects.toThrow("dead");
    } else {
      github.fault = { on: afterPush(), answer: "cut" };
      await expect(apply(project, one, commentId)).rejects.toMatchObject({
        code: "vendor_unavailable",
        message: expect.stringContaining("fetched and checked as what was pushed") as string,
      });
      github.fault = null;
    }
    const commit = await inBare(project, "rev-parse", branch);
    expect(commit).not.toBe(one.head);
    expect(await read(project, one)).toMatchObject({ head: one.head, running: false });
    await project.index();
    await lookAfterPushes(world.ctx);
    expect(await prove(project, one)).toMatchObject({ head: commit, canMerge: true });
  }
});

/** What git asks of the branches after the push, to see whether it arrived. */
function afterPush(): RegExp {
  const on = /POST .*git-upload-pack/;
  let isPushed = false;
  on.test = (line) => {
    isPushed ||= line.includes("POST") && line.includes("git-receive-pack");
    return isPushed && line.includes("POST") && line.includes("git-upload-pack");
  };
  return on;
}

it("does not take the former commit for a push where a mirror was fetched before GitHub had the new one", async () => {
  const { project, one } = await reviewPushed();
  const { commentId } = await suggest(project, one);
  await apply(project, one, commentId);
  const commit = await inBare(project, "rev-parse", branch);
  const mirror = project.ctx.mirrors.directory(project.repositoryId);
  await source.git("--git-dir", mirror, "update-ref", `refs/heads/${branch}`, one.head ?? "");
  await lookAfterPushes(world.ctx);
  expect(await prove(project, one)).toMatchObject({ head: commit, comments: { open: 0 } });
  await confirm(project, one);
  expect(await source.git("--git-dir", mirror, "rev-parse", branch)).toBe(commit);
  expect(await read(project, one)).toMatchObject({ head: commit, running: false, canMerge: true });
});

/** What the queue does once it was put in line. */
async function confirm({ organizationId }: GithubProject, { implementationId }: Implementation) {
  const data = { organizationId, implementationId };
  expect(world.enqueued).toContainEqual({ job: "confirm-push", data, key: implementationId });
  await confirmPush(world.ctx, data);
}

it("takes what is left where a reviewer's commit was taken back at GitHub, once GitHub says so", async () => {
  const { project, one } = await reviewPushed();
  const { commentId } = await suggest(project, one);
  await apply(project, one, commentId);
  await prove(project, one);
  await inBare(project, "update-ref", `refs/heads/${branch}`, one.head ?? "");
  await project.index();
  github.fault = { on: /git-upload-pack/, answer: { status: 503 } };
  // Nothing else waits for a host that does not answer.
  await lookAfterPushes(world.ctx);
  await expect(confirm(project, one)).rejects.toMatchObject({ code: "vendor_unavailable" });
  expect(await read(project, one)).toMatchObject({ running: false, canMerge: false });
  github.fault = null;
  await lookAfterPushes(world.ctx);
  await confirm(project, one);
  expect(await prove(project, one)).toMatchObject({ head: one.head, canMerge: true });
});

it("pushes nothing where a decision was made since the request began", async () => {
  const { project, one } = await reviewPushed();
  const row = await selectImplementation(project.ctx.db, keyOf(project, one));
  if (row === null) throw new Error("It is gone");
  const mirror = { directory: project.ctx.mirrors.directory(project.repositoryId) };
  const files = { "src/more.ts": "export const more = 1;\n" };
  const commit = await commitOnTop(mirror, { parent: one.head ?? "", ref: "refs/work/more", files });
  await discardImplementation(project.ctx, keyOf(project, one));
  const run = { commit, step: "revision-implementation", summary: "One suggestion is applied." } as const;
  await expect(queueReviewerCommit(project.ctx, row, run)).rejects.toThrow("Only an implementation that is ready");
  expect(await inBare(project, "rev-parse", branch)).toBe(one.head);
});

it("succeeds, with its comments resolved, where what it pushed was fetched and taken before it was in line", async () => {
  const { project, one } = await reviewPushed();
  const { commentId } = await suggest(project, one);
  const { db } = project.ctx;
  const fetched = new Proxy(db, {
    get(target, name) {
      if (name !== "transaction") return (Reflect.get(target, name, target) as () => unknown).bind(target);
      return async (...args: Parameters<typeof db.transaction>) => {
        await project.index();
        await lookAfterPushes(world.ctx);
        return await target.transaction(...args);
      };
    },
  });
  const answer = await apply(project, one, commentId, { ...project.ctx, db: fetched });
  expect(answer).toMatchObject({ running: true, comments: { open: 0 } });
  const commit = await inBare(project, "rev-parse", branch);
  expect(await prove(project, one)).toMatchObject({ head: commit, canMerge: true });
});

const conflictedTip = async (project: GithubProject) => {
  const parent = await inBare(project, "rev-parse", "main");
  const tip = await push(project, parent, { "src/tides.ts": tides("0.5") }, "main");
  await project.index();
  return tip;
};
const resolve = async (project: GithubProject, one: Implementation, tip: string) =>
  await resolveConflicts(project.ctx, {
    ...keyOf(project, one),
    head: one.head ?? "",
    tip,
    files: [{ kind: "text", path: "src/tides.ts", text: tides("0.45") }],
  });

it("shows conflicts by file and hunk, and pushes what somebody put together to the branch of GitHub, which is merged", async () => {
  const { project, one } = await reviewPushed();
  const tip = await conflictedTip(project);
  expect(await read(project, one)).toMatchObject({ canMerge: false, mergeObstacles: [{ kind: "conflict" }] });
  const { files } = await getConflicts(project.ctx, keyOf(project, one));
  expect(files).toMatchObject([
    {
      path: "src/tides.ts",
      pieces: [
        { kind: "same" },
        { kind: "conflict", base: ["export const low = 0.5;"], change: ["export const low = 0.4;"] },
        { kind: "same" },
      ],
    },
  ]);
  const theirs = await push(project, one.head ?? "", { "src/more.ts": "export const more = 1;\n" });
  await expect(resolve(project, one, tip)).rejects.toThrow("has other commits in");
  expect(await inBare(project, "rev-parse", branch)).toBe(theirs);
  await project.index();
  await lookAfterPushes(world.ctx);
  const newer = await prove(project, one);
  await resolve(project, newer, tip);
  const commit = await inBare(project, "rev-parse", branch);
  expect(await inBare(project, "rev-list", "--parents", "-1", branch)).toBe(`${commit} ${theirs} ${tip}`);
  await project.index();
  await lookAfterPushes(world.ctx);
  const done = await prove(project, one);
  expect(done).toMatchObject({ head: commit, canMerge: true });
  expect(done.events.filter(({ type }) => type === "merge-conflicts-implementation")).toMatchObject([
    { state: "success", summary: expect.stringContaining("src/tides.ts resolved by hand") as string },
  ]);
  await mergeImplementation(project.ctx, { ...keyOf(project, one), head: commit });
  expect(await inBare(project, "show", "main:src/tides.ts")).toBe(tides("0.45").trim());
});

it("has an agent resolve the conflicts of a branch that people push, within the usual limit, and puts that in its place", async () => {
  const server = await startModelServer();
  try {
    const env = modelSettings(server.baseUrl);
    const { project, one } = await reviewPushed();
    expect(one.budget.tokenLimit).toBe(world.ctx.settings.runs.maxTokens);
    // As branches stand there that were put in review before they had a limit.
    const isOne = eq(implementations.implementationId, one.implementationId);
    await world.ctx.db.update(implementations).set({ tokenLimit: null }).where(isOne);
    const tip = await conflictedTip(project);
    const ctx = { ...project.ctx, model: connectModel(parseSettings(env).models) };
    const key = { ...keyOf(project, one), head: one.head ?? "", tip };
    await expect(runConflicts(ctx, key)).rejects.toThrow("Choose an agent of this server");
    const path = "src/tides.ts";
    server.script(
      byRound([
        callTools(["delete_file", { path }], ["create_file", { path, content: tides("0.45") }]),
        callTools(["finish", { summary: "Between the two." }]),
      ]),
    );
    expect((await getConflicts(ctx, key)).writers[0]).toMatchObject({ engine: "agent", obstacle: null });
    expect(await runConflicts(ctx, { ...key, engine: "agent" })).toMatchObject({
      engine: "agent",
      budget: { tokenLimit: world.ctx.settings.runs.maxTokens },
    });
    const done = await workThrough(world, project as unknown as RunProject, one, withAgent(world, env));
    expect(done).toMatchObject({ outcome: "completed", isPublished: true });
    expect(await inBare(project, "rev-parse", branch)).toBe(done.head);
    expect(await inBare(project, "show", `${branch}:src/tides.ts`)).toBe(tides("0.45").trim());
    await project.index();
    expect(await read(project, one)).toMatchObject({ canMerge: true });
  } finally {
    await server.close();
  }
});

it("has an agent revise a branch that people push, within the usual limit, and tells whoever pushes what to do", async () => {
  const server = await startModelServer();
  try {
    const env = modelSettings(server.baseUrl);
    const { project, one } = await reviewPushed();
    await addComment(project.ctx, { ...keyOf(project, one), message: "Should be 0.45" });
    const ctx = { ...project.ctx, model: connectModel(parseSettings(env).models) };
    const waiting = await reviseImplementation(ctx, { ...keyOf(project, one), engine: "own-machine" });
    expect(waiting).toMatchObject({
      waitsForPush: true,
      pushUntil: null,
      repository: { hostedAt: `${project.account}/shop on GitHub` },
    });
    const { text } = await getImplementationBrief(ctx, keyOf(project, one));
    expect(text).toContain("Should be 0.45");
    expect(text).toContain(`Go on with feature/low in ${project.account}/shop on GitHub, and push it there`);
    expect(text).not.toContain("/git/");
    const pushed = await push(project, one.head ?? "", { "src/more.ts": "export const more = 1;\n" });
    await project.index();
    await lookAfterPushes(world.ctx);
    expect(await prove(project, one)).toMatchObject({ head: pushed, comments: { open: 1 } });
    const edit = { path: "src/tides.ts", old_text: "low = 0.4;", new_text: "low = 0.45;" };
    server.script(byRound([callTools(["edit_file", edit]), callTools(["finish", { summary: "Low tide is 0.45." }])]));
    expect(await reviseImplementation(ctx, { ...keyOf(project, one), engine: "agent" })).toMatchObject({
      engine: "agent",
      budget: { tokenLimit: world.ctx.settings.runs.maxTokens },
    });
    const done = await workThrough(world, project as unknown as RunProject, one, withAgent(world, env));
    expect(done).toMatchObject({ outcome: "completed", isPublished: true });
    expect(await inBare(project, "rev-parse", branch)).toBe(done.head);
    expect(await inBare(project, "show", `${branch}:src/tides.ts`)).toBe(tides("0.45").trim());
    expect(await inBare(project, "show", `${branch}:src/more.ts`)).toBe("export const more = 1;");
  } finally {
    await server.close();
  }
});

it("is refused in words, beforehand, where the account's owner lets this server only read", async () => {
  const { project, one } = await reviewPushed({ writesContents: false });
  expect(one.commitObstacle).toMatch(
    /GitHub lets this server only read acme-\d+\/shop\. .* Commit it to “feature\/low” there, and push; it is followed\.$/,
  );
  const { commentId } = await suggest(project, one);
  await expect(apply(project, one, commentId)).rejects.toThrow(one.commitObstacle ?? "");
  const revising = { ...keyOf(project, one), engine: "agent" } as const;
  await expect(reviseImplementation(project.ctx, revising)).rejects.toThrow(one.commitObstacle ?? "");
  const tip = await conflictedTip(project);
  expect((await getConflicts(project.ctx, keyOf(project, one))).files).toHaveLength(1);
  await expect(resolve(project, one, tip)).rejects.toThrow(one.commitObstacle ?? "");
});
