import { describe, expect, it } from "vitest";

import { createLineFollower } from "./follow-line.ts";

const follow = (before: string, after: string, line: number) =>
  createLineFollower(before.split(""), after.split(""))(line);

describe("a line that was commented on", () => {
  it("moves by what came and went elsewhere, and is lost with its text", () => {
    expect(follow("abcdef", "abcdef", 3)).toBe(3);
    expect(follow("abcdef", "xyabcdef", 3)).toBe(5);
    expect(follow("abcdef", "cdef", 3)).toBe(1);
    expect(follow("abcdef", "abXdef", 3)).toBeNull();
    expect(follow("abcdef", "abdef", 3)).toBeNull();
    expect(follow("abcdef", "", 3)).toBeNull();
    expect(follow("abcdef", "abcdef", 7)).toBeNull();
  });

  it("is told from others like it by its neighbours, or lost", () => {
    // The first block goes, and its end with it.
    expect(follow("a}b}c}", "b}c}", 2)).toBeNull();
    expect(follow("a}b}c}", "b}c}", 4)).toBe(2);
    // Of two alike side by side one goes: nobody can say which.
    expect(follow("a}}b", "a}b", 2)).toBeNull();
    expect(follow("a}}b", "xa}}b", 3)).toBe(4);
    // The same block comes once more, and before it stood where it stands now, or not.
    expect(follow("xa}y", "xa}ya}y", 3)).toBe(3);
    expect(follow("a}b", "a}a}b", 2)).toBe(4);
    expect(follow("}", "}}", 1)).toBeNull();
    expect(follow("}}", "}}", 2)).toBe(2);
  });
});

/** A line with an identity of its own: what it says may be said by others as well. */
interface Line {
  id: number;
  text: string;
}

/** Numbers from 0 to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const common = ["}", "", "return null;", "});", "} else {", "break;"];

function createEditor(random: () => number) {
  let next = 0;
  const upTo = (limit: number) => Math.floor(random() * limit);
  const make = (): Line => {
    next += 1;
    return { id: next, text: random() < 0.4 ? (common[upTo(common.length)] ?? "") : `const name${next} = ${upTo(9)};` };
  };
  const makeMany = (count: number) => Array.from({ length: count }, make);
  /** Two revisions never write the same unique line: what is typed is new, but what is common may be typed anywhere. */
  const revise = (lines: readonly Line[]): Line[] => {
    const changed = [...lines];
    for (let edits = 1 + upTo(4); edits > 0; edits -= 1) {
      const at = upTo(changed.length + 1);
      const kind = random();
      if (kind < 0.4) changed.splice(at, 0, ...makeMany(1 + upTo(6)));
      else if (kind < 0.65) changed.splice(at, 1 + upTo(5));
      else if (kind < 0.85) changed.splice(at, 1 + upTo(3), ...makeMany(1 + upTo(3)));
      // Cut here, pasted there.
      else changed.splice(upTo(changed.length + 1), 0, ...changed.splice(at, 1 + upTo(6)));
    }
    return changed;
  };
  return { makeMany, revise };
}

/** Lines that nobody can tell apart: the same texts around, as far as the next line that says something of its own. */
function surroundings(lines: readonly Line[], at: number): string {
  const isOwn = (line: Line | undefined) => line === undefined || !common.includes(line.text);
  let [first, last] = [at, at];
  while (first === at || !isOwn(lines[first])) first -= 1;
  while (last === at || !isOwn(lines[last])) last += 1;
  return JSON.stringify(lines.slice(Math.max(0, first), last + 1).map(({ text }) => text));
}

it("stands on its own line or says that it is lost, never on another, through 500 revisions", () => {
  const counts = { asked: 0, kept: 0, lost: 0, lostWithItsLine: 0, alike: 0 };
  for (let seed = 1; seed <= 50; seed += 1) {
    const { makeMany, revise } = createEditor(createRandom(seed));
    const former = makeMany(60);
    let latter = former;
    for (let revision = 0; revision < 10; revision += 1) {
      latter = revise(latter);
      const ask = createLineFollower(
        former.map(({ text }) => text),
        latter.map(({ text }) => text),
      );
      for (const [at, { id, text }] of former.entries()) {
        counts.asked += 1;
        const found = ask(at + 1);
        const isThere = latter.some((line) => line.id === id);
        if (found === null) {
          counts[isThere ? "lost" : "lostWithItsLine"] += 1;
          continue;
        }
        const standing = latter[found - 1];
        expect(standing?.text).toBe(text);
        if (standing?.id === id) counts.kept += 1;
        else {
          counts.alike += 1;
          // Removed, and typed again in just this place.
          expect(surroundings(latter, found - 1)).toBe(surroundings(former, at));
        }
      }
    }
  }
  expect(counts.asked).toBe(30_000);
  // Three quarters of the lines that are still there are found, whatever else became of their file.
  expect(counts.kept / (counts.kept + counts.lost)).toBeGreaterThan(0.7);
  expect(counts.alike).toBeLessThan(10);
});
