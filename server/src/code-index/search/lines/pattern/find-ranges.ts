import { holds } from "./code-points.ts";
import { steps } from "./compile-program.ts";
import type { Program } from "./compile-program.ts";
import { holdsLook, wordKinds } from "./holds-look.ts";
import type { Around } from "./holds-look.ts";
import { isWordCharacter } from "./unicode-sets.ts";

/** A line, or a piece of a long one, and what is cut off beside it. */
interface LinePiece {
  text: string;
  isLineStart: boolean;
  isLineEnd: boolean;
}

/** Ways through the program in the order of their priority, each with where its match began. */
interface Ways {
  steps: number[];
  starts: number[];
}

/**
 * Where the program matches in one line: from the left, the first alternative that leads to a match counts, matches do
 * not overlap. Follows all ways at once, so a match costs at most the text's length times the program's; matches that
 * all together take more than `maxWork` steps of the program are left out.
 */
export function findRanges(
  program: Program,
  piece: LinePiece,
  { limit, maxWork }: { limit: number; maxWork: number },
): [number, number][] {
  const ranges: [number, number][] = [];
  const finder = new MatchFinder(program, piece, maxWork);
  for (let from = 0; from <= piece.text.length && ranges.length < limit;) {
    const match = finder.next(from);
    if (match === null) break;
    const [start, end] = match;
    // An empty match directly behind a match is none.
    if (end > start || ranges.at(-1)?.[1] !== start) ranges.push(match);
    from = end > start ? end : end + (finder.lengthAt(end) || 1);
  }
  return ranges;
}

class MatchFinder {
  private readonly program: Program;
  private readonly piece: LinePiece;
  private readonly reached: Int32Array;
  private generation = 0;
  /** Steps of the program that may still be gone through. */
  private workLeft: number;

  constructor(program: Program, piece: LinePiece, maxWork: number) {
    this.program = program;
    this.piece = piece;
    this.workLeft = maxWork;
    this.reached = new Int32Array(program.kinds.length);
  }

  /** UTF-16 units of the character at the offset; 0 at the end. */
  lengthAt(at: number): number {
    const codePoint = this.piece.text.codePointAt(at);
    return codePoint === undefined ? 0 : codePoint > 0xffff ? 2 : 1;
  }

  /** Null where there is none, or finding it takes too much. */
  next(from: number): [number, number] | null {
    const { text } = this.piece;
    let match: [number, number] | null = null;
    let ways: Ways = { steps: [], starts: [] };
    for (let at = from; ; at += this.lengthAt(at)) {
      const around = this.aroundOf(at);
      const following: Ways = { steps: [], starts: [] };
      this.generation += 1;
      const entries = ways.steps.length;
      for (let way = 0; way <= entries; way += 1) {
        const isNew = way === entries;
        if (isNew && match !== null) break;
        const step = isNew ? this.program.start : (ways.steps[way] ?? 0);
        const start = isNew ? at : (ways.starts[way] ?? 0);
        if (!this.advance(step, { at, start, around, following })) continue;
        match = [start, at];
        // Threads with lower priority than this match are dropped.
        break;
      }
      ways = following;
      if (this.workLeft < 0) return null;
      if (at >= text.length || (match !== null && ways.steps.length === 0)) return match;
    }
  }

  /** Follows one way up to the steps that take the next character; true when it leads to a match before. */
  private advance(from: number, way: { at: number; start: number; around: Around; following: Ways }): boolean {
    const { program, piece } = this;
    const codePoint = piece.text.codePointAt(way.at) ?? -1;
    const open = [from];
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      if (this.reached[step] === this.generation) continue;
      this.reached[step] = this.generation;
      this.workLeft -= 1;
      const kind = program.kinds[step];
      const next = program.next[step] ?? 0;
      if (kind === steps.match) return true;
      if (kind === steps.set) {
        if (!holds(program.sets[program.setNumbers[step] ?? 0] ?? [], codePoint)) continue;
        way.following.steps.push(next);
        way.following.starts.push(way.start);
      } else if (kind === steps.look) {
        const check = program.looks[step];
        if (check != null && holdsLook(check, way.around)) open.push(next);
      } else open.push(program.other[step] ?? 0, next);
    }
    return false;
  }

  private aroundOf(at: number): Around {
    const { text, isLineStart, isLineEnd } = this.piece;
    const former =
      at > 0 ? (text.codePointAt(at - (/[\uDC00-\uDFFF]/.test(text[at - 1] ?? "") && at > 1 ? 2 : 1)) ?? -1) : -1;
    const next = text.codePointAt(at) ?? -1;
    return {
      isLineStart: at === 0 && isLineStart,
      isLineEnd: at === text.length && isLineEnd,
      before: this.wordKindOf(former),
      after: this.wordKindOf(next),
      // Shown text has U+FFFD instead of such a byte.
      isAfterBroken: former === 0xfffd,
      isBeforeBroken: next === 0xfffd,
    };
  }

  private wordKindOf(codePoint: number): number {
    if (!this.program.hasWordLooks || !isWordCharacter(codePoint)) return wordKinds.none;
    return codePoint < 128 ? wordKinds.ascii : wordKinds.beyondAscii;
  }
}
