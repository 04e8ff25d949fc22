import { describe, expect, it } from "vitest";

import { coveredPx, firstView, fitOptions, fitPadding, fitShare, leastNamedZoom, stepZoom } from "./zoom.ts";

it("goes in steps of 0.2 from 0.2 to 2", () => {
  expect([stepZoom(1, 1), stepZoom(1, -1), stepZoom(0.73, 1)]).toEqual([1.2, 0.8, 0.93]);
  expect([stepZoom(1.9, 1), stepZoom(0.3, -1)]).toEqual([2, 0.2]);
});

it.each([
  ["a small picture has the room that is wished", { width: 400, height: 200 }, fitOptions.padding],
  ["a larger one less, so that its names can be read", { width: 1000, height: 500 }, 1000 / 1000 / 0.6 - 1],
  ["one that cannot be read anyway next to none", { width: 4400, height: 900 }, 0.08],
  ["no picture needs no sum", { width: 0, height: 0 }, fitOptions.padding],
])("%s", (_name, picture, padding) => {
  expect(fitShare(picture, { width: 1000, height: 700 })).toBeCloseTo(padding, 5);
});

it("leaves the lower edge of the window to what lies over it", () => {
  const { top, bottom } = fitPadding({ width: 4400, height: 900 }, { width: 1000, height: 700 }, coveredPx.narrow);
  expect(Number.parseInt(bottom, 10) - Number.parseInt(top, 10)).toBe(128);
});

describe("the first view", () => {
  const first = { x: 2_000, y: 0, width: 200, height: 92 };
  const seen = {
    bounds: { x: 0, y: 0, width: 4_200, height: 4_000 },
    nodes: [first],
    window: { width: 400, height: 600 },
  };
  const tooSmall = { x: 0, y: 0, zoom: 0.2 };

  it("shows all where names can be read then, else the top and the first node in letters that can", () => {
    const whole = { x: 1, y: 2, zoom: 0.5 };
    expect(firstView(whole, seen)).toBe(whole);
    const nearly = { ...whole, zoom: leastNamedZoom * 0.95 };
    expect(firstView(nearly, seen)).toBe(nearly);
    const view = firstView(tooSmall, seen);
    expect(view.zoom).toBe(leastNamedZoom);
    expect(2_100 * view.zoom + view.x).toBeCloseTo(200);
    expect(view.y).toBeGreaterThan(0);
    const atEdge = firstView(tooSmall, { ...seen, nodes: [{ ...first, x: 0 }] });
    expect(atEdge.x).toBe(24);
    const narrow = firstView(tooSmall, { ...seen, bounds: { ...seen.bounds, width: 1_000 } });
    expect(500 * narrow.zoom + narrow.x).toBeCloseTo(200);
  });

  it("leaves out a node that stands far from all others", () => {
    const others = [0, 1, 2, 3].map((index) => ({
      ...first,
      x: 2_000 + 260 * (index % 2),
      y: 2_000 + 150 * Math.floor(index / 2),
    }));
    const view = firstView(tooSmall, { ...seen, nodes: [first, ...others] });
    expect(2_000 * view.zoom + view.y).toBeCloseTo(24);
    const atEnd = others.map((node) => ({ ...node, y: node.y + 1_700 }));
    expect(firstView(tooSmall, { ...seen, nodes: [first, ...atEnd] }).y).toBeCloseTo(600 - 24 - 4_000 * view.zoom);
  });
});
