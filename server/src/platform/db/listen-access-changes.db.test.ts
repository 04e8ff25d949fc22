import { randomUUID } from "node:crypto";

import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";

import { revokeGrant } from "#server/platform/oidc/oidc-adapter.ts";
import { makeMember, makeProject, makeUser, createTestWorld, type TestWorld } from "#server/testing/test-ctx.ts";

import { concerns, listenAccessChanges, type AccessChange } from "./listen-access-changes.ts";
import { openDb, type OpenedDb } from "./open-db.ts";
import { members, organizations } from "./tables/organizations.ts";
import { projects } from "./tables/projects.ts";
import { apiKeys, oidcRecords, users } from "./tables/users.ts";

let world: TestWorld;
/** May end other connections. */
let operator: OpenedDb;
let listening: { close(): Promise<void> };
let received: AccessChange[] = [];
let wake = Promise.withResolvers<void>();

beforeAll(async () => {
  world = await createTestWorld();
  operator = openDb(world.connectionString, { max: 1, onError: () => {} });
});
afterAll(async () => {
  await operator.close();
  await world.close();
});
beforeEach(async () => {
  received = [];
  listening = await listenAccessChanges({
    connectionString: world.connectionString,
    log: world.ctx.log,
    onChange(change) {
      received.push(change);
      wake.resolve();
    },
  });
});
afterEach(() => listening.close());

/** Waits for this change. */
async function hears(wanted: AccessChange): Promise<void> {
  while (!received.some((change) => JSON.stringify(change) === JSON.stringify(wanted))) {
    await wake.promise;
    wake = Promise.withResolvers();
  }
}

it("tells of each right that goes, once it is committed, and of nothing else", async () => {
  const db = world.ctx.wholeDb;
  const { organizationId, projectId } = await makeProject(world);
  const { userId } = await makeUser(world);
  await makeMember(world, organizationId, userId, "admin");
  const grantId = randomUUID();
  const record = { recordId: grantId, payload: {} };
  await db.insert(oidcRecords).values([
    { ...record, model: "Grant" },
    { ...record, model: "Session" },
  ]);
  await db.delete(oidcRecords).where(eq(oidcRecords.model, "Session"));
  await db.update(members).set({ role: "admin" }).where(eq(members.userId, userId));
  await db.transaction(async (tx) => {
    await tx.update(members).set({ role: "editor" }).where(eq(members.userId, userId));
    expect(received).toEqual([]);
  });
  await hears({ organizationId, userId });
  await revokeGrant(db, grantId);
  await hears({ grantId });
  await db.delete(projects).where(eq(projects.projectId, projectId));
  await hears({ organizationId, projectId });
  expect(received).toHaveLength(3);
  await db.delete(users).where(eq(users.userId, userId));
  await hears({ userId });
  await db.delete(organizations).where(eq(organizations.organizationId, organizationId));
  await hears({ organizationId });
  const undone = db.transaction(async (tx) => {
    await tx.delete(users);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(received.filter((change) => Object.keys(change).join() === "userId")).toEqual([{ userId }]);
});

it("tells when a key of an agent goes", async () => {
  const { userId } = await makeUser(world);
  const keyId = randomUUID();
  const key = { keyId, userId, secretHash: keyId, lastFour: "abcd", scopes: ["mcp" as const] };
  await world.ctx.wholeDb.insert(apiKeys).values({ ...key, createdAt: world.ctx.now() });
  await world.ctx.wholeDb.delete(apiKeys).where(eq(apiKeys.keyId, keyId));
  await hears({ userId });
});

it("listens again after its connection was ended, as often as that happens, and says that it missed something", async () => {
  for (const round of [1, 2, 3]) {
    const ended = await operator.db.execute(sql`
      select pg_terminate_backend(pid, 60000) from pg_stat_activity
      where application_name = 'cairn access changes' and datname = current_database()`);
    expect(ended.rows).toHaveLength(1);
    while (received.length < round) {
      await wake.promise;
      wake = Promise.withResolvers();
    }
    expect(received).toEqual(Array.from({ length: round }, () => ({ all: true })));
  }
  const { userId } = await makeUser(world);
  await world.ctx.wholeDb.delete(users).where(eq(users.userId, userId));
  await hears({ userId });
});

it("cannot begin without a database", async () => {
  const connectionString = "postgresql://cairn@127.0.0.1:1/cairn";
  await expect(listenAccessChanges({ connectionString, log: world.ctx.log, onChange: () => {} })).rejects.toThrow(
    "ECONNREFUSED",
  );
});

it.each<[AccessChange, boolean]>([
  [{ all: true }, true],
  [{ grantId: "grant" }, true],
  [{ grantId: "other" }, false],
  [{ userId: "user" }, true],
  [{ userId: "other" }, false],
  [{ organizationId: "here" }, true],
  [{ organizationId: "elsewhere" }, false],
  [{ organizationId: "here", userId: "user" }, true],
  [{ organizationId: "here", userId: "other" }, false],
  [{ organizationId: "elsewhere", userId: "user" }, false],
  [{ organizationId: "here", projectId: "project" }, true],
  [{ organizationId: "here", projectId: "other" }, false],
])("%j concerns the holder: %s", (change, expected) => {
  const projectsHeld = [{ organizationId: "here", projectId: "project" }];
  expect(concerns(change, { userId: "user", grantId: "grant", projects: projectsHeld })).toBe(expected);
});
