import { expect, it } from "vitest";

import { headingShift } from "./headings.ts";

it.each([
  ["# One\n## Two", 3, 2],
  ["#### Deep", 3, -1],
  ["```sh\n# a comment\n```\n## Two", 3, 1],
  ["no heading, #hashtag", 3, 0],
])("shifts %j to start at h%d by %d", (markdown, top, shift) => {
  expect(headingShift(markdown, top)).toBe(shift);
});
