import { findClasses } from "./character-classes.ts";
import type { CharacterClasses } from "./character-classes.ts";
import { holds } from "./code-points.ts";
import { steps } from "./compile-program.ts";
import type { Program } from "./compile-program.ts";
import { decodeAt } from "./decode-at.ts";
import { holdsLook } from "./holds-look.ts";

/** What a table says beside the next state. */
const unknown = 0;
const matched = -1;
/** Nothing can match in this line any more. */
const hopeless = -2;

/** Beyond either the states are forgotten and made again as they are needed. */
const maxTableCells = 1 << 21;
const maxHeldSteps = 1 << 21;
const newline = 10;

/** Nothing matches up to the end. */
export const none = -1;
/** Much was done and the caller should give way; `scan` goes on with the same arguments. */
export const paused = -2;

interface State {
  /** Steps that wait for the next character, ascending. */
  waiting: Int32Array;
  isLineStart: boolean;
  isAfterWord: boolean;
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
  private states: State[] = [];
  private numbers = new Map<string, number>();
  private heldSteps = 0;
  private readonly isAnchored: boolean;
  /** For each class the sets that hold it, by the set's number; looked up when a text first has such a character. */
  private readonly members: Uint8Array[] = [];
  private readonly reached: Int32Array;
  private generation = 0;
  /** How many steps of the program were gone through. */
  work = 0;
  private pause: { at: number; state: number } | null = null;

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
   * Offset at which the first match between `from`, where a line begins, and `end` is known, which is in its line or the
   * end of it; `none` or `paused` otherwise. It pauses once `work` is over `workLimit`.
   */
  scan(bytes: Uint8Array, from: number, end: number, workLimit = Infinity): number {
    const { ofByte, undecoded, broken, of, lineEnd } = this.classes;
    let table = this.table;
    let state = this.pause?.state ?? this.start;
    let at = this.pause?.at ?? from;
    this.pause = null;
    while (at < end) {
      let character = ofByte[bytes[at] ?? 0] ?? 0;
      let next = table[state + character] ?? 0;
      // Most bytes change nothing; said first, it spares the processor from waiting for one look-up before the next.
      if (next === state) {
        at += 1;
        continue;
      }
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
          this.pause = { at: at + length, state: next };
          return paused;
        }
      }
      if (next > 0) {
        state = next;
        at += length;
      } else if (next === matched) return at;
      else {
        const lineBreak = bytes.indexOf(newline, at);
        if (lineBreak === -1 || lineBreak >= end) return none;
        at = lineBreak + 1;
        state = this.start;
      }
    }
    // A text that ends without a line break ends its last line all the same.
    if (end > from && bytes[end - 1] !== newline) {
      const last = this.table[state + lineEnd] || this.follow(state, lineEnd);
      if (last === matched) return end;
    }
    return none;
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
    this.nameOf({ waiting: new Int32Array(0), isLineStart: true, isAfterWord: false, isAfterBroken: false });
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

  private nextState(state: State, character: number): State | number {
    const { program, classes } = this;
    const isLineEnd = character === classes.lineEnd;
    const isWord = classes.isWord[character] ?? false;
    const isBroken = program.hasWordLooks && character === classes.broken;
    const around = {
      isLineStart: state.isLineStart,
      isLineEnd,
      isAfterWord: state.isAfterWord,
      isBeforeWord: isWord,
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
        const look = program.looks[step];
        if (look != null && holdsLook(look, around)) open.push(next);
      } else open.push(program.other[step] ?? 0, next);
    }
    if (isLineEnd) return this.start;
    if (taken.length === 0 && this.isAnchored) return hopeless;
    const waiting = Int32Array.from(new Set(taken)).sort();
    return { waiting, isLineStart: false, isAfterWord: isWord, isAfterBroken: isBroken };
  }

  private membersOf(character: number): Uint8Array {
    const point = this.classes.samples[character] ?? -1;
    return (this.members[character] ??= Uint8Array.from(this.program.sets, (set) => (holds(set, point) ? 1 : 0)));
  }

  private nameOf(state: State): number {
    const key = `${state.isLineStart ? 1 : 0}${state.isAfterWord ? 1 : 0}${state.isAfterBroken ? 1 : 0}${state.waiting.join()}`;
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
