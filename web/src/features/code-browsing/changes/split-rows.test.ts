import { expect, it } from "vitest";

import type { DiffRow } from "./diff-rows.ts";
import { splitRows } from "./split-rows.ts";

/** Rows as in a diff: `-a` went, `+a` came, ` a` stayed, `…` is a gap. */
function rowsOf(...lines: string[]): DiffRow[] {
  return lines.map((text, index): DiffRow => {
    if (text === "…") return { kind: "gap", gap: index, hiddenLines: 4, heading: "" };
    const type = text.startsWith("-") ? "deleted" : text.startsWith("+") ? "added" : "context";
    return { kind: "line", line: { type, content: text.slice(1), oldLine: index, newLine: index } };
  });
}

const inWords = (rows: DiffRow[]) =>
  splitRows(rows).map((row) =>
    row.kind === "gap" ? "…" : `${row.old?.line.content ?? ""}|${row.new?.line.content ?? ""}`,
  );

it("puts what came beside what went, and leaves a side empty where it has fewer lines", () => {
  expect(inWords(rowsOf(" a", "-b", "-c", "+d", " e", "+f"))).toEqual(["a|a", "b|d", "c|", "e|e", "|f"]);
});

it("joins nothing over a gap or over lines that stayed", () => {
  expect(inWords(rowsOf("-a", "…", "+b", " c", "-d"))).toEqual(["a|", "…", "|b", "c|c", "d|"]);
  expect(inWords(rowsOf("-a", "+b", "-c", "+d"))).toEqual(["a|b", "c|d"]);
});

it("keeps every line once, with its place among the rows", () => {
  const rows = rowsOf("+a", "-b", "-c", "+d", "+e", "+f", " g", "…", "-h");
  const rowIndexes = splitRows(rows).flatMap((row) => (row.kind === "gap" ? [] : [row.old?.index, row.new?.index]));
  expect(new Set(rowIndexes.filter((codeLocation) => codeLocation !== undefined))).toEqual(
    new Set([0, 1, 2, 3, 4, 5, 6, 8]),
  );
});
