import { generateKeyPairSync } from "node:crypto";

import * as contract from "@cairn/contract/keys";
import sshpk from "sshpk";
import { afterAll, beforeAll, expect, it } from "vitest";

import { apiKeys, sshKeys } from "#server/platform/db/tables/users.ts";
import { createTestWorld, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { createApiKey } from "./create-api-key.ts";
import { createSshKey } from "./create-ssh-key.ts";
import { deleteSshKey } from "./delete-ssh-key.ts";
import { maxKeys } from "./key-limit.ts";
import { listSshKeys } from "./list-ssh-keys.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const firstPage = { page: 1, limit: 100 };

function newLine(): string {
  const { publicKey } = generateKeyPairSync("ed25519");
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  return sshpk.parseKey(pem, "pem").toString("ssh").split(" ").slice(0, 2).join(" ");
}

it("keeps type and body, shows type and fingerprint, and forgets the comment", async () => {
  const { ctx } = await makeUser(world);
  const line = newLine();
  const created = await createSshKey(ctx, { name: "Laptop", key: `${line} ada@secret-machine` });
  expect(contract.createSshKey.response.parse(created)).toMatchObject({ name: "Laptop", type: "ssh-ed25519" });
  expect(created.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  const listed = await listSshKeys(ctx, firstPage);
  expect(contract.listSshKeys.response.parse(listed)).toMatchObject({ total: 1, content: [created] });
  const stored = JSON.stringify(await world.ctx.db.select().from(sshKeys));
  expect(stored).toContain(line);
  expect(stored).not.toContain("secret-machine");
});

it("is in one account only, until it is deleted there", async () => {
  const [one, other] = [await makeUser(world), await makeUser(world)];
  const key = newLine();
  const { keyId } = await createSshKey(one.ctx, { name: "Laptop", key });
  for (const person of [one, other]) {
    const again = createSshKey(person.ctx, { name: "Again", key: `${key} other comment` });
    await expect(again).rejects.toMatchObject({ code: "conflict", message: "This key is already in use" });
  }
  await expect(deleteSshKey(other.ctx, { keyId })).rejects.toMatchObject({ code: "not_found" });
  await deleteSshKey(one.ctx, { keyId });
  await expect(deleteSshKey(one.ctx, { keyId })).rejects.toMatchObject({ code: "not_found" });
  expect(await createSshKey(other.ctx, { name: "Mine now", key })).toMatchObject({ name: "Mine now" });
});

it("goes to one of two who add it at once", async () => {
  const people = [await makeUser(world), await makeUser(world)];
  const key = newLine();
  const settled = await Promise.allSettled(people.map(({ ctx }) => createSshKey(ctx, { name: "Race", key })));
  expect(settled.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

it("says what is wrong with a key, and keeps nothing of a private one", async () => {
  const { ctx } = await makeUser(world);
  const secret = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const weak = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey;
  const weakLine = sshpk.parseKey(weak.export({ type: "spki", format: "pem" }), "pem").toString("ssh");
  const refused = async (key: string) =>
    await createSshKey(ctx, { name: "Bad", key }).catch((error: unknown) => (error as Error).message);
  expect(await refused(secret)).toMatch(/^Pssst, this is a private key/);
  expect(await refused("ssh-rsa AAAAB3NzaC1yc2EAAAAD")).toBe("It seems like the key is invalid");
  expect(await refused(weakLine)).toMatch(/1024 bits, which is too weak/);
  expect((await listSshKeys(ctx, firstPage)).total).toBe(0);
});

it("stops at a hundred keys of each kind, also when the last place is asked for twice at once", async () => {
  const { ctx, userId } = await makeUser(world);
  const createdAt = world.ctx.now();
  const numbers = Array.from({ length: maxKeys - 1 }, (_, number) => number);
  await world.ctx.db.insert(sshKeys).values(
    numbers.map((number) => ({
      keyId: world.ctx.newId(),
      userId,
      name: `Key ${number}`,
      publicKey: "ssh-ed25519 AAAA",
      fingerprint: `${userId}-${number}`,
      createdAt,
    })),
  );
  await world.ctx.db.insert(apiKeys).values(
    numbers.map((number) => ({
      keyId: world.ctx.newId(),
      userId,
      secretHash: `${userId}-${number}`,
      lastFour: "abcd",
      scopes: ["mcp" as const],
      createdAt,
    })),
  );
  for (const create of [
    () => createSshKey(ctx, { name: "Last", key: newLine() }),
    () => createApiKey(ctx, { scopes: ["mcp"] }),
  ]) {
    const settled = await Promise.allSettled([create(), create()]);
    const refused = settled.filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason)).toMatchObject([{ code: "unprocessable" }]);
  }
});

it("is for signed-in people, not for agents", async () => {
  await expect(listSshKeys(world.ctx, firstPage)).rejects.toMatchObject({ code: "unauthenticated" });
  const agent = world.as({ kind: "agent", userId: (await makeUser(world)).userId });
  await expect(createSshKey(agent, { name: "No", key: newLine() })).rejects.toMatchObject({ code: "forbidden" });
});
