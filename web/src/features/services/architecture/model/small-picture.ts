import { isSideLine } from "./canvas-edge.ts";
import type { CanvasEdge, EdgeLook } from "./canvas-edge.ts";
import type { CanvasNode } from "./canvas-node.ts";
import type { CanvasPoint } from "./layout.ts";
import { splitName } from "./name-text.ts";
import { loadDagre, placeInLayers } from "./place-in-layers.ts";
import { routeLines } from "./route-lines.ts";

/** The small picture of the overview, in units of its own. */
export interface SmallPicture {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Names in one line or two, without what others begin with as well. */
  nodes: readonly { nodeId: string; name: readonly string[]; place: CanvasPoint }[];
  lines: readonly { edgeId: string; look: EdgeLook; isSide: boolean; path: string }[];
}

export const smallNode = { width: 150, height: 56 };
/** At 11 px or more in a usual window, and at 8 or more in one of 375 px, where three stand beside each other. */
export const smallLetter = { size: 18, line: 20 };
/** A picture of few nodes is not drawn larger than this. */
export const largestScale = 0.8;
/** Lines that pass several rows run side by side between the columns. */
const gap = { sideways: 72, down: 52 };
const marginPx = 28;
/** What of a name goes into a line. */
const lineLength = 14;

/** Places few nodes by what connects them, with all lines led around them. */
export async function drawSmallPicture(
  nodes: readonly CanvasNode[],
  edges: readonly CanvasEdge[],
): Promise<SmallPicture> {
  const ids = nodes.map(({ nodeId }) => nodeId);
  const known = new Set(ids);
  const drawn = edges.filter(
    ({ sourceId, targetId }) => sourceId !== targetId && known.has(sourceId) && known.has(targetId),
  );
  const pairs = drawn.filter((edge) => edge.edge.stance !== "forbidden" && !isSideLine(edge));
  const places = placeInLayers(await loadDagre(), { ids, pairs, size: smallNode, gap });
  const boxes = nodes.map(({ nodeId }) => ({
    nodeId,
    place: places[nodeId] ?? { x: 0, y: 0 },
    ...smallNode,
    frameId: null,
  }));
  const routes = routeLines(boxes, drawn);
  const points = [...routes.values()].flatMap((route) => route.points);
  const ends = boxes.flatMap(({ place: { x, y } }) => [
    { x, y },
    { x: x + smallNode.width, y: y + smallNode.height },
  ]);
  const [xs, ys] = [[...points, ...ends].map(({ x }) => x), [...points, ...ends].map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - marginPx, Math.min(...ys) - marginPx];
  return {
    left,
    top,
    width: Math.ceil(Math.max(...xs) + marginPx - left),
    height: Math.ceil(Math.max(...ys) + marginPx - top),
    nodes: nodes.map(({ nodeId, name, sharedLength = 0 }) => ({
      nodeId,
      name: splitName(name.slice(sharedLength), lineLength),
      place: places[nodeId] ?? { x: 0, y: 0 },
    })),
    lines: drawn.map((edge) => ({
      edgeId: edge.edgeId,
      look: edge.look,
      isSide: isSideLine(edge),
      path: routes.get(edge.edgeId)?.path ?? "",
    })),
  };
}
