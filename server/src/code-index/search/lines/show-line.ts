import type { LineMatch, LineQuery } from "#server/code-index/ports/line-query.ts";
import type { Program } from "#server/code-index/search/lines/pattern/compile-program.ts";
import { findRanges } from "#server/code-index/search/lines/pattern/find-ranges.ts";
import { decodeAs } from "#server/text/decode-text.ts";

import { lineStartsOf, type HeldText } from "./held-texts.ts";
import type { MatchingLine } from "./search-texts.ts";

/** Longer lines are shown in part. */
const maxShownBytes = 2_000;
/** Of a long line this much is shown before the first match. */
const shownBefore = 500;
/** Of one line: number of matches, and steps of the matcher, which take some milliseconds. */
const highlightLimits = { limit: 100, maxWork: 100_000 };

/** A matching line as people see it. */
export function showLine(
  { text: held, line, at: matchOffset }: MatchingLine,
  { query, program }: { query: LineQuery; program: Program },
): LineMatch {
  const { bytes, encoding } = held;
  const starts = lineStartsOf(held);
  const start = starts[line - 1] ?? 0;
  const following = starts[line];
  const end = following === undefined ? bytes.length : following - 1;
  const isLong = end - start > maxShownBytes;
  const from = isLong
    ? characterStart(held, Math.max(start, Math.min(matchOffset - shownBefore, end - maxShownBytes)))
    : start;
  const to = isLong ? characterStart(held, Math.min(end, from + maxShownBytes)) : end;
  const whole = decodeAs(bytes.subarray(from, to), encoding);
  const text = to === end && whole.endsWith("\r") ? whole.slice(0, -1) : whole;
  const isPlain = !query.isRegex && !query.ignoreCase && !query.isWord && query.pattern !== "";
  const ranges = isPlain
    ? findPlain(whole, query.pattern)
    : findRanges(program, { text: whole, isLineStart: from === start, isLineEnd: to === end }, highlightLimits);
  return {
    line,
    text,
    textStart: from === start ? 0 : decodeAs(bytes.subarray(start, from), encoding).length,
    ranges: ranges.map(([first, last]) => [Math.min(first, text.length), Math.min(last, text.length)]),
  };
}

function findPlain(text: string, pattern: string): [number, number][] {
  const ranges: [number, number][] = [];
  for (let at = text.indexOf(pattern); at !== -1 && ranges.length < highlightLimits.limit;) {
    ranges.push([at, at + pattern.length]);
    at = text.indexOf(pattern, at + pattern.length);
  }
  return ranges;
}

/** The offset, moved back to the start of a UTF-8 character. In other encodings it may lie inside of one. */
function characterStart({ bytes, encoding }: HeldText, offset: number): number {
  if (encoding !== "utf-8") return offset;
  let at = offset;
  while (at > 0 && offset - at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}
