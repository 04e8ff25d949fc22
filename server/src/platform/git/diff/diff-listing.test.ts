import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { DiffListing } from "./diff-listing.ts";

it("makes room among the files that hold lines alone, however many there are", () => {
  const listing = new DiffListing({ maxLinesPerFile: 5000, maxLines: 1000, maxBytes: 1_000_000 });
  const fill = (isLesser: boolean): number => {
    const file = { isTruncated: false, hunks: [{ lines: [] as number[] }] };
    listing.open(file, isLesser);
    let taken = 0;
    for (; taken < 600 && listing.take(3); taken += 1) file.hunks[0]?.lines.push(taken);
    file.isTruncated ||= taken < 600;
    return taken;
  };
  const cpuMs = startCpuClock();
  expect([fill(false), fill(false)]).toEqual([600, 500]);
  const lesser = Array.from({ length: 20_000 }, () => fill(true));
  expect(Math.max(...lesser)).toBeLessThanOrEqual(100);
  expect(cpuMs()).toBeLessThan(2_500);
});
