import { LinePatternError } from "./line-query.ts";
import type { LineQuery } from "./line-query.ts";
import { compileProgram } from "./pattern/compile-program.ts";
import type { Program } from "./pattern/compile-program.ts";
import { LineAutomaton, none, paused } from "./pattern/line-automaton.ts";
import { literalTree, parsePattern } from "./pattern/parse-pattern.ts";
import type { PatternTree } from "./pattern/pattern-tree.ts";
import { findRequiredText } from "./pattern/required-text.ts";
import { mayHold, trigramsOf } from "./trigram-bits.ts";
import type { TrigramBits } from "./trigram-bits.ts";

export const maxPatternLength = 10_000;

/** Steps of a program gone through between two pauses: some milliseconds. */
const workBetweenPauses = 100_000;
const bytesBetweenPauses = 1 << 20;
/** Bytes a line with the locator in it, below which looking for it first does not pay. */
const densestBytes = 150;
const newline = 10;

/** A query made ready: says which files may match, and finds the lines that do. For one search at a time. */
export class LineMatcher {
  readonly program: Program;
  /** Every match is this text, and nothing else decides. */
  private readonly literal: Buffer | null;
  /** Part of every match; lines without it need no closer look. */
  private readonly locator: Buffer | null;
  /** Of each list one text must be there, with all its trigrams. */
  private readonly demands: readonly (readonly Uint32Array[])[];
  /** Every match holds a character that ASCII lacks. */
  private readonly isBeyondAscii: boolean;
  private readonly automaton: LineAutomaton;
  /** Where to go on after a pause. */
  private resumeAt: number | null = null;
  /** Lines of the file at hand in which the locator stood in vain, and how much text they were found in. */
  private located = { lines: 0, bytes: 0 };

  /** Throws a `LinePatternError`. */
  constructor(query: LineQuery) {
    const { pattern, isRegex, ignoreCase, isWord } = query;
    if (pattern.length > maxPatternLength)
      throw new LinePatternError(`A pattern may have ${maxPatternLength.toLocaleString("en")} characters at most.`);
    const tree = isRegex ? parsePattern(pattern, { ignoreCase }) : literalTree(pattern, { ignoreCase });
    this.program = compileProgram(isWord ? asWord(tree) : tree);
    this.automaton = new LineAutomaton(this.program);
    this.literal = isRegex || ignoreCase || isWord || pattern === "" ? null : Buffer.from(pattern);
    this.locator = findLocator(tree);
    this.isBeyondAscii = needsBeyondAscii(tree);
    this.demands = findRequiredText(tree, foldedSpelling)
      .map((texts) => texts.map((text) => trigramsOf(Buffer.from(text))))
      .filter((texts) => texts.every((trigrams) => trigrams.length > 0));
  }

  /** Whether a file with these bits may have a match; null for bits that are not known. */
  mayMatch(bits: TrigramBits | null): boolean {
    if (bits === null) return true;
    for (const texts of this.demands) {
      let isMet = false;
      for (let at = 0; at < texts.length && !isMet; at += 1) isMet = mayHold(bits, texts[at] ?? new Uint32Array(0));
      if (!isMet) return false;
    }
    return true;
  }

  /** The same of a text that is at hand. */
  mayMatchIn({ bits, isAscii }: { bits: TrigramBits | null; isAscii: boolean }): boolean {
    return !(isAscii && this.isBeyondAscii) && this.mayMatch(bits);
  }

  /**
   * Offset in the next line that matches, `none` or `paused`. `from` begins a line; the offset may be the end of the line,
   * and is somewhere in it or in its match.
   */
  find(bytes: Buffer, from: number): number {
    if (this.literal !== null) return bytes.indexOf(this.literal, from);
    const start = this.resumeAt ?? from;
    if (start === 0) this.located = { lines: 0, bytes: 0 };
    this.resumeAt = null;
    const workLimit = this.automaton.work + workBetweenPauses;
    return this.locator === null
      ? this.scanAll(bytes, start, workLimit)
      : this.scanLocated(bytes, start, this.locator, workLimit);
  }

  private scanAll(bytes: Buffer, from: number, workLimit: number): number {
    // Whole lines, a piece at a time, so that nobody waits long.
    const isLast = bytes.length - from <= bytesBetweenPauses;
    const end = isLast ? bytes.length : endOfLine(bytes, from + bytesBetweenPauses);
    const found = this.automaton.scan(bytes, from, end, workLimit);
    if (found === paused) return this.pauseAt(from);
    return found === none && !isLast ? this.pauseAt(end) : found;
  }

  private scanLocated(bytes: Buffer, from: number, locator: Buffer, workLimit: number): number {
    let next = from;
    while (next - from <= bytesBetweenPauses && this.automaton.work <= workLimit) {
      if (this.isDense()) return this.scanAll(bytes, next, workLimit);
      const at = bytes.indexOf(locator, next);
      if (at === -1) return none;
      const start = at === 0 ? 0 : bytes.lastIndexOf(newline, at - 1) + 1;
      const end = endOfLine(bytes, at);
      const found = this.automaton.scan(bytes, start, end, workLimit);
      if (found === paused) return this.pauseAt(start);
      if (found !== none) return found;
      this.located.lines += 1;
      this.located.bytes += end - next;
      next = end;
    }
    return this.pauseAt(next);
  }

  private pauseAt(offset: number): typeof paused {
    this.resumeAt = offset;
    return paused;
  }

  /** Whether the locator stands in so many lines of this file that going through all of it is quicker. */
  private isDense(): boolean {
    return this.located.lines > 16 && this.located.bytes < this.located.lines * densestBytes;
  }
}

function asWord(tree: PatternTree): PatternTree {
  return {
    kind: "sequence",
    parts: [{ kind: "look", look: "noWordBefore" }, tree, { kind: "look", look: "noWordAfter" }],
  };
}

function needsBeyondAscii(tree: PatternTree): boolean {
  switch (tree.kind) {
    case "set":
      return (tree.set[0] ?? 0) > 127;
    case "look":
      return false;
    case "sequence":
      return tree.parts.some(needsBeyondAscii);
    case "choice":
      return tree.parts.every(needsBeyondAscii);
    case "repeat":
      return tree.min > 0 && needsBeyondAscii(tree.part);
  }
}

/** As trigrams are counted, with the two letters that are another case of an ASCII letter taken for that letter. */
function foldedSpelling(codePoint: number): string {
  if (codePoint === 0x212a) return "k";
  if (codePoint === 0x17f) return "s";
  return String.fromCodePoint(codePoint >= 65 && codePoint <= 90 ? codePoint + 32 : codePoint);
}

/** The longest text that every match holds as it is written. */
function findLocator(tree: PatternTree): Buffer | null {
  const single = findRequiredText(tree, String.fromCodePoint)
    .filter((texts) => texts.length === 1)
    .map(([text]) => Buffer.from(text ?? ""));
  const longest = single.reduce((best, text) => (text.length > best.length ? text : best), Buffer.alloc(0));
  return longest.length === 0 ? null : longest;
}

/** Offset behind the line break that ends the line at `at`, or the end of the text. */
function endOfLine(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(newline, at);
  return end === -1 ? bytes.length : end + 1;
}
