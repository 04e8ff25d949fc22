import { commandCheckSchema, serviceCommandsSchema, type ServiceCommands } from "@cairn/contract/service-commands";

import type { CheckRow, StoredCommands } from "#server/domain/service-commands/store/service-commands.store.ts";
import { toEntity } from "#server/to-entity.ts";

import { chooseCommands, currentFound, folderOfService } from "./choose-commands.ts";
import { sameCommands } from "./same-commands.ts";

/** As the contract shows them. A check of another repository is none of this service any more. */
export function describeServiceCommands(stored: StoredCommands): ServiceCommands {
  const { service, repository, check } = stored;
  const found = currentFound(stored);
  return toEntity(serviceCommandsSchema, {
    folder: folderOfService(service),
    repository: repository && { repositoryId: repository.repositoryId, slug: repository.slug },
    commit: found?.commit ?? null,
    commands: chooseCommands(stored),
    programs: found?.programs ?? [],
    check:
      check === null || check.repositoryId !== repository?.repositoryId
        ? null
        : toEntity(commandCheckSchema, { ...check, olderBecause: whyOlder(stored, check) }),
  });
}

function whyOlder(stored: StoredCommands, check: CheckRow): "commands" | "commit" | null {
  if (check.state === "waiting" || check.state === "running") return null;
  if (!sameCommands(stored, check)) return "commands";
  // The index follows the branch: while it is behind, nobody knows better.
  const newest = stored.repository?.indexedCommit ?? null;
  return check.commit !== null && newest !== null && check.commit !== newest ? "commit" : null;
}
