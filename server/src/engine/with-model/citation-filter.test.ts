import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { createCitationFilter } from "./citation-filter.ts";

/** Evidence 1 to 12 exists; sources are numbered in the order of first use. */
function openFilter() {
  const order: number[] = [];
  const filter = createCitationFilter((cited) => {
    if (cited < 1 || cited > 12) return null;
    if (!order.includes(cited)) order.push(cited);
    return order.indexOf(cited) + 1;
  });
  return { filter, order };
}

function runWhole(text: string): string {
  const { filter } = openFilter();
  return filter.push(text) + filter.end();
}

it.each([
  ["numbers sources by first use", "A [7]. B [3]. C [7].", "A [1]. B [2]. C [1]."],
  ["drops what names nothing, with its blank", "A [99]. B [3].", "A. B [1]."],
  ["takes lists apart", "A [7, 3].", "A [1][2]."],
  ["keeps the known part of a list", "A [7, 99].", "A [1]."],
  ["keeps two in a row", "A [7][3]", "A [1][2]"],
  [
    "leaves code blocks alone",
    "Look:\n```ts\nitems[0] = [1];\n```\nDone [3].",
    "Look:\n```ts\nitems[0] = [1];\n```\nDone [1].",
  ],
  ["leaves tilde blocks alone", "~~~\n[3]\n~~~\n[3]", "~~~\n[3]\n~~~\n[1]"],
  ["leaves inline code alone", "`list[0]` is first [3].", "`list[0]` is first [1]."],
  ["leaves double-tick code alone", "``a`b[0]`` x [3]", "``a`b[0]`` x [1]"],
  ["checks after a stray backtick", "it`s here [99] and [3]\nnext [3]", "it`s here and [1]\nnext [1]"],
  [
    "keeps brackets that are not citations",
    "see [text](http://x) and [a1] and [ ]",
    "see [text](http://x) and [a1] and [ ]",
  ],
  ["drops a citation that the end cuts off", "A [1", "A"],
  ["keeps a bracket at the end", "A [", "A ["],
  ["lets no image load", "see ![x](http://evil/?q=1) and ![3]", "see !\\[x](http://evil/?q=1) and !\\[3]"],
  ["keeps images that are code", "`![x](y)`", "`![x](y)`"],
  ["keeps blanks", "a  b   [3] c ", "a  b   [1] c "],
  ["does not take five digits for a citation", "port [12345]", "port [12345]"],
])("%s", (_, text, expected) => {
  expect(runWhole(text)).toBe(expected);
});

const sample =
  "It is `rows[0]` in `api.ts` [12], and [99] not [7, 3].\n\n```js\nconst a = [x, y];\n```\n- x [3]\n| a | b [7] |\nend [1";

it("shows the same whatever way the stream is cut, and never half a citation", () => {
  const whole = runWhole(sample);
  for (let first = 0; first <= sample.length; first += 1) {
    for (let second = first; second <= sample.length; second += 1) {
      const { filter } = openFilter();
      const pieces = [sample.slice(0, first), sample.slice(first, second), sample.slice(second)];
      const shown = pieces.map((piece) => filter.push(piece));
      expect([...shown, filter.end()].join("")).toBe(whole);
      expect(shown.filter((piece) => /\[\d{1,4}$/.test(piece))).toEqual([]);
    }
  }
});

it("counts what was dropped and which lines about code cite nothing", () => {
  const { filter } = openFilter();
  filter.push("# `Title`\n`a` does b.\n`c` does d [3].\nPlain words.\nWhat is `x`?\nIn src/a/b.ts it ends [44].\n");
  filter.end();
  expect(filter.dropped).toBe(1);
  expect(filter.uncited).toBe(2);
});

it("marks lines of prose about code that cite nothing, and no other", () => {
  const filter = createCitationFilter((cited) => cited, { uncitedMark: " (?)" });
  const text =
    "`late` is counted.\n`late` is kept [1].\nBoats are late.\n| `late` | yes |\n```\nlate()\n```\nSee `late`";
  expect(filter.push(text) + filter.end()).toBe(
    "`late` is counted. (?)\n`late` is kept [1].\nBoats are late.\n| `late` | yes |\n```\nlate()\n```\nSee `late` (?)",
  );
});

it("does nothing slowly with hostile text", () => {
  const { filter } = openFilter();
  const workedMs = startCpuClock();
  for (const part of ["`".repeat(50_000), "[1,".repeat(20_000), " ".repeat(50_000), "[[[[".repeat(20_000)])
    filter.push(part);
  filter.end();
  expect(workedMs()).toBeLessThan(2_000);
});
