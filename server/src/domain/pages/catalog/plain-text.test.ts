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

it("proposes one to three sentences, whole, and no list that they would run together with", () => {
  const board =
    "The board shows passengers which boat leaves next, from where, and whether it is late today or cancelled.";
  const crews = "Crews report delays from the boat, e.g. for fog.";
  const more = "It runs on the quays. It runs on phones. It runs everywhere.";
  const built = "It has been built with: [3]\n\n- NodeJS (Express). [4]\n- Java (Spring Boot). [5]";
  expect(proposeDescription(`### \`board\`\n\n${board} [1]\n\n${built}\n\n${crews} [2]\n\n${more} [6]`)).toBe(
    `${board} ${crews} It runs on the quays.`,
  );
  const long = `Words ${"and words ".repeat(55).trim()}.`;
  expect(proposeDescription(`${board} ${long} ${crews}`)).toBe(board);
});

it("proposes a list, each item in its line, where the code says nothing else", () => {
  const items = [
    "- Shows the departures of every quay, by boat and line.",
    "- Tells passengers of boats that are late.",
  ];
  expect(proposeDescription(`Its README, under “Features”: [1]\n\n${items.join(" [2]\n")} [3]`)).toBe(
    `Its README, under “Features”:\n\n${items.join("\n")}`,
  );
});
