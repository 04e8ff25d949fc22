import { expect, it } from "vitest";

import type { DiffRow } from "./diff-rows.ts";
import { splitRows } from "./split-rows.ts";

/** Rows in diff notation: `-a` removed, `+a` added, ` a` unchanged, `…` a gap. */
function rowsOf(...lines: string[]): DiffRow[] {
  return lines.map((text, index): DiffRow => {
    if (text === "…") return { kind: "gap", gap: index, hiddenLines: 4, heading: "", opensDown: false, isLast: false };
    const type = text.startsWith("-") ? "deleted" : text.startsWith("+") ? "added" : "context";
    return { kind: "line", line: { type, content: text.slice(1), oldLine: index, newLine: index } };
  });
}

const inWords = (rows: DiffRow[]) =>
  splitRows(rows).map((row) =>
    row.kind === "gap" ? "…" : `${row.old?.line.content ?? ""}|${row.new?.line.content ?? ""}`,
  );

it("pairs removed and added lines, and leaves a side empty when it has fewer lines", () => {
  expect(inWords(rowsOf(" a", "-b", "-c", "+d", " e", "+f"))).toEqual(["a|a", "b|d", "c|", "e|e", "|f"]);
});

it("does not pair lines across a gap or unchanged lines", () => {
  expect(inWords(rowsOf("-a", "…", "+b", " c", "-d"))).toEqual(["a|", "…", "|b", "c|c", "d|"]);
  expect(inWords(rowsOf("-a", "+b", "-c", "+d"))).toEqual(["a|b", "c|d"]);
});

it("contains every line once, with its row index", () => {
  const rows = rowsOf("+a", "-b", "-c", "+d", "+e", "+f", " g", "…", "-h");
  const rowIndexes = splitRows(rows).flatMap((row) => (row.kind === "gap" ? [] : [row.old?.index, row.new?.index]));
  expect(new Set(rowIndexes.filter((codeLocation) => codeLocation !== undefined))).toEqual(
    new Set([0, 1, 2, 3, 4, 5, 6, 8]),
  );
});
