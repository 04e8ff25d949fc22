/** Rows from `from` up to, not including, `to`. */
export interface RowRange {
  from: number;
  to: number;
}

/** Extra rows rendered beyond each edge, for fast scrolling and arrow keys. */
const spareRows = 24;
/** The range moves in steps of this size, so that most scroll events cause no render. */
const stepRows = 8;

/** Computes which rows are visible. `topPx` is the position of the first row relative to the top of the window. */
export function windowedRange(rows: {
  count: number;
  rowHeightPx: number;
  topPx: number;
  windowHeightPx: number;
}): RowRange {
  const { count, rowHeightPx, topPx, windowHeightPx } = rows;
  const first = Math.floor(-topPx / rowHeightPx / stepRows) * stepRows - spareRows;
  const last = Math.ceil((windowHeightPx - topPx) / rowHeightPx / stepRows) * stepRows + spareRows;
  const from = Math.min(Math.max(first, 0), count);
  return { from, to: Math.min(Math.max(last, from), count) };
}
