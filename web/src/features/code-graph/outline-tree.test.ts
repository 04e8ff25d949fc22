import { expect, it } from "vitest";

import { filterOutline, buildOutlineTree } from "./outline-tree.ts";
import type { OutlineNode } from "./outline-tree.ts";

const symbol = (name: string, lines: [number, number], parent: string | null = null) => ({
  name,
  kind: "function",
  signature: "",
  parent,
  startLine: lines[0],
  endLine: lines[1],
  isExported: false,
});

const shown = (nodes: readonly OutlineNode[]): unknown[] =>
  nodes.map(({ symbol, children }) => (children.length > 0 ? [symbol.name, ...shown(children)] : symbol.name));

const symbols = [
  symbol("Board", [1, 30]),
  symbol("Row", [2, 20], "Board"),
  symbol("paint", [3, 9], "Board.Row"),
  symbol("size", [22, 25], "Board"),
  symbol("delay", [40, 50]),
  symbol("paint", [60, 61], "Board"),
];

it("nests each declaration below its parent", () => {
  expect(shown(buildOutlineTree(symbols))).toEqual([["Board", ["Row", "paint"], "size"], "delay", "paint"]);
});

it("keeps the ancestors of a matching declaration", () => {
  expect(shown(filterOutline(buildOutlineTree(symbols), " PAI"))).toEqual([["Board", ["Row", "paint"]], "paint"]);
  expect(filterOutline(buildOutlineTree(symbols), "zzz")).toEqual([]);
});
