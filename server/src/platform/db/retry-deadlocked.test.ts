import { expect, it } from "vitest";

import { retryDeadlocked } from "./retry-deadlocked.ts";

const failing = (code: string, times: number) => {
  let runs = 0;
  return async () => {
    runs += 1;
    if (runs <= times) throw new Error("query failed", { cause: Object.assign(new Error("database"), { code }) });
    return runs;
  };
};

it("runs what was ended by a deadlock again, a few times", async () => {
  expect(await retryDeadlocked(failing("40P01", 2))).toBe(3);
  await expect(retryDeadlocked(failing("40P01", 3))).rejects.toThrow("query failed");
});

it("lets every other failure through at once", async () => {
  await expect(retryDeadlocked(failing("23505", 1))).rejects.toThrow("query failed");
});
