import type { IndexedSetting } from "#server/code-index/ports/setting-facts.ts";
import type { SystemNode } from "#server/code-index/ports/system.ts";

import type { CodeOwners } from "./code-owners.ts";
import { isJobWorker, onlyEnqueues, type OwnProcess } from "./own-process.ts";

/** Whether one of several programs of a container uses what a setting of the container leads to. */
export type UsesOfContainer = (id: string, setting: string, to: Pick<SystemNode, "kind">) => boolean;

/**
 * All programs of a container are given its settings; which of them uses one is known where its code reads it. What runs
 * all jobs uses what the code of its folder reads. Stores are kept for all, but for those that only put jobs in line.
 */
export function usesOfContainer(
  settings: () => readonly IndexedSetting[],
  { owners, own }: { owners: CodeOwners; own: readonly OwnProcess[] },
): UsesOfContainer {
  let readers: ReadonlyMap<string, ReadonlySet<string>> | null = null;
  const readersOf = (name: string): ReadonlySet<string> => {
    readers ??= new Map(
      settings().map((one) => [
        one.name,
        new Set(one.sites.flatMap(({ path, source }) => (source === "read" ? owners.of(path).ids : []))),
      ]),
    );
    return readers.get(name) ?? new Set();
  };
  return (id, setting, { kind }) => {
    const process = own.find((one) => one.id === id);
    if (process === undefined) return true;
    if (onlyEnqueues(process)) return kind === "queue" || kind === "cache";
    if (kind !== "process" && kind !== "outside") return true;
    const known = readersOf(setting);
    const isOfFolder = own.some((one) => one.folder === process.folder && known.has(one.id));
    return known.has(id) || (isJobWorker(process) && isOfFolder);
  };
}
