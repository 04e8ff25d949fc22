import { mkdir } from "node:fs/promises";
import path from "node:path";

import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";

import type { RunCtx } from "#server/domain/implementations/phases/run-context.ts";
import { getImplementation } from "#server/domain/implementations/reading/get-implementation.ts";
import { claimRun } from "#server/domain/implementations/runs/claim-run.ts";
import { workOnRun, type WorkedRun } from "#server/domain/implementations/runs/work-on-run.ts";
import { startImplementation } from "#server/domain/implementations/starting/start-implementation.ts";
import type { RunLease } from "#server/domain/implementations/store/runs.store.ts";
import { createTask } from "#server/domain/tasks/create-task.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";
import { createTestRepository, runGitIn, type TestRepository } from "#server/testing/git-repository.ts";
import { makeProject, makeRepository, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

export type RunProject = Awaited<ReturnType<typeof makeRunProject>>;

const files = {
  "src/tides.ts": "export const high = 1;\nexport const low = 2;\nexport const slack = 3;\n",
  "src/board.ts": `${Array.from({ length: 40 }, (_, at) => `line ${at + 1}`).join("\n")}\n`,
  "docs/windows.md": "one\r\ntwo\r\nthree\r\n",
  "README.md": "# Ferry Board\n",
  link: { linkTo: "README.md" },
};

/** A product with one hosted repository of real files; `more` lie beside them, or in place of them. */
export async function makeRunProject(world: TestWorld, more: Parameters<TestRepository["commit"]>[1] = {}) {
  const project = await makeProject(world);
  const { repositoryId } = await makeRepository(world, project);
  const { serviceId } = await makeService(world, project, { repositoryId });
  const work: TestRepository = await createTestRepository();
  const base = await work.commit("Begin", { ...files, ...more });
  const directory = hostedDirectory(world.dataDirectory, repositoryId);
  await mkdir(path.dirname(directory), { recursive: true });
  await work.git("clone", "--quiet", "--bare", work.path, directory);
  await work.remove();
  await world.ctx.db
    .update(repositories)
    .set({ connection: { type: "internal" }, mainBranch: "main" })
    .where(eq(repositories.repositoryId, repositoryId));
  const git = async (...args: string[]) => (await runGitIn("/", ["--git-dir", directory, ...args])).trimEnd();
  return { ...project, repositoryId, serviceId, base, directory, git };
}

/** Changes one line of one file. */
const plainDiff = [
  "--- a/src/tides.ts",
  "+++ b/src/tides.ts",
  "@@ -1,3 +1,4 @@",
  " export const high = 1;",
  "-export const low = 2;",
  "+export const low = 0.4;",
  "+export const neap = 2;",
  " export const slack = 3;",
].join("\n");

const fence = (diff: string) => `Show the tides.\n\n\`\`\`diff\n${diff}\n\`\`\`\n`;

/** A task in Todo whose description holds this diff. */
export async function makeDiffTask(project: RunProject, diff = plainDiff): Promise<{ taskId: string }> {
  const { ctx, organizationId, projectId } = project;
  const description = fence(diff);
  return await createTask(ctx, { organizationId, projectId, title: "Show tides", state: "todo", description });
}

export async function start(project: RunProject, { taskId }: { taskId: string }): Promise<Implementation> {
  const { ctx, organizationId, projectId } = project;
  return await startImplementation(ctx, { organizationId, projectId, taskId, engine: "diff" });
}

export async function read(project: RunProject, implementation: Implementation): Promise<Implementation> {
  const { ctx, organizationId, projectId } = project;
  const { task, implementationId } = implementation;
  return await getImplementation(ctx, { organizationId, projectId, taskId: task.taskId, implementationId });
}

/** Takes the run that the ticket of this implementation leads to. */
export async function claim(world: TestWorld, { implementationId }: Implementation): Promise<RunLease> {
  const lease = await claimRun(world.ctx, implementationId);
  if (lease === null) throw new Error("nothing waits in line");
  return lease;
}

export async function work(
  world: TestWorld,
  lease: RunLease,
  change: (ctx: RunCtx) => RunCtx = (ctx) => ctx,
): Promise<WorkedRun> {
  return await workOnRun(change(world.as({ kind: "system", organizationId: lease.organizationId })), lease);
}

/** From start to end in this process. */
export async function implement(world: TestWorld, project: RunProject, diff?: string): Promise<Implementation> {
  return await workThrough(world, project, await start(project, await makeDiffTask(project, diff)));
}

/** Works on this one until it is done. Whoever waits longest has the turn, so what was left in line is done before it. */
export async function workThrough(
  world: TestWorld,
  project: RunProject,
  implementation: Implementation,
  change?: (ctx: RunCtx) => RunCtx,
): Promise<Implementation> {
  let worked: RunLease;
  do {
    worked = await claim(world, implementation);
    await work(world, worked, change);
  } while (worked.implementationId !== implementation.implementationId);
  return await read(project, implementation);
}
