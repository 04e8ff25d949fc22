import { expect, it } from "vitest";

import type { CanvasEdge } from "./canvas-edge.ts";
import type { CanvasNode } from "./canvas-node.ts";
import { choosePictureNodes } from "./picture-nodes.ts";

const node = (nodeId: string, form: CanvasNode["form"], x: number): CanvasNode => ({
  nodeId,
  graphId: nodeId,
  form,
  name: nodeId,
  detail: null,
  state: null,
  place: { x, y: 0 },
  label: nodeId,
});
const line = (targetId: string) => ({ sourceId: "web", targetId }) as CanvasEdge;

it("shows all of few nodes", () => {
  const nodes = [node("web", "frontend", 0), node("outside:mail", "outside", 4_000)];
  expect(choosePictureNodes(nodes, [])).toBe(nodes);
});

it("shows of many the services and what is connected most", () => {
  const many = Array.from({ length: 30 }, (_unused, at) => node(`outside:${at}`, "outside", at * 400));
  const shown = choosePictureNodes(
    [...many, node("web", "frontend", 12_000)],
    [line("outside:29"), line("outside:17")],
  );
  const ids = shown.map(({ nodeId }) => nodeId);
  expect(ids).toHaveLength(9);
  expect(ids).toEqual(expect.arrayContaining(["web", "outside:29", "outside:17"]));
});
