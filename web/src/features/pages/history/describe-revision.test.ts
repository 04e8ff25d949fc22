import { expect, it } from "vitest";

import { describeChangedSections, describeRevision } from "./describe-revision.ts";

const ada = { userId: "u", firstName: "Ada", lastName: "Okafor" };

it("says who did what, also where no person did it", () => {
  expect(describeRevision({ createdBy: ada, cause: "restored" })).toBe("Ada Okafor restored an earlier state");
  expect(describeRevision({ createdBy: null, cause: "written" })).toBe("Written from the code");
  expect(describeRevision({ createdBy: null, cause: "edited" })).toBe("Edited by somebody who left");
});

it("names the first changed sections and counts the others", () => {
  const cause = "edited" as const;
  expect(describeChangedSections({ cause, changedSections: ["Purpose"] })).toBe("Purpose");
  expect(describeChangedSections({ cause, changedSections: ["Purpose", "Data flow"] })).toBe("Purpose and Data flow");
  expect(describeChangedSections({ cause, changedSections: ["A", "B", "C", "D", "E"] })).toBe("A, B, C and 2 more");
  expect(describeChangedSections({ cause, changedSections: [] })).toBeNull();
  expect(describeChangedSections({ cause: "created", changedSections: ["Purpose"] })).toBeNull();
});
