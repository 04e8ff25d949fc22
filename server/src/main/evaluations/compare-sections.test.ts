import { describe, expect, it } from "vitest";

import { compareSections } from "./compare-sections.ts";
import type { SaidLine } from "./said-lines.ts";

const line = (text: string, how: Partial<SaidLine> = {}): SaidLine => ({
  text,
  isListed: false,
  isShown: true,
  ...how,
});
const section = (templateKey: string, ...lines: SaidLine[]) => ({ page: "Boats", templateKey, lines });

describe("a section that would read otherwise", () => {
  it("is no difference where only the order is another one", () => {
    const [one, two] = [line("one"), line("two")];
    expect(compareSections(section("parts", one, two), section("parts", two, one))).toBeNull();
  });

  it("has other examples where it chooses and what stands is shown by what it cites", () => {
    expect(compareSections(section("concepts", line("one")), section("concepts", line("two")))).toEqual({
      untrue: [],
      other: ["- one", "+ two"],
    });
  });

  it("is untrue where what stands cannot be seen in what it cites", () => {
    const before = section("concepts", line("9 more", { isShown: false }));
    expect(compareSections(before, section("concepts", line("10 more")))?.untrue).toEqual(["- 9 more"]);
  });

  it("is as true as it was where it tells of other commits", () => {
    const before = section("changes", line("Fix the tide", { isShown: false }));
    expect(compareSections(before, section("changes", line("Add a quay")))?.untrue).toEqual([]);
  });

  it("is untrue where a list lacks something, and where a section that does not choose does", () => {
    const listed = line("GET /boats", { isListed: true });
    expect(compareSections(section("concepts"), section("concepts", listed))?.untrue).toEqual(["+ GET /boats"]);
    expect(compareSections(section("run"), section("run", line("make run")))?.untrue).toEqual(["+ make run"]);
  });

  it("is untrue where a section that said nothing has something to say", () => {
    expect(compareSections(undefined, section("tests", line("In `t`.")))?.untrue).toEqual(["+ In `t`."]);
  });
});
