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

/**
 * What the declarations, settings and clients of one repository say. A line that has the address of a service of the
 * product is about that one: `EMAIL_SERVICE_ADDR` names no mail server beside it.
 */
export function findSystemEdges(
  repository: IndexedRepository,
  system: SystemFacts,
  { idOf }: SystemNodes,
): ShownEdge[] {
  const taken = new Set(system.edges.flatMap((edge) => (isOutside(idOf, edge.to) ? [] : linesOf(edge))));
  return system.edges.flatMap((edge) => {
    const { from, to, how, sources, certainty } = edge;
    const [sourceId, targetId] = [idOf.get(from), idOf.get(to)];
    if (sourceId === undefined || targetId === undefined || sources.length === 0) return [];
    if (isOutside(idOf, to) && linesOf(edge).every((line) => taken.has(line))) return [];
    const places = sources.map((source) => locationIn(repository, source));
    return [{ sourceId, targetId, kind: kinds[how], isCertain: certainty === "resolved", places }];
  });
}

function isOutside(idOf: SystemNodes["idOf"], to: string): boolean {
  return idOf.get(to)?.startsWith("outside:") ?? false;
}

function linesOf({ from, sources }: SystemEdge): string[] {
  return sources.map(({ path, startLine }) => `${from}\n${path}:${startLine}`);
}
