import { findDetour, isWithin } from "./detour.ts";
import type { Obstacle, Turn } from "./detour.ts";
import type { CanvasPoint } from "./layout.ts";
import { curveTo, roundPath } from "./line-path.ts";
import type { DrawnLine, LineEnd } from "./line-path.ts";
import { listSides } from "./line-sides.ts";
import type { CardSide, DrawnBox, LineSides } from "./line-sides.ts";

/** A line that is to be drawn between two boxes. */
interface LineToRoute {
  edgeId: string;
  sourceId: string;
  targetId: string;
}

/** Where a line runs, and the middles of the sides of the boxes between which it does. */
export interface RoutedLine extends DrawnLine {
  source: LineEnd;
  target: LineEnd;
}

/** So far a line runs straight on from a box before it turns. */
const stubPx = 20;
/** So far apart lines leave the same side of a box, as long as there is room on it, */
const portStepPx = 18;
/** which is this share of the side. */
const portShare = 0.7;

/** Of more lines nobody follows one: they run straight. */
export const mostLed = 300;

/** Where lines run: on the sides that face each other, around whatever stands between. */
export function routeLines(boxes: readonly DrawnBox[], lines: readonly LineToRoute[]): ReadonlyMap<string, RoutedLine> {
  const byId = new Map(boxes.map((box) => [box.nodeId, box]));
  const obstacles = lines.length > mostLed ? [] : boxes.map(toObstacle);
  const ended = lines.flatMap(({ edgeId, sourceId, targetId }) => {
    const [source, target] = [byId.get(sourceId), byId.get(targetId)];
    if (!source || !target) return [];
    const between = obstacles.filter((box) => isNear(box, source, target) && isInTheWay(box.box, source, target));
    const sides = chooseSides({ source, target, between });
    return [{ edgeId, source, target, between, sides }];
  });
  const ports = spreadPorts(ended);
  const turned = new Map<string, number>();
  return new Map(
    ended.map(({ edgeId, source, target, between, sides }) => {
      const from = endAt(source, sides.source, ports.get(`${edgeId} source`) ?? 0);
      const to = endAt(target, sides.target, ports.get(`${edgeId} target`) ?? 0);
      const way = leadLine(from, to, between);
      const line = way.turns.length > 0 ? roundPath([from, ...spreadTurns(way.turns, turned), to]) : way.line;
      return [edgeId, { ...line, source: endAt(source, sides.source, 0), target: endAt(target, sides.target, 0) }];
    }),
  );
}

/** So far apart lines run beside the same column or row of boxes, */
const laneStepPx = 8;
/** up to so many of them. */
const lanes = 5;

/** The turns of a line, which keeps to a lane of its own where others turn beside the same boxes. */
function spreadTurns(turns: readonly Turn[], turned: Map<string, number>): CanvasPoint[] {
  const own = new Map<string, number>();
  const asideAt = (key: string) => {
    const lane = own.get(key) ?? turned.get(key) ?? 0;
    if (!own.has(key)) turned.set(key, lane + 1);
    own.set(key, lane);
    return (lane % lanes) * laneStepPx;
  };
  return turns.map(({ x, y, corner }) => {
    if (!corner) return { x, y };
    return {
      x: x + corner.x * asideAt(`column ${x} ${corner.x}`),
      y: y + corner.y * asideAt(`row ${y} ${corner.y}`),
    };
  });
}

interface BoxInTheWay extends Obstacle {
  box: DrawnBox;
}

interface Ends {
  source: DrawnBox;
  target: DrawnBox;
  /** What may stand in the way, the boxes at its ends among it. */
  between: readonly BoxInTheWay[];
}

function toObstacle(box: DrawnBox): BoxInTheWay {
  const { place, width, height } = box;
  return { id: box.nodeId, box, left: place.x, top: place.y, right: place.x + width, bottom: place.y + height };
}

/** A line is not led further around than this. */
const farthestPx = 480;

/** Whether a way around could lead past it. */
function isNear({ left, top, right, bottom }: Obstacle, source: DrawnBox, target: DrawnBox): boolean {
  return (
    right > Math.min(source.place.x, target.place.x) - farthestPx &&
    bottom > Math.min(source.place.y, target.place.y) - farthestPx &&
    left < Math.max(source.place.x + source.width, target.place.x + target.width) + farthestPx &&
    top < Math.max(source.place.y + source.height, target.place.y + target.height) + farthestPx
  );
}

