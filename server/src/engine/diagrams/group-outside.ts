import type { SystemEdge, SystemNode } from "#server/code-index/ports/system.ts";

import { arrowOf } from "./system-arrows.ts";

/** Fewer are drawn one by one. */
const fewestGrouped = 4;

/** Outside services that the same processes reach, and nothing else. */
export interface OutsideGroup {
  id: string;
  members: SystemNode[];
}

interface Grouped {
  groups: OutsideGroup[];
  /** Not in any group. */
  nodes: SystemNode[];
  /** Arrows to members end at their group, each once; its sources are those of all. */
  edges: SystemEdge[];
}

/** A dozen arrows from one process to a dozen services say no more than one, and leave no room for the rest. */
export function groupOutside(nodes: readonly SystemNode[], edges: readonly SystemEdge[]): Grouped {
  const incoming = Map.groupBy(edges, ({ to }) => to);
  const sending = new Set(edges.map(({ from }) => from));
  const alone = nodes.filter(({ id, kind }) => kind === "outside" && !sending.has(id) && incoming.has(id));
  const byCallers = Map.groupBy(alone, ({ id }) => callersOf(incoming.get(id) ?? []));
  const groups = [...byCallers.values()]
    .filter((members) => members.length >= fewestGrouped)
    .map((members, at) => ({ id: `outside:${at}`, members }));
  const groupOf = new Map(groups.flatMap(({ id, members }) => members.map((member) => [member.id, id] as const)));
  return {
    groups,
    nodes: nodes.filter(({ id }) => !groupOf.has(id)),
    edges: joinAlike(edges.map((edge) => ({ ...edge, to: groupOf.get(edge.to) ?? edge.to }))),
  };
}

function callersOf(edges: readonly SystemEdge[]): string {
  return JSON.stringify([...new Set(edges.map(({ from, how }) => `${arrowOf[how]} ${from}`))].sort());
}

function joinAlike(edges: readonly SystemEdge[]): SystemEdge[] {
  const alike = Map.groupBy(edges, ({ from, to, how }) => JSON.stringify([from, to, arrowOf[how]]));
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : { ...first, sources: same.flatMap(({ sources }) => sources) };
  });
}
