import { nodeHeightPx } from "./layout.ts";
import type { CanvasPoint } from "./layout.ts";

interface StandingPoint {
  place: CanvasPoint;
}

/** The side of a card where a line leaves, and that where it arrives. */
export type CardSide = "top" | "right" | "bottom" | "left";

/** Lines run from row to row where they can, and within a row from side to side. */
export function chooseSides(source: StandingPoint, target: StandingPoint): { source: CardSide; target: CardSide } {
  const down = target.place.y - source.place.y;
  const right = target.place.x - source.place.x;
  if (source === target) return { source: "right", target: "top" };
  // Straight down over more than one row it would run behind the cards between.
  if (Math.abs(down) >= farGapPx && Math.abs(right) < columnGapPx) return { source: "right", target: "right" };
  if (Math.abs(down) >= rowGapPx) {
    return down > 0 ? { source: "bottom", target: "top" } : { source: "top", target: "bottom" };
  }
  return right >= 0 ? { source: "right", target: "left" } : { source: "left", target: "right" };
}

/** From here on two nodes are in different rows, */
const rowGapPx = 120;
/** and there may be one between them, */
const farGapPx = 360;
/** unless they are in different columns. */
const columnGapPx = 200;

/** What is drawn of a node, of a frame of one or of a module: its upper left corner, and how large it is. */
export interface DrawnBox {
  nodeId: string;
  place: CanvasPoint;
  width: number;
  height: number;
  /** The node whose frame it is in; null for what is in none. */
  frameId: string | null;
}

/** Where the line between two of the canvas leaves and arrives. `all` are what it should not run behind. */
export function sidesOf(
  source: DrawnBox,
  target: DrawnBox,
  all: readonly DrawnBox[],
): { source: CardSide; target: CardSide } {
  if (source === target) return { source: "right", target: "top" };
  const areCards = [source, target].every(({ height, frameId }) => frameId === null && height === nodeHeightPx);
  if (areCards) return chooseSides(source, target);
  const isBelow = target.place.y >= source.place.y + source.height;
  const isAbove = source.place.y >= target.place.y + target.height;
  if (!isBelow && !isAbove) {
    return middleOf(target) >= middleOf(source)
      ? { source: "right", target: "left" }
      : { source: "left", target: "right" };
  }
  const straight = isBelow
    ? { source: "bottom" as const, target: "top" as const }
    : { source: "top" as const, target: "bottom" as const };
  const [out, into] = [outOf(source, target, all), outOf(target, source, all)];
  if (out !== null) return { source: out.side, target: out.isAside ? straight.target : out.side };
  if (into !== null) return { source: into.isAside ? straight.source : into.side, target: into.side };
  return straight;
}

/**
 * The side by which a line from a module to what is above or below its frame passes what is between, towards what stands
 * aside of the frame too; null where nothing is between.
 */
function outOf(
  module: DrawnBox,
  other: DrawnBox,
  all: readonly DrawnBox[],
): { side: "left" | "right"; isAside: boolean } | null {
  const { frameId } = module;
  if (frameId === null || other.frameId === frameId) return null;
  const [left = 0, right = 0] = [middleOf(module), middleOf(other)].toSorted((a, b) => a - b);
  const [top = 0, bottom = 0] = [module.place.y, other.place.y].toSorted((a, b) => a - b);
  const isBetween = (one: DrawnBox) =>
    (one.frameId === frameId || (one.frameId === null && one.nodeId !== frameId && one.nodeId !== other.frameId)) &&
    one.place.y > top &&
    one.place.y < bottom &&
    one.place.x <= right &&
    one.place.x + one.width >= left;
  const frame = all.find(({ nodeId }) => nodeId === frameId);
  if (!frame || !all.some(isBetween)) return null;
  const aside = middleOf(other) - middleOf(frame);
  const isAside = Math.abs(aside) > (frame.width + other.width) / 2;
  const isRight = isAside ? aside > 0 : middleOf(module) >= middleOf(frame);
  return { side: isRight ? "right" : "left", isAside };
}

function middleOf({ place, width }: DrawnBox): number {
  return place.x + width / 2;
}
