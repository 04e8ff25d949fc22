import { expect, it } from "vitest";

import type { CanvasEdge } from "./canvas-edge.ts";
import type { CanvasNode } from "./canvas-node.ts";
import { drawSmallPicture, smallLetter, smallNode } from "./small-picture.ts";

const node = (nodeId: string) => ({ nodeId, name: nodeId, form: "api" }) as CanvasNode;
const line = (sourceId: string, targetId: string) =>
  ({ edgeId: `${sourceId}>${targetId}`, sourceId, targetId, look: "known", edge: { stance: null } }) as CanvasEdge;

it("shows a fan as one: what one node uses stands below it, and no line passes through another", async () => {
  const used = ["Database", "Local files", "Redis"];
  const picture = await drawSmallPicture(["koel", ...used].map(node), [
    ...used.map((id) => line("koel", id)),
    line("koel", "gone"),
  ]);
  const places = new Map(picture.nodes.map(({ nodeId, place }) => [nodeId, place]));
  expect(used.every((id) => places.get(id)!.y > places.get("koel")!.y)).toBe(true);
  expect(picture.lines.map(({ edgeId }) => edgeId)).toEqual(used.map((id) => `koel>${id}`));
  expect(picture.lines.every(({ path }) => path.startsWith("M"))).toBe(true);
});

it("is narrow enough for letters of 11 px in a usual window, and of 8 in the narrowest", async () => {
  const ids = Array.from({ length: 9 }, (_none, at) => `n${at}`);
  const picture = await drawSmallPicture(
    ids.map(node),
    ids.slice(1).map((id) => line("n0", id)),
  );
  // Windows of 1280 and of 375 px less what is beside the picture.
  expect((smallLetter.size * 440) / picture.width).toBeGreaterThanOrEqual(11);
  expect((smallLetter.size * 310) / picture.width).toBeGreaterThanOrEqual(8);
  expect(picture.width).toBeLessThan(5 * smallNode.width);
});

it("tells names that begin alike apart by what follows", async () => {
  const nodes = ["quay-boats-api", "quay-boats-web"].map((name) => ({
    ...node(name),
    sharedLength: "quay-boats-".length,
  }));
  expect((await drawSmallPicture(nodes, [])).nodes.map(({ name }) => name)).toEqual([["api"], ["web"]]);
});
