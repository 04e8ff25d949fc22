/** Rows from `from` up to, not including, `to`. */
export interface RowRange {
  from: number;
  to: number;
}

/** Rows drawn beyond either edge, so that a fast scroll and the arrow keys find them there. */
const spareRows = 24;
/** The range moves in steps, so that most scroll events change nothing. */
const stepRows = 8;

/** Which rows of one height can be seen: `topPx` is where the first one is, measured from the top of the window. */
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
