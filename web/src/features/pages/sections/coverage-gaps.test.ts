import type { SectionCoverageGaps } from "@cairn/contract/coverage-gaps";
import { expect, it } from "vitest";

import { describeCoverageGaps } from "./coverage-gaps.ts";

type Fact = SectionCoverageGaps["facts"][number];

const source = { repositoryId: "r", path: "src/a.ts", startLine: 1, endLine: 1, commit: "c", hash: "h" };
const gaps = (total: number, ...kinds: Fact["kind"][]) => ({
  facts: kinds.map((kind): Fact => ({ kind, name: "x", source })),
  total,
});

it("counts the gaps by kind, in a sentence", () => {
  expect(describeCoverageGaps([], "on this page")).toBeNull();
  expect(describeCoverageGaps([gaps(1, "endpoint")], "on this page")).toBe("1 endpoint is not on this page yet");
  expect(describeCoverageGaps([gaps(1, "endpoint"), gaps(1, "setting")], "on this page")).toBe(
    "1 endpoint and 1 setting are not on this page yet",
  );
  expect(describeCoverageGaps([gaps(3, "setting", "setting", "setting")], "in this section")).toBe(
    "3 settings are not in this section yet",
  );
});

it("counts gaps that are not listed, too", () => {
  expect(describeCoverageGaps([gaps(70, "table", "table")], "on this page")).toBe("70 tables are not on this page yet");
  expect(describeCoverageGaps([gaps(70, "table"), gaps(1, "command")], "on this page")).toBe(
    "71 things are not on this page yet",
  );
});
