import { expect, it } from "vitest";

import { windowedRange } from "./windowed-range.ts";

const rows = { count: 5_000, rowHeightPx: 36, windowHeightPx: 800 };

it("draws the first rows with some to spare", () => {
  const { from, to } = windowedRange({ ...rows, topPx: 200 });
  expect(from).toBe(0);
  expect(to).toBeGreaterThan(600 / 36);
  expect(to).toBeLessThan(100);
});

it("draws what is seen in the middle", () => {
  const { from, to } = windowedRange({ ...rows, topPx: -36 * 2_000 });
  expect(from).toBeLessThan(2_000);
  expect(to).toBeGreaterThan(2_000 + 800 / 36);
  expect(to - from).toBeLessThan(120);
});

it("does not move with every pixel", () => {
  expect(windowedRange({ ...rows, topPx: -36 * 2_000 })).toEqual(windowedRange({ ...rows, topPx: -36 * 2_001 - 5 }));
});

it("ends with the last row", () => {
  expect(windowedRange({ ...rows, topPx: -36 * 4_995 }).to).toBe(5_000);
  expect(windowedRange({ ...rows, topPx: -36 * 99_999 })).toEqual({ from: 5_000, to: 5_000 });
  expect(windowedRange({ ...rows, count: 0, topPx: 0 })).toEqual({ from: 0, to: 0 });
});
