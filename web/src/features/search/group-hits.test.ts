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

it("groups hits of one file at the rank of its best hit", () => {
  const files = groupHits([hit, { ...hit, path: "b.ts" }, { ...hit, startLine: 40, endLine: 41 }], "delay");
  expect(files.map(({ path, matches }) => [path, matches.map(({ startLine }) => startLine)])).toEqual([
    ["src/delay.ts", [18, 40]],
    ["b.ts", [18]],
  ]);
});

it("keeps files of the same path in two repositories apart", () => {
  expect(groupHits([hit, { ...hit, repositoryId: "r-2" }], "delay")).toHaveLength(2);
});

it("removes the common indentation of an excerpt and marks the words of the query", () => {
  const location = groupHits([hit], "delay")[0]?.matches[0];
  expect(location?.lines.map(({ text }) => text)).toEqual(["export function delay() {", "  return 1;", "}"]);
  expect(location?.lines[0]?.ranges).toEqual([[16, 21]]);
  expect(location?.hiddenLines).toBe(4);
});

it("starts an excerpt where most words of the query are", () => {
  const excerpt = ["import { a } from 'a';", ...Array.from({ length: 9 }, () => ""), "const delay = 1;", "// tide"];
  const location = groupHits([{ ...hit, excerpt: excerpt.join("\n"), startLine: 1, endLine: 12 }], "tide delay")[0]
    ?.matches[0];
  expect(location).toMatchObject({ startLine: 11, endLine: 12 });
  expect(location?.lines.map(({ text }) => text)).toEqual(["const delay = 1;", "// tide"]);
});

it("distinguishes topics from files", () => {
  const topic = { ...hit, path: "Tide tables", topicId: "t-1" };
  expect(groupHits([topic, hit], "delay").map(({ key }) => key)).toEqual(["t-1", "r-1:src/delay.ts"]);
});

it("counts matching lines that were not sent too", () => {
  const lines = [{ line: 3, text: "  delay", ranges: [[2, 7]] as [number, number][] }];
  const [file] = groupLines([{ ...hit, language: "typescript", lines, matchedLines: 120 }], "p-1");
  expect(file).toMatchObject({ count: 120, matches: [{ startLine: 3, lines: [{ text: "delay", ranges: [[0, 5]] }] }] });
});

it("recognizes topics by a repository id equal to the product id", () => {
  const path = "tide-tables/3c169e58-37f6-4e40-b3f8-ce328ef35708.md";
  const line = { ...hit, path, language: "markdown", lines: [], matchedLines: 1 };
  const topicIds = groupLines([line, { ...line, repositoryId: "p-1" }], "p-1").map(({ topicId }) => topicId);
  expect(topicIds).toEqual([null, "3c169e58-37f6-4e40-b3f8-ce328ef35708"]);
});
