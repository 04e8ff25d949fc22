import { expect, it } from "vitest";

import { inBundleTurn } from "./bundle-turns.ts";

/** Readings that end when they are told to, and the names of those that have begun. */
function createReadings() {
  const begun: string[] = [];
  const read = (organizationId: string, signal = new AbortController().signal) => {
    const gate = Promise.withResolvers<void>();
    const done = inBundleTurn({ organizationId, signal }, () => {
      begun.push(organizationId);
      return gate.promise;
    });
    done.catch(() => {});
    return { done, end: gate.resolve, fail: gate.reject };
  };
  return { begun, read };
}

it("reads two at once, one of an organization, and the others in the order in which they arrived", async () => {
  const { begun, read } = createReadings();
  const first = read("northquay");
  const again = read("northquay");
  const second = read("southquay");
  const third = read("eastquay");
  await expect.poll(() => begun).toEqual(["northquay", "southquay"]);
  second.end();
  await second.done;
  await expect.poll(() => begun).toEqual(["northquay", "southquay", "eastquay"]);
  first.fail(new Error("cut off"));
  await expect(first.done).rejects.toThrow("cut off");
  await expect.poll(() => begun).toEqual(["northquay", "southquay", "eastquay", "northquay"]);
  for (const one of [third, again]) {
    one.end();
    await one.done;
  }
});

it("forgets who goes away while they wait", async () => {
  const { begun, read } = createReadings();
  const [first, second] = [read("northquay"), read("southquay")];
  const left = new AbortController();
  const waiting = read("eastquay", left.signal);
  left.abort();
  await expect(waiting.done).rejects.toMatchObject({ code: "cancelled" });
  await expect(read("westquay", AbortSignal.abort()).done).rejects.toMatchObject({ code: "cancelled" });
  for (const one of [first, second]) {
    one.end();
    await one.done;
  }
  expect(begun).toEqual(["northquay", "southquay"]);
});
