import type { CanvasPoint } from "./layout.ts";

/** The side of a card where a line leaves, and that where it arrives. */
export type CardSide = "top" | "right" | "bottom" | "left";

export interface LineSides {
  source: CardSide;
  target: CardSide;
}

/** What is drawn of a node, of a frame of one or of a module: its upper left corner, and how large it is. */
export interface DrawnBox {
  nodeId: string;
  place: CanvasPoint;
  width: number;
  height: number;
  /** The node whose frame it is in; null for what is in none. */
  frameId: string | null;
}

/** Less room than this between two boxes is none for a line that leaves one and arrives at the other. */
const leastGapPx = 40;

/** Sides by which a line between two boxes may leave and arrive, the best first: those that face each other, then aside of both. */
export function listSides(source: DrawnBox, target: DrawnBox): LineSides[] {
  if (source === target) return [{ source: "right", target: "top" }];
  const [down, right] = [gapOf(source, target, "y", "height"), gapOf(source, target, "x", "width")];
  const upright: LineSides[] = Math.abs(down) < leastGapPx ? [] : [down > 0 ? downwards : upwards];
  const level: LineSides[] = Math.abs(right) < leastGapPx ? [] : [right > 0 ? toTheRight : toTheLeft];
  return [...upright, ...level, aside("right"), aside("left")];
}

const downwards: LineSides = { source: "bottom", target: "top" };
const upwards: LineSides = { source: "top", target: "bottom" };
const toTheRight: LineSides = { source: "right", target: "left" };
const toTheLeft: LineSides = { source: "left", target: "right" };

function aside(side: "left" | "right"): LineSides {
  return { source: side, target: side };
}

/** How far the target is below (or right of) the source, negative above it; 0 where they overlap in this direction. */
function gapOf(source: DrawnBox, target: DrawnBox, axis: "x" | "y", size: "width" | "height"): number {
  const after = target.place[axis] - (source.place[axis] + source[size]);
  const before = source.place[axis] - (target.place[axis] + target[size]);
  if (after > 0) return after;
  return before > 0 ? -before : 0;
}
