import type { CanvasPoint } from "./layout.ts";
import type { CardSide } from "./line-sides.ts";

/** Where a line leaves or arrives: a point on one side of a card. */
export interface LineEnd extends CanvasPoint {
  side: CardSide;
}

/** A line as it is drawn. */
export interface DrawnLine {
  path: string;
  /** Where its word stands. */
  middle: CanvasPoint;
  /** Points on its way, near enough to each other to tell what it runs over. */
  points: readonly CanvasPoint[];
}

/**
 * Where the word of a line stands, as the property `translate`. Not as a `transform`: how far that moves grows with
 * `scale`, by which words stay readable in a small picture.
 */
export function wordPlace({ x, y }: CanvasPoint): string {
  return `calc(${x}px - 50%) calc(${y}px - 50%)`;
}

const shortestReachPx = 40;
const longestReachPx = 160;
/** A curve is looked at in so many points. */
const samples = 24;
/** A line turns a corner in an arc of at most this size. */
const widestTurnPx = 28;

/** A curve from one end to the other that leaves and arrives at right angles to the cards. */
export function curveTo(from: LineEnd, to: LineEnd): DrawnLine {
  const reach = reachOf(from, to);
  const [one, other] = [bend(from, reach), bend(to, reach)];
  const points = Array.from({ length: samples + 1 }, (_point, at) => pointOf([from, one, other, to], at / samples));
  return {
    path: `M${from.x} ${from.y} C${one.x} ${one.y} ${other.x} ${other.y} ${to.x} ${to.y}`,
    middle: pointOf([from, one, other, to], 0.5),
    points,
  };
}

type Curve = readonly [CanvasPoint, CanvasPoint, CanvasPoint, CanvasPoint];

/** By Bernstein's weights. */
function pointOf([a, b, c, d]: Curve, share: number): CanvasPoint {
  const rest = 1 - share;
  const weights = [rest ** 3, 3 * rest ** 2 * share, 3 * rest * share ** 2, share ** 3] as const;
  return {
    x: a.x * weights[0] + b.x * weights[1] + c.x * weights[2] + d.x * weights[3],
    y: a.y * weights[0] + b.y * weights[1] + c.y * weights[2] + d.y * weights[3],
  };
}

/** A line through points, round at each turn. */
export function roundPath(points: readonly CanvasPoint[]): DrawnLine {
  const [first, ...rest] = points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
  if (!first) return { path: "", middle: { x: 0, y: 0 }, points };
  let path = `M${first.x} ${first.y}`;
  let before = first;
  for (const [at, point] of rest.entries()) {
    const next = rest[at + 1];
    if (next === undefined) path += ` L${point.x} ${point.y}`;
    else {
      const size = Math.min(widestTurnPx, distance(before, point) / 2, distance(point, next) / 2);
      const [into, out] = [towards(point, before, size), towards(point, next, size)];
      path += ` L${into.x} ${into.y} Q${point.x} ${point.y} ${out.x} ${out.y}`;
    }
    before = point;
  }
  return { path, middle: halfWay(points), points };
}

function halfWay(points: readonly CanvasPoint[]): CanvasPoint {
  const lengths = points.slice(1).map((point, at) => distance(points[at] ?? point, point));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [at, length] of lengths.entries()) {
    const [from, to] = [points[at], points[at + 1]];
    if (from && to && left <= length) return towards(from, to, left);
    left -= length;
  }
  return points[0] ?? { x: 0, y: 0 };
}

function distance(one: CanvasPoint, other: CanvasPoint): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** The point so far from one towards another. */
function towards(from: CanvasPoint, to: CanvasPoint, far: number): CanvasPoint {
  const share = far / (distance(from, to) || 1);
  return { x: Math.round(from.x + (to.x - from.x) * share), y: Math.round(from.y + (to.y - from.y) * share) };
}

/** How far a line goes straight on before it turns: further the further its ends lie apart. */
function reachOf(from: LineEnd, to: LineEnd): number {
  const far = distance(from, to);
  return Math.min(longestReachPx, Math.max(shortestReachPx, far * 0.4));
}

function bend({ x, y, side }: LineEnd, reach: number): CanvasPoint {
  if (side === "top") return { x, y: y - reach };
  if (side === "bottom") return { x, y: y + reach };
  return { x: side === "left" ? x - reach : x + reach, y };
}
