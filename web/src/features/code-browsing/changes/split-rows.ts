import type { DiffRow } from "./diff-rows.ts";

/** A line of one side and its index among all rows. */
interface SideLine {
  line: Extract<DiffRow, { kind: "line" }>["line"];
  index: number;
}

/** One row of the side-by-side layout; a side is null when it has no line there. */
type SplitRow =
  | { kind: "gap"; row: Extract<DiffRow, { kind: "gap" }> }
  | { kind: "pair"; old: SideLine | null; new: SideLine | null };

/** Pairs removed lines with the added lines that replaced them. */
export function splitRows(rows: readonly DiffRow[]): SplitRow[] {
  const split: SplitRow[] = [];
  let removed: SideLine[] = [];
  let added: SideLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) {
      split.push({ kind: "pair", old: removed[at] ?? null, new: added[at] ?? null });
    }
    removed = [];
    added = [];
  };
  for (const [index, row] of rows.entries()) {
    if (row.kind === "line" && row.line.type !== "context") {
      // A removed line after an added line starts the next block.
      if (row.line.type === "deleted" && added.length > 0) flush();
      (row.line.type === "deleted" ? removed : added).push({ line: row.line, index });
      continue;
    }
    flush();
    if (row.kind === "gap") split.push({ kind: "gap", row });
    else split.push({ kind: "pair", old: { line: row.line, index }, new: { line: row.line, index } });
  }
  flush();
  return split;
}
