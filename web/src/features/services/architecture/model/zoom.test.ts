import { expect, it } from "vitest";

import { stepZoom } from "./zoom.ts";

it("goes in steps of 0.2 from 0.2 to 2", () => {
  expect([stepZoom(1, 1), stepZoom(1, -1), stepZoom(0.73, 1)]).toEqual([1.2, 0.8, 0.93]);
  expect([stepZoom(1.9, 1), stepZoom(0.3, -1)]).toEqual([2, 0.2]);
});
