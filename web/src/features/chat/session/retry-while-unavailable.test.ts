import { AppError } from "@cairn/contract/errors";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { retryWhileUnavailable } from "./retry-while-unavailable.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const unavailable = () => Promise.reject(new AppError("unavailable", { message: "gone" }));

it("retries until the server is available again", async () => {
  let count = 0;
  const load = () => ((count += 1) < 4 ? unavailable() : Promise.resolve("there"));
  const result = retryWhileUnavailable(load, { timeoutMs: 45_000, isWanted: () => true });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await result).toBe("there");
});

it("gives up after the timeout, and not before", async () => {
  let result: unknown = null;
  void retryWhileUnavailable(unavailable, { timeoutMs: 45_000, isWanted: () => true }).then((one) => (result = one));
  await vi.advanceTimersByTimeAsync(35_000);
  expect(result).toBeNull();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(result).toBe("unavailable");
});

it("does not retry after a refusal that is final", async () => {
  const load = () => Promise.reject(new AppError("not_found", { message: "Chat not found" }));
  expect(await retryWhileUnavailable(load, { timeoutMs: 45_000, isWanted: () => true })).toBeNull();
});

it("stops once nobody waits for the result", async () => {
  let count = 0;
  let isWanted = true;
  const load = () => {
    count += 1;
    isWanted = false;
    return unavailable();
  };
  const result = retryWhileUnavailable(load, { timeoutMs: 45_000, isWanted: () => isWanted });
  await vi.advanceTimersByTimeAsync(45_000);
  expect(await result).toBe("unavailable");
  expect(count).toBe(1);
});
