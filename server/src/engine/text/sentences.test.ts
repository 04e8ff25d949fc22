import { describe, expect, it } from "vitest";

import { asParenthetical, asSentence, cutText, leadingSentences, splitSentences } from "./sentences.ts";

describe("splitSentences", () => {
  it("does not end a sentence at an abbreviation, inside code or before a small letter", () => {
    const text = "Use it, e.g. for tests. Call `a.b. c` now! See node.js. it works.";
    expect(splitSentences(text)).toEqual(["Use it, e.g. for tests.", "Call `a.b. c` now!", "See node.js. it works."]);
  });
});

describe("leadingSentences", () => {
  it("takes whole sentences while they fit", () => {
    expect(leadingSentences("One two. Three four. Five six.", 22)).toBe("One two. Three four.");
  });

  it("cuts a first sentence that is too long, never inside code", () => {
    const cut = leadingSentences("Reads the timetable of the office and `announces.every.single.delay` at once.", 50);
    expect(cut).toBe("Reads the timetable of the office and …");
  });
});

it("closes sentences once", () => {
  expect([asSentence("a"), asSentence("a."), asSentence("why?"), asSentence("so:")]).toEqual([
    "a.",
    "a.",
    "why?",
    "so.",
  ]);
});

it("cuts only what is too long", () => {
  expect(cutText("short", 20)).toBe("short");
  expect(cutText("a rather long line of words", 16).length).toBeLessThanOrEqual(18);
});

it.each([
  ["Engine", "Engine is the framework's instance.", "the framework's instance"],
  ["Default", "Default returns a binding.", "returns a binding"],
  ["board", "The departures table.", "the departures table"],
  ["pg", "SQLite is not used.", "SQLite is not used"],
])("tells what %s is", (name, text, expected) => {
  expect(asParenthetical(name, text)).toBe(expected);
});
