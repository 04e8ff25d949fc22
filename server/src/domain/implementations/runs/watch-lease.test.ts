import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { silentLogger } from "#server/platform/log/logger.ts";

import { watchLease } from "./watch-lease.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lease = { organizationId: "", implementationId: "", leaseEpoch: 1 };

/** A database that is asked for the lease alone, and the answers that it owes. */
function watch() {
  const asked: ((rows: object[]) => void)[] = [];
  const where = () => new Promise<object[]>((resolve) => asked.push(resolve));
  const db = { select: () => ({ from: () => ({ where }) }) } as never;
  return { asked, ...watchLease({ db, log: silentLogger }, lease) };
}

it("sees a stop within half a second, so that two are enough to end every process", async () => {
  const { asked, lost, stop } = watch();
  await vi.advanceTimersByTimeAsync(500);
  asked[0]?.([{}]);
  await vi.advanceTimersByTimeAsync(500);
  expect(lost.aborted).toBe(false);
  // Stopped meanwhile.
  asked[1]?.([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(lost.aborted).toBe(true);
  stop();
});

it("asks once at a time, however long the database takes", async () => {
  const { asked, lost, stop } = watch();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
  asked[0]?.([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(lost.aborted).toBe(true);
  stop();
});
