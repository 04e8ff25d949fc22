import * as contract from "@cairn/contract/keys";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { apiKeys } from "#server/platform/db/tables/users.ts";
import { createTestWorld, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { authenticateApiKey } from "./authenticate-api-key.ts";
import { createApiKey } from "./create-api-key.ts";
import { deleteApiKey } from "./delete-api-key.ts";
import { listApiKeys } from "./list-api-keys.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

async function lastUse(keyId: string): Promise<Date | null | undefined> {
  const [row] = await world.ctx.db.select().from(apiKeys).where(eq(apiKeys.keyId, keyId));
  return row?.lastUsedAt;
}

it("shows the secret once and stores only its hash", async () => {
  const person = await makeUser(world);
  const created = await createApiKey(person.ctx, { name: "Laptop", scopes: ["mcp"] });
  contract.createApiKey.response.parse(created);
  expect(created.key).toMatch(/^cairn_mcp_[\w-]{43}$/);
  expect(created.lastFour).toBe(created.key.slice(-4));

  const listed = await listApiKeys(person.ctx, { page: 1, limit: 100 });
  contract.listApiKeys.response.parse(listed);
  expect(listed).toMatchObject({ total: 1, content: [{ keyId: created.keyId, name: "Laptop", scopes: ["mcp"] }] });
  expect(JSON.stringify(listed)).not.toContain(created.key);
  expect(JSON.stringify(await world.ctx.db.select().from(apiKeys))).not.toContain(created.key);
});

it("lists the newest first, by pages", async () => {
  const person = await makeUser(world);
  const start = world.ctx.now();
  for (const minute of [1, 2, 3]) {
    world.setNow(new Date(start.getTime() + minute * 60_000));
    await createApiKey(person.ctx, { name: `Key ${minute}`, scopes: ["mcp"] });
  }
  const names = async (page: number) =>
    (await listApiKeys(person.ctx, { page, limit: 2 })).content.map((key) => key.name);
  expect([await names(1), await names(2), await names(3)]).toEqual([["Key 3", "Key 2"], ["Key 1"], []]);
});

it("knows whose key it is, and notes its use once a minute", async () => {
  const person = await makeUser(world);
  const { key, keyId } = await createApiKey(person.ctx, { scopes: ["mcp"] });
  expect(await lastUse(keyId)).toBeNull();
  const first = world.ctx.now();
  expect(await authenticateApiKey(world.ctx, key)).toEqual({ userId: person.userId, scopes: ["mcp"] });
  world.setNow(new Date(first.getTime() + 59_000));
  await authenticateApiKey(world.ctx, key);
  expect(await lastUse(keyId)).toEqual(first);
  world.setNow(new Date(first.getTime() + 61_000));
  await authenticateApiKey(world.ctx, key);
  expect(await lastUse(keyId)).toEqual(world.ctx.now());
});

it.each(["", "cairn_mcp_", `cairn_mcp_${"A".repeat(43)}`, `cairn_mcp_${"A".repeat(42)}\0`])(
  "refuses the secret %j",
  async (secret) => {
    expect(await authenticateApiKey(world.ctx, secret)).toBeNull();
  },
);

it("deletes own keys only, and a deleted one is refused at once", async () => {
  const person = await makeUser(world);
  const { key, keyId } = await createApiKey(person.ctx, { scopes: ["mcp"] });
  const other = await makeUser(world);
  await expect(deleteApiKey(other.ctx, { keyId })).rejects.toMatchObject({ code: "not_found" });
  expect((await listApiKeys(other.ctx, { page: 1, limit: 100 })).total).toBe(0);
  expect(await authenticateApiKey(world.ctx, key)).not.toBeNull();
  await deleteApiKey(person.ctx, { keyId });
  expect(await authenticateApiKey(world.ctx, key)).toBeNull();
  await expect(deleteApiKey(person.ctx, { keyId })).rejects.toMatchObject({ code: "not_found" });
});

it("is for signed-in people, not for agents", async () => {
  await expect(listApiKeys(world.ctx, { page: 1, limit: 1 })).rejects.toMatchObject({ code: "unauthenticated" });
  const agent = world.as({ kind: "agent", userId: (await makeUser(world)).userId });
  await expect(createApiKey(agent, { scopes: ["mcp"] })).rejects.toMatchObject({ code: "forbidden" });
});
