import { expect, it } from "vitest";

import { formatUsage } from "./usage-text.ts";

it.each([
  [0.012, "1,234 tokens · $0.012"],
  [null, "1,234 tokens"],
  [0, "1,234 tokens · $0.00"],
  [0.00001, "1,234 tokens · under $0.0001"],
  [12.345, "1,234 tokens · $12.35"],
])("a cost of %j is shown as %j", (costUsd, text) => {
  expect(formatUsage({ inputTokens: 1_000, outputTokens: 234, costUsd })).toBe(text);
});
