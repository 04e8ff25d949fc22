import { expect, it } from "vitest";

import type { WrittenSection } from "#server/engine/sections/section-template.ts";

import { sampleStatements } from "./sample-statements.ts";

const source = (path: string, startLine: number) => ({
  repositoryId: "quay",
  path,
  startLine,
  endLine: startLine,
  commit: "",
  hash: "",
});

const content = `Boats are let in. [1]

| Key | What for |
| --- | --- |
| \`PORT\` | Of the office. [2] |

\`\`\`sh
ring
\`\`\`

[1]

A line without a source.`;

const section: WrittenSection = {
  templateKey: "quay",
  title: "Quay",
  prompt: "",
  output: "markdown",
  content,
  sources: [source("quay.ts", 2), source("office.ts", 1)],
  lists: [],
  dropped: 0,
};

const drawing = { ...section, output: "mermaid", content: "flowchart [1]" } as const;
const pages = [{ title: "Harbour", sections: [section, drawing] }];
const linesOf = async (path: string) => (path === "quay.ts" ? ["first", "letIn()"] : ["port()"]);

it("shows each statement with its page, the head of its table and the lines that it cites", async () => {
  const text = await sampleStatements(pages, { count: 9, seed: 1, linesOf });
  expect(text).toContain("3 of 3 statements: 3 Harbour");
  expect(text).toContain("1. Harbour › Quay\nBoats are let in. [1]\n    [1] quay.ts:2-2\n    | letIn()");
  expect(text).toContain("| Key | What for |\n| `PORT` | Of the office. [2] |\n    [2] office.ts:1-1\n    | port()");
  expect(text).toContain("```sh\nring\n```\n[1]");
});

it("draws the same ones for the same seed", async () => {
  const drawn = (seed: number) => sampleStatements(pages, { count: 1, seed, linesOf });
  expect(await drawn(4)).toBe(await drawn(4));
  const all = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(drawn));
  expect(new Set(all).size).toBeGreaterThan(1);
});
