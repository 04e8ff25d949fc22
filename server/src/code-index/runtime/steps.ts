import { setTimeout as rest } from "node:timers/promises";

import type { PrepareOptions } from "#server/code-index/ports/code-index.ts";

import { Turns } from "./turns.ts";

/** Long work that can rest between any two of its steps, each of which takes some milliseconds at most. */
export type Steps<T> = Generator<void, T, void>;

/** Does all of it at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** A value computed from a seed on first use, or before that in turns with other work. */
interface MadeOnce<Seed, T> {
  get(): T;
  /** As part of other work in steps. */
  steps(): Steps<T>;
  /** Rejects when the signal is aborted; finished steps are kept. */
  prepare(options?: PrepareOptions): Promise<void>;
  /** The seed for what comes after this one: that of `toSeed`, or the own one while nothing is made. */
  carry(toSeed: (made: T) => Seed): Seed;
}

/**
 * The seed is released once the value is computed; until then it can be passed on unchanged. A caller that needs the
 * value while it is being computed in turns continues from there, so that nothing is computed twice.
 */
export function madeOnce<Seed, T>(seed: Seed, make: (seed: Seed) => Steps<T>): MadeOnce<Seed, T> {
  let state: { seed: Seed; steps: Steps<T> | null } | { made: T } = { seed, steps: null };
  /** One step; null while more are to come. */
  const advance = (): { made: T } | null => {
    if ("made" in state) return state;
    const begun = state;
    try {
      begun.steps ??= make(begun.seed);
      const step = begun.steps.next();
      return step.done === true ? (state = { made: step.value }) : null;
    } catch (error) {
      // The next call begins again.
      begun.steps = null;
      throw error;
    }
  };
  function* steps(): Steps<T> {
    for (;;) {
      const done = advance();
      if (done !== null) return done.made;
      yield;
    }
  }
  return {
    get: () => finish(steps()),
    steps,
    async prepare({ signal, restMs = 0 } = {}) {
      const turns = new Turns({ signal, deadlineAt: Infinity });
      while (advance() === null) {
        if (!turns.isOver()) continue;
        if (restMs > 0) await rest(restMs);
        await turns.next();
      }
    },
    carry: (toSeed) => ("made" in state ? toSeed(state.made) : state.seed),
  };
}
