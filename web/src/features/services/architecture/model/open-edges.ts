import { derivedEdgeTexts } from "@cairn/contract/architecture";
import type { DerivedEdge } from "@cairn/contract/architecture";
import type { ServiceModules } from "@cairn/contract/architecture-modules";

import type { CanvasEdge } from "./canvas-edge.ts";
import type { CanvasNode } from "./canvas-node.ts";
import { inSentence } from "./name-text.ts";

/** A service that is open, with those of its modules that are shown. */
export interface OpenedService {
  node: CanvasNode;
  loaded: ServiceModules;
  shownIds: readonly string[];
}

/**
 * The connections of the canvas with those of an open service at its modules, and its modules' own. One that no module
 * shows keeps its end at the service, and so do those of modules that are not shown.
 */
export function openEdges(
  edges: readonly CanvasEdge[],
  nodes: readonly CanvasNode[],
  opened: readonly OpenedService[],
): readonly CanvasEdge[] {
  return opened.reduce((current, one) => openOne(current, nodes, one), edges);
}

function openOne(
  edges: readonly CanvasEdge[],
  nodes: readonly CanvasNode[],
  { node, loaded, shownIds }: OpenedService,
): readonly CanvasEdge[] {
  const shown = new Set(shownIds);
  const names = new Map([
    ...nodes.flatMap(({ graphId, name }) => (graphId === null ? [] : [[graphId, name] as const])),
    ...loaded.modules.map(({ moduleId, name }) => [moduleId, name] as const),
  ]);
  const own = new Set(loaded.modules.map(({ moduleId }) => moduleId));
  const endOf = (id: string) => (shown.has(id) ? id : own.has(id) || id === node.graphId ? node.nodeId : id);
  const parents = new Map(edges.map((edge) => [`${edge.edge.sourceId}\n${edge.edge.targetId}`, edge]));
  const serviceOf = (id: string) => (own.has(id) ? (node.graphId ?? id) : id);
  const made = new Map<string, CanvasEdge>();
  const replaced = new Set<string>();
  for (const { sourceId, targetId, derived } of loaded.connections) {
    const isWithin = own.has(sourceId) && own.has(targetId);
    const parent = parents.get(`${serviceOf(sourceId)}\n${serviceOf(targetId)}`);
    // A line that was split already at its other end stays as it is.
    if (!isWithin && (parent === undefined || parent.module !== undefined)) continue;
    const ends = isWithin
      ? { sourceId: endOf(sourceId), targetId: endOf(targetId) }
      : {
          sourceId: own.has(sourceId) || sourceId === node.graphId ? endOf(sourceId) : (parent?.sourceId ?? sourceId),
          targetId: own.has(targetId) || targetId === node.graphId ? endOf(targetId) : (parent?.targetId ?? targetId),
        };
    if (parent) replaced.add(parent.edgeId);
    if (ends.sourceId === ends.targetId) continue;
    const edgeId = `${ends.sourceId}→${ends.targetId}`;
    const name = nameOf(derived, names.get(sourceId) ?? node.name, names.get(targetId) ?? node.name);
    const chosen = parent?.edgeId ?? (shown.has(sourceId) ? sourceId : targetId);
    const edge = parent?.edge ?? { sourceId, targetId, stance: null, derived, drift: null, broughtBy: null };
    const ground = parent ?? { look: "known" as const };
    if (!made.has(edgeId)) made.set(edgeId, { ...ground, edgeId, ...ends, edge, name, module: { chosen } });
  }
  return [...edges.filter(({ edgeId }) => !replaced.has(edgeId)), ...withoutRepeated([...made.values()], node.nodeId)];
}

/** What a module shows of a connection is not drawn once more from the frame around it. */
function withoutRepeated(made: readonly CanvasEdge[], frameId: string): CanvasEdge[] {
  const isAtFrame = ({ sourceId, targetId }: CanvasEdge) => sourceId === frameId || targetId === frameId;
  const shown = new Set(made.filter((edge) => !isAtFrame(edge)).map(parentKey));
  return made.filter((edge) => !isAtFrame(edge) || !shown.has(parentKey(edge)));
}

function parentKey({ edge }: CanvasEdge): string {
  return `${edge.sourceId}\n${edge.targetId}`;
}

function nameOf({ kinds }: DerivedEdge, source: string, target: string): string {
  return `${inSentence(source)} ${kinds.map((kind) => derivedEdgeTexts[kind]).join(" and ")} ${inSentence(target)}`;
}
