import { diffArrays } from "diff";

/** Lines of one text that replace lines of another; positions count from 0, either side may be empty. */
export interface LineChange {
  oldStart: number;
  oldCount: number;
  newStart: number;
  newCount: number;
}

interface LineDiff {
  /** In order, never touching each other. */
  changes: LineChange[];
  /** The texts differ too much: everything between their common head and tail is reported as one change. */
  isCoarse: boolean;
}

/** Deleted and added lines together. The work grows with its square, to about a tenth of a second. */
const maxEdits = 1000;

/** What turns one text into the other, in as few lines as there can be. */
export function diffLines(before: readonly string[], after: readonly string[]): LineDiff {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const whole = {
    oldStart: head,
    oldCount: before.length - head - tail,
    newStart: head,
    newCount: after.length - head - tail,
  };
  if (whole.oldCount === 0 && whole.newCount === 0) return { changes: [], isCoarse: false };
  if (whole.oldCount === 0 || whole.newCount === 0) return { changes: [whole], isCoarse: false };
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly string[]) => lines.slice(head, lines.length - tail).map((line) => numberOf(line));
  const numberOf = (line: string): number => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  };
  const steps = diffArrays(numbered(before), numbered(after), { maxEditLength: maxEdits });
  if (steps === undefined) return { changes: [whole], isCoarse: true };
  return { changes: joinSteps(steps, head), isCoarse: false };
}

/** Deleted and added lines at one position are one change. */
function joinSteps(steps: readonly { added: boolean; removed: boolean; count: number }[], head: number): LineChange[] {
  const changes: LineChange[] = [];
  let [oldAt, newAt] = [head, head];
  let open: LineChange | null = null;
  for (const { added, removed, count } of steps) {
    if (!added && !removed) {
      oldAt += count;
      newAt += count;
      open = null;
      continue;
    }
    if (open === null) {
      open = { oldStart: oldAt, oldCount: 0, newStart: newAt, newCount: 0 };
      changes.push(open);
    }
    if (removed) open.oldCount += count;
    else open.newCount += count;
    oldAt = open.oldStart + open.oldCount;
    newAt = open.newStart + open.newCount;
  }
  return changes;
}
