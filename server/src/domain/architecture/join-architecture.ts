import {
  isDrawnNode,
  maxArchitectureEdges,
  maxArchitectureNodes,
  maxEvidence,
  type Architecture,
  type ArchitectureEdge,
  type ArchitectureNode,
  type DerivedEdge,
  type DriftState,
  type EdgeStance,
  type Said,
} from "@cairn/contract/architecture";
import type { ArchitectureChange } from "@cairn/contract/architecture-changes";
import type { ServiceType } from "@cairn/contract/services";

import type { NodeRow, StatedEdgeRow } from "./architecture.store.ts";
import type { DerivedArchitecture } from "./derive/derive-architecture.ts";
import { edgeKey } from "./derive/edge-builder.ts";

interface JoinedService {
  serviceId: string;
  name: string;
  /** "" where nobody described it. */
  description: string;
  type: ServiceType;
  repositoryId: string | null;
}

export interface JoinedParts {
  services: readonly JoinedService[];
  derived: DerivedArchitecture;
  stated: {
    nodes: readonly NodeRow[];
    edges: readonly StatedEdgeRow[];
    baselineAt: Date | null;
    baselineBy: Said["by"];
  };
  states: Architecture["index"]["repositories"];
  /** The newest change of each connection, by its ends. */
  brought: ReadonlyMap<string, BroughtEdge>;
}

interface BroughtEdge {
  change: ArchitectureChange["change"];
  repositoryId: string;
  commit: string;
  foundAt: Date;
}

/** What code shows and what people said, as one picture. */
export function joinArchitecture(parts: JoinedParts): Architecture {
  const { services, derived, stated, states, brought } = parts;
  const nodes = joinNodes(parts);
  const shown = new Map(nodes.slice(0, maxArchitectureNodes).map((node) => [node.nodeId, node]));
  const hasContract = stated.baselineAt !== null || stated.edges.length > 0;
  const isSure = sureServices(services, states);
  // A line to what has no code yet is a plan: no index will ever show it, so an old one hides nothing.
  const isWithoutCode = new Set(services.flatMap((one) => (one.repositoryId === null ? [one.serviceId] : [])));
  const edges = joinEdges(derived, stated.edges)
    .filter(({ sourceId, targetId }) => shown.has(sourceId) && shown.has(targetId))
    .map((edge): ArchitectureEdge => {
      const isSeen = edge.derived !== null || !derived.isCutOff;
      const isKnown = isSeen && [edge.sourceId, edge.targetId].every((nodeId) => isSure.get(nodeId) ?? true);
      const isPlanned =
        edge.derived === null && [edge.sourceId, edge.targetId].some((nodeId) => isWithoutCode.has(nodeId));
      const drift = hasContract && !isPlanned ? driftOf(edge, isKnown) : null;
      return { ...edge, drift, broughtBy: drift === null ? null : broughtBy(edge, brought.get(edgeKey(edge))) };
    });
  return {
    nodes: [...shown.values()],
    edges: edges.slice(0, maxArchitectureEdges),
    baselineAt: stated.baselineAt?.toISOString() ?? null,
    ...(stated.baselineBy && { baselineBy: stated.baselineBy }),
    hasContract,
    index: { isFresh: states.every(({ state }) => state === "fresh"), repositories: states },
    isCutOff: derived.isCutOff || nodes.length > maxArchitectureNodes || edges.length > maxArchitectureEdges,
  };
}

