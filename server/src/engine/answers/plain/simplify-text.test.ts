import { describe, expect, it } from "vitest";

import { simplifyText, spokenName } from "./simplify-text.ts";

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

it("says names as people do", () => {
  expect(spokenName("JSONProvider")).toBe("json provider");
  expect(spokenName("#insertPath")).toBe("insert path");
  expect(spokenName("max_upload_size")).toBe("max upload size");
});
