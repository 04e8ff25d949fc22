import { expect, it } from "vitest";

import { parseProse } from "./parse-prose.ts";

const shape = (text: string, isRst = false) =>
  parseProse(text.split("\n"), isRst).map(({ kind, text, startLine, endLine }) => [kind, text, startLine, endLine]);

it("reads Markdown blocks with their lines", () => {
  const text =
    "# Board\n\nShows boats\nto people.\n\n- fast\n- small\n  and light\n\n```sh\nnpm test\n\n# not a heading\n```\n<!-- no\nno -->\nEnd";
  expect(shape(text)).toEqual([
    ["heading", "Board", 1, 1],
    ["paragraph", "Shows boats to people.", 3, 4],
    ["item", "fast", 6, 6],
    ["item", "small and light", 7, 8],
    ["code", "npm test\n\n# not a heading", 10, 14],
    ["other", "", 15, 16],
    ["paragraph", "End", 17, 17],
  ]);
});

it("reads reStructuredText headings, directives and literal blocks", () => {
  const text = "Board\n=====\n\nShows boats::\n\n    run it\n\n.. code-block:: sh\n\n    npm test\n\nEnd";
  expect(shape(text, true)).toEqual([
    ["heading", "Board", 1, 2],
    ["paragraph", "Shows boats:", 4, 4],
    ["code", "run it", 6, 6],
    ["code", "npm test", 8, 10],
    ["paragraph", "End", 12, 12],
  ]);
});

it("ends at a fence that is never closed", () => {
  expect(shape("```\nabc")).toEqual([["code", "abc", 1, 2]]);
});
