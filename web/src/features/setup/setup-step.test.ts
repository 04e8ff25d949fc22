import { describe, expect, it } from "vitest";

import { isStepDone, missingStep } from "./setup-step.ts";

describe("the step that is missing", () => {
  it.each([
    { hasRepository: false, hasDescription: false, setupComplete: false, step: "setupImport" },
    { hasRepository: false, hasDescription: true, setupComplete: false, step: "setupImport" },
    { hasRepository: true, hasDescription: false, setupComplete: false, step: "setupDescription" },
    // Skipped: it may be gone on with any time.
    { hasRepository: true, hasDescription: false, setupComplete: true, step: "setupDescription" },
    { hasRepository: true, hasDescription: true, setupComplete: false, step: "setupFinalize" },
    { hasRepository: true, hasDescription: true, setupComplete: true, step: null },
  ])("is $step of $hasRepository, $hasDescription, $setupComplete", ({ step, ...given }) => {
    expect(missingStep(given)).toBe(step);
    if (step !== null) expect(isStepDone(missingStep(given) ?? "setupImport", given)).toBe(false);
  });
});
