import type { EditedNode } from "./edited-draft.ts";
import { bareName, isNodeName } from "./find-node.ts";

/** In one place of a command. */
const maxNames = 12;

/**
 * One name, or several: "web, admin and api". A name that has an "and" itself is one. None where there are more than
 * anybody looks through.
 */
export function listNodes(said: string, { nodes }: { nodes: readonly EditedNode[] }): string[] {
  const parts = splitNames(said);
  if (parts.length > maxNames) return [];
  const names: string[] = [];
  for (let from = 0; from < parts.length;) {
    let to = parts.length;
    while (to > from + 1 && !isNodeName(parts.slice(from, to).join(" and "), nodes)) to -= 1;
    names.push(parts.slice(from, to).join(" and "));
    from = to;
  }
  return names;
}

export function splitNames(said: string): string[] {
  const names = said.split(/\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+/i).map(bareName);
  return names.filter((name) => name !== "");
}
