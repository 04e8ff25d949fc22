import { expect, it } from "vitest";

import { makeSection as section } from "#web/features/pages/testing/make-section.ts";

import { artifactMarkdown } from "./copy-markdown.ts";

function source(path: string, startLine: number, endLine: number) {
  return { repositoryId: "r", path, startLine, endLine, commit: "c", hash: "h" };
}

it("numbers footnotes over the whole page and lists each location once", () => {
  const delay = source("src/delay.ts", 18, 24);
  const sections = [
    section({ content: "Delay [1] of a board [2].\n", sources: [delay, source("src/board.ts", 7, 7)] }),
    section({ title: "Rules", content: "Five minutes [1], `rules[1]`, [9].", sources: [delay] }),
  ];
  expect(artifactMarkdown({ title: "Overview", sections })).toBe(`# Overview

## Purpose

Delay [^1] of a board [^2].

## Rules

Five minutes [^1], \`rules[1]\`, [9].

[^1]: \`src/delay.ts:18-24\`
[^2]: \`src/board.ts:7\`
`);
});

it("fences diagrams and omits the notes where nothing is cited", () => {
  const diagram = section({
    title: "Flow",
    content: "graph TD\n a[1] --> b\n",
    instructions: { prompt: "", output: "mermaid" },
  });
  expect(artifactMarkdown({ title: "T", sections: [diagram] })).toBe(
    "# T\n\n## Flow\n\n```mermaid\ngraph TD\n a[1] --> b\n```\n",
  );
});
