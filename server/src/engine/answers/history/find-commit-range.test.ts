import { describe, expect, it } from "vitest";

import { nothingChanged, plainSpanOf, spanOf, type CommitRange } from "./find-commit-range.ts";

const at = (name: string | null, day: string) => ({
  oid: `${"0123abcd".slice(0, 7)}${day.at(-1) ?? ""}${"0".repeat(32)}`,
  name,
  committedAt: `${day}T10:00:00Z`,
});
const [tagged, later, unnamed] = [at("v4.0.0", "2024-02-09"), at("v4.1.0", "2024-03-01"), at(null, "2024-02-05")];
const range = (given: Partial<CommitRange>): CommitRange => ({
  from: tagged,
  to: later,
  isNow: false,
  day: null,
  ...given,
});

describe("the time between two commits", () => {
  it.each<[Partial<CommitRange>, string, string]>([
    [{ isNow: true }, "since `v4.0.0` (2024-02-09)", "Since version v4.0.0 (2024-02-09)"],
    [{}, "between `v4.0.0` (2024-02-09) and `v4.1.0` (2024-03-01)", "Between version v4.0.0 (2024-02-09) and version v4.1.0 (2024-03-01)"],
    [{ from: unnamed, isNow: true }, "since `0123abc5` (2024-02-05)", "Since 2024-02-05"],
    [{ from: unnamed, day: "2024-02-07" }, "between 2024-02-07 (`0123abc5`) and `v4.1.0` (2024-03-01)", "Between 2024-02-07 and version v4.1.0 (2024-03-01)"],
    [{ from: unnamed, day: "2024-02-07", isNow: true }, "since 2024-02-07 (`0123abc5`)", "Since 2024-02-07"],
  ])("is told with and without ids: %#", (given, span, plain) => {
    expect([spanOf(range(given)), plainSpanOf(range(given))]).toEqual([span, plain]);
  }); // prettier-ignore

  it("is nothing where both are one", () => {
    expect(nothingChanged(range({ to: tagged }))).toBe("Nothing changed: both are the same commit, of 2024-02-09.");
    expect(nothingChanged(range({ to: tagged, day: "2024-02-11" }))).toBe(
      "Nothing changed since 2024-02-11: the newest commit is of 2024-02-09.",
    );
  });
});
