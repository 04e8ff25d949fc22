import { describe, expect, it } from "vitest";

import { isPlain, simplifyText, spokenName } from "./simplify-text.ts";

describe("what is said plainly", () => {
  it.each([
    ["A sailing is late when it leaves after its plan.", ["A sailing is late when it leaves after its plan."]],
    [
      "The `board` shows sailings. It is refreshed each minute.",
      ["The board shows sailings.", "It is refreshed each minute."],
    ],
    ["A board for harbours, built with Node.js and care.", ["A board for harbours, built with Node.js and care."]],
    ["> - Refunds are paid within **14 days**.", ["Refunds are paid within 14 days."]],
    ["Sailings are sorted by time. Call `sortBy(time)` for more. Then show them.", ["Sailings are sorted by time."]],
  ])("%s", (text, simplified) => {
    expect(simplifyText(text)).toEqual(simplified);
  });

  it.each([
    "Returns an instance of DelayRule.",
    "See src/rules/delay.ts for more of this.",
    "Set BOARD_PORT to another value.",
    "Calls next() when the route matched.",
    "This is because the blueprint owns nothing.",
    "Therefore nobody may do that here.",
    "Like this, which is an example:",
    "Use --verbose to see all of it.",
    "```ts\nconst a = 1;\n```",
  ])("is nothing of: %s", (text) => {
    expect(simplifyText(text)).toBeNull();
  });
});

it.each([
  ["A ratio of 3:1 is kept for ships.", true],
  ["Ships and/or boats wait here.", true],
  ["Node.js 24 is needed for this.", true],
  ["Boats wait, e.g. for the tide.", true],
  ["See the board for all of it.", false],
  ["Costs $5 for each night.", false],
  ["Waits for two_things at once.", false],
  ["Ends on line 12 of the list.", false],
  ["Too short.", false],
  ["1 2 3 4 5 6 7 8 9 10", false],
])("whether it needs no code to be understood: %s", (sentence, is) => {
  expect(isPlain(sentence)).toBe(is);
});

it("no more sentences are said than are wanted", () => {
  expect(simplifyText("One boat sails. Two boats wait. Three boats sleep. Four boats sink.")).toEqual([
    "One boat sails.",
    "Two boats wait.",
    "Three boats sleep.",
  ]);
  expect(simplifyText("One boat sails. Two boats wait.", 1)).toEqual(["One boat sails."]);
});

it.each([
  ["JSONProvider", "json provider"],
  ["#insertPath", "insert path"],
  ["max_upload_size", "max upload size"],
  ["getURLs", "get urls"],
  ["userIDs", "user ids"],
  ["listAPIsOf", "list apis of"],
  ["_private", "private"],
  ["$scope", "scope"],
  ["kebab-case.name", "kebab case name"],
])("%s is said as people do", (name, spoken) => {
  expect(spokenName(name)).toBe(spoken);
});
