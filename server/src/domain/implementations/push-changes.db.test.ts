import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import type { Implementation } from "@cairn/contract/implementations";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";

import { getRepository } from "#server/domain/repositories/catalog/get-repository.ts";
import { updateTask } from "#server/domain/tasks/update-task.ts";
import { createLogger } from "#server/platform/log/logger.ts";
import { startGithubServer, type GithubServer } from "#server/testing/fakes/github-server.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { addComment } from "./comments/add-comment.ts";
import { pushChange } from "./publishing/push-change.ts";
import { getImplementationOptions } from "./starting/get-implementation-options.ts";
import { resumeImplementation } from "./starting/resume-implementation.ts";
import { reviseImplementation } from "./starting/revise-implementation.ts";
import { makeGithubProject, runOnGithub, type GithubProject } from "./testing/github-project.ts";
import { makeDiffTask, start, workThrough, type RunProject } from "./testing/run-world.ts";

let github: GithubServer;
let world: TestWorld;
let source: TestRepository;
let logFile: string;

beforeAll(async () => {
  github = await startGithubServer();
  world = await createTestWorld(github.env);
  logFile = path.join(world.dataDirectory, "log.jsonl");
  world.ctx.log = createLogger({ level: "trace", destination: logFile });
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

const setUp = async (grant: { writesContents: boolean }) =>
  await makeGithubProject(world, github, { from: source.path, ...grant });
const run = async (project: GithubProject) => await runOnGithub(world, project);

async function pushAgain(project: GithubProject, implementation: Implementation): Promise<Implementation> {
  const { ctx, organizationId, projectId } = project;
  const { task, implementationId } = implementation;
  await resumeImplementation(ctx, { organizationId, projectId, taskId: task.taskId, implementationId });
  return await workThrough(world, project as unknown as RunProject, implementation);
}

const summaryOf = ({ events }: Implementation) =>
  events.find(({ type }) => type === "task-implementation")?.summary ?? "";

/** Where the branch of an implementation stands on GitHub; null where there is none. */
async function branchOf(bare: string, { workingBranch }: Implementation): Promise<string | null> {
  const listed = await source.git("ls-remote", bare, `refs/heads/${workingBranch}`);
  return listed.split("\t")[0] || null;
}

async function optionsOf(project: GithubProject) {
  const { taskId } = await makeDiffTask(project as unknown as RunProject);
  const { ctx, organizationId, projectId } = project;
  return await getImplementationOptions(ctx, { organizationId, projectId, taskId });
}

it("gives a change a branch on GitHub, by a token for this repository and this push alone", async () => {
  const project = await setUp({ writesContents: true });
  expect((await optionsOf(project)).keptHere).toBeNull();
  const before = new Set(github.tokens.keys());
  const implementation = await run(project);
  expect(implementation).toMatchObject({ outcome: "completed", isPublished: true, task: { state: "in-review" } });
  expect(summaryOf(implementation)).toContain(`of ${project.account}/shop on GitHub`);
  expect(await branchOf(project.bare, implementation)).toBe(implementation.head);
  const asked = [...github.tokens].filter(([token]) => !before.has(token)).map(([, owner]) => owner);
  expect(asked).toEqual([
    {
      installationId: project.installationId,
      repositories: [`${project.account}/shop`],
      permissions: { contents: "write", metadata: "read" },
    },
  ]);
  // Whatever is read afterwards is read by a token that cannot write.
  await project.index();
  const writing = [...github.tokens.values()].filter(
    (owner) => "permissions" in owner && owner.permissions["contents"] === "write",
  );
  expect(writing).toHaveLength(1);
  const log = await readFile(logFile, "utf8");
  expect(github.secrets.filter((secret) => log.includes(secret))).toEqual([]);
});

it("keeps the change here where the app may only read, says so before and after, and how to change it", async () => {
  const project = await setUp({ writesContents: false });
  const grant = /only read acme-\d+\/shop\..*“Contents: Read and write”/;
  expect((await optionsOf(project)).keptHere).toMatch(grant);
  const before = github.tokens.size;
  const implementation = await run(project);
  expect(implementation).toMatchObject({ outcome: "completed", isPublished: false, task: { state: "in-review" } });
  expect(summaryOf(implementation)).toMatch(grant);
  expect(await branchOf(project.bare, implementation)).toBeNull();
  expect(github.tokens.size).toBe(before);

  // Granted there: this change gets its branch by another try, the next one at once, and the next look says so before.
  if (project.installation) project.installation.writesContents = true;
  expect(await pushAgain(project, implementation)).toMatchObject({
    isPublished: true,
    head: implementation.head,
    task: { state: "in-review" },
  });
  expect(await branchOf(project.bare, implementation)).toBe(implementation.head);
  await expect(pushAgain(project, implementation)).rejects.toThrow("Only an implementation that was stopped or failed");
  expect(await run(project)).toMatchObject({ isPublished: true });
  await project.index();
  expect((await optionsOf(project)).keptHere).toBeNull();
  const { ctx, organizationId, projectId, repositoryId } = project;
  expect(await getRepository(ctx, { organizationId, projectId, repositoryId })).toMatchObject({ isReadOnly: false });
});

it.each<[string, NonNullable<GithubServer["fault"]>, RegExp]>([
  ["counts", { on: /access_tokens/, answer: { status: 429, headers: { "retry-after": "61" } } }, /again in 2 minutes/],
  ["is out of order", { on: /installations\/\d+$/, answer: { status: 503 } }, /out of order right now/],
  ["refuses the token", { on: /access_tokens/, answer: { status: 403 } }, /GitHub refused \(status 403\)/],
  ["refuses the push", { on: /GET .*\.git\/info\/refs/, answer: { status: 403 } }, /did not let this server push/],
  ["cuts the push", { on: /POST .*git-receive-pack/, answer: "cut" }, /broke off/],
  ["lies about the push", { on: /POST .*git-receive-pack/, answer: "lie" }, /said that it took the branch/],
])("keeps the change here where GitHub %s", async (_what, fault, words) => {
  const project = await setUp({ writesContents: true });
  github.fault = fault;
  const implementation = await run(project);
  expect(summaryOf(implementation)).toMatch(words);
  expect(implementation).toMatchObject({ outcome: "completed", isPublished: false, task: { state: "in-review" } });
  github.fault = null;
  expect(await branchOf(project.bare, implementation)).toBeNull();
});

it("leaves a branch of that name alone, and one that a rule protects", async () => {
  const project = await setUp({ writesContents: true });
  const runProject = project as unknown as RunProject;
  const waiting = await start(runProject, await makeDiffTask(runProject));
  await source.git("push", "--quiet", project.bare, `HEAD:refs/heads/${waiting.workingBranch}`);
  const taken = await workThrough(world, runProject, waiting);
  expect(summaryOf(taken)).toMatch(/has a branch “cairn\/.*” already, with something else on it/);
  expect(await branchOf(project.bare, taken)).toBe(await source.git("rev-parse", "HEAD"));

  const hook = path.join(project.bare, "hooks", "pre-receive");
  await writeFile(hook, "#!/bin/sh\necho 'GH013: Repository rule violations found' >&2\nexit 1\n", { mode: 0o755 });
  const refused = await run(project);
  expect(refused).toMatchObject({ outcome: "completed", isPublished: false });
  expect(summaryOf(refused)).toMatch(/does not take this branch/);
});

it("puts a revision in the place of the former change, also where somebody deleted that", async () => {
  const project = await setUp({ writesContents: true });
  const { ctx, organizationId, projectId } = project;
  const runProject = project as unknown as RunProject;
  const one = await run(project);
  const key = { organizationId, projectId, taskId: one.task.taskId, implementationId: one.implementationId };
  const file = { filename: "src/tides.ts", line: 2, side: "new" } as const;
  const revise = async (low: string) => {
    const lines = [
      " export const high = 1;",
      "-export const low = 2;",
      `+export const low = ${low};`,
      " export const slack = 3;",
    ];
    const diff = ["--- a/src/tides.ts", "+++ b/src/tides.ts", "@@ -1,3 +1,3 @@", ...lines];
    await updateTask(ctx, { ...key, description: ["```diff", ...diff, "```"].join("\n") });
    await addComment(ctx, { ...key, message: `Should be ${low}`, file });
    await reviseImplementation(ctx, key);
    return await workThrough(world, runProject, one);
  };
  const second = await revise("0.5");
  expect(second).toMatchObject({ isPublished: true, workingBranch: one.workingBranch });
  expect([second.head === one.head, await branchOf(project.bare, one)]).toEqual([false, second.head]);
  await source.git("push", "--quiet", "--delete", project.bare, one.workingBranch);
  const third = await revise("0.6");
  expect([third.isPublished, await branchOf(project.bare, one)]).toEqual([true, third.head]);
});

it("leaves the same where it is done once more, as after a crash in between", async () => {
  const project = await setUp({ writesContents: true });
  const implementation = await run(project);
  const { organizationId, account, repositoryId, system } = project;
  const again = await pushChange(system, {
    organizationId,
    repositoryId,
    connection: { type: "github", owner: account, repo: "shop", connectionId: world.ctx.newId() },
    directory: world.ctx.mirrors.directory(repositoryId),
    branch: implementation.workingBranch,
    oid: implementation.head ?? "",
    former: null,
  });
  expect(again).toBeNull();
  expect(await branchOf(project.bare, implementation)).toBe(implementation.head);
});
