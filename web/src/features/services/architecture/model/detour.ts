import type { CanvasPoint } from "./layout.ts";

/** Where a line turns on its way. */
export interface Turn extends CanvasPoint {
  /** The directions away from the box whose corner it is; absent at the ends. */
  corner?: CanvasPoint;
}

/** What a line must not run through. */
export interface Obstacle {
  id: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** So much nearer than this no line comes to a box. */
const clearancePx = 12;
/** So far from the edges of a box a line turns around its corner. */
const turnPx = 16;
/** A line around more boxes is drawn straight on: nobody could follow it either way. */
const mostPassed = 10;

/** The shortest way from one point to the other around what is between, with both ends; null where none was found. */
export function findDetour(from: CanvasPoint, to: CanvasPoint, obstacles: readonly Obstacle[]): Turn[] | null {
  const passed = new Set<Obstacle>();
  let path: Turn[] = [from, to];
  while (passed.size <= mostPassed) {
    const hit = obstacles.filter((box) => !passed.has(box) && isHitByPath(path, box));
    if (hit.length === 0) return path;
    for (const box of hit) passed.add(box);
    const shortest = findShortest(from, to, [...passed], obstacles);
    if (shortest === null) return null;
    path = shortest;
  }
  return null;
}

/** Whether any part of the way runs through the box or too near to it. */
function isHitByPath(path: readonly CanvasPoint[], box: Obstacle): boolean {
  return path.some((point, at) => {
    const next = path[at + 1];
    return next !== undefined && isHit(point, next, box);
  });
}

/** By A* over the corners of what is passed. */
function findShortest(
  from: CanvasPoint,
  to: CanvasPoint,
  passed: readonly Obstacle[],
  obstacles: readonly Obstacle[],
): Turn[] | null {
  const corners = passed.flatMap(cornersOf).filter((corner) => !obstacles.some((box) => isWithin(corner, box)));
  const points: Turn[] = [from, to, ...corners];
  const lengths = points.map((_point, at) => (at === 0 ? 0 : Infinity));
  const before = points.map(() => -1);
  const ahead = points.map(({ x, y }) => Math.hypot(to.x - x, to.y - y));
  const promise = (at: number) => (lengths[at] ?? 0) + (ahead[at] ?? 0);
  const open = new Set(points.keys());
  while (open.size > 0) {
    const at = [...open].reduce((best, one) => (promise(one) < promise(best) ? one : best));
    const [point, length = Infinity] = [points[at], lengths[at]];
    if (at === 1 || point === undefined || length === Infinity) break;
    open.delete(at);
    for (const next of open) {
      const other = points[next];
      if (other === undefined) continue;
      const whole = length + Math.hypot(other.x - point.x, other.y - point.y);
      if (whole >= (lengths[next] ?? 0) || passed.some((box) => isHit(point, other, box))) continue;
      lengths[next] = whole;
      before[next] = at;
    }
  }
  if (lengths[1] === Infinity) return null;
  const path: Turn[] = [];
  for (let at = 1; at >= 0; at = before[at] ?? -1) path.unshift(points[at] ?? from);
  return path;
}

function cornersOf({ left, top, right, bottom }: Obstacle): Turn[] {
  return [-1, 1].flatMap((x) =>
    [-1, 1].map((y) => ({
      x: x < 0 ? left - turnPx : right + turnPx,
      y: y < 0 ? top - turnPx : bottom + turnPx,
      corner: { x, y },
    })),
  );
}

/** Whether a point lies in the box or too near to it. */
export function isWithin({ x, y }: CanvasPoint, { left, top, right, bottom }: Obstacle): boolean {
  return x > left - clearancePx && x < right + clearancePx && y > top - clearancePx && y < bottom + clearancePx;
}

/** Whether a straight line between two points does; by Liang and Barsky. */
function isHit(from: CanvasPoint, to: CanvasPoint, box: Obstacle): boolean {
  if (Math.max(from.x, to.x) <= box.left - clearancePx || Math.min(from.x, to.x) >= box.right + clearancePx)
    return false;
  if (Math.max(from.y, to.y) <= box.top - clearancePx || Math.min(from.y, to.y) >= box.bottom + clearancePx)
    return false;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [enter, leave] = [0, 1];
  const bounds = [
    [-dx, from.x - (box.left - clearancePx)],
    [dx, box.right + clearancePx - from.x],
    [-dy, from.y - (box.top - clearancePx)],
    [dy, box.bottom + clearancePx - from.y],
  ] as const;
  for (const [slope, room] of bounds) {
    if (slope === 0) {
      if (room <= 0) return false;
      continue;
    }
    const at = room / slope;
    if (slope < 0) enter = Math.max(enter, at);
    else leave = Math.min(leave, at);
    if (enter >= leave) return false;
  }
  return true;
}
