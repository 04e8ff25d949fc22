import type { CanvasEdge } from "./canvas-edge.ts";
import type { CanvasNode } from "./canvas-node.ts";
import { nodeHeightPx, nodeWidthPx } from "./layout.ts";
import type { CanvasPoint } from "./layout.ts";

const gapPx = { sideways: 96, down: 120 };

/**
 * Places by what connects the nodes, from those that use to those that are used. Nodes without a connection stand in rows
 * below the others. Only on request: nothing moves by itself.
 */
export async function arrange(
  nodes: readonly CanvasNode[],
  edges: readonly CanvasEdge[],
): Promise<Record<string, CanvasPoint>> {
  const { Graph, layout } = await import("@dagrejs/dagre");
  const graph = new Graph();
  graph.setGraph({ rankdir: "TB", nodesep: gapPx.sideways, ranksep: gapPx.down });
  graph.setDefaultEdgeLabel(() => ({}));
  const drawn = edges.filter(({ sourceId, targetId, edge }) => sourceId !== targetId && edge.stance !== "forbidden");
  const connected = new Set(drawn.flatMap(({ sourceId, targetId }) => [sourceId, targetId]));
  for (const { nodeId } of nodes) {
    if (connected.has(nodeId)) graph.setNode(nodeId, { width: nodeWidthPx, height: nodeHeightPx });
  }
  for (const { sourceId, targetId } of drawn) graph.setEdge(sourceId, targetId);
  layout(graph);
  const places: Record<string, CanvasPoint> = {};
  for (const nodeId of connected) {
    const { x, y } = graph.node(nodeId) as CanvasPoint;
    places[nodeId] = { x: Math.round(x - nodeWidthPx / 2), y: Math.round(y - nodeHeightPx / 2) };
  }
  const bottom = Math.max(0, ...Object.values(places).map(({ y }) => y + nodeHeightPx + gapPx.down));
  const alone = nodes.filter(({ nodeId }) => !connected.has(nodeId));
  const perRow = Math.max(1, Math.ceil(Math.sqrt(alone.length * 2)));
  for (const [index, { nodeId }] of alone.entries()) {
    places[nodeId] = {
      x: (index % perRow) * (nodeWidthPx + gapPx.sideways),
      y: bottom + Math.floor(index / perRow) * (nodeHeightPx + gapPx.down),
    };
  }
  return places;
}
