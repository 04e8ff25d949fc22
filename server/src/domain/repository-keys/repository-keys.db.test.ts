import { generateKeyPairSync } from "node:crypto";

import * as contract from "@cairn/contract/repository-keys";
import { eq } from "drizzle-orm";
import sshpk from "sshpk";
import { afterAll, beforeAll, expect, it } from "vitest";

import { createSshKey } from "#server/domain/keys/create-ssh-key.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { hostRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { auditEvents } from "#server/platform/db/tables/organizations.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { repositoryKeys } from "#server/platform/db/tables/repository-keys.ts";
import { users } from "#server/platform/db/tables/users.ts";
import {
  createTestWorld,
  makeMember,
  makeProject,
  makeRepository,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { createRepositoryKey } from "./create-repository-key.ts";
import { deleteRepositoryKey } from "./delete-repository-key.ts";
import { findPublicKeys, findTokenKey, touchRepositoryKey } from "./find-repository-keys.ts";
import { listRepositoryKeys } from "./list-repository-keys.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const firstPage = { page: 1, limit: 100 };

async function hosted() {
  const project = await makeProject(world);
  const { organizationId, projectId, system, owner } = project;
  await hostRepository(system, system.db, { organizationId, projectId, slug: "ferry-board" });
  const [row] = await findProjectRepositories(system, project);
  const here = { organizationId, projectId, repositoryId: row?.repositoryId ?? "" };
  const add = (given: { name: string; key?: string; isReadOnly?: boolean }) =>
    createRepositoryKey(owner.ctx, { isReadOnly: true, ...given, ...here });
  return { ...here, here, ctx: owner.ctx, owner, add };
}

function newLine(type: "ed25519" | "rsa" = "ed25519", bits = 2048): string {
  const { publicKey } =
    type === "rsa" ? generateKeyPairSync("rsa", { modulusLength: bits }) : generateKeyPairSync("ed25519");
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  return sshpk.parseKey(pem, "pem").toString("ssh").split(" ").slice(0, 2).join(" ");
}

it("shows a token once, stores its hash alone, and knows it again", async () => {
  const { here, ctx, add } = await hosted();
  const created = await add({ name: "CI", isReadOnly: false });
  contract.createRepositoryKey.response.parse(created);
  expect(created).toMatchObject({ kind: "token", fingerprint: null, isReadOnly: false, lastUsedAt: null });
  expect(created.key).toMatch(/^cairn_rk_[\w-]{43}$/);
  const listed = await listRepositoryKeys(ctx, { ...here, ...firstPage });
  expect(contract.listRepositoryKeys.response.parse(listed)).toMatchObject({ total: 1, content: [{ name: "CI" }] });
  const stored = JSON.stringify([listed, await world.ctx.db.select().from(repositoryKeys)]);
  expect(stored).not.toContain(created.key);
  expect(await findTokenKey(world.ctx, created.key ?? "")).toMatchObject({ ...ids(here), isReadOnly: false });
  for (const wrong of [
    "",
    "cairn_rk_",
    `cairn_rk_${"A".repeat(43)}`,
    `${created.key}\0`,
    `cairn_mcp_${"A".repeat(43)}`,
  ]) {
    expect(await findTokenKey(world.ctx, wrong)).toBeNull();
  }
});

const ids = ({ organizationId, repositoryId }: { organizationId: string; repositoryId: string }) => ({
  organizationId,
  repositoryId,
});

it("keeps a public key without its comment; one key may open several repositories, each once", async () => {
  const [one, other] = [await hosted(), await hosted()];
  const line = newLine();
  const created = await one.add({ name: "Deploy", key: `${line} root@secret-machine` });
  expect(created).toMatchObject({ kind: "ssh", key: null, lastFour: null });
  await expect(one.add({ name: "Again", key: line })).rejects.toMatchObject({
    code: "conflict",
    message: "This repository already has this key",
  });
  await other.add({ name: "Deploy", key: line });
  const found = await findPublicKeys(world.ctx, created.fingerprint ?? "");
  const opened = Object.fromEntries(found.map(({ repositoryId, publicKey }) => [repositoryId, publicKey]));
  expect(opened).toEqual({ [one.repositoryId]: line, [other.repositoryId]: line });
  expect(JSON.stringify(await world.ctx.db.select().from(repositoryKeys))).not.toContain("secret-machine");
});

it("refuses a person's own key, weak and unsound keys, and a name twice", async () => {
  const { add } = await hosted();
  const own = newLine();
  await createSshKey((await makeUser(world)).ctx, { name: "Laptop", key: own });
  await expect(add({ name: "Mine", key: own })).rejects.toMatchObject({
    code: "conflict",
    message: "This key belongs to a person's account. Make a new one for a machine.",
  });
  await expect(add({ name: "Weak", key: newLine("rsa", 1024) })).rejects.toMatchObject({ code: "invalid_input" });
  await expect(add({ name: "Broken", key: "ssh-ed25519 AAAA" })).rejects.toMatchObject({ code: "invalid_input" });
  await add({ name: "CI" });
  await expect(add({ name: "CI" })).rejects.toMatchObject({
    code: "conflict",
    message: "This repository already has a key of this name",
  });
});

it("is for hosted repositories alone, and says where else to go", async () => {
  const project = await makeProject(world);
  const { repositoryId } = await makeRepository(world, project);
  const { organizationId, projectId } = project;
  const given = { organizationId, projectId, repositoryId, name: "CI", isReadOnly: true };
  await expect(createRepositoryKey(project.ctx, given)).rejects.toMatchObject({
    status: 422,
    message: "Only repositories hosted here have keys. Manage access to this one where it is hosted.",
  });
});

it("is listed by every member and managed by Owners and Admins", async () => {
  const { here, organizationId, add } = await hosted();
  await add({ name: "CI" });
  for (const [role, isAllowed] of [
    ["admin", true],
    ["editor", false],
  ] as const) {
    const { userId, ctx } = await makeUser(world);
    await makeMember(world, organizationId, userId, role);
    expect((await listRepositoryKeys(ctx, { ...here, ...firstPage })).total).toBeGreaterThan(0);
    const made = createRepositoryKey(ctx, { ...here, name: `By ${role}`, isReadOnly: true });
    if (isAllowed) await expect(made).resolves.toMatchObject({ name: `By ${role}` });
    else await expect(made).rejects.toMatchObject({ code: "forbidden" });
    if (!isAllowed) {
      await expect(deleteRepositoryKey(ctx, { ...here, name: "CI" })).rejects.toMatchObject({ code: "forbidden" });
    }
  }
  const stranger = await makeUser(world);
  await expect(listRepositoryKeys(stranger.ctx, { ...here, ...firstPage })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("stops working when deleted, is noted in the audit log, and outlives the account that made it", async () => {
  const { here, ctx, organizationId, owner, add } = await hosted();
  const first = await add({ name: "First" });
  const second = await add({ name: "Second", isReadOnly: false });
  await deleteRepositoryKey(ctx, { ...here, name: "First" });
  expect(await findTokenKey(world.ctx, first.key ?? "")).toBeNull();
  await expect(deleteRepositoryKey(ctx, { ...here, name: "First" })).rejects.toMatchObject({ code: "not_found" });
  const events = await world.ctx.db.select().from(auditEvents).where(eq(auditEvents.organizationId, organizationId));
  expect(events.map(({ action, target, from, to }) => ({ action, target, from, to }))).toEqual([
    { action: "repository-key.created", target: "ferry-board", from: null, to: "First (read only)" },
    { action: "repository-key.created", target: "ferry-board", from: null, to: "Second (read and write)" },
    { action: "repository-key.deleted", target: "ferry-board", from: "First", to: null },
  ]);
  await world.ctx.db.delete(users).where(eq(users.userId, owner.userId));
  expect(await findTokenKey(world.ctx, second.key ?? "")).not.toBeNull();
  await world.ctx.db.delete(repositories).where(eq(repositories.repositoryId, here.repositoryId));
  expect(await findTokenKey(world.ctx, second.key ?? "")).toBeNull();
});

it("notes its use once a minute", async () => {
  const { add } = await hosted();
  const { keyId } = await add({ name: "CI" });
  const used = async () =>
    (await world.ctx.db.select().from(repositoryKeys).where(eq(repositoryKeys.keyId, keyId)))[0]?.lastUsedAt;
  const start = world.ctx.now();
  const later = (ms: number) => world.setNow(new Date(start.getTime() + ms));
  await touchRepositoryKey(world.ctx, keyId);
  later(59_000);
  await touchRepositoryKey(world.ctx, keyId);
  expect(await used()).toEqual(start);
  later(61_000);
  await touchRepositoryKey(world.ctx, keyId);
  expect(await used()).toEqual(world.ctx.now());
});

it("ends at fifty, also when sixty are made at once", async () => {
  const { here, ctx, add } = await hosted();
  const made = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => add({ name: `Key ${index}` })));
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
  expect((await listRepositoryKeys(ctx, { ...here, ...firstPage })).total).toBe(50);
  const [refused] = made.filter((one) => one.status === "rejected");
  expect(refused?.reason).toMatchObject({ status: 422 });
});
