import { expect, it } from "vitest";

import type { ChangedFile, ChangeDigest } from "./digest-change.ts";
import { mayConflict } from "./may-conflict.ts";

function digestOf(hunks: ChangedFile["hunks"]): ChangeDigest {
  const file = { path: "src/tide.ts", oldPath: null, status: "modified" as const, isBinary: false, isTruncated: false };
  return { files: [{ ...file, hunks }], declarations: [], written: [] };
}
const hunk = (oldStart: number, oldLines = 1) => ({ oldStart, oldLines });
const meet = (one: ChangedFile["hunks"], other: ChangedFile["hunks"]) => {
  const found = mayConflict(digestOf(one), digestOf(other), true);
  expect(mayConflict(digestOf(other), digestOf(one), true)).toBe(found);
  return found;
};

it("finds lines that are near to each other wherever they are in a file", () => {
  expect(meet([hunk(10)], [hunk(14)])).toBe(true);
  expect(meet([hunk(10)], [hunk(15)])).toBe(false);
  expect(meet([hunk(10, 0)], [hunk(13)])).toBe(true);
  expect(meet([hunk(10, 0)], [hunk(14)])).toBe(false);
  // A long one reaches past many of the other's.
  expect(meet([hunk(1), hunk(20, 100)], [hunk(8), hunk(110, 2), hunk(300)])).toBe(true);
  expect(meet([hunk(1), hunk(200)], [hunk(20, 100), hunk(300)])).toBe(false);
  expect(meet([hunk(1), hunk(900)], [hunk(20), hunk(40), hunk(60), hunk(903)])).toBe(true);
  expect(meet([], [hunk(1)])).toBe(false);
});

it("looks at each place of two changes once or twice, however many there are", () => {
  let looks = 0;
  const places = (first: number) =>
    Array.from({ length: 1_000 }, (_, at) => ({
      get oldStart() {
        looks += 1;
        return first + at * 20;
      },
      oldLines: 1,
    }));
  expect(mayConflict(digestOf(places(1)), digestOf(places(11)), true)).toBe(false);
  expect(looks).toBeLessThan(12_000);
});
