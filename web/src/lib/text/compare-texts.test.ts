import { expect, it } from "vitest";

import { compareTexts } from "./compare-texts.ts";
import type { ComparedPart } from "./compare-texts.ts";

function sideOf(parts: readonly ComparedPart[], side: "removed" | "added"): string {
  return parts
    .filter(({ kind }) => kind === "same" || kind === side)
    .map(({ text }) => text)
    .join("");
}

it("marks the words that changed within a line and leaves the other lines alone", () => {
  const before = "# Delay\n\nA sailing is late after five minutes [1].\nIt is shown in amber.\n";
  const after = "# Delay\n\nA sailing is late after ten minutes [1].\nIt is shown in amber.\n";
  expect(compareTexts(before, after)).toEqual([
    { kind: "same", text: "# Delay\n\nA sailing is late after " },
    { kind: "removed", text: "five" },
    { kind: "added", text: "ten" },
    { kind: "same", text: " minutes [1].\nIt is shown in amber.\n" },
  ]);
});

it("shows lines with little in common as one removed and one added line", () => {
  expect(compareTexts("Ferries leave at noon.\n", "The board polls every thirty seconds over HTTP.\n")).toEqual([
    { kind: "removed", text: "Ferries leave at noon.\n" },
    { kind: "added", text: "The board polls every thirty seconds over HTTP.\n" },
  ]);
});

it("finds no difference in equal texts, and only differences when one side is empty", () => {
  expect(compareTexts("a\nb", "a\nb")).toEqual([{ kind: "same", text: "a\nb" }]);
  expect(compareTexts("", "new")).toEqual([{ kind: "added", text: "new" }]);
  expect(compareTexts("old", "")).toEqual([{ kind: "removed", text: "old" }]);
});

it("contains both texts completely, for random changes", () => {
  const words = ["gate", "pier", "\n", " ", "é", "[1]", "tide", "|", "\n\n", "漢字"];
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const text = () => Array.from({ length: next(60) }, () => words[next(words.length)]).join("");
  for (let round = 0; round < 300; round += 1) {
    const [before, after] = [text(), text()];
    const parts = compareTexts(before, after);
    expect([sideOf(parts, "removed"), sideOf(parts, "added")]).toEqual([before, after]);
  }
});

it("stays quick on long texts that have nothing in common", () => {
  const long = (letter: string) => Array.from({ length: 5_000 }, (_unused, line) => `${letter}${line}`).join("\n");
  const parts = compareTexts(long("a"), long("b"));
  expect(parts.map(({ kind }) => kind)).toEqual(["removed", "added"]);
});
