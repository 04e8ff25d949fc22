import { mayHold, trigramsOf } from "#server/code-index/analysis/text/trigram-bits.ts";
import type { TrigramBits } from "#server/code-index/analysis/text/trigram-bits.ts";
import { LinePatternError } from "#server/code-index/ports/line-query.ts";
import type { LineQuery } from "#server/code-index/ports/line-query.ts";
import { findByteRuns } from "#server/code-index/search/lines/pattern/byte-runs.ts";
import { chooseWindow } from "#server/code-index/search/lines/pattern/byte-window.ts";
import type { ChosenWindow } from "#server/code-index/search/lines/pattern/byte-window.ts";
import { compileProgram } from "#server/code-index/search/lines/pattern/compile-program.ts";
import type { Program } from "#server/code-index/search/lines/pattern/compile-program.ts";
import { lineAt } from "#server/code-index/search/lines/pattern/line-at.ts";
import { LineAutomaton, none, paused } from "#server/code-index/search/lines/pattern/line-automaton.ts";
import { literalTree, parsePattern } from "#server/code-index/search/lines/pattern/parse-pattern.ts";
import type { PatternTree } from "#server/code-index/search/lines/pattern/pattern-tree.ts";
import { findRequiredText } from "#server/code-index/search/lines/pattern/required-text.ts";

import { lineStartsOf } from "./held-texts.ts";
import type { HeldText } from "./held-texts.ts";

export const maxPatternLength = 10_000;

/** Steps of a program gone through between two pauses: some milliseconds. */
const workBetweenPauses = 100_000;
/** At worst each byte is looked at as often as a window is long. */
const bytesBetweenPauses = 1 << 18;
/** Bytes a line with the window in it, below which looking for that first does not pay. */
const densestBytes = 60;

interface Scan {
  text: HeldText;
  from: number;
  workLimit: number;
}

/** A query made ready: says which files may match, and finds the lines that do. For one search at a time. */
export class LineMatcher {
  readonly program: Program;
  /** Parts of every match; lines without them need no closer look. */
  private readonly forAscii: ChosenWindow | null;
  private readonly forAny: ChosenWindow | null;
  /** Of each list one text must be there, with all its trigrams. */
  private readonly demands: readonly (readonly Uint32Array[])[];
  /** Every match holds a character that ASCII lacks. */
  private readonly isBeyondAscii: boolean;
  private readonly automaton: LineAutomaton;
  /** Where to continue after a pause. */
  private resumeAt: { line: number; offset: number } | null = null;
  /** Lines of the file at hand in which the window stood in vain, and how much text they were found in. */
  private vain = { lines: 0, bytes: 0 };
  /** Offset in the line found last, in its first match or behind it. */
  foundAt = 0;

  /** Throws a `LinePatternError`. */
  constructor(query: LineQuery) {
    const { pattern, isRegex, ignoreCase, isWord } = query;
    if (pattern.length > maxPatternLength)
      throw new LinePatternError(`A pattern may have ${maxPatternLength.toLocaleString("en")} characters at most.`);
    const tree = isRegex ? parsePattern(pattern, { ignoreCase }) : literalTree(pattern, { ignoreCase });
    const whole = isWord ? asWord(tree) : tree;
    this.program = compileProgram(whole);
    this.automaton = new LineAutomaton(this.program);
    this.forAscii = chooseWindow(findByteRuns(whole, { isAscii: true }));
    this.forAny = chooseWindow(findByteRuns(whole, { isAscii: false }));
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

  /** The next line that matches, from line `from` on, counted from 0; `none`; or `paused`: then call it again. */
  find(text: HeldText, from: number): number {
    if (from === 0 && this.resumeAt === null) this.vain = { lines: 0, bytes: 0 };
    const chosen = text.isAscii ? this.forAscii : this.forAny;
    const workLimit = this.automaton.work + workBetweenPauses;
    return chosen === null || this.isDense()
      ? this.scanAll(text, from, workLimit)
      : this.scanAt(chosen, { text, from, workLimit });
  }

  private scanAll(text: HeldText, from: number, workLimit: number): number {
    const lines = { bytes: text.bytes, starts: lineStartsOf(text) };
    const start = this.resumeAt?.line ?? from;
    this.resumeAt = null;
    // Whole lines, a piece at a time, so that nobody waits long.
    const to = lineAt(lines.starts, (lines.starts[start] ?? text.bytes.length) + bytesBetweenPauses, start) + 1;
    const found = this.automaton.scan(lines, { from: start, to }, workLimit);
    if (found === paused) return this.pauseAt({ line: start, offset: 0 });
    if (found === none) return to >= lines.starts.length ? none : this.pauseAt({ line: to, offset: 0 });
    this.foundAt = this.automaton.foundAt;
    return found;
  }

  private scanAt({ window, isSure }: ChosenWindow, { text, from, workLimit }: Scan): number {
    const { bytes } = text;
    let { line, offset } = this.resumeAt ?? {
      line: from,
      offset: from === 0 ? 0 : (lineStartsOf(text)[from] ?? bytes.length),
    };
    this.resumeAt = null;
    const end = Math.min(bytes.length, offset + bytesBetweenPauses);
    while (this.automaton.work <= workLimit) {
      const at = window.find(bytes, offset, end);
      if (at === -1 && end === bytes.length) return none;
      if (at === -1) return this.pauseAt({ line, offset: Math.max(offset, end - window.length + 1) });
      const starts = lineStartsOf(text);
      line = lineAt(starts, at, line);
      this.foundAt = at;
      if (isSure) return line;
      const found = this.automaton.scan({ bytes, starts }, { from: line, to: line + 1 }, workLimit);
      if (found === paused) return this.pauseAt({ line, offset: at });
      this.foundAt = this.automaton.foundAt;
      if (found !== none) return line;
      line += 1;
      const next = starts[line] ?? bytes.length;
      this.vain.lines += 1;
      this.vain.bytes += next - offset;
      offset = next;
      if (offset === bytes.length) return none;
      if (this.isDense()) return this.scanAll(text, line, workLimit);
    }
    return this.pauseAt({ line, offset });
  }

  private pauseAt(location: { line: number; offset: number }): typeof paused {
    this.resumeAt = location;
    return paused;
  }

  /** Whether the window is in so many non-matching lines of this file that scanning all of it is faster. */
  private isDense(): boolean {
    return this.vain.lines > 16 && this.vain.bytes < this.vain.lines * densestBytes;
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
