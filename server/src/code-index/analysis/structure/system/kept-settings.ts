import { folderOf, isUnder } from "#server/code-index/analysis/structure/paths.ts";

import { lastPart } from "./code-places.ts";
import type { OwnProcess } from "./own-process.ts";

/** A folder with files for fewer processes is no place where settings of others are kept. */
const leastNamed = 2;

/**
 * The processes that files of settings are for which another one keeps: a server of settings has "shared/gateway.yml" for
 * "gateway", and "shared/application.yml" for all. Of the latter nothing says which of them use what it holds, so that it is
 * nobody's.
 */
export function findKeptSettings(
  paths: Iterable<string>,
  processes: readonly OwnProcess[],
): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, Map<string, readonly string[]>>();
  for (const path of paths) {
    const name = /(?:^|\/)([a-z][\w-]*)\.(?:ya?ml|properties)$/i.exec(path)?.[1];
    if (name === undefined) continue;
    const folder = folderOf(path);
    const called = processes.filter((one) => one.words[0] === name || lastPart(one.folder) === name);
    const isOwn = called.some((one) => one.folder === "" || isUnder(folder, one.folder));
    if (isOwn || (called.length === 0 && name !== "application")) continue;
    const own = folders.get(folder) ?? new Map<string, readonly string[]>();
    folders.set(
      folder,
      own.set(
        path,
        called.map(({ id }) => id),
      ),
    );
  }
  const kept = [...folders.values()].filter(
    (own) => [...own.values()].filter((ids) => ids.length > 0).length >= leastNamed,
  );
  return new Map(kept.flatMap((own) => [...own]));
}
