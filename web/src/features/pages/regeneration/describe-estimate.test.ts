import { expect, it } from "vitest";

import { describeTokenCap, describeEstimate } from "./describe-estimate.ts";

const free = {
  writtenBy: "Built-in engine",
  sections: [],
  inputTokens: 0,
  outputTokens: 0,
  durationS: 20,
  maxTokens: null,
};

it("names the writer, the time and the rounded tokens", () => {
  expect(describeEstimate(free)).toBe("Built-in engine, about 20s, without tokens.");
  const model = { ...free, writtenBy: "small-model", inputTokens: 12_345, outputTokens: 987, durationS: 130 };
  expect(describeEstimate(model)).toBe("small-model, about 2m 10s, about 12,000 tokens read and 990 written.");
});

it("names the token cap where there is one", () => {
  expect(describeTokenCap(free)).toBeNull();
  expect(describeTokenCap({ maxTokens: 200_000 })).toBe(
    "One run uses at most 200,000 tokens. Sections beyond that stay as they are.",
  );
});
