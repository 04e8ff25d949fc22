import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { chats } from "#server/platform/db/tables/chats.ts";
import { auditEvents, invites, members } from "#server/platform/db/tables/organizations.ts";
import { apiKeys, idempotencyKeys, passwordResets, sshKeys, users } from "#server/platform/db/tables/users.ts";
import { createOidcAdapter } from "#server/platform/oidc/oidc-adapter.ts";
import { createTestWorld, makeMember, makeOrganization, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { deleteUser } from "./delete-user.ts";
import { recordSignIn } from "./record-sign-in.ts";
import { removeUser } from "./remove-user.ts";

let world: TestWorld;
let passwordHash: string;
beforeAll(async () => {
  world = await createTestWorld();
  passwordHash = await world.ctx.passwords.hash("Analytical1");
});
afterAll(() => world.close());

type Person = Awaited<ReturnType<typeof makeUser>>;

/** How many rows there are in the whole database that hold this text, by table. */
async function searchDatabase(text: string): Promise<Record<string, number>> {
  const { wholeDb } = world.ctx;
  const tables = await wholeDb.execute(sql`select tablename from pg_tables where schemaname = 'public'`);
  const found: Record<string, number> = {};
  for (const { tablename } of tables.rows as { tablename: string }[]) {
    const table = sql.identifier(tablename);
    const isHit = sql`position(${text} in lower(row_to_json(t)::text)) > 0`;
    const { rows } = await wholeDb.execute(sql`select count(*)::int as hits from ${table} t where ${isHit}`);
    const { hits } = rows[0] as { hits: number };
    if (hits > 0) found[tablename] = hits;
  }
  return found;
}

/** Everything that a person may have, in the person's organization. */
async function furnish({ userId, email }: Person, organizationId: string, name: string): Promise<void> {
  const { wholeDb, newId, now } = world.ctx;
  const createdAt = now();
  const adapter = createOidcAdapter(wholeDb);
  const grantId = newId();
  await adapter("Grant").upsert(grantId, { accountId: userId }, 3600);
  await adapter("RefreshToken").upsert(newId(), { accountId: userId, grantId }, 3600);
  await adapter("Session").upsert(newId(), { accountId: userId, authorizations: { web: { grantId } } }, 3600);
  await adapter("Interaction").upsert(newId(), { result: { login: { accountId: userId } } }, 3600);
  await recordSignIn(world.ctx, { userId, grantId, userAgent: "Browser/1", address: "192.0.2.1" });
  const keyOf = (kind: string) => ({ keyId: newId(), userId, name: "key", createdAt, [kind]: newId() });
  await wholeDb
    .insert(apiKeys)
    .values({ ...keyOf("secretHash"), secretHash: newId(), lastFour: "abcd", scopes: ["mcp"] });
  await wholeDb.insert(sshKeys).values({ ...keyOf("publicKey"), publicKey: newId(), fingerprint: newId() });
  await wholeDb.insert(passwordResets).values({ tokenHash: newId(), userId, expiresAt: createdAt });
  await wholeDb.insert(idempotencyKeys).values({ userId, key: "k", requestHash: "h", createdAt });
  const session = { sessionId: newId() } as unknown as (typeof chats.$inferInsert)["session"];
  const chat = { organizationId, userId, assistant: "a", title: "t", session, isStreaming: false, createdAt };
  await wholeDb.insert(chats).values({ ...chat, sessionId: newId(), updatedAt: createdAt });
  const event = { organizationId, createdAt, actorId: userId };
  await wholeDb.insert(auditEvents).values([
    { ...event, eventId: newId(), action: "member.invited", target: email },
    { ...event, eventId: newId(), action: "member.joined", target: name, subjectId: userId },
    { ...event, eventId: newId(), action: "project.created", target: "Ferry Board" },
  ]);
}

it("leaves nothing of the person anywhere, and the organization's history without the name", async () => {
  const { wholeDb, newId, now } = world.ctx;
  const organization = await makeOrganization(world);
  const other = await makeOrganization(world);
  const person = await makeUser(world, { firstName: "Ada", lastName: "Canary" });
  await makeMember(world, organization.organizationId, person.userId, "admin");
  await furnish(person, organization.organizationId, "Ada Canary");
  const invite = {
    organizationId: other.organizationId,
    email: person.email,
    role: "editor",
    delivery: "link",
  } as const;
  const expiresAt = new Date(now().getTime() + 60_000);
  await wholeDb.insert(invites).values({ ...invite, inviteId: newId(), createdAt: now(), expiresAt });
  const bystander = await makeUser(world);
  await makeMember(world, organization.organizationId, bystander.userId, "editor");
  await furnish(bystander, organization.organizationId, "Grace Other");
  const before = await searchDatabase(bystander.userId);

  await deleteUser(person.ctx, {});
  expect(await searchDatabase(person.userId)).toEqual({});
  expect(await searchDatabase("canary")).toEqual({});
  expect(await searchDatabase(person.email)).toEqual({});
  expect(await searchDatabase("grace other")).toEqual({ audit_events: 1 });
  expect(await searchDatabase(bystander.userId)).toEqual(before);
  const events = await wholeDb.select().from(auditEvents).orderBy(auditEvents.action);
  const targets = events.map(({ action, target }) => `${action} ${target}`);
  expect(targets).toEqual(expect.arrayContaining(["member.left Deleted user", "project.created Ferry Board"]));
});

it("asks those who have a password for it, and does nothing with a wrong one", async () => {
  const person = await makeUser(world);
  await world.ctx.wholeDb
    .update(users)
    .set({ passwordHash })
    .where(sql`${users.userId} = ${person.userId}`);
  for (const input of [{}, { password: "" }, { password: "Wrong-pass-1" }]) {
    await expect(deleteUser(person.ctx, input)).rejects.toMatchObject({
      code: "invalid_input",
      details: [{ path: "password", message: "Your current password is wrong" }],
    });
  }
  await deleteUser(person.ctx, { password: "Analytical1" });
  await expect(deleteUser(person.ctx, { password: "Analytical1" })).rejects.toMatchObject({ code: "unauthenticated" });
});

it("is refused to the last Owner, naming the organizations, and then nothing is done", async () => {
  const organization = await makeOrganization(world);
  const { owner } = organization;
  await makeMember(world, organization.organizationId, (await makeUser(world)).userId, "admin");
  await expect(deleteUser(owner.ctx, {})).rejects.toMatchObject({
    code: "conflict",
    message: "You are the last Owner of Northquay. Make somebody else an Owner or delete the organization first.",
  });
  await makeOrganization(world, owner);
  await expect(deleteUser(owner.ctx, {})).rejects.toMatchObject({
    message:
      "You are the last Owner of Northquay and Northquay. Make somebody else an Owner or delete these organizations first.",
  });
  expect(await removeUser(world.ctx, { userId: owner.userId, email: `${owner.userId}@example.test` })).toEqual({
    lastOwnerOf: ["Northquay", "Northquay"],
  });
  expect((await searchDatabase(owner.userId)).members).toBe(2);
});

it("leaves one Owner when all of them delete themselves at the same moment", async () => {
  for (let round = 0; round < 10; round += 1) {
    const first = await makeOrganization(world);
    const second = await makeOrganization(world, first.owner);
    const owners = [first.owner, await makeUser(world), await makeUser(world)];
    for (const { userId } of owners.slice(1)) {
      await makeMember(world, second.organizationId, userId, "owner");
      await makeMember(world, first.organizationId, userId, "owner");
    }
    const outcomes = await Promise.allSettled(owners.map((owner) => deleteUser(owner.ctx, {})));
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(["conflict"]);
    for (const { organizationId } of [first, second]) {
      const left = await world.ctx.wholeDb
        .select()
        .from(members)
        .where(sql`${members.organizationId} = ${organizationId}`);
      expect(left.map(({ role }) => role)).toEqual(["owner"]);
    }
  }
});

it("is for the person alone", async () => {
  const { userId } = await makeUser(world);
  await expect(deleteUser(world.as({ kind: "agent", userId }), {})).rejects.toMatchObject({ code: "forbidden" });
  await expect(deleteUser(world.as({ kind: "anonymous" }), {})).rejects.toMatchObject({ code: "unauthenticated" });
});
