import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { createOidcAdapter, isGrantAlive, purgeOidcRecords } from "./oidc-adapter.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

it("finds a record by id and by uid, and its newest text after a second write", async () => {
  const sessions = createOidcAdapter(world.ctx.db)("Session");
  await sessions.upsert("s1", { uid: "u1", accountId: "a" }, 60);
  await sessions.upsert("s1", { uid: "u1", accountId: "b" }, 60);
  expect(await sessions.find("s1")).toEqual({ uid: "u1", accountId: "b" });
  expect(await sessions.findByUid("u1")).toEqual({ uid: "u1", accountId: "b" });
  expect(await createOidcAdapter(world.ctx.db)("Grant").find("s1")).toBeUndefined();
  expect(await sessions.find("s\0")).toBeUndefined();
});

it("lets one of many uses at the same moment win, and ends the grant for the others", async () => {
  const adapter = createOidcAdapter(world.ctx.db);
  const codes = adapter("AuthorizationCode");
  await adapter("Grant").upsert("g1", {}, 60);
  await codes.upsert("c1", { grantId: "g1" }, 60);
  expect(await isGrantAlive(world.ctx.db, "g1", new Date())).toBe(true);
  const uses = await Promise.allSettled(Array.from({ length: 6 }, () => codes.consume("c1")));
  expect(uses.filter((use) => use.status === "fulfilled").length).toBe(1);
  expect(await isGrantAlive(world.ctx.db, "g1", new Date())).toBe(false);
  expect(await codes.find("c1")).toBeUndefined();
});

it("marks a used record", async () => {
  const codes = createOidcAdapter(world.ctx.db)("AuthorizationCode");
  await codes.upsert("c2", { grantId: "g2" }, 60);
  await codes.consume("c2");
  expect(await codes.find("c2")).toEqual({ grantId: "g2", jti: "c2", consumed: expect.any(Number) });
});

it.each(["AuthorizationCode", "RefreshToken"])("keeps only the hash of what lets somebody in: %s", async (model) => {
  const records = createOidcAdapter(world.ctx.db)(model);
  await records.upsert("the-secret-itself", { jti: "the-secret-itself", accountId: "a" }, 60);
  const { rows } = await world.ctx.db.execute(sql`select record_id, payload::text from oidc_records`);
  expect(JSON.stringify(rows)).not.toContain("the-secret-itself");
  expect(await records.find("the-secret-itself")).toEqual({ jti: "the-secret-itself", accountId: "a" });
  await records.destroy("the-secret-itself");
  expect(await records.find("the-secret-itself")).toBeUndefined();
});

it("purges what is over and nothing else", async () => {
  const adapter = createOidcAdapter(world.ctx.db)("Interaction");
  await adapter.upsert("old", {}, 10);
  await adapter.upsert("young", {}, 100);
  await adapter.upsert("endless", {}, undefined);
  expect(await purgeOidcRecords(world.ctx.db, new Date(Date.now() + 20_000))).toBe(1);
  expect(await adapter.find("old")).toBeUndefined();
  expect(await adapter.find("young")).toEqual({});
  expect(await adapter.find("endless")).toEqual({});
});
