import { describe, expect, it } from "vitest";

import { splitArticle } from "./split-article.ts";

const words = "The queue keeps jobs in order. ".repeat(120).trim();

describe("a page from an address", () => {
  it("stays in one piece when it is short, or has too few headings", () => {
    expect(splitArticle("## A\n\nx\n\n## B\n\ny\n\n## C\n\nz", "Queues")).toHaveLength(1);
    const long = `## A\n\n${words}\n\n## B\n\n${words}\n\n${words}`;
    expect(splitArticle(long, "Queues")).toEqual([{ title: "Queues", content: long }]);
    expect(splitArticle("", "Queues")).toEqual([{ title: "Queues", content: "" }]);
  });

  it("goes apart at its topmost headings, without losing a word", () => {
    const text = [
      "Before all.",
      "## First *steps*",
      words,
      "### Below",
      "```sh",
      "## no heading",
      "```",
      "## [Keys](https://example.com/k) \\[beta\\]",
      words,
      "## Empty",
      "## Last",
      words,
    ].join("\n");
    const parts = splitArticle(text, "Queues");
    expect(parts.map((part) => part.title)).toEqual(["Queues", "First steps", "Keys [beta]", "Last"]);
    expect(parts[0]?.content).toBe("Before all.");
    expect(parts[1]?.content).toContain("### Below\n```sh\n## no heading\n```");
  });

  it("gives every part a title that a section may have", () => {
    const text = ["## x", words, `## ${"long ".repeat(60)}`, words, "## ok", words].join("\n\n");
    for (const { title } of splitArticle(text, "Queues")) {
      expect(title.length).toBeGreaterThanOrEqual(2);
      expect(title.length).toBeLessThanOrEqual(128);
    }
  });
});
