import { findClasses } from "./character-classes.ts";
import type { CharacterClasses } from "./character-classes.ts";
import { holds } from "./code-points.ts";
import { steps } from "./compile-program.ts";
import type { Program } from "./compile-program.ts";
import { decodeAt } from "./decode-at.ts";
import { holdsLook, wordKinds } from "./holds-look.ts";
import { lineAt } from "./line-at.ts";
import type { TextLines } from "./line-at.ts";

/** What a table says beside the next state. */
const unknown = 0;
const matched = -1;
/** Nothing can match in this line any more. */
const hopeless = -2;

/** Beyond either the states are forgotten and made again as they are needed. */
const maxTableCells = 1 << 21;
const maxHeldSteps = 1 << 21;
const newline = 10;
/** So many bytes are followed from state to state before it is seen whether one state is kept again. */
const bytesWalked = 16;

/** Nothing matches up to the end. */
export const none = -1;
/** Much work was done and the caller should yield; call `scan` again with the same arguments. */
export const paused = -2;

/** Where a byte leads to from a state. */
interface Transition {
  table: Int32Array;
  ofByte: Uint16Array;
  state: number;
}

interface AutomatonState {
  /** Steps that wait for the next character, ascending. */
  waiting: Int32Array;
  isLineStart: boolean;
  /** What the last character is to words. */
  before: number;
  isAfterBroken: boolean;
}

/**
 * Finds the lines of a text in which a program matches somewhere, looking at each byte once. States are made when the
 * text first leads to them: making one costs at most the length of the program, so the whole is linear in the text.
 */
export class LineAutomaton {
  private readonly program: Program;
  private readonly classes: CharacterClasses;
  private readonly width: number;
  private table: Int32Array;
  private states: AutomatonState[] = [];
  private numbers = new Map<string, number>();
  private heldSteps = 0;
  private readonly isAnchored: boolean;
  /** For each class the sets that hold it, by the set's number; looked up when a text first has such a character. */
  private readonly members: Uint8Array[] = [];
  private readonly reached: Int32Array;
  private generation = 0;
  /** How many steps of the program were gone through. */
  work = 0;
  private walkedTo = 0;
  private pause: { at: number; state: number; line: number } | null = null;
  /** Offset at which the match found last is known: in its line, or the end of it. */
  foundAt = 0;

  constructor(program: Program) {
    this.program = program;
    this.classes = findClasses(program.sets, program);
    this.width = this.classes.count;
    this.reached = new Int32Array(program.kinds.length);
    this.isAnchored = program.kinds[program.start] === steps.look && program.looks[program.start] === "lineStart";
    this.table = new Int32Array(0);
    this.forget();
  }

  /**
   * The first line from `from` on and before `to` in which it matches, `none` or `paused`. It pauses once `work` is
   * over `workLimit`. Lines are counted from 0.
   */
  scan({ bytes, starts }: TextLines, { from, to }: { from: number; to: number }, workLimit = Infinity): number {
    const { ofByte, undecoded, broken, of, lineEnd } = this.classes;
    const end = starts[to] ?? bytes.length;
    let table = this.table;
    const start = starts[from] ?? end;
    if (start >= end) return none;
    let state = this.pause === null ? this.start : this.pause.state;
    let at = this.pause === null ? start : this.pause.at;
    let line = this.pause === null ? from : this.pause.line;
    this.pause = null;
    for (;;) {
      at = stay(bytes, { at, end }, { table, ofByte, state });
      const until = Math.min(end, at + bytesWalked);
      at = this.walk(bytes, { at, end: until }, { table, ofByte, state });
      state = this.walkedTo;
      if (at >= end) break;
      if (at === until) continue;
      let character = ofByte[bytes[at] ?? 0] ?? 0;
      let next = table[state + character] ?? 0;
      let length = 1;
      if (character === undecoded) {
        const decoded = decodeAt(bytes, at, end);
        character = decoded < 0 ? broken : of(decoded);
        if (decoded >= 0) length = decoded < 0x800 ? 2 : decoded < 0x10000 ? 3 : 4;
        next = table[state + character] ?? 0;
      }
      if (next === unknown) {
        next = this.follow(state, character);
        table = this.table;
        if (next > 0 && this.work > workLimit) {
          this.pause = { at: at + length, state: next, line };
          return paused;
        }
      }
      if (next > 0) {
        state = next;
        at += length;
        continue;
      }
      line = lineAt(starts, at, line);
      if (next === matched) return this.foundIn(line, at);
      line += 1;
      at = starts[line] ?? bytes.length;
      state = this.start;
      if (at === bytes.length) return none;
    }
    // A text that ends without a line break ends its last line all the same.
    if (bytes[end - 1] === newline) return none;
    const last = this.table[state + lineEnd] || this.follow(state, lineEnd);
    return last === matched ? this.foundIn(lineAt(starts, end - 1, line), end) : none;
  }

