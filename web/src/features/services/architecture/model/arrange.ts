import type * as Dagre from "@dagrejs/dagre";

import type { CanvasEdge } from "./canvas-edge.ts";
import type { CanvasNode } from "./canvas-node.ts";
import { nodeHeightPx, nodeWidthPx } from "./layout.ts";
import type { CanvasPoint } from "./layout.ts";

const gapPx = { sideways: 96, down: 120 };

/** What is placed, and how large each of it is drawn. */
export interface PlacedGraph {
  ids: readonly string[];
  pairs: readonly { sourceId: string; targetId: string }[];
  size: { width: number; height: number };
  gap: { sideways: number; down: number };
}

/**
 * Places by what connects the nodes, from those that use to those that are used. Nodes without a connection stand in rows
 * below the others. Only on request: nothing moves by itself.
 */
export async function arrange(
  nodes: readonly CanvasNode[],
  edges: readonly CanvasEdge[],
): Promise<Record<string, CanvasPoint>> {
  const drawn = edges.filter(({ sourceId, targetId, edge }) => sourceId !== targetId && edge.stance !== "forbidden");
  return placeByConnections(await loadDagre(), {
    ids: nodes.map(({ nodeId }) => nodeId),
    pairs: drawn,
    size: { width: nodeWidthPx, height: nodeHeightPx },
    gap: gapPx,
  });
}

/** What works out the places; loaded when somebody first needs it. */
export async function loadDagre(): Promise<typeof Dagre> {
  return await import("@dagrejs/dagre");
}

/** The upper left corner of each, from the left and the upper edge of all of them. */
export function placeByConnections(
  { Graph, layout }: typeof Dagre,
  { ids, pairs, size, gap }: PlacedGraph,
): Record<string, CanvasPoint> {
  const graph = new Graph();
  graph.setGraph({ rankdir: "TB", nodesep: gap.sideways, ranksep: gap.down });
  graph.setDefaultEdgeLabel(() => ({}));
  const connected = new Set(pairs.flatMap(({ sourceId, targetId }) => [sourceId, targetId]));
  for (const id of ids) if (connected.has(id)) graph.setNode(id, { ...size });
  for (const { sourceId, targetId } of pairs) graph.setEdge(sourceId, targetId);
  layout(graph);
  const places: Record<string, CanvasPoint> = {};
  for (const id of connected) {
    const { x, y } = graph.node(id) as CanvasPoint;
    places[id] = { x: Math.round(x - size.width / 2), y: Math.round(y - size.height / 2) };
  }
  const bottom = Math.max(0, ...Object.values(places).map(({ y }) => y + size.height + gap.down));
  const alone = ids.filter((id) => !connected.has(id));
  const perRow = Math.max(1, Math.ceil(Math.sqrt(alone.length * 2)));
  for (const [index, id] of alone.entries()) {
    places[id] = {
      x: (index % perRow) * (size.width + gap.sideways),
      y: bottom + Math.floor(index / perRow) * (size.height + gap.down),
    };
  }
  return places;
}
