import { describe, expect, it } from "vitest";

import { parseProse } from "#server/engine/text/parse-prose.ts";

import { openingParagraphs, readmeStatus, readmeTitle } from "./readme-opening.ts";

const opening = (text: string) =>
  openingParagraphs({ path: "README.md", blocks: parseProse(text.split("\n"), false) }, 3).map((block) => block.text);

it.each([
  ["# Board\n\nBoard shows passengers which boat leaves next.", ["Board shows passengers which boat leaves next."]],
  ["# Board\n\n> ### Shows passengers which boat leaves next.", ["Shows passengers which boat leaves next."]],
  // The line that says what it is, as a small heading; and one that only leads elsewhere.
  [
    "##### Board shows passengers which boat leaves next\n\n- [Website](https://board.example)\n\n[Follow our feed](https://feed.example) to learn about upcoming releases of it!",
    ["Board shows passengers which boat leaves next"],
  ],
  ["# Board\n\n> [!NOTE]\n> This needs a very new version of it.", []],
  ["# Board\n\n## Environment variables\n\nThis project depends on some variables of yours.", []],
  [
    "# Board\n\n## About\n\nBoard shows passengers which boat leaves next.",
    ["Board shows passengers which boat leaves next."],
  ],
  [
    '<p align="center">\n  <img src="a.png">\n</p>\n<h3 align="center">On time</h3>\n<p align="center">Board shows passengers which boat leaves next.</p>\n<p align="center">\n  <a href="x">Docs</a>\n</p>\n\n### [Rope, built for sailors](https://rope.example)\n',
    ['<p align="center">Board shows passengers which boat leaves next.</p>'],
  ],
  [
    ":Version: 1.2 (tide)\n:Web: https://board.example/en/index.html\n:Keywords: boats, delay, harbour, tide, sailing",
    [],
  ],
  ["# Board\n\nLate boats cost money. How do you tell every passenger in time?", []],
  ["# Board\n\nThe Board is under heavy development and its documentation changes.", []],
  ["# Board\n\nThis repository focuses on version 2, and older versions are still here.", []],
  ["# Board\n\nThe `main` branch refers to version 6 of the Board.", []],
  ["# Board\n\nYou can, of course, run it in your favourite editor.", []],
  [
    "# Donations\n\n## Open Purse\n\nYour gifts keep this board running through every winter storm.\n\n# For enterprise\n\nThe maintainers work with sailors to deliver paid maintenance.\n\n# Sponsors\n\n## Rope\n\nRope is the leading maker of ropes for sailors.\n\n## Tar\n\nTar is the leading maker of tar for sailors.\n\n# What's a Board?\n\nBoard shows passengers which boat leaves next.",
    ["Board shows passengers which boat leaves next."],
  ],
  [
    "# Board\n\nBoard shows passengers which boat leaves next.\n\n## Sponsors\n\nRope is the leading maker of ropes.\n\n## About\n\nAnd more about all of the boats.",
    ["Board shows passengers which boat leaves next."],
  ],
  // A centred head: its name, one line of prose, a menu.
  [
    '<div align="center">\n    <h1><b>Board</b></h1>\n    <p>\n        Open-source board for all of the boats.\n        <br />\n        <a href="x">Website</a> |\n        <a href="y">Documentation</a>\n    </p>\n</div>',
    ["Open-source board for all of the boats."],
  ],
  [
    "[Board](https://board.example) is an open source display of boats that includes:\n\n- a clock",
    ["[Board](https://board.example) is an open source display of boats that includes:"],
  ],
  ["[Board](https://board.example) has a page with more about it.", []],
  // A chapter after the opening is about something else, the first one too.
  [
    "Board shows passengers which boat leaves next.\n\n## Clients\n\nThe easiest way to ask it is one of its clients.",
    ["Board shows passengers which boat leaves next."],
  ],
  [
    "# Board\n\nThis template provides a minimal setup to get React working.\n\nCurrently, two official plugins are available for it.",
    [],
  ],
])("opens %j", (text, expected) => {
  expect(opening(text)).toEqual(expected);
});

it.each([
  ["# Board for passengers\n", "Board for passengers"],
  ["### [Rope, built for sailors](https://rope.example)\n", undefined],
  ["## Getting started\n", undefined],
  [`${"<br>\n".repeat(40)}### Rope, built for sailors\n`, undefined],
])("takes no sponsor for the title: %j", (text, title) => {
  expect(readmeTitle({ path: "README.md", blocks: parseProse(text.split("\n"), false) })?.text).toBe(title);
});

it.each([
  [
    "# Board\n\nBoard shows boats.\n\n**This application is in maintenance mode**. What does it mean?",
    "This application is in maintenance mode.",
  ],
  [
    "# Board\n\n> [!WARNING]\n> This project is no longer maintained. Use Quay.",
    "This project is no longer maintained.",
  ],
  ["# Board\n\nThe repository has been archived.", "The repository has been archived."],
  ["# Board\n\nBoard shows boats.\n\nThe `--old` flag is deprecated.", null],
  ["# Board\n\nBoats that are archived stay on the list.", null],
  [`# Board${"\n".repeat(90)}This project is archived.`, null],
])("finds what a README says of how the project goes on: %j", (text, expected) => {
  expect(readmeStatus({ path: "README.md", blocks: parseProse(text.split("\n"), false) })?.text ?? null).toBe(expected);
});

it("does not take for the product what others say of a word", () => {
  const text =
    "# Board\n\nBoard shows boats to all passengers here.\n\n> In the world of sailing, maintenance mode refers to a point in the life of a boat that is complete.";
  expect(opening(text)).toEqual(["Board shows boats to all passengers here."]);
});

describe("an opening that tells where it comes from", () => {
  it.each([
    [
      "# Board of all boats that leave a harbour soon\n\nThis branch was initially derived from [Quay](https://quay.example) to show how to split it. To achieve that goal, we use ropes and tar.",
      ["Board of all boats that leave a harbour soon"],
    ],
    [
      "# Board\n\nBoard is a fork of Quay. It shows passengers which boat leaves next.",
      ["It shows passengers which boat leaves next."],
    ],
    [
      "# Board\n\nWelcome to the Board repository of the harbour!\n\nBoard shows passengers which boat leaves next.",
      ["Board shows passengers which boat leaves next."],
    ],
    [
      "# Board\n\nThis repository contains the source code of the Board. Board shows passengers which boat leaves next.",
      ["Board shows passengers which boat leaves next."],
    ],
    ["# Board\n\nOriginally this was written for one harbour in the north.", []],
    // What it is stands in the same sentence.
    [
      "# Board\n\nBoard is a display of boats, originally written for one harbour.",
      ["Board is a display of boats, originally written for one harbour."],
    ],
    [
      "# Board\n\nWelcome to Board, a display of all boats that leave next.",
      ["Welcome to Board, a display of all boats that leave next."],
    ],
  ])("says what it is instead, or nothing: %s", (text, said) => {
    expect(opening(text)).toEqual(said);
  });
});
