import { expect, it } from "vitest";

import { createSignInLimits, waitMessage } from "./sign-in-limits.ts";

async function fail(
  limits: ReturnType<typeof createSignInLimits>,
  who: { address: string; email: string },
  times: number,
) {
  for (let at = 0; at < times; at += 1) await limits.trySignIn(who);
}

it("locks an account for one address only", async () => {
  const limits = createSignInLimits();
  const attacker = { address: "198.51.100.7", email: "ada@example.test" };
  await fail(limits, attacker, 10);
  expect(await limits.trySignIn(attacker)).toEqual({ waitS: 900 });
  expect(await limits.trySignIn({ ...attacker, address: "203.0.113.9" })).toBeNull();
});

it("limits an address over all accounts, and forgets what was right", async () => {
  const limits = createSignInLimits();
  const address = "198.51.100.7";
  for (let at = 0; at < 150; at += 1) {
    const who = { address, email: `right${at}@example.test` };
    expect(await limits.trySignIn(who)).toBeNull();
    await limits.signedIn(who);
  }
  for (let at = 0; at < 100; at += 1) await limits.trySignIn({ address, email: `wrong${at}@example.test` });
  expect(await limits.trySignIn({ address, email: "next@example.test" })).toEqual({ waitS: expect.any(Number) });
});

it.each([
  [1, "Too many tries. Please wait a minute and try again."],
  [61, "Too many tries. Please wait 2 minutes and try again."],
])("says how long to wait (%i s)", (waitS, message) => {
  expect(waitMessage({ waitS })).toBe(message);
});
