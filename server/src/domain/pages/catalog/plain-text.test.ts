import { expect, it } from "vitest";

import { proposeDescription } from "#server/domain/pages/writing/propose-description.ts";

import { toPlainText } from "./plain-text.ts";

it.each([
  ["### Purpose\n\nShows `boats` to **people**. [1][2]", "Purpose\n\nShows boats to people."],
  ["| A | B |\n| --- | --- |\n| `x` | y\\|z [3] |", "A · B\n\nx · y|z"],
  ["An Array\\<T\\> of \\[fs\\]", "An Array<T> of [fs]"],
  ["- one [1]\n- two", "- one\n- two"],
])("reads %j aloud", (markdown, expected) => {
  expect(toPlainText(markdown)).toBe(expected);
});

it("proposes a description only when there is enough to say", () => {
  expect(proposeDescription("Too short. [1]")).toBeNull();
  const long = "Board shows passengers which boat leaves next, from where, and whether it is late or cancelled today.";
  expect(proposeDescription(`${long} [1]`)).toBe(long);
});

it("proposes whole paragraphs", () => {
  const paragraph = "word ".repeat(150).trim();
  expect(proposeDescription(`${paragraph} [1]\n\n${paragraph} [2]\n\n${paragraph} [3]`)).toBe(
    `${paragraph}\n\n${paragraph}`,
  );
});
