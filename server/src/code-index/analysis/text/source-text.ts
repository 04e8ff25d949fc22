import { markCommentLines } from "./comment-lines.ts";
import type { MarkableText } from "./comment-lines.ts";

/** Text with its lines counted once, shared by all extractors of a file. */
export interface SourceText extends MarkableText {
  lines: number;
}

/** Counts lines and marks comments. A newline at the very end opens no further line. */
export function readSourceText(text: string, language: string | null): SourceText {
  const starts: number[] = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop();
  const lines = text.length === 0 ? 0 : starts.length;
  const source = { text, language, lineStarts: Uint32Array.from(starts), lines, commentLines: new Uint8Array(lines) };
  markCommentLines(source);
  return source;
}

/** Line that holds the character at `offset`, counted from 1. */
export function lineAt({ lineStarts }: SourceText, offset: number): number {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** One line without its end; "" outside the text. */
export function lineText({ text, lineStarts, lines }: SourceText, line: number): string {
  if (line < 1 || line > lines) return "";
  const end = line < lineStarts.length ? (lineStarts[line] ?? text.length) - 1 : text.length;
  const start = lineStarts[line - 1] ?? 0;
  const cut = text.slice(start, text[end] === "\n" || end === text.length ? end : end + 1);
  const written = cut.endsWith("\n") ? cut.slice(0, -1) : cut;
  return written.endsWith("\r") ? written.slice(0, -1) : written;
}

/** Bounds for hostile content; no real declaration reaches them. */
const maxMatches = 2000;
const maxBracketSpan = 60_000;

/** Runs a global pattern over the text, leaving out matches that begin on a comment line. */
export function* matchesInCode(
  source: SourceText,
  pattern: RegExp,
): Generator<{ match: RegExpExecArray; line: number; offset: number }> {
  pattern.lastIndex = 0;
  for (let found = 0; found < maxMatches; found += 1) {
    const match = pattern.exec(source.text);
    if (match === null) return;
    if (match[0].length === 0) pattern.lastIndex += 1;
    // Patterns anchored to a line may swallow blanks before it.
    const offset = match.index + match[0].length - match[0].trimStart().length;
    const line = lineAt(source, offset);
    if (source.commentLines[line - 1] !== 1) yield { match, line, offset };
  }
}

const roles = { open: 1, close: 2, quote: 3, escape: 4, newline: 5 };
const backtick = 96;
/** What a character means to the search for a closing bracket; 0 for most. */
const roleByCode = new Uint8Array(128);
for (const [characters, role] of [
  ["{([", roles.open],
  ["})]", roles.close],
  ["\"'`", roles.quote],
  ["\\", roles.escape],
  ["\n", roles.newline],
] as const)
  for (const character of characters) roleByCode[character.charCodeAt(0)] = role;

/** Offset of the bracket that closes the one at `open`, strings skipped; where looking ends when it is not closed. */
export function closingBracket(text: string, open: number): number {
  let depth = 0;
  /** Code of the quote that is open; 0 outside strings. */
  let quote = 0;
  const limit = Math.min(text.length, open + maxBracketSpan);
  for (let at = open; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    const role = code < 128 ? (roleByCode[code] ?? 0) : 0;
    if (role === 0) continue;
    if (quote !== 0) {
      if (role === roles.escape) at += 1;
      else if (code === quote || (role === roles.newline && quote !== backtick)) quote = 0;
    } else if (role === roles.quote) quote = code;
    else if (role === roles.open) depth += 1;
    else if (role === roles.close) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return limit;
}
