import { describe, expect, it } from "vitest";

import { createContextBudget } from "./context-budget.ts";

const cutNote = "\n(cut off here: no room for more)";
const fullNote = "(There is no room for more. Answer with what you have.)";

describe("what a model can still be told", () => {
  it.each([
    [1_000, 0, 2_250],
    [1_000, 250, 2_000],
    [1_000, 99_999, 0],
    [1_333, 0, 2_999],
  ])("of %d tokens with %d characters sent in any case are %d characters", (tokens, taken, left) => {
    expect(createContextBudget(tokens, taken).left).toBe(left);
  });

  it("shrinks by what was told and never below nothing", () => {
    const budget = createContextBudget(1_000, 0);
    expect(budget.take("x".repeat(2_000))).toHaveLength(2_000);
    expect(budget.left).toBe(250);
    expect(budget.take("y".repeat(5_000))).toBe(fullNote);
    for (let again = 0; again < 9; again += 1) budget.take("y".repeat(5_000));
    expect(budget.left).toBe(0);
    expect(budget.take("")).toBe("");
  });
});

describe("a text that does not fit", () => {
  it("is cut behind a whole line", () => {
    const text = `${"a".repeat(1_400)}\n${"b".repeat(500)}\n${"c".repeat(900)}`;
    expect(createContextBudget(1_000, 0).take(text)).toBe(`${"a".repeat(1_400)}\n${"b".repeat(500)}${cutNote}`);
  });

  it("is cut within a line that takes more than half", () => {
    expect(createContextBudget(1_000, 0).take(`short\n${"b".repeat(9_000)}`)).toBe(
      `short\n${"b".repeat(2_244)}${cutNote}`,
    );
  });

  it("never ends in half a letter", () => {
    expect(createContextBudget(1_000, 0).take(`x${"😀".repeat(2_000)}`)).toBe(`x${"😀".repeat(1_124)}\uFFFD${cutNote}`);
  });

  it("takes no more than its share or its most", () => {
    const long = "z".repeat(9_000);
    expect(createContextBudget(1_000, 0).take(long, { share: 0.5 })).toBe(`${"z".repeat(1_125)}${cutNote}`);
    expect(createContextBudget(1_000, 0).take(long, { most: 600 })).toBe(`${"z".repeat(600)}${cutNote}`);
    expect(createContextBudget(1_000, 0).take(long, { most: 399 })).toBe(fullNote);
  });
});
