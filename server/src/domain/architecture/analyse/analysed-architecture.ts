import type { Architecture, ArchitectureEdge, ArchitectureNode } from "@cairn/contract/architecture";
import type { CodeLocation } from "@cairn/contract/code-graph";

/** An architecture with what findings ask of it again and again. */
export interface AnalysedArchitecture extends Architecture {
  nameOf: (nodeId: string) => string;
  nodeOf: (nodeId: string) => ArchitectureNode | undefined;
  /** Connections that code shows, but for the order in which things start. */
  shown: ArchitectureEdge[];
}

export function analysed(architecture: Architecture): AnalysedArchitecture {
  const nodes = new Map(architecture.nodes.map((node) => [node.nodeId, node]));
  return {
    ...architecture,
    nameOf: (nodeId) => nodes.get(nodeId)?.name ?? nodeId,
    nodeOf: (nodeId) => nodes.get(nodeId),
    shown: architecture.edges.filter(({ derived }) => derived?.kinds.some((kind) => kind !== "start-order")),
  };
}

export function endsOf({ sourceId, targetId }: ArchitectureEdge): { sourceId: string; targetId: string } {
  return { sourceId, targetId };
}

/** The first line of each connection. */
export function firstLines(edges: readonly ArchitectureEdge[]): CodeLocation[] {
  return edges.flatMap(({ derived }) => derived?.evidence[0]?.place ?? []);
}

/** "a", "a and b", "a, b and c". */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
