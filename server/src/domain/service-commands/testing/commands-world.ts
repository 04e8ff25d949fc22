import { mkdir } from "node:fs/promises";
import path from "node:path";

import type { CommandKind, ServiceCommands } from "@cairn/contract/service-commands";
import { eq } from "drizzle-orm";

import type { Ctx } from "#server/ctx.ts";
import { runCommandCheck } from "#server/domain/service-commands/checking/run-command-check.ts";
import { startCommandCheck } from "#server/domain/service-commands/checking/start-command-check.ts";
import { getServiceCommands } from "#server/domain/service-commands/reading/get-service-commands.ts";
import { updateServiceCommands } from "#server/domain/service-commands/reading/update-service-commands.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { makeProject, makeRepository, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

export type CommandsProject = Awaited<ReturnType<typeof makeCommandsProject>>;

/** A product with one hosted repository of these files and a service of one of its folders. */
export async function makeCommandsProject(
  world: TestWorld,
  { files, workingPath = "/" }: { files: Record<string, string>; workingPath?: string },
) {
  const project = await makeProject(world);
  const { repositoryId } = await makeRepository(world, project);
  const { serviceId } = await makeService(world, project, { repositoryId, workingPath });
  const work = await createTestRepository();
  const commit = await work.commit("Begin", files);
  const directory = hostedDirectory(world.dataDirectory, repositoryId);
  await mkdir(path.dirname(directory), { recursive: true });
  await work.git("clone", "--quiet", "--bare", work.path, directory);
  await work.remove();
  await world.ctx.db
    .update(repositories)
    .set({ connection: { type: "internal" }, mainBranch: "main", indexedCommit: commit })
    .where(eq(repositories.repositoryId, repositoryId));
  const { organizationId, projectId } = project;
  const key = { organizationId, projectId, serviceId };
  return { ...project, repositoryId, serviceId, commit, directory, key };
}

/** Another commit on the main branch of the hosted repository. */
export async function push({ directory }: CommandsProject, files: Record<string, string>): Promise<string> {
  const work = await createTestRepository();
  await work.git("fetch", "--quiet", directory, "main");
  await work.git("reset", "--quiet", "--hard", "FETCH_HEAD");
  const commit = await work.commit("Go on", files);
  await work.git("push", "--quiet", directory, "HEAD:main");
  await work.remove();
  return commit;
}

/** Chooses these commands; kinds that are left out have none. */
export async function choose(
  { ctx, key }: CommandsProject,
  commands: Partial<Record<CommandKind, string>>,
): Promise<ServiceCommands> {
  const toChoice = (kind: CommandKind) => {
    const command = commands[kind];
    return command === undefined ? { use: "none" as const } : { use: "command" as const, command };
  };
  const [install, build, test, lint] = [toChoice("install"), toChoice("build"), toChoice("test"), toChoice("lint")];
  return await updateServiceCommands(ctx, { ...key, install, build, test, lint });
}

export async function read({ ctx, key }: CommandsProject): Promise<ServiceCommands> {
  return await getServiceCommands(ctx, key);
}

/** Does the work of the job of a check, as it may change what the job is given. */
export async function workOnCheck(
  world: TestWorld,
  { organizationId, serviceId }: CommandsProject,
  change: Partial<Ctx> = {},
): Promise<void> {
  await runCommandCheck({ ...world.as({ kind: "system", organizationId }), ...change }, { organizationId, serviceId });
}

/** Starts a check and does its work in this process. */
export async function check(world: TestWorld, project: CommandsProject, change: Partial<Ctx> = {}) {
  await startCommandCheck(project.ctx, project.key);
  await workOnCheck(world, project, change);
  return (await read(project)).check;
}
