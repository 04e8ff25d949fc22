import { expect, it } from "vitest";

import { Turns } from "./turns.ts";

const unbounded = { signal: undefined, deadlineAt: Infinity };

it("a first turn is waited for, and lasts some milliseconds", async () => {
  const turns = new Turns(unbounded);
  expect(turns.isOver()).toBe(true);
  expect(await turns.next()).toBe(true);
  expect(turns.isOver()).toBe(false);
  const until = performance.now() + 15;
  while (performance.now() < until);
  expect(turns.isOver()).toBe(true);
});

it("all work has its turns one after the other, with a look at other things between any two", async () => {
  const yieldsOf: string[] = [];
  const checkOf: number[] = [];
  let checks = 0;
  let isDone = false;
  const check = (): void => {
    checks += 1;
    if (!isDone) setImmediate(check);
  };
  const work = async (name: string): Promise<void> => {
    const turns = new Turns(unbounded);
    for (let turn = 0; turn < 4; turn += 1) {
      await turns.next();
      yieldsOf.push(name);
      checkOf.push(checks);
    }
  };
  check();
  await Promise.all([work("a"), work("b"), work("c")]);
  isDone = true;
  expect(yieldsOf.join("")).toBe("abcabcabcabc");
  expect(new Set(checkOf).size).toBe(checkOf.length);
});

it("work ends by what it was told once its deadline has passed", async () => {
  const turns = new Turns({ signal: undefined, deadlineAt: performance.now() - 1 });
  expect(await turns.next()).toBe(false);
});

it("work that nobody waits for ends with the reason, and holds up nobody behind it", async () => {
  const stop = new AbortController();
  const stopped = new Turns({ signal: stop.signal, deadlineAt: Infinity }).next();
  const behind = new Turns(unbounded).next();
  stop.abort(new Error("nobody waits"));
  await expect(stopped).rejects.toThrow("nobody waits");
  expect(await behind).toBe(true);
});
