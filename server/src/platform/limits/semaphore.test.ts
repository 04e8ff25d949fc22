import { expect, it } from "vitest";

import { createSemaphore } from "./semaphore.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("lets so many in and the others one by one as these leave, in the order they came", async () => {
  const semaphore = createSemaphore({ atOnce: 2, longestMs: 60_000 });
  const inside: number[] = [];
  const leaves: (() => void)[] = [];
  for (const who of [1, 2, 3, 4]) {
    void (async () => {
      leaves[who] = await semaphore.acquire();
      inside.push(who);
    })();
  }
  await settled();
  expect(inside).toEqual([1, 2]);
  leaves[1]?.();
  leaves[1]?.();
  await settled();
  expect(inside).toEqual([1, 2, 3]);
  leaves[3]?.();
  await settled();
  expect(inside).toEqual([1, 2, 3, 4]);
});

it("forgets who is stopped while waiting, and who is stopped already never waits", async () => {
  const semaphore = createSemaphore({ atOnce: 1, longestMs: 60_000 });
  const leave = await semaphore.acquire();
  const stop = new AbortController();
  const refused = semaphore.acquire(stop.signal);
  const last = semaphore.acquire();
  stop.abort(new Error("stopped"));
  await expect(refused).rejects.toThrow("stopped");
  leave();
  await last;
  await expect(semaphore.acquire(stop.signal)).rejects.toThrow("stopped");
});

it("is held up by nobody for long", async () => {
  const semaphore = createSemaphore({ atOnce: 1, longestMs: 5 });
  await semaphore.acquire();
  await expect(semaphore.acquire()).resolves.toBeTypeOf("function");
});
