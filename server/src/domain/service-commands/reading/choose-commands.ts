import {
  commandKinds,
  type CommandKind,
  type CommandInCode,
  type ServiceCommand,
} from "@cairn/contract/service-commands";

import type { StoredCommands } from "#server/domain/service-commands/store/service-commands.store.ts";

/** Without slashes at the ends; "" for the repository's top. */
export function folderOfService({ workingPath }: { workingPath: string }): string {
  return workingPath.replaceAll(/^\/+|\/+$/g, "");
}

/** What was found in the service's code as it is connected now; null before somebody has looked there. */
export function currentFound({ service, repository, row }: StoredCommands) {
  if (repository === null || row?.found == null || row.foundCommit === null) return null;
  if (row.foundRepositoryId !== repository.repositoryId || row.foundFolder !== folderOfService(service)) return null;
  return { ...row.found, commit: row.foundCommit };
}

/** What runs, kind by kind: what people chose comes before what was found. */
export function chooseCommands(stored: StoredCommands): ServiceCommand[] {
  const found = currentFound(stored)?.commands ?? {};
  return commandKinds.map((kind) => chooseCommand(kind, stored, found[kind] ?? null));
}

function chooseCommand(kind: CommandKind, { row, repository }: StoredCommands, found: CommandInCode | null) {
  const choice = row?.choices[kind] ?? { use: "found" as const };
  const chosen = choice.use === "command" ? choice.command : choice.use === "none" ? null : (found?.command ?? null);
  return { kind, choice, found, command: repository === null ? null : chosen };
}
