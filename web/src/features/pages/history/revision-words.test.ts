import { expect, it } from "vitest";

import { changedText, revisionText } from "./revision-words.ts";

const ada = { userId: "u", firstName: "Ada", lastName: "Okafor" };

it("says who did what, and what happened where nobody did it", () => {
  expect(revisionText({ createdBy: ada, cause: "restored" })).toBe("Ada Okafor restored an earlier state");
  expect(revisionText({ createdBy: null, cause: "written" })).toBe("Written from the code");
  expect(revisionText({ createdBy: null, cause: "edited" })).toBe("Edited by somebody who left");
});

it("names the first changed sections and counts the others", () => {
  const cause = "edited" as const;
  expect(changedText({ cause, changedSections: ["Purpose"] })).toBe("Purpose");
  expect(changedText({ cause, changedSections: ["Purpose", "Data flow"] })).toBe("Purpose and Data flow");
  expect(changedText({ cause, changedSections: ["A", "B", "C", "D", "E"] })).toBe("A, B, C and 2 more");
  expect(changedText({ cause, changedSections: [] })).toBeNull();
  expect(changedText({ cause: "created", changedSections: ["Purpose"] })).toBeNull();
});
