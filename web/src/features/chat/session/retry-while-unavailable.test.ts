import { AppError } from "@cairn/contract/errors";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { retryWhileUnavailable } from "./retry-while-unavailable.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const away = () => Promise.reject(new AppError("unavailable", { message: "gone" }));

it("waits for a server that restarts", async () => {
  let count = 0;
  const read = () => ((count += 1) < 4 ? away() : Promise.resolve("there"));
  const result = retryWhileUnavailable(read, { patienceMs: 45_000, isWanted: () => true });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await result).toBe("there");
});

it("gives up after a while, and not before", async () => {
  let result: unknown = null;
  void retryWhileUnavailable(away, { patienceMs: 45_000, isWanted: () => true }).then((one) => (result = one));
  await vi.advanceTimersByTimeAsync(35_000);
  expect(result).toBeNull();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(result).toBe("away");
});

it("takes a server's no for an answer", async () => {
  const read = () => Promise.reject(new AppError("not_found", { message: "Chat not found" }));
  expect(await retryWhileUnavailable(read, { patienceMs: 45_000, isWanted: () => true })).toBeNull();
});

it("asks no more once nobody waits", async () => {
  let count = 0;
  let isWanted = true;
  const read = () => {
    count += 1;
    isWanted = false;
    return away();
  };
  const result = retryWhileUnavailable(read, { patienceMs: 45_000, isWanted: () => isWanted });
  await vi.advanceTimersByTimeAsync(45_000);
  expect(await result).toBe("away");
  expect(count).toBe(1);
});
