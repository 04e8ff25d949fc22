import { expect, it } from "vitest";

import { findPatch } from "./find-patch.ts";

const patch = ["--- a/src/tide.ts", "+++ b/src/tide.ts", "@@ -1,2 +1,2 @@", " one", "-two", "+three"];
const text = `${patch.join("\n")}\n`;

it.each([
  ["fenced", ["Do this:", "", "```diff", ...patch, "```", "", "Thanks"]],
  ["in a fence without a language", ["```", ...patch, "```"]],
  ["in a longer fence", ["````diff", ...patch, "````"]],
  ["in an indented fence of a list", ["1. This", "   ```diff", ...patch.map((line) => `   ${line}`), "   ```"]],
  ["in a fence that is never closed", ["```diff", ...patch]],
  ["between other words", ["Do this:", "", ...patch, "", "- and say so", "Thanks"]],
  ["alone", patch],
])("finds a diff that is %s", (_name, lines) => {
  expect(findPatch(lines.join("\n"))).toBe(text);
});

it("takes several blocks together, and leaves what is no diff", () => {
  const other = ["diff --git a/b b/b", "old mode 100644", "new mode 100755"];
  const lines = ["```ts", "const a = 1;", "```", "```diff", ...patch, "```", "then", "```", ...other, "```"];
  expect(findPatch(lines.join("\n"))).toBe(`${[...patch, ...other].join("\n")}\n`);
});

it("takes lines of a hunk for what they are counted as, whatever they look like", () => {
  const tricky = ["--- a/x.md", "+++ b/x.md", "@@ -1,2 +1,2 @@", "---- ", "++++ ", " diff --git a b"];
  expect(findPatch(["Before", ...tricky, "After"].join("\n"))).toBe(`${tricky.join("\n")}\n`);
});

it.each(["", "Show the tides", "```ts\nconst a = 1;\n```", "--- a rule of dashes\nand words", "@@ -1 +1 @@\n-a\n+b"])(
  "finds none in %j",
  (markdown) => {
    expect(findPatch(markdown)).toBeNull();
  },
);
