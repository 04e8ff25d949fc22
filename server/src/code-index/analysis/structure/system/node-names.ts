import type { SystemNode } from "#server/code-index/ports/system.ts";

import { hostsIn } from "./addresses.ts";
import { generalNames, lastPart, plainName } from "./code-places.ts";
import type { NodesByName } from "./connect-nodes.ts";
import type { LocatedUnit } from "./located-unit.ts";
import type { OwnProcess } from "./own-process.ts";
import type { SystemBuilder } from "./system-builder.ts";

/** The first one of a name has it. */
export function addName(names: NodesByName, name: string, node: SystemNode): void {
  const key = name.toLowerCase();
  if (!names.has(key) && !ownMachine.test(key)) names.set(key, node);
}

/** What every process calls the machine it runs on, also where a declaration gives one of them that name. */
const ownMachine = /^(?:localhost|127\.|0\.0\.0\.0$|host\.docker\.internal$)/;

/** Registries call a process as its code's folder is called, where declarations call it otherwise. */
export function addFolderNames(names: NodesByName, own: readonly OwnProcess[], builder: SystemBuilder): void {
  for (const [folder, those] of Map.groupBy(own, (one) => one.folder)) {
    const [only] = those;
    const node = builder.nodes.get(only?.id ?? "");
    const name = lastPart(folder);
    if (those.length === 1 && node !== undefined && !generalNames.has(plainName(name)) && name.includes("-"))
      addName(names, name, node);
  }
}

/** Names of settings that a declaration gives the address of one of its own: they are of no service of others. */
export function leadingInside(units: readonly LocatedUnit[], names: NodesByName): ReadonlySet<string> {
  return new Set(
    units.flatMap(({ located }) =>
      located.flatMap(({ name, value }) => (hostsIn(name, value).some((host) => names.has(host)) ? [name] : [])),
    ),
  );
}
