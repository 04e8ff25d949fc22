import type { IndexedSetting } from "#server/code-index/ports/setting-facts.ts";
import type { SystemNode } from "#server/code-index/ports/system.ts";

import type { CodeOwners } from "./code-owners.ts";
import { isJobWorker, onlyEnqueues, type OwnProcess } from "./own-process.ts";

/** Whether a program uses what a setting leads to that others are given as well. */
export type UsesOfContainer = (id: string, setting: GivenSetting, to: Pick<SystemNode, "kind">) => boolean;

interface GivenSetting {
  name: string;
  /** "container" where all programs of one have it, "map" where whole maps of settings are given to processes. */
  givenBy: "container" | "map";
}

/** Settings that a framework reads by their names, and no line of code does. */
const ofFramework = /^(?:SPRING|QUARKUS|MICRONAUT|MANAGEMENT|EUREKA|ASPNETCORE|OTEL|LOGGING)_|__/i;

/**
 * All programs of a container are given its settings; which of them uses one is known where its code reads it. What runs
 * all jobs uses what the code of its folder reads. Stores are kept for all, but for those that only put jobs in line. A map of
 * settings that a whole cluster shares says nothing of who uses what: only those do whose code reads it.
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
  return (id, { name, givenBy }, { kind }) => {
    const process = own.find((one) => one.id === id);
    if (process === undefined) return true;
    if (onlyEnqueues(process)) return kind === "queue" || kind === "cache";
    const isStore = kind !== "process" && kind !== "outside";
    if (isStore && (givenBy === "container" || ofFramework.test(name))) return true;
    const known = readersOf(name);
    const isOfFolder = own.some((one) => one.folder === process.folder && known.has(one.id));
    return known.has(id) || (isJobWorker(process) && isOfFolder);
  };
}
