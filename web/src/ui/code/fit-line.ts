import type { TextRange } from "./marked-parts.ts";

/** Text before the first mark is cut when it is longer than this, so that the mark is visible on one line. */
const maxLeadLength = 60;
const keptLeadLength = 30;

/** Removes the indentation of a line and cuts it to begin shortly before its first mark. */
export function fitLine(text: string, ranges: readonly TextRange[]): { text: string; ranges: TextRange[] } {
  const first = ranges[0]?.[0] ?? 0;
  // Whitespace may be marked too.
  const indent = Math.min(text.length - text.trimStart().length, ranges.length > 0 ? first : text.length);
  const isLong = first - indent > maxLeadLength;
  const from = isLong ? alignToCharacter(text, first - keptLeadLength) : indent;
  const lead = isLong ? "…" : "";
  const shift = lead.length - from;
  return {
    text: lead + text.slice(from),
    ranges: ranges.map(([start, end]) => [start + shift, end + shift]),
  };
}

/** The offset, moved back by one if it would split a surrogate pair. */
function alignToCharacter(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset;
}
