import { spawn } from "node:child_process";
import { once } from "node:events";

import { expect, it } from "vitest";

import { describeByTime, describeOwner, isOwnerAlive } from "./container-owner.ts";

it("names a process as long as it lives, and tells it from others", async () => {
  expect(isOwnerAlive(describeOwner())).toBe(true);
  const child = spawn("/bin/sleep", ["600"]);
  const name = describeOwner(child.pid);
  expect(name).not.toBe(describeOwner());
  child.kill("SIGKILL");
  await once(child, "close");
  expect(isOwnerAlive(name)).toBe(false);
  expect(isOwnerAlive("")).toBe(false);
});

it("does so by the time of its begin on systems without /proc", () => {
  expect(describeByTime(process.pid)).toMatch(new RegExp(`^${process.pid}\\.\\w{3}-\\w{3}-[\\d-]+$`));
  expect(describeByTime(process.pid)).toBe(describeByTime(process.pid));
  expect(() => describeByTime(2 ** 22 + 1)).toThrow("Command failed");
});
