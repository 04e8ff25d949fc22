import { expect, it } from "vitest";

import { findSection } from "./find-section.ts";
import type { DraftSection } from "./page-draft.ts";

const titles = ["Overview", "How it works", "Configuration", "Data model", "Data flow", "Setup with Docker"];
const sectionsOf = (names: readonly string[]) =>
  names.map((title, at): DraftSection => ({
    sectionId: `s${at + 1}`,
    title,
    instructions: null,
    content: "",
    sources: [],
    writtenBy: null,
  }));

it.each([
  ["Overview", "s1"],
  ["the OVERVIEW section", "s1"],
  ["“Data model”", "s4"],
  ["section called Data flow", "s5"],
  ["the one about data flow", "s5"],
  ["model data", "s4"],
  ["the diagram of the data model", "s4"],
  ["configuration of the app", "s3"],
  ["docker", "s6"],
  ["2.", "s2"],
  ["#3", "s3"],
  ["nr. 4", "s4"],
  ["the 2nd one", "s2"],
  ["section two", "s2"],
  ["the fifth section", "s5"],
  ["last", "s6"],
  ["the last part", "s6"],
])("finds the section that %j names", (reference, sectionId) => {
  expect(findSection(reference, sectionsOf(titles))).toMatchObject({ section: { sectionId } });
});

it.each([
  ["data", "“data” may be “Data model” or “Data flow”; name it by its number."],
  ["section 7", "The page has 6 sections, not 7."],
  ["0", "The page has 6 sections, not 0."],
  [
    "configuration of payroll accounting",
    "There is no section “configuration of payroll accounting”. The sections are 1. Overview, 2. How it works, 3. Configuration, 4. Data model, 5. Data flow and 6. Setup with Docker.",
  ],
  [
    "two",
    "There is no section “two”. The sections are 1. Overview, 2. How it works, 3. Configuration, 4. Data model, 5. Data flow and 6. Setup with Docker.",
  ],
  [
    "x".repeat(201),
    "That names no section. The sections are 1. Overview, 2. How it works, 3. Configuration, 4. Data model, 5. Data flow and 6. Setup with Docker.",
  ],
])("says why %j names none", (reference, problem) => {
  expect(findSection(reference, sectionsOf(titles))).toEqual({ problem });
});

it("takes a title that is a number for the title", () => {
  expect(findSection("2", sectionsOf(["One", "Two", "2"]))).toMatchObject({ section: { sectionId: "s3" } });
});

it("names a section by its number where two have one title", () => {
  const sections = sectionsOf(["Limits", "Limits"]);
  expect(findSection("Limits", sections)).toEqual({
    problem: "“Limits” may be “Limits” or “Limits”; name it by its number.",
  });
  expect(findSection("section 2", sections)).toMatchObject({ section: { sectionId: "s2" } });
});

it("lists no more titles than somebody reads", () => {
  const many = sectionsOf(Array.from({ length: 11 }, (_, at) => `Chapter ${String.fromCodePoint(65 + at)}`));
  expect(findSection("whales", many)).toEqual({
    problem:
      "There is no section “whales”. The sections are 1. Chapter A, 2. Chapter B, 3. Chapter C, 4. Chapter D, 5. Chapter E, 6. Chapter F, 7. Chapter G, 8. Chapter H and 3 more.",
  });
  expect(findSection("whales", [])).toEqual({ problem: "There is no section “whales”. The page has no sections yet." });
});
