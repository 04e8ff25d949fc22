import type { ByteRun, ByteRuns } from "./byte-runs.ts";
import { rangesOf } from "./code-points.ts";

/**
 * How often a character from the blank to `~` occurs in code: as a hexadecimal digit n for every 2^n bytes. Only speed
 * depends on it.
 */
const rarity = "3b6aacb8779a6866778888898978878aa998989aa8bb99999b9889aabbb9b9c895756467659856556a55467877a7a7d";
const shares = Float64Array.from({ length: 256 }, (_, byte) => shareOf(byte));

/**
 * About what it takes, in nanoseconds: a step of our own; for the engine a byte that fits nothing, one that begins the
 * key, and each call; to look at a line.
 */
const costs = { step: 3.3, passed: 0.045, begun: 9, call: 60, line: 200 };
/** The engine takes another and slower way for longer ones. */
const maxKeyLength = 7;
/** Cost for each byte of text that the automaton reads. */
const automatonCost = 1.5;

/** Bytes that a window has from this position on. */
interface Key {
  wanted: Buffer | number;
  location: number;
}

/** A part of every match, of a fixed number of bytes, that is looked for before anything else. */
class ByteWindow {
  readonly length: number;
  /** For each byte the positions where it is allowed, one bit each. */
  private readonly places = new Int32Array(256);
  /** How far the window may shift when its last byte is this; 0 where it fits. */
  private readonly shifts = new Uint8Array(256);
  /** The same where it fits and something else does not. */
  private readonly nextShifts = new Uint8Array(256);
  /** What the engine looks for; null where it would not find it sooner. */
  private readonly key: Key | null = null;
  /** By byte of text. */
  readonly cost: number;

  constructor(run: ByteRun) {
    this.length = run.length;
    const last = run.length - 1;
    this.nextShifts.fill(run.length);
    for (const [position, set] of run.entries())
      for (const byte of bytesOf(set)) {
        this.places[byte] = (this.places[byte] ?? 0) | (1 << position);
        if (position < last) this.nextShifts[byte] = last - position;
      }
    this.shifts.set(this.nextShifts);
    for (const byte of bytesOf(run[last] ?? [])) this.shifts[byte] = 0;

    const hits = run.reduce((share, set) => share * shareOfAll(bytesOf(set)), 1) * costs.line;
    const step = this.nextShifts.reduce((sum, shift, byte) => sum + shift * (shares[byte] ?? 0), 0);
    this.cost = hits + (costs.step * (1 + shareOfAll(bytesOf(run[last] ?? [])))) / step;
    for (let location = 0; location < run.length; location += 1)
      for (const length of [maxKeyLength, 1]) {
        const text = keyAt(run, location, length);
        const cost = hits + costOfKey(text);
        if (text.length === 0 || cost >= this.cost) continue;
        this.cost = cost;
        this.key = { wanted: length === 1 ? (text[0] ?? 0) : text, location };
      }
  }

  /** Offset of the first occurrence from `from` on that ends before `end`; -1 when there is none. */
  find(bytes: Buffer, from: number, end: number): number {
    if (this.key === null) return this.findByShifts(bytes, from, end);
    // The engine would look on behind the end, and do so again from there.
    return this.findByKey(end < bytes.length ? bytes.subarray(0, end) : bytes, from, this.key);
  }

  private findByShifts(bytes: Buffer, from: number, end: number): number {
    const last = this.length - 1;
    let at = from + last;
    for (;;) {
      at = shiftOn(bytes, { at, end }, this.shifts);
      if (at >= end) return -1;
      if (this.fits(bytes, at - last)) return at - last;
      at += this.nextShifts[bytes[at] ?? 0] ?? 1;
    }
  }

  private findByKey(bytes: Buffer, from: number, { wanted, location }: Key): number {
    for (let at = bytes.indexOf(wanted, from + location); at !== -1; at = bytes.indexOf(wanted, at + 1)) {
      if (at - location + this.length > bytes.length) return -1;
      if (this.fits(bytes, at - location)) return at - location;
    }
    return -1;
  }

  private fits(bytes: Buffer, start: number): boolean {
    const { places: locations } = this;
    for (let position = this.length - 1; position >= 0; position -= 1)
      if ((((locations[bytes[start + position] ?? 0] ?? 0) >>> position) & 1) === 0) return false;
    return true;
  }
}

export interface ChosenWindow {
  window: ByteWindow;
  /** Every occurrence is a match. */
  isSure: boolean;
}

/** What to look for first; null where going through all of the text is quicker. */
export function chooseWindow({ runs, whole }: ByteRuns): ChosenWindow | null {
  if (whole !== null && whole.length > 0) {
    const window = new ByteWindow(whole);
    if (window.cost < automatonCost) return { window, isSure: true };
  }
  let best: ByteWindow | null = null;
  for (const run of runs)
    for (let end = 1; end <= run.length; end += 1) {
      // Bytes before an end can only help.
      const window = new ByteWindow(run.slice(0, end));
      if (window.cost < (best?.cost ?? automatonCost)) best = window;
    }
  return best && { window: best, isSure: false };
}

/** Where the window's last byte fits next, or somewhere behind the end. */
function shiftOn(bytes: Buffer, { at, end }: { at: number; end: number }, shifts: Uint8Array): number {
  let next = at;
  while (next < end) {
    const shift = shifts[bytes[next] ?? 0] ?? 0;
    if (shift === 0) break;
    next += shift;
  }
  return next;
}

/** The bytes from the position on that are the only allowed ones, at most `length`. */
function keyAt(run: ByteRun, position: number, length: number): Buffer {
  const text: number[] = [];
  for (const [first = -1, last, ...others] of run.slice(position, position + length)) {
    if (first !== last || others.length > 0) break;
    text.push(first);
  }
  return Buffer.from(text);
}

/** Cost by byte of text. Adjacent letters occur together more often than by chance. */
function costOfKey(text: Buffer): number {
  const [first = 0, ...others] = text;
  const begun = shares[first] ?? 0;
  const found = others.reduce((share, byte) => share * Math.min(1, 4 * (shares[byte] ?? 0)), begun);
  return costs.passed + begun * costs.begun + found * costs.call;
}

function bytesOf(set: readonly number[]): number[] {
  return [...rangesOf(set)].flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

function shareOfAll(bytes: readonly number[]): number {
  return bytes.reduce((sum, byte) => sum + (shares[byte] ?? 0), 0);
}

function shareOf(byte: number): number {
  if (byte === 9 || byte === 10) return 0.03;
  if (byte > 127) return 0.0003;
  return byte < 32 || byte > 126 ? 0.00001 : 2 ** -Number.parseInt(rarity[byte - 32] ?? "f", 16);
}
