import { expect, it } from "vitest";

import { readProse } from "./read-prose.ts";
import { openingParagraphs } from "./readme-opening.ts";

const opening = (text: string) =>
  openingParagraphs({ path: "README.md", blocks: readProse(text.split("\n"), false) }, 3).map((block) => block.text);

it.each([
  ["# Board\n\nBoard shows passengers which boat leaves next.", ["Board shows passengers which boat leaves next."]],
  ["# Board\n\n> ### Shows passengers which boat leaves next.", ["Shows passengers which boat leaves next."]],
  ["# Board\n\n> [!NOTE]\n> This needs a very new version of it.", []],
  ["# Board\n\n## Environment variables\n\nThis project depends on some variables of yours.", []],
  [
    "# Board\n\n## About\n\nBoard shows passengers which boat leaves next.",
    ["Board shows passengers which boat leaves next."],
  ],
  ["# Board\n\nYou can, of course, run it in your favourite editor.", []],
])("opens %j", (text, expected) => {
  expect(opening(text)).toEqual(expected);
});
