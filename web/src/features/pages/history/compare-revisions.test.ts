import type { SectionText } from "@cairn/contract/page-sections";
import { expect, it } from "vitest";

import { compareSections, hasChanges } from "./compare-revisions.ts";

function section(sectionId: string, change: Partial<SectionText> = {}): SectionText {
  return {
    sectionId,
    title: sectionId,
    kind: "static",
    instructions: null,
    content: `Text of ${sectionId}`,
    sources: [],
    generatedAt: null,
    commit: null,
    writtenBy: null,
    ...change,
  };
}

it("finds sections that were added, removed, changed, moved or renamed", () => {
  const before = [section("a"), section("b"), section("c"), section("d"), section("e")];
  const after = [
    section("c"),
    section("a", { title: "Purpose" }),
    section("new"),
    section("d", { content: "Another text" }),
    section("e", { instructions: { prompt: "All of it", output: "markdown" } }),
  ];
  const compared = compareSections(before, after);
  expect(compared.map(({ sectionId, kind }) => `${sectionId} ${kind}`)).toEqual([
    "c same",
    "a same",
    "b removed",
    "new added",
    "d changed",
    "e same",
  ]);
  expect(compared.filter(({ isMoved }) => isMoved).map(({ sectionId }) => sectionId)).toHaveLength(1);
  expect(compared.find(({ sectionId }) => sectionId === "a")?.formerTitle).toBe("a");
  expect(compared.filter(hasChanges).map(({ sectionId }) => sectionId)).toContain("e");
});

it("finds no changes in an unchanged page", () => {
  const sections = [section("a"), section("b")];
  expect(compareSections(sections, [section("a"), section("b", { content: "Text of b\n" })]).some(hasChanges)).toBe(
    false,
  );
});

it("puts a removed first section first", () => {
  expect(compareSections([section("a"), section("b")], [section("b")]).map(({ sectionId }) => sectionId)).toEqual([
    "a",
    "b",
  ]);
});
