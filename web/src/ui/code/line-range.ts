/** Lines of a file, counted from 1, both ends included. */
export interface LineRange {
  start: number;
  end: number;
}

/** Parses "L18" or "L18-L24", in either order, with or without "#"; null for anything else. */
export function parseLineHash(hash: string): LineRange | null {
  const match = /^#?L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(hash);
  if (!match) return null;
  return toRange(Number(match[1]), Number(match[2] ?? match[1]));
}

/** The hash of a range, without "#". */
export function lineHash({ start, end }: LineRange): string {
  return start === end ? `L${start}` : `L${start}-L${end}`;
}

/** The range between two lines, whichever comes first; lines before the first do not exist. */
export function toRange(from: number, to: number): LineRange | null {
  const start = Math.min(from, to);
  return start < 1 ? null : { start, end: Math.max(from, to) };
}
