import { expect, it } from "vitest";

import { sidesOf } from "./line-sides.ts";
import type { DrawnBox } from "./line-sides.ts";

const box = (nodeId: string, [x, y]: [number, number], size: [number, number], frameId: string | null): DrawnBox => {
  return { nodeId, place: { x, y }, width: size[0], height: size[1], frameId };
};
const module = (nodeId: string, x: number, y: number) => box(nodeId, [x, y], [200, 50], "web");
const frame = box("web", [0, 0], [500, 400], null);
const [top, below, aside] = [module("top", 20, 50), module("below", 60, 200), module("aside", 280, 50)];
const [under, over] = [box("db", [0, 600], [264, 92], null), box("board", [0, -200], [264, 92], null)];
const right = box("api", [700, 40], [264, 92], null);
const between = box("between", [300, 750], [264, 92], null);
const all = [frame, top, below, aside, under, over, right, between];
const sideways = { source: "right", target: "top" };
const downwards = { source: "bottom", target: "top" };

it.each([
  ["straight down from the lowest module", below, under, downwards],
  ["around what is below another one, by the nearer edge", top, under, { source: "left", target: "left" }],
  ["straight down where nothing is below", aside, box("far", [300, 600], [264, 92], null), downwards],
  ["around a card between", aside, box("far", [300, 900], [264, 92], null), { source: "right", target: "right" }],
  ["around it upwards too", below, over, { source: "left", target: "left" }],
  ["by the side of what stands below and aside", top, box("far", [900, 600], [264, 92], null), sideways],
  ["to the side of what stands beside the frame", top, right, { source: "right", target: "left" }],
  ["from one module to the next without a detour", top, below, downwards],
  ["in at a module as out of it", under, top, { source: "left", target: "left" }],
])("leads a line %s", (_what, source, target, sides) => {
  expect(sidesOf(source, target, all)).toEqual(sides);
});
