import { describe, expect, it } from "vitest";

import { findPiece, textAt } from "./find-piece.ts";
import { joinBlocks, splitBlocks, withoutPiece } from "./text-blocks.ts";

const text = `## About

Board keeps memberships of crews. It shows which boat leaves next.

What it offers:

- **Tides** for a year
- Warnings on the phone

Last words. Each berth has a ship.`;

describe("a piece of a text", () => {
  it.each([
    ["the first sentence", "Board keeps memberships of crews."],
    ["sentence 2", "It shows which boat leaves next."],
    ["3rd sentence", "What it offers:"],
    ["the last sentence", "Each berth has a ship."],
    ["the final line", "Each berth has a ship."],
    ["the first paragraph", "Board keeps memberships of crews. It shows which boat leaves next."],
    ["paragraph #2", "What it offers:"],
    ["the list", "- **Tides** for a year\n- Warnings on the phone"],
    ["the last bullet point", "Warnings on the phone"],
    ["item 1", "**Tides** for a year"],
    ["the first heading", "## About"],
    ["the sentence about ships", "Each berth has a ship."],
    ["the sentence that says “boat leaves”", "It shows which boat leaves next."],
    ["the paragraph about boats", "Board keeps memberships of crews. It shows which boat leaves next."],
    ["the point about tides for a year", "**Tides** for a year"],
    ["tides", "**Tides** for a year"],
    ["“each   BERTH”", "Each berth has a ship."],
    ["the memberships sentence", "Board keeps memberships of crews."],
  ])("is named by %j", (reference, wanted) => {
    const blocks = splitBlocks(text);
    const found = findPiece(reference, blocks);
    expect(found && textAt(blocks, found)).toBe(wanted);
  });

  it.each([
    ["no number of it", "sentence 0"],
    ["a number beyond the last", "sentence 99"],
    ["a kind alone", "the sentence"],
    ["a word of nothing", "the sentence about payroll"],
    ["a part of a longer word", "ember"],
    ["words of two pieces alike", "the sentence about boards and ships"],
    ["an empty quote", "“”"],
    ["nothing", ""],
  ])("is not guessed from %s", (_, reference) => {
    expect(findPiece(reference, splitBlocks(text))).toBeNull();
  });

  it("is no list where there are two", () => {
    expect(findPiece("the list", splitBlocks("- a\n\nText.\n\n- b"))).toBeNull();
  });
});

describe("blocks", () => {
  it("are paragraphs, lists, and whole what is neither", () => {
    const blocks = splitBlocks(
      "One two.\r\nThree four.\r\n\r\n```\n\n- x\n```\n\n* a\n  more\n* b\n\n1. x\n2) y\n\n> quoted\n\n| a |\n\n---\n\n*Em* text.",
    );
    expect(blocks.map(({ kind, pieces }) => [kind, ...pieces])).toEqual([
      ["prose", "One two.", "Three four."],
      ["other", "```\n\n- x\n```"],
      ["list", "a\n  more", "b"],
      ["list", "x", "y"],
      ["other", "> quoted"],
      ["other", "| a |"],
      ["other", "---"],
      ["prose", "*Em* text."],
    ]);
  });

  it("are written as they were where nobody touched them", () => {
    const odd = "One.  Two.\n\n*  a\n*  b\n\n~~~\nx\n\ny\n~~~";
    expect(joinBlocks(splitBlocks(odd))).toBe(odd);
  });

  it.each([
    ["a sentence", { block: 0, piece: 0 }, "Two.\n\nIt has:\n\n- a\n\nEnd."],
    ["a paragraph", { block: 3, piece: null }, "One. Two.\n\nIt has:\n\n- a"],
    ["the only item of a list, with what led over to it", { block: 2, piece: 0 }, "One. Two.\n\nEnd."],
    ["a list, with what led over to it", { block: 2, piece: null }, "One. Two.\n\nEnd."],
    ["nothing that is not there", { block: 9, piece: 0 }, "One. Two.\n\nIt has:\n\n- a\n\nEnd."],
  ])("lose %s", (_, at, left) => {
    expect(joinBlocks(withoutPiece(splitBlocks("One. Two.\n\nIt has:\n\n- a\n\nEnd."), at))).toBe(left);
  });

  it("keep the sentences before the one that led over to a list", () => {
    expect(joinBlocks(withoutPiece(splitBlocks("One. It has:\n\n- a"), { block: 1, piece: 0 }))).toBe("One.");
  });
});
