import { createHook } from "node:async_hooks";

import { expect, it } from "vitest";

import { createPasswordHasher } from "./password-hasher.ts";

const passwords = createPasswordHasher();
/** Costs little, for what does not depend on the cost. */
const cheap = createPasswordHasher(8);

it("matches the right password only, and salts every hash", async () => {
  const stored = await passwords.hash("Analytical1");
  expect(stored).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await passwords.matches("Analytical1", stored)).toBe(true);
  expect(await passwords.matches("analytical1", stored)).toBe(false);
  expect(await passwords.hash("Analytical1")).not.toBe(stored);
});

it("takes two ways of typing one character as the same", async () => {
  const stored = await cheap.hash("Zo\u00eb-Password1");
  expect(await cheap.matches("Zoe\u0308-Password1", stored)).toBe(true);
});

it("takes a password with and without control characters as the same, as forms lose them", async () => {
  const stored = await cheap.hash("Analytical\u00071");
  expect(await cheap.matches("Analytical1", stored)).toBe(true);
});

it("reads hashes that were made at another cost", async () => {
  const { scryptSync } = await import("node:crypto");
  const salt = Buffer.from("0123456789abcdef");
  const hash = scryptSync("Analytical1", salt, 32, { N: 2 ** 14, r: 8, p: 1 }).toString("base64url");
  const stored = `$scrypt$ln=14,r=8,p=1$${salt.toString("base64url")}$${hash}`;
  expect(await passwords.matches("Analytical1", stored)).toBe(true);
});

it("takes as long for nobody as for somebody, and never matches", async () => {
  const stored = await passwords.hash("Analytical1");
  // What it costs this process: a clock would count what others do meanwhile.
  const measure = async (hash: string | null) => {
    const before = process.cpuUsage();
    expect(await passwords.matches("Wrong-pass-1", hash)).toBe(false);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const somebody = await measure(stored);
  const nobody = await measure(null);
  expect(nobody).toBeGreaterThan(somebody / 3);
});

it.each(["", "plain", "$scrypt$ln=17,r=8,p=1$salt", "$2b$10$abcdefghijklmnopqrstuv"])(
  "matches nothing against %j",
  async (stored) => {
    expect(await passwords.matches("Analytical1", stored)).toBe(false);
  },
);

it("lets two hash at a time, so that many sign-ins do not take the memory", async () => {
  const running = new Set<number>();
  let most = 0;
  const hook = createHook({
    init(id, type) {
      if (type === "SCRYPTREQUEST") most = Math.max(most, running.add(id).size);
    },
    // Called when the result has come.
    before: (id) => void running.delete(id),
  }).enable();
  await Promise.all(Array.from({ length: 6 }, () => cheap.hash("Analytical1")));
  hook.disable();
  expect(most).toBe(2);
});
