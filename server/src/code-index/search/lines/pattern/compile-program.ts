import { LinePatternError } from "#server/code-index/ports/line-query.ts";

import type { CodePoints } from "./code-points.ts";
import { isOfAscii } from "./holds-look.ts";
import type { Assertion, PatternTree } from "./pattern-tree.ts";

/** What a step of a program does; each continues at `next`, a fork also, with lower priority, at `other`. */
export const steps = { match: 0, set: 1, look: 2, fork: 3 } as const;

/** A pattern as steps to go through beside the text: it matches where some way through leads to a `match`. */
export interface Program {
  start: number;
  kinds: readonly number[];
  next: readonly number[];
  other: readonly number[];
  /** By step; what `set` steps take, by the number of the set. */
  setNumbers: readonly number[];
  sets: readonly CodePoints[];
  looks: readonly (Assertion | null)[];
  hasWordLooks: boolean;
  hasAsciiLooks: boolean;
}

/** Beyond this a pattern costs more than anybody would wait for. */
const maxSteps = 20_000;

/** Lays a tree out as a program. Throws a `LinePatternError` when it is too large. */
export function compileProgram(tree: PatternTree): Program {
  if (sizeOf(tree) > maxSteps)
    throw new LinePatternError("The pattern is too large: repeat less, or search for less at once.");
  const builder = new Builder();
  const start = builder.add(tree, builder.step(steps.match, 0));
  return builder.finish(start);
}

/** Steps that the tree will need, never less. */
function sizeOf(tree: PatternTree): number {
  switch (tree.kind) {
    case "sequence":
    case "choice":
      return tree.parts.reduce((sum, part) => sum + sizeOf(part) + 1, 1);
    case "repeat":
      return (sizeOf(tree.part) + 1) * Math.max(1, tree.max ?? tree.min + 1);
    case "set":
    case "look":
      return 1;
  }
}

class Builder {
  private readonly kinds: number[] = [];
  private readonly next: number[] = [];
  private readonly other: number[] = [];
  private readonly setNumbers: number[] = [];
  private readonly looks: (Assertion | null)[] = [];
  private readonly sets: CodePoints[] = [];
  private readonly numberOfSet = new Map<string, number>();

  /** Adds a step and gives its number. */
  step(kind: number, next: number, extra: { other?: number; set?: number; look?: Assertion } = {}): number {
    this.kinds.push(kind);
    this.next.push(next);
    this.other.push(extra.other ?? 0);
    this.setNumbers.push(extra.set ?? 0);
    this.looks.push(extra.look ?? null);
    return this.kinds.length - 1;
  }

  /** Adds the steps that match the tree and continue at `next`; returns the first step. */
  add(tree: PatternTree, next: number): number {
    switch (tree.kind) {
      case "set":
        return this.step(steps.set, next, { set: this.setNumber(tree.set) });
      case "look":
        return this.step(steps.look, next, { look: tree.look });
      case "sequence":
        return tree.parts.reduceRight((following, part) => this.add(part, following), next);
      case "choice": {
        const starts = tree.parts.map((part) => this.add(part, next));
        return starts.reduceRight((rest, start) => this.step(steps.fork, start, { other: rest }));
      }
      case "repeat":
        return this.addRepeat(tree, next);
    }
  }

  private addRepeat({ part, min, max, isLazy }: PatternTree & { kind: "repeat" }, next: number): number {
    let start = next;
    if (max === null) {
      const loop = this.step(steps.fork, next);
      this.aim(loop, { isLazy, into: this.add(part, loop), past: next });
      start = loop;
    } else
      for (let round = min; round < max; round += 1) {
        const optional = this.step(steps.fork, next);
        this.aim(optional, { isLazy, into: this.add(part, start), past: next });
        start = optional;
      }
    for (let round = 0; round < min; round += 1) start = this.add(part, start);
    return start;
  }

  private aim(fork: number, { isLazy, into, past }: { isLazy: boolean; into: number; past: number }): void {
    this.next[fork] = isLazy ? past : into;
    this.other[fork] = isLazy ? into : past;
  }

  private setNumber(set: CodePoints): number {
    const key = set.length > 64 ? `${set.length}:${hashOf(set)}` : set.join();
    const known = this.numberOfSet.get(key);
    if (known !== undefined && isSame(this.sets[known] ?? [], set)) return known;
    this.sets.push(set);
    this.numberOfSet.set(key, this.sets.length - 1);
    return this.sets.length - 1;
  }

  finish(start: number): Program {
    const { kinds, next, other, setNumbers, sets, looks: checks } = this;
    const hasWordLooks = checks.some((check) => check !== null && check !== "lineStart" && check !== "lineEnd");
    const hasAsciiLooks = checks.some((check) => check !== null && isOfAscii(check));
    return { start, kinds, next, other, setNumbers, sets, looks: checks, hasWordLooks, hasAsciiLooks };
  }
}

function hashOf(set: CodePoints): number {
  let hash = 0;
  for (const point of set) hash = (Math.imul(hash, 31) + point) | 0;
  return hash;
}

function isSame(one: CodePoints, other: CodePoints): boolean {
  return one === other || (one.length === other.length && one.every((point, at) => point === other[at]));
}
