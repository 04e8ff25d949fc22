import { maxCriteria } from "@cairn/contract/tasks";
import { describe, expect, it } from "vitest";

import { addCriteria, moveCriterion, parseCriteria } from "./criteria-list.ts";

const items = ["a", "b", "c"].map((id) => ({ id, text: id, done: false }));
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id).join("");

describe("criteria", () => {
  it.each([
    ["Row shows the reason", ["Row shows the reason"]],
    ["- one\n* two\r\n3. three\n4) four", ["one", "two", "three", "four"]],
    ["- [ ] open\n- [x] met\n\n  ", ["open", "met"]],
    ["-5 degrees are shown", ["5 degrees are shown"]],
    ["   ", []],
  ])("of %j", (text, expected) => {
    expect(parseCriteria(text)).toEqual(expected);
  });

  it("are cut to the length that one may have", () => {
    expect(parseCriteria("x".repeat(600))[0]).toHaveLength(500);
  });

  it("are added up to the number that a task may have", () => {
    expect(addCriteria(items, ["d"]).map(({ text }) => text)).toEqual(["a", "b", "c", "d"]);
    expect(
      addCriteria(
        items,
        Array.from({ length: maxCriteria }, () => "x"),
      ),
    ).toHaveLength(maxCriteria);
  });

  it("change places", () => {
    expect(idsOf(moveCriterion(items, "c", 0))).toBe("cab");
    expect(idsOf(moveCriterion(items, "a", 1))).toBe("bac");
    expect(moveCriterion(items, "a", -1)).toBe(items);
    expect(moveCriterion(items, "gone", 1)).toBe(items);
  });
});
