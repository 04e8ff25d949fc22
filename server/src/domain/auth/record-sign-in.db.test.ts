import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { signIns } from "#server/platform/db/tables/users.ts";
import { createOidcAdapter } from "#server/platform/oidc/oidc-adapter.ts";
import { createTestWorld, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { purgeAccountRecords } from "./purge-account-records.ts";
import { recordSignIn } from "./record-sign-in.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
  world.setNow(new Date());
});
afterAll(() => world.close());

/** A user with a sign-in whose grant ends in `lifetimeS`. */
async function signIn(userAgent: string | null, lifetimeS = 60) {
  const { userId } = await makeUser(world);
  const grantId = world.ctx.newId();
  await createOidcAdapter(world.ctx.wholeDb)("Grant").upsert(grantId, { accountId: userId }, lifetimeS);
  await recordSignIn(world.ctx, { userId, grantId, userAgent, address: "192.0.2.1" });
  return { userId, grantId };
}

async function recorded(grantId: string) {
  return world.ctx.wholeDb.select().from(signIns).where(eq(signIns.grantId, grantId));
}

it.each([
  ["Firefox\0\u001B[31m/1", "Firefox[31m/1"],
  ["\n\t", null],
  [null, null],
  ["\u{1F98A}".repeat(500), "\u{1F98A}".repeat(400)],
])("keeps of %j what can be shown", async (userAgent, kept) => {
  const { grantId } = await signIn(userAgent);
  expect(await recorded(grantId)).toMatchObject([{ userAgent: kept }]);
});

it("renews one row, also when two uses come at once, and keeps its beginning", async () => {
  const { userId, grantId } = await signIn("Firefox/1");
  const [first] = await recorded(grantId);
  const start = world.ctx.now();
  world.setNow(new Date(start.getTime() + 1000));
  const use = { userId, grantId, userAgent: "Firefox/2", address: null };
  await Promise.all([recordSignIn(world.ctx, use), recordSignIn(world.ctx, use)]);
  const { sessionId, createdAt } = first ?? {};
  expect(await recorded(grantId)).toEqual([{ ...use, sessionId, createdAt, lastUsedAt: world.ctx.now() }]);
  world.setNow(start);
});

it("is purged when its grant is over or ended, and not before", async () => {
  const state = await signIn("Firefox/1", 3600);
  const over = await signIn("Firefox/1", 60);
  const ended = await signIn("Firefox/1", 3600);
  await createOidcAdapter(world.ctx.wholeDb)("Grant").destroy(ended.grantId);
  const start = world.ctx.now();
  world.setNow(new Date(start.getTime() + 120_000));
  await purgeAccountRecords(world.ctx);
  expect((await recorded(state.grantId)).length).toBe(1);
  expect([...(await recorded(over.grantId)), ...(await recorded(ended.grantId))]).toEqual([]);
  world.setNow(start);
});
