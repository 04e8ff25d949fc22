import { describe, expect, it } from "vitest";

import { finish, madeOnce } from "./steps.ts";
import type { Steps } from "./steps.ts";

/** Counts what was done, a step for each number. */
function counting(done: number[]) {
  return function* (upTo: number): Steps<string> {
    for (let step = 1; step <= upTo; step += 1) {
      done.push(step);
      yield;
    }
    return `made of ${upTo}`;
  };
}

/** In memory for each step as long as a turn lasts, so that every step is a turn of its own. */
function* slowly<T>(steps: Steps<T>): Steps<T> {
  for (;;) {
    const until = performance.now() + 15;
    while (performance.now() < until);
    const step = steps.next();
    if (step.done === true) return step.value;
    yield;
  }
}

describe("what is made once", () => {
  it("is made of its seed when it is asked for, and its seed goes on until then", () => {
    const done: number[] = [];
    const thing = madeOnce<number, string>(3, counting(done));
    expect(thing.carry((made) => made.length)).toBe(3);
    expect(done).toEqual([]);
    expect(thing.get()).toBe("made of 3");
    expect(thing.get()).toBe("made of 3");
    expect(done).toEqual([1, 2, 3]);
    expect(thing.carry((made) => made.length)).toBe("made of 3".length);
  });

  it("lets others have their turns while it is prepared", async () => {
    const done: number[] = [];
    const thing = madeOnce(5, (seed) => slowly(counting(done)(seed)));
    let turns = 0;
    let isReady = false;
    const others = (): void => {
      turns += 1;
      if (!isReady) setImmediate(others);
    };
    setImmediate(others);
    await thing.prepare();
    isReady = true;
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(done).toEqual([1, 2, 3, 4, 5]);
  });

  it("is gone on with by whoever needs it at once, and is done by all who prepare it together", async () => {
    const done: number[] = [];
    const thing = madeOnce(4, (seed) => slowly(counting(done)(seed)));
    const preparing = Promise.all([thing.prepare(), thing.prepare()]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(done.length).toBeLessThan(4);
    expect(thing.get()).toBe("made of 4");
    await preparing;
    expect(done).toEqual([1, 2, 3, 4]);
  });

  it("keeps what was done before the signal", async () => {
    const done: number[] = [];
    const stop = new AbortController();
    const thing = madeOnce(3, function* (upTo): Steps<string> {
      const made = yield* slowly(counting(done)(upTo));
      return made;
    });
    const preparing = thing.prepare({ signal: stop.signal });
    stop.abort(new Error("nobody waits"));
    await expect(preparing).rejects.toThrow("nobody waits");
    expect(thing.get()).toBe("made of 3");
    expect(done).toEqual([1, 2, 3]);
  });

  it("begins again after a failure", async () => {
    let isBroken = true;
    const thing = madeOnce("seed", function* (seed): Steps<string> {
      yield;
      if (isBroken) throw new Error("broken");
      return `made of ${seed}`;
    });
    await expect(thing.prepare()).rejects.toThrow("broken");
    expect(() => thing.get()).toThrow("broken");
    isBroken = false;
    expect(thing.get()).toBe("made of seed");
  });

  it("can be a part of other work", () => {
    const done: number[] = [];
    const part = madeOnce(2, counting(done));
    const whole = madeOnce(null, function* (): Steps<string> {
      return `whole, ${yield* part.steps()}`;
    });
    expect(whole.get()).toBe("whole, made of 2");
    expect(part.get()).toBe("made of 2");
    expect(done).toEqual([1, 2]);
    expect(finish(part.steps())).toBe("made of 2");
  });
});
