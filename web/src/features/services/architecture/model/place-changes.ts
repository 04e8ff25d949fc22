import type { CanvasNode } from "./canvas-node.ts";
import type { CanvasPoint } from "./layout.ts";

type Points = Readonly<Record<string, CanvasPoint>>;

/** One place of one node, as a key. */
export function moveKey(graphId: string, { x, y }: CanvasPoint): string {
  return `${graphId} ${x} ${y}`;
}

/** What others moved since the server was last asked. What was sent from here comes back and is no news. */
export function listTheirMoves({
  before,
  now,
  nodes,
  ownMoves,
}: {
  before: Points;
  now: Points;
  nodes: readonly CanvasNode[];
  ownMoves: ReadonlySet<string>;
}): { byGraphId: Record<string, CanvasPoint>; byNodeId: Record<string, CanvasPoint> } {
  const nodeIds = new Map(nodes.flatMap(({ graphId, nodeId }) => (graphId === null ? [] : [[graphId, nodeId]])));
  const moves = Object.entries(now).filter(
    ([graphId, place]) => !isSamePoint(before[graphId], place) && !ownMoves.has(moveKey(graphId, place)),
  );
  return {
    byGraphId: Object.fromEntries(moves),
    byNodeId: Object.fromEntries(moves.map(([graphId, place]) => [nodeIds.get(graphId) ?? graphId, place])),
  };
}

/** What was moved here and the server does not have, also by taking back a move. Nodes that are only here wait. */
export function listOwnMoves({
  kept,
  moved,
  nodes,
}: {
  kept: Points;
  moved: Points;
  nodes: readonly CanvasNode[];
}): { nodeId: string; position: CanvasPoint }[] {
  return nodes.flatMap(({ nodeId, graphId, place }) => {
    if (graphId === null) return [];
    const isHere = moved[nodeId] !== undefined || kept[graphId] !== undefined;
    return isHere && !isSamePoint(kept[graphId], place) ? { nodeId: graphId, position: place } : [];
  });
}

function isSamePoint(one: CanvasPoint | undefined, other: CanvasPoint): boolean {
  return one !== undefined && one.x === other.x && one.y === other.y;
}
