import { nodeGapPx, nodeHeightPx, nodeWidthPx, rowOf } from "./layout.ts";
import type { CanvasPoint, LaidOutNode, NodePlaces } from "./layout.ts";

interface PicturedNode extends LaidOutNode {
  place: CanvasPoint;
}

const step = { x: nodeWidthPx + nodeGapPx.sideways, y: nodeHeightPx + nodeGapPx.down };
/** Lines lead around the outermost nodes there. */
const laneShare = 2;

/**
 * Places of nodes that come to a picture: beside it, or below one that is wider than high, where they lie over nothing of it.
 * None where the picture stands in the rows of its forms, which have room for them.
 */
export function placeBeside(nodeIds: readonly string[], picture: readonly PicturedNode[]): NodePlaces {
  if (isInRows(picture)) return {};
  const xs = picture.map(({ place }) => place.x);
  const ys = picture.map(({ place }) => place.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [right, bottom] = [Math.max(...xs) + nodeWidthPx, Math.max(...ys) + nodeHeightPx];
  const [width, height] = [right - left, bottom - top];
  if (width > height) {
    const perRow = Math.max(1, Math.floor((width + nodeGapPx.sideways) / step.x));
    const from = bottom + laneShare * nodeGapPx.down;
    return placesOf(nodeIds, (at) => ({
      x: left + (at % perRow) * step.x,
      y: from + Math.floor(at / perRow) * step.y,
    }));
  }
  const perColumn = Math.max(1, Math.floor((height + nodeGapPx.down) / step.y));
  const from = right + laneShare * nodeGapPx.sideways;
  return placesOf(nodeIds, (at) => ({
    x: from + Math.floor(at / perColumn) * step.x,
    y: top + (at % perColumn) * step.y,
  }));
}

function placesOf(nodeIds: readonly string[], placeOf: (at: number) => CanvasPoint): NodePlaces {
  return Object.fromEntries(nodeIds.map((nodeId, at) => [nodeId, placeOf(at)]));
}

/** One that somebody moved away leaves the others in their rows. */
function isInRows(picture: readonly PicturedNode[]): boolean {
  const away = picture.filter(({ form, place }) => place.y !== rowOf(form)).length;
  return away * 2 <= picture.length;
}
