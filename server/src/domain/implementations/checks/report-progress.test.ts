import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { createProgress } from "./report-progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("reads what a command has written when it is shown, and not each time that it writes", async () => {
  const shown: string[][] = [];
  const progress = createProgress(async (lines) => void shown.push(lines));
  const read = vi.fn(() => "one\ntwo");
  for (let piece = 0; piece < 1_000; piece += 1) progress.show(read);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(read).toHaveBeenCalledTimes(1);
  progress.show(() => "three");
  await vi.advanceTimersByTimeAsync(1_500);
  expect(shown).toEqual([["one", "two"], ["three"]]);
  await progress.end();
});
