import { afterEach, expect, it } from "vitest";

import type { CanvasEdge } from "./canvas-edge.ts";
import type { CanvasNode } from "./canvas-node.ts";
import { drawSvg } from "./draw-svg.ts";

const node = (nodeId: string, x: number, y: number, name = nodeId): CanvasNode => ({
  nodeId,
  graphId: nodeId,
  form: "api",
  name,
  detail: null,
  state: null,
  place: { x, y },
  label: name,
});
const line: CanvasEdge = {
  edgeId: "edge:web→api",
  edge: { sourceId: "web", targetId: "api", stance: "forbidden", derived: null, drift: null, broughtBy: null },
  sourceId: "web",
  targetId: "api",
  look: "forbidden",
  name: "web calls <api>",
};

// Other files are tested in the same document.
afterEach(() => document.body.replaceChildren());

it("the picture has every node and line with its word, and breaks at no name", () => {
  const nodes = [node("web", -40, 0, `<b>&"${"x".repeat(60)}`), node("api", 0, 240)];
  const svg = new DOMParser().parseFromString(drawSvg(nodes, [line]), "image/svg+xml");
  expect(svg.querySelector("parsererror")).toBeNull();
  const texts = [...svg.querySelectorAll("text")].map(({ textContent }) => textContent);
  expect(texts).toContain("Forbidden");
  expect(texts.some((text) => text.startsWith('<b>&"xxx') && text.endsWith("…"))).toBe(true);
  expect(svg.querySelector("title")?.textContent).toBe("web calls <api>");
  expect(svg.documentElement.getAttribute("viewBox")).toBe("-80 -40 400 445");
});

it("a legend says once what a kind of line means, and there is none where all are of the usual kind", () => {
  const nodes = [node("web", 0, 0), node("api", 0, 240), node("db", 0, 480)];
  const undeclared = (edgeId: string, targetId: string): CanvasEdge => ({
    ...line,
    edgeId,
    targetId,
    look: "undeclared",
  });
  document.body.innerHTML = drawSvg(nodes, [undeclared("one", "api"), undeclared("two", "db")]);
  const texts = [...document.querySelectorAll("text")].filter(({ textContent }) => textContent.includes("ndeclared"));
  expect(texts.map(({ textContent }) => textContent)).toEqual(["Undeclared: in the code, without a line"]);
  const [frame, said] = [document.querySelector("svg")!, texts[0]!].map((one) => one.getBoundingClientRect());
  const lowest = Math.max(
    ...[...document.querySelectorAll("g > path")].map((one) => one.getBoundingClientRect().bottom),
  );
  expect(said!.top).toBeGreaterThan(lowest);
  expect(said!.bottom).toBeLessThanOrEqual(frame!.bottom);
  expect(said!.right).toBeLessThanOrEqual(frame!.right);
  document.body.innerHTML = drawSvg(nodes, [{ ...line, look: "known" }]);
  expect(document.querySelector("[data-legend]")).toBeNull();
});

it("the frame of the picture holds the lines that lead around the outermost nodes", () => {
  const nodes = [node("web", 0, 0), node("between", 0, 240), node("api", 0, 480)];
  const svg = new DOMParser().parseFromString(drawSvg(nodes, [line]), "image/svg+xml");
  const [left = 0, , width = 0] = (svg.documentElement.getAttribute("viewBox") ?? "").split(" ").map(Number);
  document.body.innerHTML = drawSvg(nodes, [line]);
  const drawn = document.querySelector<SVGPathElement>("g > path")!.getBBox();
  const [card] = [...document.querySelectorAll<SVGRectElement>("g > rect")].map((rect) => rect.getBBox());
  expect(drawn.x < 0 || drawn.x + drawn.width > card!.width).toBe(true);
  expect(drawn.x).toBeGreaterThanOrEqual(left + 20);
  expect(drawn.x + drawn.width).toBeLessThanOrEqual(left + width - 20);
});
