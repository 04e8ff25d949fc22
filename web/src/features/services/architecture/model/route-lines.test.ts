import { describe, expect, it } from "vitest";

import type { DrawnBox } from "./line-sides.ts";
import { routeLines } from "./route-lines.ts";

const box = (nodeId: string, x: number, y: number, change: Partial<DrawnBox> = {}): DrawnBox => {
  return { nodeId, place: { x, y }, width: 200, height: 90, frameId: null, ...change };
};
const line = (sourceId: string, targetId: string) => ({ edgeId: `${sourceId}>${targetId}`, sourceId, targetId });
const route = (boxes: DrawnBox[], ...ends: [string, string][]) => {
  return routeLines(
    boxes,
    ends.map(([source, target]) => line(source, target)),
  );
};
/** Whether the line, as it is told by points, runs over the box. */
const runsOver = (points: readonly { x: number; y: number }[], { place, width, height }: DrawnBox) =>
  points.some((from, at) => {
    const to = points[at + 1] ?? from;
    return Array.from({ length: 41 }, (_none, step) => step / 40).some((share) => {
      const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
      return x > place.x && x < place.x + width && y > place.y && y < place.y + height;
    });
  });

describe("a line", () => {
  it("leaves and arrives on the sides that face each other", () => {
    const [a, b, c] = [box("a", 0, 0), box("b", 300, 240), box("c", 600, 10)];
    const routes = route([a, b, c], ["a", "b"], ["b", "a"], ["c", "a"]);
    expect(routes.get("a>b")).toMatchObject({ source: { side: "bottom" }, target: { side: "top" } });
    expect(routes.get("b>a")).toMatchObject({ source: { side: "top" }, target: { side: "bottom" } });
    expect(routes.get("c>a")).toMatchObject({ source: { side: "left" }, target: { side: "right" } });
  });

  it("goes around what stands between, in a row and in a column", () => {
    const row = [box("a", 0, 0), box("b", 300, 0), box("c", 600, 0), box("d", 900, 0)];
    const far = route(row, ["a", "d"]).get("a>d")!;
    expect(runsOver(far.points, row[1]!) || runsOver(far.points, row[2]!)).toBe(false);
    const column = [box("a", 0, 0), box("b", 0, 200), box("c", 0, 400)];
    const down = route(column, ["a", "c"]).get("a>c")!;
    expect(runsOver(down.points, column[1]!)).toBe(false);
  });

  it("runs over no box of a whole system, whichever it connects", () => {
    const boxes = Array.from({ length: 16 }, (_none, at) =>
      box(`n${at}`, (at % 4) * 280 + (at % 3) * 10, Math.floor(at / 4) * 180),
    );
    const ends = boxes.flatMap((a) =>
      boxes.flatMap((b) => (a === b ? [] : [[a.nodeId, b.nodeId] as [string, string]])),
    );
    const routes = route(boxes, ...ends);
    const over = ends.flatMap(([source, target]) =>
      boxes.filter(
        (one) =>
          one.nodeId !== source &&
          one.nodeId !== target &&
          runsOver(routes.get(`${source}>${target}`)!.points.slice(1, -1), one),
      ),
    );
    expect(over).toEqual([]);
  });

  it("is drawn nevertheless where nothing leads around, and to a node itself", () => {
    const routes = route([box("a", 0, 0), box("b", 20, 10), box("c", 10, 30)], ["a", "c"], ["a", "a"]);
    expect(routes.get("a>c")?.path).toMatch(/^M/);
    expect(routes.get("a>a")?.path).toMatch(/^M/);
    expect(route([box("a", 0, 0)], ["a", "gone"]).size).toBe(0);
  });
});

it("lines of one side end beside each other, in the order of where they lead", () => {
  const boxes = [box("a", 300, 0), box("left", 0, 240), box("middle", 300, 240), box("right", 600, 240)];
  const routes = route(boxes, ["a", "right"], ["a", "left"], ["a", "middle"]);
  const starts = ["left", "middle", "right"].map((id) => routes.get(`a>${id}`)!.points[0]!.x);
  expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  expect(new Set(starts).size).toBe(3);
});

it("lines around the same corner run beside each other", () => {
  const boxes = [box("a", 0, 0), box("b", 300, 0), box("c", 600, 0)];
  const routes = routeLines(boxes, [line("a", "c"), { ...line("a", "c"), edgeId: "again" }]);
  expect(routes.get("a>c")?.points[2]).not.toEqual(routes.get("again")?.points[2]);
});

it("a module's line passes the other modules of its frame, and leaves the frame", () => {
  const frame = box("web", 0, 0, { width: 500, height: 400 });
  const top = box("top", 20, 50, { frameId: "web", height: 50 });
  const below = box("below", 20, 200, { frameId: "web", height: 50 });
  const under = box("db", 0, 600);
  const routes = route([frame, top, below, under], ["top", "db"], ["under", "top"]);
  const way = routes.get("top>db")!;
  expect(runsOver(way.points, below)).toBe(false);
  expect(way.points.at(-1)!.y).toBeGreaterThanOrEqual(600);
});
