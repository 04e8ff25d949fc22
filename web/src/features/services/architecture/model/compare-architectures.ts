import type { ArchitectureNode, DerivedEdge, DerivedEdgeKind } from "@cairn/contract/architecture";
import type { KnownArchitecture } from "@cairn/contract/architecture-history";
import type { CodeLocation } from "@cairn/contract/code-graph";

import type { Difference } from "./difference.ts";

/** What two commits have of the architecture, as one. */
export interface ComparedArchitecture {
  nodes: { node: ArchitectureNode; difference: Difference | null }[];
  edges: ComparedEdge[];
}

export interface ComparedEdge {
  sourceId: string;
  targetId: string;
  /** As the later of the commits has it, of what is gone as the earlier had it. */
  derived: DerivedEdge;
  difference: Difference | null;
  /** Of one that changed, how the code connects the two only now, and how it did no longer. */
  newKinds: DerivedEdgeKind[];
  goneKinds: DerivedEdgeKind[];
  /** Lines that made the difference; without one, those that show the connection. */
  evidence: CodeLocation[];
}

type Known = Pick<KnownArchitecture, "nodes" | "edges">;
type KnownEdge = KnownArchitecture["edges"][number];

/** The architecture at `after`, with what differs from `before`; as it is where there is nothing to compare with. */
export function compareArchitectures(before: Known | null, after: Known): ComparedArchitecture {
  const former = new Map((before?.nodes ?? after.nodes).map((node) => [node.nodeId, node]));
  const latter = new Set(after.nodes.map(({ nodeId }) => nodeId));
  const formerEdges = new Map((before?.edges ?? after.edges).map((edge) => [endsKey(edge), edge]));
  const latterEdges = new Set(after.edges.map(endsKey));
  return {
    nodes: [
      ...after.nodes.map((node) => ({ node, difference: compareNodes(former.get(node.nodeId), node) })),
      ...[...former.values()]
        .filter(({ nodeId }) => !latter.has(nodeId))
        .map((node) => ({ node, difference: "removed" as const })),
    ],
    edges: [
      ...after.edges.map((edge) => compareEdges(formerEdges.get(endsKey(edge)), edge)),
      ...[...formerEdges.values()]
        .filter((edge) => !latterEdges.has(endsKey(edge)))
        .map((edge): ComparedEdge => ({ ...edge, difference: "removed", ...noKinds, evidence: linesOf(edge.derived) })),
    ],
  };
}

const noKinds = { newKinds: [], goneKinds: [] };

function compareNodes(former: ArchitectureNode | undefined, latter: ArchitectureNode): Difference | null {
  if (former === undefined) return "added";
  // What is a service is called and typed as it is today at both commits.
  return former.technology === latter.technology ? null : "changed";
}

function compareEdges(former: KnownEdge | undefined, latter: KnownEdge): ComparedEdge {
  const { derived } = latter;
  if (former === undefined) return { ...latter, difference: "added", ...noKinds, evidence: linesOf(derived) };
  const newKinds = derived.kinds.filter((kind) => !former.derived.kinds.includes(kind));
  const goneKinds = former.derived.kinds.filter((kind) => !derived.kinds.includes(kind));
  if (newKinds.length + goneKinds.length === 0)
    return { ...latter, difference: null, ...noKinds, evidence: linesOf(derived) };
  const evidence = [...linesOf(derived, newKinds), ...linesOf(former.derived, goneKinds)];
  return { ...latter, difference: "changed", newKinds, goneKinds, evidence };
}

/** Each place once. */
function linesOf({ evidence }: DerivedEdge, kinds?: readonly DerivedEdgeKind[]): CodeLocation[] {
  const places = evidence.filter(({ kind }) => kinds === undefined || kinds.includes(kind)).map(({ place }) => place);
  return [
    ...new Map(
      places.map((place) => [`${place.repositoryId} ${place.commit} ${place.path} ${place.startLine}`, place]),
    ).values(),
  ];
}

function endsKey({ sourceId, targetId }: Pick<KnownEdge, "sourceId" | "targetId">): string {
  return `${sourceId}\n${targetId}`;
}
