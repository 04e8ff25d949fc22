import { isSideLine } from "./canvas-edge.ts";
import type { CanvasEdge } from "./canvas-edge.ts";
import type { CanvasNode } from "./canvas-node.ts";
import { nodeGapPx, nodeHeightPx, nodeWidthPx } from "./layout.ts";
import type { CanvasPoint } from "./layout.ts";
import { loadDagre, placeInLayers, placeInRows } from "./place-in-layers.ts";

/** Of more nodes nobody follows the lines, and working out an order for them would be waited for. */
const mostInLayers = 120;

/**
 * Places by what connects the nodes, from those that use to those that are used; what is connected with everything does not
 * count. Very many nodes stand in rows, one form after another.
 */
export async function arrange(
  nodes: readonly CanvasNode[],
  edges: readonly CanvasEdge[],
): Promise<Record<string, CanvasPoint>> {
  const size = { width: nodeWidthPx, height: nodeHeightPx };
  if (nodes.length > mostInLayers) {
    const byForm = [...Map.groupBy(nodes, ({ form }) => form).values()].flat();
    return placeInRows({ ids: byForm.map(({ nodeId }) => nodeId), size, gap: nodeGapPx });
  }
  const pairs = edges.filter((edge) => edge.edge.stance !== "forbidden" && !isSideLine(edge));
  const ids = nodes.map(({ nodeId }) => nodeId);
  return placeInLayers(await loadDagre(), { ids, pairs, size, gap: nodeGapPx });
}
