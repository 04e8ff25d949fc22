import type { CodeHit } from "@cairn/contract/search";
import { expect, it } from "vitest";

import { groupHits, groupLines } from "./group-hits.ts";

const hit: CodeHit = {
  repositoryId: "r-1",
  repositorySlug: "ferry",
  branch: "main",
  commit: "c",
  path: "src/delay.ts",
  startLine: 18,
  endLine: 24,
  symbol: { name: "delay", kind: "function", signature: "function delay()" },
  excerpt: "  export function delay() {\n    return 1;\n  }",
  score: 1,
  topicId: null,
};

it("puts places of one file together, where its best one stood", () => {
  const files = groupHits([hit, { ...hit, path: "b.ts" }, { ...hit, startLine: 40, endLine: 41 }], "delay");
  expect(files.map(({ path, matches }) => [path, matches.map(({ startLine }) => startLine)])).toEqual([
    ["src/delay.ts", [18, 40]],
    ["b.ts", [18]],
  ]);
});

it("keeps files of the same path in two repositories apart", () => {
  expect(groupHits([hit, { ...hit, repositoryId: "r-2" }], "delay")).toHaveLength(2);
});

it("shows an excerpt without its common indentation, words of the question marked", () => {
  const place = groupHits([hit], "delay")[0]?.matches[0];
  expect(place?.lines.map(({ text }) => text)).toEqual(["export function delay() {", "  return 1;", "}"]);
  expect(place?.lines[0]?.ranges).toEqual([[16, 21]]);
  expect(place?.hiddenLines).toBe(4);
});

it("begins an excerpt where most words of the question are", () => {
  const excerpt = ["import { a } from 'a';", ...Array.from({ length: 9 }, () => ""), "const delay = 1;", "// tide"];
  const place = groupHits([{ ...hit, excerpt: excerpt.join("\n"), startLine: 1, endLine: 12 }], "tide delay")[0]
    ?.matches[0];
  expect(place).toMatchObject({ startLine: 11, endLine: 12 });
  expect(place?.lines.map(({ text }) => text)).toEqual(["const delay = 1;", "// tide"]);
});

it("keeps topics apart from files", () => {
  const topic = { ...hit, path: "Tide tables", topicId: "t-1" };
  expect(groupHits([topic, hit], "delay").map(({ key }) => key)).toEqual(["t-1", "r-1:src/delay.ts"]);
});

it("counts the lines of a file that were not sent as well", () => {
  const lines = [{ line: 3, text: "  delay", ranges: [[2, 7]] as [number, number][] }];
  const [file] = groupLines([{ ...hit, language: "typescript", lines, matchedLines: 120 }], "p-1");
  expect(file).toMatchObject({ count: 120, matches: [{ startLine: 3, lines: [{ text: "delay", ranges: [[0, 5]] }] }] });
});

it("knows lines of a topic by the repository that has the id of the product", () => {
  const path = "tide-tables/3c169e58-37f6-4e40-b3f8-ce328ef35708.md";
  const line = { ...hit, path, language: "markdown", lines: [], matchedLines: 1 };
  const topicIds = groupLines([line, { ...line, repositoryId: "p-1" }], "p-1").map(({ topicId }) => topicId);
  expect(topicIds).toEqual([null, "3c169e58-37f6-4e40-b3f8-ce328ef35708"]);
});
