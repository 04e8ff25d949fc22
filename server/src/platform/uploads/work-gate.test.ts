import { expect, it } from "vitest";

import { createGate } from "./work-gate.ts";

const { signal } = new AbortController();

it("runs one work after the other, also after one that failed", async () => {
  const gate = createGate();
  let running = 0;
  const order: number[] = [];
  const works = [0, 1, 2, 3].map((number) =>
    gate(signal, async () => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      order.push(number);
      if (number === 1) throw new Error("damaged");
      return number;
    }),
  );
  const ends = await Promise.allSettled(works);
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(order).toEqual([0, 1, 2, 3]);
});

it("leaves out what nobody waits for any more", async () => {
  const gate = createGate();
  const gone = new AbortController();
  const first = Promise.withResolvers<string>();
  const working = gate(signal, () => first.promise);
  let hasRun = false;
  const given = gate(gone.signal, async () => (hasRun = true));
  gone.abort();
  first.resolve("done");
  await expect(given).rejects.toMatchObject({ code: "cancelled" });
  expect([await working, hasRun]).toEqual(["done", false]);
});
