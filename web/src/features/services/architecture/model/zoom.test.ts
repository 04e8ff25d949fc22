import { expect, it } from "vitest";

import { fitOptions, fitPadding, stepZoom } from "./zoom.ts";

it("goes in steps of 0.2 from 0.2 to 2", () => {
  expect([stepZoom(1, 1), stepZoom(1, -1), stepZoom(0.73, 1)]).toEqual([1.2, 0.8, 0.93]);
  expect([stepZoom(1.9, 1), stepZoom(0.3, -1)]).toEqual([2, 0.2]);
});

it.each([
  ["a small picture has the room that is wished", { width: 400, height: 200 }, fitOptions.padding],
  ["a larger one less, so that its names can be read", { width: 1000, height: 500 }, 1000 / 1000 / 0.6 - 1],
  ["one that cannot be read anyway next to none", { width: 4400, height: 900 }, 0.1],
  ["no picture needs no sum", { width: 0, height: 0 }, fitOptions.padding],
])("%s", (_name, picture, padding) => {
  expect(fitPadding(picture, { width: 1000, height: 700 })).toBeCloseTo(padding, 5);
});
