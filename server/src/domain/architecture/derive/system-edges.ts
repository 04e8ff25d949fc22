import type { DerivedEdgeKind } from "@cairn/contract/architecture";

import type { SystemEdge, SystemFacts } from "#server/code-index/ports/system.ts";
import { locationIn } from "#server/domain/code-graph/describe-definition.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import type { ShownEdge } from "./edge-builder.ts";
import type { SystemNodes } from "./system-nodes.ts";

const kinds: Record<SystemEdge["how"], DerivedEdgeKind> = {
  "depends-on": "start-order",
  "connection-setting": "setting",
  client: "client",
  "http-call": "call",
  message: "message",
  mount: "storage",
};

/** What the declarations, settings and clients of one repository say. */
export function findSystemEdges(
  repository: IndexedRepository,
  system: SystemFacts,
  { idOf }: SystemNodes,
): ShownEdge[] {
  return system.edges.flatMap(({ from, to, how, sources, certainty }) => {
    const [sourceId, targetId] = [idOf.get(from), idOf.get(to)];
    if (sourceId === undefined || targetId === undefined || sources.length === 0) return [];
    const places = sources.map((source) => locationIn(repository, source));
    return [{ sourceId, targetId, kind: kinds[how], isCertain: certainty === "resolved", places }];
  });
}
