import { afterAll, beforeAll, expect, it } from "vitest";

import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { createSignInLimits, type SignInLimits } from "./sign-in-limits.ts";

let world: TestWorld;
let limits: SignInLimits;
beforeAll(async () => {
  world = await createTestWorld();
  limits = createSignInLimits(world.ctx.wholeDb);
});
afterAll(() => world.close());

it("locks an account for one address only, also for a process that starts later", async () => {
  const attacker = { address: "198.51.100.7", email: "ada@example.test" };
  for (let at = 0; at < 10; at += 1) expect(await limits.trySignIn(attacker)).toBeNull();
  expect(await limits.trySignIn(attacker)).toEqual({ waitS: expect.any(Number) });
  expect(await createSignInLimits(world.ctx.wholeDb).trySignIn(attacker)).not.toBeNull();
  expect(await limits.trySignIn({ ...attacker, address: "203.0.113.9" })).toBeNull();
  await limits.forget(attacker);
  expect(await limits.trySignIn(attacker)).toBeNull();
});

it("limits an address over all accounts, and forgets what was right", async () => {
  const address = "198.51.100.8";
  for (let at = 0; at < 110; at += 1) {
    const who = { address, email: `right${at}@example.test` };
    expect(await limits.trySignIn(who)).toBeNull();
    await limits.signedIn(who);
  }
  for (let at = 0; at < 100; at += 1) await limits.trySignIn({ address, email: `wrong${at}@example.test` });
  expect(await limits.trySignIn({ address, email: "next@example.test" })).toEqual({ waitS: expect.any(Number) });
});

it("sends one account three letters an hour, wherever they are asked for", async () => {
  const email = "ada@example.test";
  for (let at = 0; at < 3; at += 1) expect(await limits.tryForgot({ address: `192.0.2.${at}`, email })).toBeNull();
  expect(await limits.tryForgot({ address: "192.0.2.9", email })).toEqual({ waitS: expect.any(Number) });
  expect(await limits.tryForgot({ address: "192.0.2.9", email: "eve@example.test" })).toBeNull();
});

it("sends letters to twenty accounts an hour for one address", async () => {
  const ask = (at: number) => limits.tryForgot({ address: "192.0.2.77", email: `person${at}@example.test` });
  for (let at = 0; at < 20; at += 1) expect(await ask(at)).toBeNull();
  expect(await ask(20)).not.toBeNull();
});
