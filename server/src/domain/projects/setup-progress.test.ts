import { describe, expect, it } from "vitest";

import { measureSetup } from "./setup-progress.ts";

const fresh = { description: null, setupComplete: false };
const done = { description: "Shows departures", setupComplete: true };
const at = (indexState: "queued" | "cloning" | "analyzing" | "ready" | "failed", indexProgress = 0) => ({
  indexState,
  indexProgress,
});

describe("measureSetup", () => {
  it.each([
    ["nothing to do", fresh, [], 100, null],
    ["one cloning", fresh, [at("cloning", 10)], 10, "Cloning repository"],
    ["several cloning", fresh, [at("cloning", 10), at("queued", 0)], 5, "Cloning repositories"],
    ["one left to analyze", fresh, [at("analyzing", 60), at("ready", 100)], 80, "Analyzing architecture"],
    ["never 100 while it runs", fresh, [at("analyzing", 100)], 99, "Analyzing architecture"],
    ["pages still to be written", fresh, [at("ready", 100)], 99, "Writing documentation"],
    ["a failed one stops nothing", fresh, [at("failed", 30)], 100, null],
    ["all done", done, [at("ready", 100)], 100, null],
    ["a later run of a finished product", done, [at("cloning", 4)], 4, "Cloning repository"],
  ] as const)("%s", (_, project, repositories, progress, label) => {
    expect(measureSetup(project, repositories)).toMatchObject({ progress, label });
  });
});
