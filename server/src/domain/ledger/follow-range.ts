import { diffLines, type LineChange } from "#server/platform/diff/diff-lines.ts";

/** Lines of a file, counted from 1, both ends included. */
export interface LineRange {
  startLine: number;
  endLine: number;
}

/** Where lines of one text are in another. */
export type FollowResult = ({ kind: "same" | "moved" } & LineRange) | { kind: "changed" };

/**
 * Where lines of one version of a file are in another version. They changed exactly when a hunk of the diff touches
 * them: one of them was changed or deleted, or something was inserted between two of them; changes above only move
 * them. Where lines repeat, several diffs are possible. The text decides then: lines that are identical at the position
 * where their beginning or their end maps to did not change. One diff serves all ranges.
 */
export function compareTexts(before: readonly string[], after: readonly string[]): (range: LineRange) => FollowResult {
  const { changes, isCoarse } = diffLines(before, after);
  return ({ startLine, endLine }) => {
    const [start, end] = [startLine - 1, endLine];
    if (start < 0 || end <= start || end > before.length) return { kind: "changed" };
    const next = findFirst(changes, (change) => oldEnd(change) > start);
    const beyond = findFirst(changes, (change) => change.oldStart >= end);
    const ahead = shiftOf(changes[next - 1]);
    if (next >= beyond) return shiftedRange(start, end, ahead);
    const shifts = [ahead, shiftOf(changes[beyond - 1])];
    const shift = shifts.find((by) => occursAt(before, after, { start, end, by })) ?? null;
    if (shift !== null) return shiftedRange(start, end, shift);
    const found = isCoarse ? findOnly(before, after, start, end) : null;
    return found === null ? { kind: "changed" } : shiftedRange(start, end, found - start);
  };
}

/** `start` counts from 0, `end` is not included. */
function shiftedRange(start: number, end: number, shift: number): FollowResult {
  const range = { startLine: start + 1 + shift, endLine: end + shift };
  return { kind: shift === 0 ? "same" : "moved", ...range };
}

const oldEnd = ({ oldStart, oldCount }: LineChange): number => oldStart + oldCount;

/** By how much lines right behind the change moved. */
function shiftOf(change: LineChange | undefined): number {
  return change === undefined ? 0 : change.newStart + change.newCount - oldEnd(change);
}

/** The first of ordered changes for which it holds; their number when it holds for none. */
function findFirst(changes: readonly LineChange[], holds: (change: LineChange) => boolean): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const change = changes[middle];
    if (change !== undefined && holds(change)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function occursAt(
  before: readonly string[],
  after: readonly string[],
  { start, end, by }: { start: number; end: number; by: number },
): boolean {
  if (start + by < 0 || end + by > after.length) return false;
  for (let line = start; line < end; line += 1) if (before[line] !== after[line + by]) return false;
  return true;
}

/**
 * Where the lines begin that occur once in each text; null when they do not occur, or more than once in one of them.
 */
function findOnly(before: readonly string[], after: readonly string[], start: number, end: number): number | null {
  const isOnlyOne = findPlaces(before, before, start, end).length === 1;
  const [position, another] = isOnlyOne ? findPlaces(before, after, start, end) : [];
  return position === undefined || another !== undefined ? null : position;
}

/** At most two. */
function findPlaces(before: readonly string[], text: readonly string[], start: number, end: number): number[] {
  const places: number[] = [];
  let position = text.indexOf(before[start] ?? "");
  for (; position !== -1 && places.length < 2; position = text.indexOf(before[start] ?? "", position + 1)) {
    if (occursAt(before, text, { start, end, by: position - start })) places.push(position);
  }
  return places;
}
