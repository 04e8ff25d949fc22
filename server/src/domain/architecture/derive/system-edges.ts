import type { DerivedEdgeKind } from "@cairn/contract/architecture";

import type { SystemEdge, SystemFacts } from "#server/code-index/ports/system.ts";
import { locationIn } from "#server/domain/code-graph/describe-definition.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";

import type { ShownEdge } from "./edge-builder.ts";
import { trimSlashes, type ServiceLayout } from "./service-layout.ts";
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
  layout: ServiceLayout,
): ShownEdge[] {
  const partOf = partsWithoutProcess(repository.repositoryId, idOf, layout);
  const taken = new Set(system.edges.flatMap((edge) => (isOutside(idOf, edge.to) ? [] : linesOf(edge))));
  return system.edges.flatMap((edge) => {
    const { from, to, how, sources, certainty } = edge;
    const [runBy, targetId] = [idOf.get(from), idOf.get(to)];
    const sourceId = runBy === undefined ? undefined : (partOf(runBy, sources) ?? runBy);
    if (sourceId === undefined || targetId === undefined || sources.length === 0) return [];
    if (isOutside(idOf, to) && linesOf(edge).every((line) => taken.has(line))) return [];
    const places = sources.map((source) => locationIn(repository, source));
    return [{ sourceId, targetId, kind: kinds[how], isCertain: certainty === "resolved", places }];
  });
}

/** What all lines of an arrow lie in, where that is a part of the service that runs it and none runs by itself: its pages. */
function partsWithoutProcess(
  repositoryId: string,
  idOf: SystemNodes["idOf"],
  layout: ServiceLayout,
): (runBy: string, sources: SystemEdge["sources"]) => string | null {
  const running = new Set(idOf.values());
  const pathOf = new Map(layout.services.map((one) => [one.serviceId, trimSlashes(one.workingPath)]));
  return (runBy, sources) => {
    const holders = new Set(sources.map(({ path }) => layout.ownerOf(repositoryId, path)));
    const [holder = null] = holders;
    if (holders.size !== 1 || holder === null || running.has(holder)) return null;
    const [around, inside] = [pathOf.get(runBy), pathOf.get(holder) ?? ""];
    return around === "" || (around !== undefined && inside.startsWith(`${around}/`)) ? holder : null;
  };
}

function isOutside(idOf: SystemNodes["idOf"], to: string): boolean {
  return idOf.get(to)?.startsWith("outside:") ?? false;
}

function linesOf({ from, sources }: SystemEdge): string[] {
  return sources.map(({ path, startLine }) => `${from}\n${path}:${startLine}`);
}
