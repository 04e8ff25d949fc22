import type { UntoldSection } from "@cairn/contract/artifact-untold";
import { expect, it } from "vitest";

import { describeCoverageGaps } from "./coverage-gaps.ts";

type Fact = UntoldSection["facts"][number];

const source = { repositoryId: "r", path: "src/a.ts", startLine: 1, endLine: 1, commit: "c", hash: "h" };
const lacks = (total: number, ...kinds: Fact["kind"][]) => ({
  facts: kinds.map((kind): Fact => ({ kind, name: "x", source })),
  total,
});

it("counts what a page lacks by kind, in a sentence", () => {
  expect(describeCoverageGaps([], "on this page")).toBeNull();
  expect(describeCoverageGaps([lacks(1, "endpoint")], "on this page")).toBe("1 endpoint is not on this page yet");
  expect(describeCoverageGaps([lacks(1, "endpoint"), lacks(1, "setting")], "on this page")).toBe(
    "1 endpoint and 1 setting are not on this page yet",
  );
  expect(describeCoverageGaps([lacks(3, "setting", "setting", "setting")], "in this section")).toBe(
    "3 settings are not in this section yet",
  );
});

it("counts those that are not named as well", () => {
  expect(describeCoverageGaps([lacks(70, "table", "table")], "on this page")).toBe(
    "70 tables are not on this page yet",
  );
  expect(describeCoverageGaps([lacks(70, "table"), lacks(1, "command")], "on this page")).toBe(
    "71 things are not on this page yet",
  );
});
