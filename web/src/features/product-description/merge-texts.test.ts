import { expect, test } from "vitest";

import { mergeTexts } from "./merge-texts.ts";

const base = "Boats leave on time.\n\nCrews report delays.\n\nPassengers read the board.\n";

test.each([
  ["only theirs changed", base, base.replace("on time", "early"), base.replace("on time", "early")],
  ["only ours changed", base.replace("on time", "late"), base, base.replace("on time", "late")],
  ["both made the same change", base.replace("on", "in"), base.replace("on", "in"), base.replace("on", "in")],
  [
    "different paragraphs",
    base.replace("Crews", "Skippers"),
    base.replace("Boats", "Ferries").replace("the board", "the screen"),
    "Ferries leave on time.\n\nSkippers report delays.\n\nPassengers read the screen.\n",
  ],
  [
    "different words of one sentence",
    base.replace("Boats", "Ferries"),
    base.replace("on time", "at noon"),
    base.replace("Boats", "Ferries").replace("on time", "at noon"),
  ],
  [
    "the same words: ours stay",
    base.replace("Boats", "Ferries"),
    base.replace("Boats", "Ships"),
    base.replace("Boats", "Ferries"),
  ],
  [
    "a sentence typed while everything was written anew",
    `${base}\nTyped meanwhile.\n`,
    "A whole other text.\n",
    "A whole other text.\n\nTyped meanwhile.\n",
  ],
])("%s", (_name, ours, theirs, merged) => {
  expect(mergeTexts(base, ours, theirs)).toBe(merged);
});

test("insertions into an empty text are joined, theirs first", () => {
  expect(mergeTexts("", "Typed by hand.", "Written by the assistant.\n\n")).toBe(
    "Written by the assistant.\n\nTyped by hand.",
  );
});

test("no typed word is lost, wherever it was typed", () => {
  const theirs = "Ferries leave on time, most days.\n\nPassengers read the board, and so do crews.\n";
  for (let at = 0; at <= base.length; at += 1) {
    const ours = `${base.slice(0, at)} TYPED ${base.slice(at)}`;
    expect(mergeTexts(base, ours, theirs)).toContain("TYPED");
  }
});
