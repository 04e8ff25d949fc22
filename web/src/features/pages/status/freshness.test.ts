import { expect, it } from "vitest";

import { makeSection as section } from "#web/features/pages/testing/make-section.ts";

import { collectFreshness, describeFreshness, describePageFreshness } from "./freshness.ts";

it("counts stale, held and failed sections, and is null where there are none", () => {
  const held = { reason: "Too short", content: "", sources: [], generatedAt: "2026-01-01T00:00:00Z" };
  const sections = [section({}), section({ status: "stale", held }), section({ status: "stale" }), section({})];
  expect(describeFreshness(collectFreshness({ sections }), sections.length)).toBe(
    "2 of 4 sections: code changed since · 1 new text waits for you",
  );
  expect(describeFreshness(collectFreshness({ sections: [section({ status: "failed" })] }), 1)).toBe(
    "1 section could not be written",
  );
  expect(describeFreshness(collectFreshness({ sections: [section({})] }), 1)).toBeNull();
});

it("describes a page in a list, held texts first", () => {
  expect(describePageFreshness({ staleSections: 2, heldSections: 1 })).toBe(
    "A new text waits, Code changed since in 2 sections",
  );
  expect(describePageFreshness({ staleSections: 0, heldSections: 0 })).toBeNull();
});
