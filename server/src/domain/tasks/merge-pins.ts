import type { FileLocation, TaskLocations } from "@cairn/contract/task-locations";

import type { CodeIndex } from "#server/code-index/ports/code-index.ts";

import type { PinRow } from "./task-pins.store.ts";

type AnyLocation = TaskLocations["locations"][number];

/**
 * What people made of the locations that were found: pinned files stand first, also those that were not found, and
 * removed ones are not there, nor are documents by their names.
 */
export function mergePins(
  locations: readonly AnyLocation[],
  pins: readonly PinRow[],
  indexes: ReadonlyMap<string, CodeIndex>,
): AnyLocation[] {
  const kindOf = new Map(pins.map((pin) => [keyOf(pin), pin.kind]));
  const files = locations.filter((one): one is FileLocation => one.kind === "file");
  const found = new Map(files.map((file) => [keyOf(file), file]));
  const pinned = pins
    .filter(({ kind }) => kind === "pinned")
    .map((pin) => toLocation(pin, found.get(keyOf(pin)), indexes.get(pin.repositoryId)));
  const rest = locations.filter((one) => {
    const kind = hasOwnPath(one) ? kindOf.get(keyOf(one)) : undefined;
    return kind !== "removed" && !(kind === "pinned" && one.kind === "file");
  });
  return [...pinned, ...rest];
}

/** The path of a section of the product's pages is that of code which it rests on. */
function hasOwnPath(location: AnyLocation): location is Exclude<AnyLocation, { kind: "commit" }> {
  return location.kind === "file" || (location.kind === "page" && location.page === null);
}

const keyOf = ({ repositoryId, path }: { repositoryId: string; path: string }) => `${repositoryId} ${path}`;

function toLocation(pin: PinRow, found: FileLocation | undefined, index: CodeIndex | undefined): FileLocation {
  const { repositoryId, path, symbol } = pin;
  const { score, why } = found ?? { score: 0, why: [] };
  const isGone = index !== undefined && index.facts(path) === null;
  const common = { kind: "file" as const, repositoryId, path, symbol, score, why };
  return { ...common, ...linesOf(pin, index), isPinned: true, isGone };
}

/** Where the declaration is now; else the lines as they were given, while the file has so many. */
function linesOf(
  { path, symbol, startLine, endLine }: PinRow,
  index: CodeIndex | undefined,
): { startLine: number | null; endLine: number | null } {
  const facts = index?.facts(path);
  if (!facts) return { startLine, endLine };
  const declared = facts.symbols.find(({ name, parent }) => symbol === (parent === null ? name : `${parent}.${name}`));
  if (declared) return { startLine: declared.startLine, endLine: declared.endLine };
  return endLine !== null && endLine <= facts.lines ? { startLine, endLine } : { startLine: null, endLine: null };
}