/** The frame around an end is left and entered; what is in another frame is behind that frame already. */
function isInTheWay({ nodeId, frameId }: DrawnBox, source: DrawnBox, target: DrawnBox): boolean {
  if (nodeId === source.frameId || nodeId === target.frameId) return false;
  return frameId === null || frameId === source.frameId || frameId === target.frameId;
}

/** The first pair of sides between which nothing stands; else the one with the shortest way around. */
function chooseSides({ source, target, between }: Ends): LineSides {
  const pairs = listSides(source, target);
  const ways = pairs.map((sides) => {
    const ends = [endAt(source, sides.source, 0), endAt(target, sides.target, 0)] as const;
    return { sides, ends, isFree: isFree(...ends, between) };
  });
  const free = ways.find(({ isFree: isStraight }) => isStraight);
  if (free) return free.sides;
  const around = ways.map(({ sides, ends }) => ({ sides, length: leadLine(...ends, between).length }));
  return around.reduce((best, one) => (one.length < best.length ? one : best)).sides;
}

function isFree(from: LineEnd, to: LineEnd, between: readonly BoxInTheWay[]): boolean {
  const points = curveTo(from, to).points.slice(1, -1);
  return !between.some((box) => points.some((point) => isWithin(point, box) && !isAtEnd(point, from, to)));
}

/** Next to its ends a line is near to the boxes that it leaves and enters. */
function isAtEnd(point: CanvasPoint, from: CanvasPoint, to: CanvasPoint): boolean {
  return [from, to].some((end) => Math.hypot(end.x - point.x, end.y - point.y) < stubPx);
}

/** A curve where nothing is between, else the shortest way around; through it where there is none. */
function leadLine(from: LineEnd, to: LineEnd, between: readonly BoxInTheWay[]): LineWay {
  const line = curveTo(from, to);
  if (isFree(from, to, between)) return { line, turns: [], length: lengthOf(line.points) };
  const turns = findDetour(stepFrom(from), stepFrom(to), between);
  if (turns === null) return { line, turns: [], length: Infinity };
  return { line, turns, length: lengthOf([from, ...turns, to]) };
}

interface LineWay {
  line: DrawnLine;
  /** Where it turns on its way around something; none where it need not. */
  turns: readonly Turn[];
  length: number;
}

function lengthOf(points: readonly CanvasPoint[]): number {
  return points.reduce((sum, { x, y }, at) => {
    const next = points[at + 1];
    return next ? sum + Math.hypot(next.x - x, next.y - y) : sum;
  }, 0);
}

/** Where a line turns that leaves or arrives here. */
function stepFrom({ x, y, side }: LineEnd): CanvasPoint {
  if (side === "top") return { x, y: y - stubPx };
  if (side === "bottom") return { x, y: y + stubPx };
  return { x: side === "left" ? x - stubPx : x + stubPx, y };
}

/** A point on the side of a box, so far from its middle. */
function endAt({ place: { x, y }, width, height }: DrawnBox, side: CardSide, aside: number): LineEnd {
  if (side === "top" || side === "bottom") {
    return { x: x + width / 2 + aside, y: side === "top" ? y : y + height, side };
  }
  return { x: side === "left" ? x : x + width, y: y + height / 2 + aside, side };
}

interface RoutedEnds {
  edgeId: string;
  source: DrawnBox;
  target: DrawnBox;
  sides: LineSides;
}

/** How far from the middle of its side each line ends: side by side in the order of where they lead, so that they do not cross. */
function spreadPorts(lines: readonly RoutedEnds[]): ReadonlyMap<string, number> {
  const ends = lines.flatMap(({ edgeId, source, target, sides }) => [
    { port: `${edgeId} source`, box: source, side: sides.source, other: target },
    { port: `${edgeId} target`, box: target, side: sides.target, other: source },
  ]);
  const ports = new Map<string, number>();
  for (const group of Map.groupBy(ends, ({ box, side }) => `${box.nodeId} ${side}`).values()) {
    const [{ box, side } = ends[0]!] = group;
    const isAcross = side === "top" || side === "bottom";
    const room = (isAcross ? box.width : box.height) * portShare;
    const step = Math.min(portStepPx, room / Math.max(1, group.length - 1));
    const along = ({ other }: (typeof ends)[number]) => {
      return isAcross ? other.place.x + other.width / 2 : other.place.y + other.height / 2;
    };
    for (const [at, { port }] of group.toSorted((a, b) => along(a) - along(b)).entries()) {
      ports.set(port, (at - (group.length - 1) / 2) * step);
    }
  }
  return ports;
}
