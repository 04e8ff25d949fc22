import { describe, expect, it } from "vitest";

import { factsOf } from "#server/code-index/testing/facts-as-text.ts";

describe("Markdown", () => {
  it("cuts at headings, with the words a reader sees", async () => {
    const text = `---
title: Guide
# not: a heading
---

# [Guide](https://x) to **Acme** ![logo](a.png) #

Hello.

## \`install\` <small>now</small>
Run it.

Setup
=====
Under a rule.

Also
----
### Deep

#hashtag
####### seven
`;
    expect(await sectionsOf("docs/guide.md", text)).toEqual([
      ["1 Guide to Acme logo", "Hello.", 6, 9],
      ["2 install now", "Run it.", 10, 12],
      ["1 Setup", "Under a rule.", 13, 16],
      ["2 Also", "", 17, 18],
      ["3 Deep", "#hashtag\n####### seven", 19, 22],
    ]);
  });

  it("takes nothing inside of fences for a heading, however they are nested", async () => {
    const text = `# One
~~~sh
# comment
\`\`\`
# still inside
~~~
\`\`\`\`md
\`\`\`
# inside
\`\`\`
\`\`\`\`
# Two
`;
    expect((await sectionsOf("README.md", text)).map(([heading]) => heading)).toEqual(["1 One", "1 Two"]);
  });

  it("takes no rule, list or table for a heading", async () => {
    const text = `Intro

---

- item
---
| a | b |
|---|---|
> quote
===
`;
    expect(await sectionsOf("README.md", text)).toEqual([["0 ", text.trim(), 1, 10]]);
  });

  it("keeps the text before the first heading, without the front matter", async () => {
    const text = `---\na: 1\n---\nOpening.\n\n# Title\nBody.\n`;
    expect(await sectionsOf("a.md", text)).toEqual([
      ["0 ", "Opening.", 1, 5],
      ["1 Title", "Body.", 6, 7],
    ]);
  });

  it("reads lines that end in CRLF", async () => {
    expect(await sectionsOf("a.md", "---\r\na: 1\r\n---\r\n# A ##\r\nx\r\n\r\nB\r\n---\r\n")).toEqual([
      ["1 A", "x", 4, 6],
      ["2 B", "", 7, 8],
    ]);
  });

  it("cuts a section that is too long", async () => {
    const [[, text] = []] = await sectionsOf("a.md", `# A\n${"some words\n".repeat(600)}`);
    expect(String(text)).toHaveLength(4001);
    expect(String(text).endsWith("…")).toBe(true);
  });
});

describe("other prose", () => {
  it("orders the headings of reStructuredText by the rules the file uses first", async () => {
    const text = `========
Manual
========

Words.

Install
-------
Steps.

Linux
~~~~~
apt

Use
---
..
`;
    expect(await sectionsOf("docs/index.rst", text)).toEqual([
      ["1 Manual", "Words.", 1, 6],
      ["2 Install", "Steps.", 7, 10],
      ["3 Linux", "apt", 11, 14],
      ["2 Use", "..", 15, 17],
    ]);
  });

  it("takes no rule that is shorter than its title, and no table", async () => {
    const text = `A long title\n---\n\n===== =====\na     b\n===== =====\n`;
    expect((await sectionsOf("docs/a.rst", text)).map(([heading]) => heading)).toEqual(["0 "]);
  });

  it("reads AsciiDoc and plain text", async () => {
    expect(await sectionsOf("a.adoc", "= Title\nintro\n\n== Part\nmore\n")).toEqual([
      ["1 Title", "intro", 1, 3],
      ["2 Part", "more", 4, 5],
    ]);
    expect(await sectionsOf("README", "# Not Markdown\nHello.\n")).toEqual([["0 ", "# Not Markdown\nHello.", 1, 2]]);
    expect(await sectionsOf("empty.md", "")).toEqual([]);
    expect(await sectionsOf("a.ts", "// # A\n")).toEqual([]);
  });
});

/** "level heading", text, first and last line. */
async function sectionsOf(path: string, text: string): Promise<unknown[][]> {
  const { sections } = await factsOf(path, text);
  return sections.map(({ level, heading, text: body, startLine, endLine }) => [
    `${level} ${heading}`,
    body,
    startLine,
    endLine,
  ]);
}
