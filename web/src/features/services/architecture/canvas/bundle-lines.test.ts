import { expect, it } from "vitest";

import type { CanvasEdge, EdgeLook } from "#web/features/services/architecture/model/canvas-edge.ts";
import { mostLed, routeLines } from "#web/features/services/architecture/model/route-lines.ts";

import { bundleLines } from "./bundle-lines.ts";
import { listFlowEdges } from "./flow-elements.ts";

const edge = (number: number, look: EdgeLook = "known"): CanvasEdge => {
  const [sourceId, targetId] = [`n${number}`, `n${number + 1}`];
  const facts = { sourceId, targetId, stance: null, derived: null, drift: null, broughtBy: null };
  return { edgeId: `e${number}`, edge: facts, sourceId, targetId, look, name: `${sourceId} calls ${targetId}` };
};
/** A column of services, each of which calls the one below it. */
function column(
  count: number,
  { chosen, look = () => "known" }: { chosen?: string; look?: (at: number) => EdgeLook } = {},
) {
  const edges = Array.from({ length: count }, (_edge, at) => edge(at, look(at)));
  const size = { frameId: null, width: 200, height: 90 };
  const boxes = Array.from({ length: count + 1 }, (_box, at) => ({
    nodeId: `n${at}`,
    place: { x: 0, y: at * 200 },
    ...size,
  }));
  const isNode = chosen?.startsWith("n") ?? false;
  return listFlowEdges(edges, routeLines(boxes, edges), { id: chosen ?? null, isNode, modules: [] });
}
const none = new Set<string>();
const apartOf = (lines: ReturnType<typeof column>, moving = none) =>
  bundleLines(lines, moving).apart.map(({ id }) => id);

it("bundles lines only where there are many", () => {
  expect(bundleLines(column(mostLed), none).bundled).toEqual([]);
  const { apart, bundled } = bundleLines(column(mostLed + 1), none);
  expect([apart.length, bundled.length]).toEqual([0, mostLed + 1]);
});

it("keeps apart what is chosen and what ends at something that moves", () => {
  expect(apartOf(column(400, { chosen: "e7" }))).toEqual(["e7"]);
  expect(apartOf(column(400, { chosen: "n7" }))).toEqual(["e6", "e7"]);
  expect(apartOf(column(400), new Set(["n9"]))).toEqual(["e8", "e9"]);
});

it("keeps apart a line of a module, which a frame would hide", () => {
  const lines = column(400);
  const [first] = lines;
  first!.data!.edge = { ...first!.data!.edge, module: { chosen: "n0" } };
  expect(apartOf(lines)).toEqual(["e0"]);
});

it("lays lines that step back behind the others", () => {
  const { bundled } = bundleLines(
    column(400, { chosen: "n7", look: (at) => (at === 0 ? "forbidden" : "known") }),
    none,
  );
  expect(bundled.map(({ zIndex }) => zIndex)).toEqual(
    bundled.map(({ zIndex }) => zIndex).toSorted((a = 0, b = 0) => a - b),
  );
});
