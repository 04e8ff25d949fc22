import { expect, it } from "vitest";

import { closeSeams } from "./close-seams.ts";
import { splitPieces } from "./split-pieces.ts";

/** The text without the lines that begin so. */
function without(text: string, ...gone: string[]): string {
  const isKept = ({ lines }: { lines: string[] }) => !gone.some((one) => lines[0]?.trimStart().startsWith(one));
  const kept = closeSeams(splitPieces(text), isKept);
  return kept.flatMap(({ lines }) => lines).join("\n");
}

it("words that lead to a list go with its last item", () => {
  expect(without("Set the following:\n\n- a\n- b\n\nThen more.", "- a", "- b")).not.toContain("following");
  expect(without("Set the following:\n\n- a\n- b", "- a")).toBe("Set the following:\n\n- b");
});

it("a paragraph does not take the place of a lost list", () => {
  expect(without("It needs this:\n\n- a\n\nAnother matter.", "- a").trim()).toBe("Another matter.");
});

it("nested items go with what leads to them, and words to nested items go with those", () => {
  expect(without("- x does:\n  - a\n  - b\n- y", "- a", "- b")).toBe("- y");
  expect(without("- x does:\n  - a\n- y", "- y")).toBe("- x does:\n  - a");
});

it("a table loses rows without a gap, and its head with the last one", () => {
  const table = "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |";
  expect(without(table, "| 1")).toBe("| a | b |\n| --- | --- |\n| 3 | 4 |");
  expect(without(`${table}\n\n| c |\n| --- |\n| 5 |`, "| 1", "| 3").trim()).toBe("| c |\n| --- |\n| 5 |");
});

it("a paragraph that goes on from a lost one goes too", () => {
  expect(
    without("Six settings are read.\n\nThese change where it keeps data.\n\nAll else is fixed.", "Six").trim(),
  ).toBe("All else is fixed.");
  expect(without("Six settings are read.\n\nThemes are fixed.", "Six").trim()).toBe("Themes are fixed.");
});

it("a lead counts what is left, and a number that counts something else stays", () => {
  const list = "\n\n- a\n- b\n- c";
  expect(without(`Three things carry it:${list}`, "- b")).toBe("Two things carry it:\n\n- a\n- c");
  expect(without(`The three calls:${list}`, "- b")).toBe("The two calls:\n\n- a\n- c");
  expect(without(`Within three minutes:${list}`, "- b")).toContain("Within three minutes:");
  expect(without(`Three things carry it:${list}`, "- b", "- c").trim()).toBe("");
});

it("steps are numbered from one", () => {
  expect(without("1. a\n2. b\n3. c", "1.")).toBe("1. b\n2. c");
  expect(without("1. a\n2. b\n\nText\n\n4. d", "1.")).toBe("1. b\n\nText\n\n4. d");
});
