import { expect, test } from "vitest";

import { stripMarkdown } from "./strip-markdown.ts";

test.each([
  ["Plain words, as they are.", "Plain words, as they are."],
  [
    "**Who it is for:** crews and *anglers*.\n\n- `api`: serves\n- [web](https://x.y) shows",
    "Who it is for: crews and anglers. api: serves web shows",
  ],
  ["# Title\n\n> Quoted\n\n1. One\n2. Two", "Title Quoted One Two"],
  ["snake_case_name and 2 * 3 * 4 stay, \\*so\\* does this", "snake_case_name and 2 * 3 * 4 stay, *so* does this"],
  ["", ""],
])("%j", (markdown, plain) => {
  expect(stripMarkdown(markdown)).toBe(plain);
});
