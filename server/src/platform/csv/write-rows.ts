import papaparse from "papaparse";

import { guardCell } from "./guard-cell.ts";

/** Rows of a CSV file with a line break behind each; no cell of it is a formula. */
export function writeRows(rows: readonly (readonly string[])[]): string {
  const guarded = rows.map((row) => row.map(guardCell));
  return `${papaparse.unparse(guarded, { quotes: true, newline: "\r\n" })}\r\n`;
}
