import type { ArchitectureEdge } from "@cairn/contract/architecture";
import type { ArchitectureFinding } from "@cairn/contract/architecture-analysis";

import { endsOf, firstLines, type AnalysedArchitecture } from "./analysed-architecture.ts";

const maxCycles = 20;

/** The shortest circle through each service that is in one, each circle once. */
export function findCycles(architecture: AnalysedArchitecture): ArchitectureFinding[] {
  const { shown, nameOf } = architecture;
  const next = Map.groupBy(shown, ({ sourceId }) => sourceId);
  const found = new Map<string, ArchitectureEdge[]>();
  for (const start of next.keys()) {
    const circle = shortestCircle(next, start);
    if (circle === null) continue;
    const key = circle.map(({ sourceId }) => sourceId).toSorted().join("\n"); // prettier-ignore
    if (!found.has(key) && found.size < maxCycles) found.set(key, circle);
  }
  return [...found.values()].map((circle) => {
    const nodeIds = circle.map(({ sourceId }) => sourceId);
    const names = [...nodeIds, nodeIds[0] ?? ""].map(nameOf);
    const text = `${names.join(" → ")}: each of them needs the next, so none can be changed or started by itself.`;
    return { kind: "cycle", text, nodeIds, edges: circle.map(endsOf), evidence: firstLines(circle) };
  });
}

/** Breadth first, so the first way back is the shortest. */
function shortestCircle(
  next: ReadonlyMap<string, readonly ArchitectureEdge[]>,
  start: string,
): ArchitectureEdge[] | null {
  const cameBy = new Map<string, ArchitectureEdge>();
  const waiting = [start];
  for (const nodeId of waiting)
    for (const edge of next.get(nodeId) ?? []) {
      if (edge.targetId === start) return wayTo(cameBy, edge);
      if (cameBy.has(edge.targetId)) continue;
      cameBy.set(edge.targetId, edge);
      waiting.push(edge.targetId);
    }
  return null;
}

function wayTo(cameBy: ReadonlyMap<string, ArchitectureEdge>, last: ArchitectureEdge): ArchitectureEdge[] {
  const way = [last];
  for (let edge = cameBy.get(last.sourceId); edge !== undefined; edge = cameBy.get(edge.sourceId)) way.unshift(edge);
  return way;
}
