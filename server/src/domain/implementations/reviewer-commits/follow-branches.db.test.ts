import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { addComment } from "#server/domain/implementations/comments/add-comment.ts";
import { listComments } from "#server/domain/implementations/comments/list-comments.ts";
import { mergeImplementation } from "#server/domain/implementations/merge/merge-implementation.ts";
import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import { makeGithubProject, runOnGithub } from "#server/domain/implementations/testing/github-project.ts";
import {
  implement,
  makeRunProject,
  read,
  workThrough,
  type RunProject,
} from "#server/domain/implementations/testing/run-world.ts";
import { startGithubServer, type GithubServer } from "#server/testing/fakes/github-server.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { followBranches } from "./follow-branches.ts";

let github: GithubServer;
let world: TestWorld;
beforeAll(async () => {
  github = await startGithubServer();
  world = await createTestWorld(github.env);
});
afterAll(async () => {
  await world.close();
  await github.close();
});

const keyOf = (project: { organizationId: string; projectId: string }, one: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: one.task.taskId,
  implementationId: one.implementationId,
});
const push = async (project: { directory: string }, one: Implementation, parent = one.head ?? "") =>
  await commitOnTop(project, {
    parent,
    ref: `refs/heads/${one.workingBranch}`,
    files: { "src/tides.ts": "// Tides.\nexport const high = 1;\nexport const low = 0.4;\nexport const neap = 2;\n" },
  });

it("takes what people push to a branch that a run made, proves it, and says whose commits they are", async () => {
  const project = await makeRunProject(world);
  const one = await implement(world, project);
  const file = { filename: "src/tides.ts", line: 2, side: "new" as const };
  await addComment(project.ctx, { ...keyOf(project, one), message: "Why so low?", file });
  const first = await push(project, one);
  const pushed = await commitOnTop(project, {
    parent: first,
    ref: `refs/heads/${one.workingBranch}`,
    files: { "src/more.ts": "export const more = 1;\n" },
  });
  await followBranches(world.ctx);
  expect(await read(project, one)).toMatchObject({ running: true, task: { state: "in-progress" } });
  // Looking twice puts it in line once.
  await followBranches(world.ctx);
  const proven = await workThrough(world, project, one);
  expect(proven).toMatchObject({ head: pushed, canMerge: true, isPublished: true, task: { state: "in-review" } });
  const revision = proven.events.find(({ type }) => type === "revision-implementation");
  expect(revision?.summary).toMatch(/^2 new commits by .+ on cairn\//);
  // What was said of a line stands on that line.
  const { content } = await listComments(project.ctx, keyOf(project, one));
  expect(content[0]).toMatchObject({ message: "Why so low?", file: { filename: "src/tides.ts", line: 3 } });
  await followBranches(world.ctx);
  expect(await read(project, one)).toMatchObject({ running: false });
  const done = await mergeImplementation(project.ctx, { ...keyOf(project, one), head: pushed });
  expect(done.state).toBe("merged");
});

it("leaves a branch that was rewritten, or stands at what a revision took the place of", async () => {
  const project = await makeRunProject(world);
  const one = await implement(world, project);
  await push(project, one, project.base);
  await followBranches(world.ctx);
  const left = await read(project, one);
  expect(left).toMatchObject({ running: false, head: one.head, canMerge: false });
  expect(left.mergeObstacles[0]?.message).toContain("has other commits by now, which nobody has checked");
});

it("starts no program where nothing was pushed, nor again where a branch was rewritten", async () => {
  const project = await makeRunProject(world);
  await implement(world, project);
  const rewritten = await implement(world, project);
  await push(project, rewritten, project.base);
  await followBranches(world.ctx);
  const warn = vi.spyOn(world.ctx.log, "warn");
  // Where git cannot be found, what starts it fails.
  vi.stubEnv("PATH", "/nonexistent");
  await followBranches(world.ctx);
  expect(warn).not.toHaveBeenCalled();
});

it("takes what people push to such a branch on GitHub, also what comes while that is proven", async () => {
  const source = await createTestRepository();
  await source.commit("Begin", {
    "src/tides.ts": "export const high = 1;\nexport const low = 2;\nexport const slack = 3;\n",
  });
  const project = await makeGithubProject(world, github, { from: source.path, writesContents: true });
  const one = await runOnGithub(world, project);
  const bare = { directory: project.bare };
  // The mirror does not know the branch yet, which is no news.
  await followBranches(world.ctx);
  expect((await readGithub(project, one)).running).toBe(false);
  const first = await push(bare, one);
  await project.index();
  await followBranches(world.ctx);
  const next = await commitOnTop(bare, {
    parent: first,
    ref: `refs/heads/${one.workingBranch}`,
    files: { "src/more.ts": "export const more = 1;\n" },
  });
  const proven = await workThrough(world, project as unknown as RunProject, one);
  expect(proven).toMatchObject({ head: first, isPublished: true, outcome: "completed" });
  await project.index();
  await followBranches(world.ctx);
  expect(await workThrough(world, project as unknown as RunProject, one)).toMatchObject({ head: next, canMerge: true });
  await source.remove();
});

const readGithub = async (project: Awaited<ReturnType<typeof makeGithubProject>>, one: Implementation) =>
  await read(project as unknown as RunProject, one);
