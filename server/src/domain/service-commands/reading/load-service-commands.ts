import type { CommandKind } from "@cairn/contract/service-commands";

import { loadStoredCommands } from "#server/domain/service-commands/store/service-commands.store.ts";
import type { Db } from "#server/platform/db/open-db.ts";

import { chooseCommands, folderOfService } from "./choose-commands.ts";
import { sameCommands } from "./same-commands.ts";

/** Each is one line for `/bin/sh -c`; null where there is none. */
export interface LoadedCommands extends Record<CommandKind, string | null> {
  /** Where they run, relative to the repository's top: "" is the top. */
  folder: string;
  /** Exactly these have passed in the sandbox, all of them, on whichever commit was the newest then. */
  isChecked: boolean;
}

/** The commands of a service; null when it is gone. The caller has already checked the right. */
export async function loadServiceCommands(db: Db, serviceId: string): Promise<LoadedCommands | null> {
  const stored = await loadStoredCommands(db, serviceId);
  if (stored === null) return null;
  const commands = chooseCommands(stored);
  const byKind = Object.fromEntries(commands.map(({ kind, command }) => [kind, command]));
  const { check } = stored;
  const isPassed = check?.state === "done" && check.commands.every(({ outcome }) => outcome === "passed");
  return {
    folder: folderOfService(stored.service),
    ...(byKind as Record<CommandKind, string | null>),
    isChecked: isPassed && check !== null && sameCommands(stored, check),
  };
}
