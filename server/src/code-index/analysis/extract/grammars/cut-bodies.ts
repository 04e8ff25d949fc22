import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

/** What a language's function bodies look like where code is laid out as usual. */
export interface BodyStyle {
  /** Matches the last line of a function's head, its opening bracket included. */
  opens: RegExp;
  /** Matches lines that end alike but open something whose members are declarations. */
  keeps: RegExp;
  /** Matches declarations that are wanted even inside a body, which is then not cut; bodies inside it may be. */
  holds: RegExp;
}

/** A text with parts left out, and the way back from its offsets to those of the whole. */
export interface CutText {
  text: string;
  isCut: boolean;
  /** Offset in the whole text of an offset in this one. */
  toWhole: (offset: number) => number;
}

/** Characters at either end of a line that are looked at. */
const maxHead = 200;
/** Shorter bodies are not cut. */
const leastLines = 2;

/**
 * Leaves out the bodies of functions, which are most of the code and contain no declarations that we read. Bodies
 * are recognized by layout: the head ends in a bracket, the next line that is indented no deeper closes it. Where the
 * layout is different nothing is cut.
 */
export function cutBodies(source: SourceText, style: BodyStyle): CutText {
  const cuts = findBodies(source, style);
  if (cuts.length === 0) return uncut(source);
  let text = "";
  let at = 0;
  // Offset in the shortened text behind each cut, and how much is missing there.
  const behind: number[] = [];
  const missing: number[] = [];
  for (const { start, end } of cuts) {
    text += source.text.slice(at, start);
    at = end;
    behind.push(text.length);
    missing.push(end - text.length);
  }
  text += source.text.slice(at);
  return { text, isCut: true, toWhole: (offset) => offset + missingAt(behind, missing, offset) };
}

/** The whole text in the same shape. */
export function uncut({ text }: SourceText): CutText {
  return { text, isCut: false, toWhole: (offset) => offset };
}

function missingAt(behind: readonly number[], missing: readonly number[], offset: number): number {
  let low = 0;
  let high = behind.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((behind[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (missing[low - 1] ?? 0);
}

interface BodySpan {
  start: number;
  end: number;
}

/** From behind each opening bracket to the beginning of the line that closes it. */
function findBodies(source: SourceText, style: BodyStyle): BodySpan[] {
  const { text, lines, lineStarts, commentLines } = source;
  const ends = closingLines(source);
  const found: BodySpan[] = [];
  for (let line = 1; line < lines; line += 1) {
    const close = ends[line] ?? 0;
    if (close - line <= leastLines || commentLines[line - 1] === 1) continue;
    const start = lineStarts[line - 1] ?? 0;
    const end = endOfLine(source, line);
    if (!style.opens.test(text.slice(Math.max(start, end - maxHead), end))) continue;
    const head = text.slice(start, Math.min(end, start + maxHead));
    if (style.keeps.test(head)) continue;
    const closeStart = lineStarts[close - 1] ?? end;
    if (style.holds.test(text.slice(end, closeStart))) continue;
    found.push({ start: end, end: closeStart });
    line = close - 1;
  }
  return found;
}

/** For each line that ends in an opening bracket the line that closes it by its indentation; 0 for all others. */
function closingLines(source: SourceText): Uint32Array {
  const { text, lines, lineStarts } = source;
  const closing = new Uint32Array(lines + 1);
  const open: { line: number; indent: number }[] = [];
  for (let line = 1; line <= lines; line += 1) {
    const start = lineStarts[line - 1] ?? 0;
    const end = endOfLine(source, line);
    let at = start;
    while (at < end && isBlank(text.charCodeAt(at))) at += 1;
    if (at === end) continue;
    const indent = at - start;
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) {
      const last = open.pop();
      if (last !== undefined && last.indent === indent && text.charCodeAt(at) === closingBrace)
        closing[last.line] = line;
    }
    if (text.charCodeAt(end - 1) === openingBrace) open.push({ line, indent });
  }
  return closing;
}

const openingBrace = 123;
const closingBrace = 125;

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** Offset behind the last character of a line that is no blank. */
function endOfLine({ text, lines, lineStarts }: SourceText, line: number): number {
  const start = lineStarts[line - 1] ?? 0;
  let end = line < lines ? (lineStarts[line] ?? text.length) - 1 : text.length;
  while (end > start && (isBlank(text.charCodeAt(end - 1)) || isLineEnd(text.charCodeAt(end - 1)))) end -= 1;
  return end;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}
