import type { CanvasEdge } from "./canvas-edge.ts";
import { isFoundNode } from "./canvas-node.ts";
import type { CanvasNode } from "./canvas-node.ts";

/** As many names can be read in the small picture. */
const maxShown = 9;

/** What the small picture shows: all nodes, or of many the services and then what is connected most. */
export function choosePictureNodes(nodes: readonly CanvasNode[], edges: readonly CanvasEdge[]): readonly CanvasNode[] {
  if (nodes.length <= maxShown) return nodes;
  const connections = new Map<string, number>();
  for (const id of edges.flatMap(({ sourceId, targetId }) => [sourceId, targetId])) {
    connections.set(id, (connections.get(id) ?? 0) + 1);
  }
  const weigh = (node: CanvasNode) =>
    (isFoundNode(node) ? 0 : nodes.length * nodes.length) + (connections.get(node.nodeId) ?? 0);
  const chosen = new Set(nodes.toSorted((a, b) => weigh(b) - weigh(a)).slice(0, maxShown));
  return nodes.filter((node) => chosen.has(node));
}
