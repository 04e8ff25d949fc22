import type { CheckRow, StoredCommands } from "#server/domain/service-commands/store/service-commands.store.ts";

import { chooseCommands, folderOfService } from "./choose-commands.ts";

/** Whether a check ran what would be run now, in the same folder. */
export function sameCommands(stored: StoredCommands, check: CheckRow): boolean {
  if (check.repositoryId !== stored.repository?.repositoryId || check.folder !== folderOfService(stored.service)) {
    return false;
  }
  const now = chooseCommands(stored).filter(({ command }) => command !== null);
  return (
    now.length === check.commands.length &&
    now.every(({ kind, command }, at) => check.commands[at]?.kind === kind && check.commands[at].command === command)
  );
}
