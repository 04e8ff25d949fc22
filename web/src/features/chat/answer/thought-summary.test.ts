import { expect, it } from "vitest";

import { formatCallDuration, formatCallName, summarizeThoughts } from "./thought-summary.ts";

const call = (durationMs: number | null) => ({ name: "read_file", target: "a.ts", durationMs });

it("adds up the longest call of each thought and counts every call", () => {
  const thoughts = [
    { text: "", functionCalls: [call(1400), call(6300)] },
    { text: "", functionCalls: [call(1700), call(null)] },
  ];
  expect(summarizeThoughts(thoughts)).toBe("Thought for 8 s · 4 steps");
});

it("shows at least one second", () => {
  expect(summarizeThoughts([{ text: "Looking", functionCalls: [call(3)] }])).toBe("Thought for 1 s · 1 step");
});

it("formats names and durations of calls", () => {
  expect(formatCallName("search_code")).toBe("Search code");
  expect([formatCallDuration(320.4), formatCallDuration(1450)]).toEqual(["320 ms", "1.4 s"]);
});
