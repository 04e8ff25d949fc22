import { expect, it } from "vitest";

import { shownName } from "./shown-name.ts";

it.each([
  ["Übersicht der Häfen.PDF", "Übersicht der Häfen.PDF"],
  ["תוכנית.pdf", "תוכנית.pdf"],
  // Shown as "invoice exe.pdf" where the mark is obeyed.
  ["invoice \u202efdp.exe", "invoice fdp.exe.pdf"],
  ["plan\u2066\u200b.pdf\u2069", "plan.pdf"],
  ["invoice.hta", "invoice.hta.pdf"],
  ["scan", "scan.pdf"],
  ["\u200e ", "File.pdf"],
])("shows %j as %j", (name, shown) => {
  expect(shownName({ name, contentType: "application/pdf" })).toBe(shown);
});

it("leaves a picture the ending it came with, whatever kind of picture it is", () => {
  expect(shownName({ name: "board.png", contentType: "image/jpeg" })).toBe("board.png");
  expect(shownName({ name: "board", contentType: "image/jpeg" })).toBe("board.jpg");
});