/** Services first, then what code shows, then what people drew or a line of theirs alone leads to. */
function joinNodes({ services, derived, stated }: JoinedParts): ArchitectureNode[] {
  const rows = new Map(stated.nodes.map((row) => [row.nodeId, row]));
  const positionOf = (nodeId: string): ArchitectureNode["position"] => {
    const row = rows.get(nodeId);
    return row === undefined || row.x === null || row.y === null ? null : { x: row.x, y: row.y };
  };
  const known = new Set([...services.map(({ serviceId }) => serviceId), ...derived.nodes.map(({ nodeId }) => nodeId)]);
  const joined = new Set(stated.edges.flatMap(({ sourceId, targetId }) => [sourceId, targetId]));
  return [
    ...services.map(({ serviceId, name, description, type }): ArchitectureNode => {
      const position = positionOf(serviceId);
      const own = { nodeId: serviceId, kind: "service" as const, serviceId, name, type };
      return { ...own, ...(description && { description }), technology: null, position, evidence: [] };
    }),
    ...derived.nodes.map(({ nodeId, kind, name, technology, evidence }): ArchitectureNode => {
      const shown = evidence.slice(0, maxEvidence);
      return {
        nodeId,
        kind,
        serviceId: null,
        name,
        type: null,
        technology,
        position: positionOf(nodeId),
        evidence: shown,
      };
    }),
    ...stated.nodes
      .filter(
        ({ nodeId, kind }) => kind !== "service" && !known.has(nodeId) && (isDrawnNode(nodeId) || joined.has(nodeId)),
      )
      .map(({ nodeId, kind, name, technology }): ArchitectureNode => {
        const position = positionOf(nodeId);
        return { nodeId, kind, serviceId: null, name, type: null, technology, position, evidence: [] };
      }),
  ];
}

interface JoinedEdge {
  sourceId: string;
  targetId: string;
  stance: EdgeStance | null;
  said?: Said;
  derived: DerivedEdge | null;
}

function joinEdges(derived: DerivedArchitecture, stated: readonly StatedEdgeRow[]): JoinedEdge[] {
  const rows = new Map(stated.map((row) => [edgeKey(row), row]));
  const shown = new Set(derived.edges.map(edgeKey));
  return [
    ...derived.edges.map(({ sourceId, targetId, derived: shownBy }) => {
      const row = rows.get(edgeKey({ sourceId, targetId }));
      return { sourceId, targetId, ...(row ? stanceOf(row) : { stance: null }), derived: shownBy };
    }),
    ...stated
      .filter((row) => !shown.has(edgeKey(row)))
      .map((row) => ({ sourceId: row.sourceId, targetId: row.targetId, ...stanceOf(row), derived: null })),
  ];
}

function stanceOf({ stance, by, setAt }: StatedEdgeRow): { stance: EdgeStance; said: Said } {
  return { stance, said: { by, at: setAt.toISOString() } };
}

/** What is found stands, whatever the index; that something is not there only a fresh index of both ends can say that was looked through. */
function driftOf({ sourceId, targetId, stance, derived }: JoinedEdge, isKnown: boolean): DriftState | null {
  // No code is expected to show what people drew because no code shows it.
  if (isDrawnNode(sourceId) || isDrawnNode(targetId)) return null;
  if (derived !== null && stance === "forbidden") return "forbidden";
  if (derived !== null && stance === null) return saysOrderAlone(derived) ? null : "undeclared";
  if (!isKnown) return "unverified";
  return derived === null && stance === "allowed" ? "unused" : null;
}

/** A line without code is drift since the code went; all other since it came. */
function broughtBy({ derived }: JoinedEdge, known: BroughtEdge | undefined): ArchitectureEdge["broughtBy"] {
  if (known === undefined || (known.change === "vanished") !== (derived === null)) return null;
  const { repositoryId, commit, foundAt } = known;
  return { repositoryId, commit, foundAt: foundAt.toISOString() };
}

/** That a process is started after another is no dependency of its code. */
export function saysOrderAlone({ kinds }: DerivedEdge): boolean {
  return kinds.every((kind) => kind === "start-order");
}

/** Of each service, whether its code was read as it is now. */
function sureServices(
  services: readonly JoinedService[],
  states: Architecture["index"]["repositories"],
): ReadonlyMap<string, boolean> {
  const fresh = new Set(states.flatMap(({ repositoryId, state }) => (state === "fresh" ? [repositoryId] : [])));
  return new Map(services.map(({ serviceId, repositoryId }) => [serviceId, fresh.has(repositoryId ?? "")]));
}
