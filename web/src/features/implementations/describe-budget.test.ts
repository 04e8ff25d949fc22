import { expect, it } from "vitest";

import { readLimit, sayBudget, suggestLimit } from "./describe-budget.ts";

const budget = { inputTokens: 12_000, outputTokens: 400, costUsd: null, reservedTokens: 0, tokenLimit: 2_000_000 };

it("says what a run took, of how much, and what it costs where prices are set", () => {
  expect(sayBudget(budget)).toBe("12,400 of 2,000,000 tokens");
  expect(sayBudget({ ...budget, costUsd: 0.4189, tokenLimit: null })).toBe("12,400 tokens, $0.42");
  expect(sayBudget({ ...budget, inputTokens: 0, outputTokens: 0 })).toBeNull();
});

it("suggests a limit in round numbers that is enough for as much again", () => {
  expect(suggestLimit(212_345)).toBe(430_000);
  expect(suggestLimit(1_001)).toBe(3_000);
});

it("reads a limit with or without signs between the thousands", () => {
  expect(["430000", "430,000", "430 000", "430.000"].map(readLimit)).toEqual([430_000, 430_000, 430_000, 430_000]);
  expect(["", "many", "-5", "1e9"].map(readLimit)).toEqual([null, null, null, null]);
});
