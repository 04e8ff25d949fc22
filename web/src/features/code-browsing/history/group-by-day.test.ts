import { expect, it } from "vitest";

import { dayTitle, groupByDay } from "./group-by-day.ts";

/** A time in the local time zone, in the format of the server. */
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();

it("groups adjacent items of one local day", () => {
  const groups = groupByDay([at(21, 23), at(21, 1), at(20, 12)], (date) => date);
  expect(groups.map(({ day, items }) => [day, items.length])).toEqual([
    ["2026-11-21", 2],
    ["2026-11-20", 1],
  ]);
});

it("keeps the order when dates are not monotonic, as after a rebase", () => {
  const groups = groupByDay([at(20, 1), at(21, 1), at(20, 2)], (date) => date);
  expect(groups.map(({ day }) => day)).toEqual(["2026-11-20", "2026-11-21", "2026-11-20"]);
});

it("has nothing to group", () => {
  expect(groupByDay([], String)).toEqual([]);
});

it("names a day of the reader's own time zone", () => {
  expect(dayTitle("2026-11-01")).toBe("1 November 2026");
});
