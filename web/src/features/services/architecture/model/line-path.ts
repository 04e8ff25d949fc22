import type { CanvasPoint } from "./layout.ts";
import type { CardSide } from "./line-sides.ts";

/** Where a line leaves or arrives: a point on one side of a card. */
export interface LineEnd extends CanvasPoint {
  side: CardSide;
}

/** A curve from one end to the other that leaves and arrives at right angles to the cards, and its middle. */
export function drawLine(from: LineEnd, to: LineEnd): { path: string; middle: CanvasPoint } {
  const reach = reachOf(from, to);
  const one = bend(from, reach);
  const other = bend(to, reach);
  return {
    path: `M${from.x} ${from.y} C${one.x} ${one.y} ${other.x} ${other.y} ${to.x} ${to.y}`,
    middle: { x: (from.x + to.x + 3 * (one.x + other.x)) / 8, y: (from.y + to.y + 3 * (one.y + other.y)) / 8 },
  };
}

const shortestReachPx = 40;
const longestReachPx = 160;

/** How far a line goes straight on before it turns: further the further its ends lie apart. */
function reachOf(from: LineEnd, to: LineEnd): number {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  return Math.min(longestReachPx, Math.max(shortestReachPx, distance * 0.4));
}

function bend({ x, y, side }: LineEnd, reach: number): CanvasPoint {
  if (side === "top") return { x, y: y - reach };
  if (side === "bottom") return { x, y: y + reach };
  return { x: side === "left" ? x - reach : x + reach, y };
}
