import type { TextRange } from "./marked-parts.ts";

/** What stands before the first mark is cut where it is longer than this, so that the mark is seen on one line. */
const maxLeadLength = 60;
const keptLeadLength = 30;

/** A line without its indentation, beginning shortly before its first mark. */
export function fitLine(text: string, ranges: readonly TextRange[]): { text: string; ranges: TextRange[] } {
  const first = ranges[0]?.[0] ?? 0;
  // A mark may be of blanks.
  const indent = Math.min(text.length - text.trimStart().length, ranges.length > 0 ? first : text.length);
  const isLong = first - indent > maxLeadLength;
  const from = isLong ? wholeFrom(text, first - keptLeadLength) : indent;
  const lead = isLong ? "…" : "";
  const shift = lead.length - from;
  return {
    text: lead + text.slice(from),
    ranges: ranges.map(([start, end]) => [start + shift, end + shift]),
  };
}

/** The offset, or the one before where it would cut a character of two units. */
function wholeFrom(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset;
}
