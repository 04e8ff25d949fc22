import { expect, it } from "vitest";

import type { CanvasEdge } from "./canvas-edge.ts";
import type { CanvasNode } from "./canvas-node.ts";
import { pointAtEdges, pointAtNodes } from "./point-at.ts";

const node = (id: string): CanvasNode => ({
  nodeId: `canvas-${id}`,
  graphId: id,
  form: "api",
  name: id,
  detail: null,
  state: null,
  place: { x: 0, y: 0 },
  label: `${id}, Api`,
});
const edge = (sourceId: string, targetId: string): CanvasEdge => ({
  edgeId: `${sourceId}${targetId}`,
  edge: { sourceId, targetId, stance: null, derived: null, drift: null, broughtBy: null },
  sourceId: `canvas-${sourceId}`,
  targetId: `canvas-${targetId}`,
  look: "known",
  name: `${sourceId} calls ${targetId}`,
});
const circle = {
  kind: "cycle" as const,
  text: "a and b need each other",
  nodeIds: ["a", "b"],
  edges: [{ sourceId: "a", targetId: "b" }],
  evidence: [],
};
const hub = { ...circle, kind: "hub" as const, text: "a is joined with most others", nodeIds: ["a"], edges: [] };

it("marks nodes with what was found of them and points at those of the chosen finding alone", () => {
  const nodes = ["a", "b", "c"].map(node);
  const marked = pointAtNodes(nodes, { findings: [circle, hub], chosen: hub });
  expect(marked.map(({ findings, isPointedAt, label }) => ({ findings, isPointedAt, label }))).toEqual([
    { findings: 2, isPointedAt: true, label: "a, Api, 2 findings" },
    { findings: 1, isPointedAt: false, label: "b, Api, 1 finding" },
    { findings: undefined, isPointedAt: undefined, label: "c, Api" },
  ]);
  expect(marked[2]).toBe(nodes[2]);
});

it("points at the connections of the chosen finding in their direction, and at none without one", () => {
  const edges = [edge("a", "b"), edge("b", "a")];
  const pointed = pointAtEdges(edges, { findings: [circle], chosen: circle });
  expect(pointed.map(({ isPointedAt }) => isPointedAt)).toEqual([true, undefined]);
  expect(pointAtEdges(edges, { findings: [circle], chosen: null })).toBe(edges);
});

it("marks of a hub the hub alone, and points at what it is joined with once it is chosen", () => {
  const wide = { ...hub, nodeIds: ["a", "b", "c"] };
  const marks = (chosen: typeof wide | null) =>
    pointAtNodes(["a", "b", "c"].map(node), { findings: [wide], chosen }).map((one) => [one.findings, one.isPointedAt]);
  expect(marks(null)).toEqual([
    [1, false],
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect(marks(wide)).toEqual([
    [1, true],
    [undefined, true],
    [undefined, true],
  ]);
});