  /** The first offset whose byte leads to no state that is known; `walkedTo` is the one before it. */
  private walk(
    bytes: Uint8Array,
    { at, end }: { at: number; end: number },
    { table, ofByte, state }: Transition,
  ): number {
    let reached = state;
    let next = at;
    for (; next < end; next += 1) {
      const following = table[reached + (ofByte[bytes[next] ?? 0] ?? 0)] ?? 0;
      if (following <= 0) break;
      reached = following;
    }
    this.walkedTo = reached;
    return next;
  }

  private foundIn(line: number, offset: number): number {
    this.foundAt = offset;
    return line;
  }

  /** States are named by the beginning of their row in the table; the first row stays empty, since 0 means unknown. */
  private get start(): number {
    return this.width;
  }

  private forget(): void {
    this.states = [];
    this.numbers = new Map();
    this.heldSteps = 0;
    this.table = new Int32Array(Math.min(maxTableCells, this.width * 64));
    // Without such an assertion most lines stay in this one state.
    const isLineStart = this.program.looks.includes("lineStart");
    this.nameOf({ waiting: new Int32Array(0), isLineStart, before: wordKinds.none, isAfterBroken: false });
  }

  /** What the character leads to, noted in the table. */
  private follow(from: number, character: number): number {
    const state = this.states[from / this.width - 1];
    if (state === undefined) throw new RangeError(`There is no state ${from}`);
    const next = this.nextState(state, character);
    if (typeof next === "number") {
      this.table[from + character] = next;
      return next;
    }
    const isFull = (this.states.length + 2) * this.width > maxTableCells || this.heldSteps > maxHeldSteps;
    if (isFull) {
      this.forget();
      return this.nameOf(next);
    }
    const name = this.nameOf(next);
    this.table[from + character] = name;
    return name;
  }

  private nextState(state: AutomatonState, character: number): AutomatonState | number {
    const { program, classes } = this;
    const isLineEnd = character === classes.lineEnd;
    const after = classes.wordKinds[character] ?? wordKinds.none;
    const isBroken = program.hasWordLooks && character === classes.broken;
    const around = {
      isLineStart: state.isLineStart,
      isLineEnd,
      before: state.before,
      after,
      isAfterBroken: state.isAfterBroken,
      isBeforeBroken: isBroken,
    };
    this.generation += 1;
    const open = [...state.waiting, program.start];
    const taken: number[] = [];
    const members = this.membersOf(character);
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      if (this.reached[step] === this.generation) continue;
      this.reached[step] = this.generation;
      this.work += 1;
      const kind = program.kinds[step];
      const next = program.next[step] ?? 0;
      if (kind === steps.match) return matched;
      if (kind === steps.set) {
        if (members[program.setNumbers[step] ?? 0] === 1) taken.push(next);
      } else if (kind === steps.look) {
        const check = program.looks[step];
        if (check != null && holdsLook(check, around)) open.push(next);
      } else open.push(program.other[step] ?? 0, next);
    }
    if (isLineEnd) return this.start;
    if (taken.length === 0 && this.isAnchored) return hopeless;
    const waiting = Int32Array.from(new Set(taken)).sort();
    return { waiting, isLineStart: false, before: after, isAfterBroken: isBroken };
  }

  private membersOf(character: number): Uint8Array {
    const point = this.classes.samples[character] ?? -1;
    return (this.members[character] ??= Uint8Array.from(this.program.sets, (set) => (holds(set, point) ? 1 : 0)));
  }

  private nameOf(state: AutomatonState): number {
    const key = `${state.isLineStart ? 1 : 0}${state.before}${state.isAfterBroken ? 1 : 0}${state.waiting.join()}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const name = (this.states.length + 1) * this.width;
    if (name + this.width > this.table.length) {
      const larger = new Int32Array(Math.max(name + this.width, this.table.length * 2));
      larger.set(this.table);
      this.table = larger;
    }
    this.states.push(state);
    this.numbers.set(key, name);
    this.heldSteps += state.waiting.length;
    return name;
  }
}

/**
 * The first offset from `at` on whose byte leads to another state. Loops of their own are much quicker than all in one.
 */
function stay(
  bytes: Uint8Array,
  { at, end }: { at: number; end: number },
  { table, ofByte, state }: Transition,
): number {
  let next = at;
  while (next < end && table[state + (ofByte[bytes[next] ?? 0] ?? 0)] === state) next += 1;
  return next;
}
