import type { Task } from "@cairn/contract/tasks";

import type { Ctx } from "#server/ctx.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { openMainBranch, prepareIndexes } from "#server/domain/search/open-codebases.ts";
import { loadServiceCommands } from "#server/domain/service-commands/reading/load-service-commands.ts";
import { listProjectServices } from "#server/domain/services/list-project-services.ts";
import type { CheckedCode } from "#server/engine/criterion-checks/find-check-in-code.ts";
import { findTaskLocations } from "#server/engine/task-locations/find-task-locations.ts";
import type { CheckRequest } from "#server/engine/with-model/checks/propose-checks-with-model.ts";

/** The code of a task's service, at the commit that checks are tried on. */
export interface TaskCode extends CheckedCode {
  /** Where git reads it. */
  directory: string;
  commit: string;
  commands: Record<"install" | "build" | "test" | "lint", string | null>;
  /** What a model is shown of it. */
  readMaterial: () => Promise<Pick<CheckRequest, "example" | "files">>;
  /** The path of a file that is no test and that a test at this path of the service would take the place of; null for none. */
  whatIsReplaced: (path: string) => string | null;
}

const maxFiles = 4;
const maxCharacters = 12_000;

/** The code that the criteria of a task are about, or in a whole sentence why there is none to try a check on. */
export async function gatherCheckedCode(
  ctx: Ctx,
  { organizationId, projectId, task }: { organizationId: string; projectId: string; task: Task },
): Promise<{ code: TaskCode } | { problem: string }> {
  const services = await listProjectServices(ctx, { organizationId, projectId });
  const withCode = services.filter(({ repositoryId }) => repositoryId !== null);
  const service =
    task.service === null
      ? withCode.length === 1
        ? withCode[0]
        : undefined
      : withCode.find(({ serviceId }) => serviceId === task.service?.serviceId);
  if (service === undefined || service.repositoryId === null) {
    const why = task.service === null ? "The task names no service" : "The task's service has no repository";
    return { problem: `${why}, so there is no code to try a check on.` };
  }
  const row = await findRepository(ctx, { organizationId, repositoryId: service.repositoryId });
  const opened = row === null ? null : openMainBranch(ctx, row);
  const commands = await loadServiceCommands(ctx.db, service.serviceId);
  if (opened === null || commands === null) {
    return { problem: "The code of the task's service has not been read yet. Ask again when it has." };
  }
  await prepareIndexes(ctx, [opened]);
  const { folder, install, build, test, lint } = commands;
  const { index, reader, directory } = opened;
  const inFolder = (path: string) => (folder === "" ? path : `${folder}/${path}`);
  const code: TaskCode = {
    index,
    reader,
    folder,
    testCommand: test,
    directory,
    commit: index.commit,
    commands: { install, build, test, lint },
    readMaterial: () => readMaterial({ task, folder, opened }),
    whatIsReplaced(path) {
      const file = index.files().find((one) => one.path === inFolder(path));
      return file === undefined || file.kind === "test" ? null : path;
    },
  };
  return { code };
}

/** The files that the task lands in, and of the tests the one that is nearest to them. */
async function readMaterial({
  task,
  folder,
  opened,
}: {
  task: Task;
  folder: string;
  opened: IndexedRepository;
}): Promise<Pick<CheckRequest, "example" | "files">> {
  const { repositoryId, index, reader } = opened;
  const { title, description, acceptanceCriteria } = task;
  const text = { title, description, criteria: acceptanceCriteria.map((criterion) => criterion.text) };
  const { locations } = await findTaskLocations(text, [opened], { scope: { repositoryId, under: folder } });
  const paths = [...new Set(locations.flatMap((one) => (one.kind === "file" ? [one.path] : [])))].slice(0, maxFiles);
  const isHere = (path: string) => folder === "" || path.startsWith(`${folder}/`);
  const tests = index.files().filter(({ path, kind }) => kind === "test" && isHere(path));
  const near = new Set(paths.flatMap((path) => index.importersOf(path).map((one) => one.path)));
  const example = tests.find(({ path }) => near.has(path)) ?? tests[0];
  const read = async (path: string) => {
    const content = ((await reader.readLines(path)) ?? []).join("\n").slice(0, maxCharacters);
    return { path: folder === "" ? path : path.slice(folder.length + 1), content };
  };
  return {
    example: example === undefined ? null : await read(example.path),
    files: await Promise.all(paths.filter((path) => path !== example?.path).map(read)),
  };
}
