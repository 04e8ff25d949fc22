import { describe, expect, it } from "vitest";

import { blankNoise, commentNoise } from "./comment-noise.ts";
import { summarizeDoc } from "./summarize-doc.ts";

const doc = (text: string) => ({ text, startLine: 1, endLine: text.split("\n").length });

describe.each(commentNoise)("$name", ({ noise, kept }) => {
  it.each(noise)("say nothing: %j", (text) => {
    expect(summarizeDoc(doc(text))).toBeNull();
  });

  it.each(kept)("are told from a description: %j", (text) => {
    expect(summarizeDoc(doc(text))?.text.slice(0, 12)).toBe(text.slice(0, 12));
  });
});

describe("a comment with both", () => {
  it.each([
    ["Moves a boat.\neslint-disable-next-line max-len", "Moves a boat."],
    ["rubocop:disable Metrics\nMoves a boat.", "Moves a boat."],
    ["Copyright (c) 2021 Acme\n\nMoves a boat.", "Moves a boat."],
    ["Moves a boat. Keep this in sync with the client. Returns where it lies.", "Moves a boat. Returns where it lies."],
    ["==========\nMoves a boat.\n==========", "Moves a boat."],
    ["Moves a boat.\n\nboat.move(1);\nboat.stop();", "Moves a boat."],
  ])("keeps what describes: %j", (text, expected) => {
    expect(summarizeDoc(doc(text))?.text).toBe(expected);
  });

  it("keeps the lines where they are", () => {
    expect(blankNoise("noqa\nMoves a boat.")).toBe("\nMoves a boat.");
  });
});

it("takes no time for hostile comments", () => {
  const texts = [
    "= ".repeat(4000),
    `${"a.".repeat(3000)}(`,
    "if you add ".repeat(800),
    `<${"a ".repeat(4000)}`,
    "-=".repeat(4000),
  ];
  for (const text of texts) {
    const start = process.cpuUsage().user;
    summarizeDoc(doc(text));
    expect((process.cpuUsage().user - start) / 1000).toBeLessThan(200);
  }
});
