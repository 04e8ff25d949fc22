import type { ArchitectureFinding } from "@cairn/contract/architecture-analysis";

import type { CanvasEdge } from "./canvas-edge.ts";
import type { CanvasNode } from "./canvas-node.ts";

/** What an analysis found, and which of it somebody has chosen. */
export interface ShownFindings {
  findings: readonly ArchitectureFinding[];
  chosen: ArchitectureFinding | null;
}

/** The nodes with a mark for what was found of them; one that nothing is about keeps its object. */
export function pointAtNodes(nodes: readonly CanvasNode[], { findings, chosen }: ShownFindings): CanvasNode[] {
  return nodes.map((node) => {
    const { graphId } = node;
    const count = graphId === null ? 0 : findings.filter((finding) => isAbout(finding, graphId)).length;
    if (graphId === null) return node;
    const isPointedAt = chosen?.nodeIds.includes(graphId) ?? false;
    if (count === 0) return isPointedAt ? { ...node, isPointedAt } : node;
    return { ...node, findings: count, isPointedAt, label: `${node.label}, ${countFindings(count)}` };
  });
}

/** Of a hub the others are only what it is joined with. */
function isAbout({ kind, nodeIds }: ArchitectureFinding, nodeId: string): boolean {
  return kind === "hub" ? nodeIds[0] === nodeId : nodeIds.includes(nodeId);
}

/** The connections, those that the chosen finding is about so that they stand out. */
export function pointAtEdges(edges: readonly CanvasEdge[], { chosen }: ShownFindings): readonly CanvasEdge[] {
  if (chosen === null) return edges;
  return edges.map((edge) => {
    const isMeant = chosen.edges.some(
      ({ sourceId, targetId }) => edge.edge.sourceId === sourceId && edge.edge.targetId === targetId,
    );
    return isMeant ? { ...edge, isPointedAt: true } : edge;
  });
}

/** "2 findings" */
export function countFindings(count: number): string {
  return count === 1 ? "1 finding" : `${count} findings`;
}
