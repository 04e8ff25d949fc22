import { expect, it } from "vitest";

import { catchUp, estimateDurationMs, estimateLabel, estimateProgress, estimateTickMs } from "./estimated-progress.ts";

it.each([
  [0, 0],
  [0.0067, 17],
  [0.1067, 88],
  [1, 100],
])("is at %d of the time at %d percent", (share, percent) => {
  expect(estimateProgress(share * estimateDurationMs)).toBeCloseTo(percent, 1);
});

it("never runs backwards, not even where the last part begins below the one before", () => {
  let last = 0;
  for (let at = 0; at <= estimateDurationMs; at += estimateTickMs) {
    const percent = estimateProgress(at);
    expect(percent).toBeGreaterThanOrEqual(last);
    last = percent;
  }
  expect(last).toBe(100);
  expect(estimateProgress(0.2 * estimateDurationMs)).toBe(88);
});

it("goes on from what was shown with every step of the run, and both arrive together", () => {
  const handOver = { shown: 21, real: 3 };
  const shown = [3, 4, 17, 60, 99, 100].map((now) => catchUp(handOver, now));
  expect(shown[0]).toBe(21);
  expect(shown.every((one, at) => at === 0 || one > (shown[at - 1] ?? 0))).toBe(true);
  expect(shown.at(-1)).toBe(100);
  expect(catchUp({ shown: 5, real: 9 }, 12)).toBe(12);
});

it("says what is done, of one repository and of several", () => {
  expect(estimateLabel(3, 1)).toBe("Cloning repository");
  expect(estimateLabel(3, 2)).toBe("Cloning repositories");
  expect(estimateLabel(17, 2)).toBe("Analyzing architecture");
});
