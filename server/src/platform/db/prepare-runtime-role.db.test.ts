import { randomUUID } from "node:crypto";

import { eq, sql } from "drizzle-orm";
import { afterEach, expect, inject, it } from "vitest";

import { onServer, withDatabase } from "#server/testing/database-server.ts";

import { migrateDb } from "./migrate-db.ts";
import { openDatabases } from "./open-databases.ts";
import { prepareRuntimeRole } from "./prepare-runtime-role.ts";
import { members, organizations } from "./tables/organizations.ts";
import { projects } from "./tables/projects.ts";
import { users } from "./tables/users.ts";

const serverUrl = inject("testServerUrl");
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A migrated database whose owner is an ordinary user, as hosted databases give it. */
async function makeOwnedDatabase(ownerRights = ""): Promise<{ url: string; owner: string; name: string }> {
  const name = `cairn_test_${randomUUID().replaceAll("-", "")}`;
  const owner = `${name}_owner`;
  await onServer(serverUrl, `create role ${owner} login password 'ordinary' ${ownerRights}`);
  cleanUps.push(() => onServer(serverUrl, `drop role ${owner}`));
  await onServer(serverUrl, `create database ${name} owner ${owner}`);
  cleanUps.push(() => onServer(serverUrl, `drop database ${name} with (force)`));
  const url = new URL(withDatabase(serverUrl, name));
  url.username = owner;
  url.password = "ordinary";
  await migrateDb(url.toString());
  return { url: url.toString(), owner, name };
}

/** Two organizations, of which one person belongs to the first, and what that person's statements do. */
async function expectWall(url: string, role: string | null): Promise<void> {
  const databases = openDatabases(url, { role, onError: () => {}, max: 2 });
  cleanUps.push(() => databases.close());
  const { wholeDb } = databases;
  const [userId, mine, foreign] = [randomUUID(), randomUUID(), randomUUID()];
  const createdAt = new Date();
  await wholeDb.insert(users).values({ userId, email: `${userId}@example.test`, createdAt });
  for (const organizationId of [mine, foreign]) {
    await wholeDb.insert(organizations).values({ organizationId, slug: organizationId, name: "Northquay", createdAt });
  }
  await wholeDb.insert(members).values({ organizationId: mine, userId, role: "owner", createdAt });
  const db = databases.scopedTo({ kind: "user", userId });
  const seen = { organizationId: organizations.organizationId };
  expect(await db.select(seen).from(organizations)).toEqual([{ organizationId: mine }]);
  expect(await databases.scopedTo(null).select(seen).from(organizations)).toEqual([]);
  // Keys are checked and deletions cascade behind the wall.
  const project = (organizationId: string) => ({
    projectId: randomUUID(),
    organizationId,
    slug: "a",
    name: "A",
    createdAt,
  });
  await db.insert(projects).values(project(mine));
  await wholeDb.insert(projects).values(project(foreign));
  await expect(db.insert(projects).values(project(foreign))).rejects.toMatchObject({ cause: { code: "42501" } });
  expect((await db.delete(organizations).where(eq(organizations.organizationId, foreign))).rowCount).toBe(0);
  expect((await db.delete(organizations)).rowCount).toBe(1);
  expect(await wholeDb.select({ of: projects.organizationId }).from(projects)).toEqual([{ of: foreign }]);
}

it("leaves the wall standing for an owner who may not make roles, and says so", async () => {
  const { url } = await makeOwnedDatabase();
  const prepared = await prepareRuntimeRole(url);
  expect(prepared).toMatchObject({ role: null, isWalled: true });
  expect(prepared.note).toContain("row security holds for it too");
  await expectWall(url, prepared.role);
});

it("says that the wall is missing where the database's user is above it and cannot step down", async () => {
  const { url, owner } = await makeOwnedDatabase("bypassrls");
  const prepared = await prepareRuntimeRole(url);
  expect(prepared).toMatchObject({ role: null, isWalled: false });
  expect(prepared.note).toContain("is missing");
  await onServer(serverUrl, `alter role ${owner} nobypassrls`);
});

it("uses the role that the operator gave to an ordinary owner", async () => {
  const { url, owner } = await makeOwnedDatabase();
  await onServer(serverUrl, `grant cairn_runtime to ${owner}`);
  const prepared = await prepareRuntimeRole(url);
  expect(prepared).toEqual({ role: "cairn_runtime", isWalled: true, note: null });
  await expectWall(url, prepared.role);
});

it("is safe when many processes on several databases begin at once", async () => {
  const [one, other] = await Promise.all([makeOwnedDatabase("superuser"), makeOwnedDatabase("superuser")]);
  const starts = Array.from({ length: 12 }, (_, index) => prepareRuntimeRole((index % 2 ? one : other).url));
  for (const prepared of await Promise.all(starts)) expect(prepared.role).toBe("cairn_runtime");
});

it("lets the role use tables that come later, and keeps options of the connection string", async () => {
  const { url, owner, name } = await makeOwnedDatabase();
  await onServer(serverUrl, `grant cairn_runtime to ${owner}`);
  const given = new URL(url);
  given.searchParams.set("options", "-c application_name=given");
  const { role } = await prepareRuntimeRole(given.toString());
  const databases = openDatabases(given.toString(), { role, onError: () => {}, max: 1 });
  cleanUps.push(() => databases.close());
  await onServer(withDatabase(url, name), "create table later (id int)");
  const shown = await databases.wholeDb.execute(
    sql`select current_user as role, current_setting('application_name') as name, (select count(*)::int from later) as n`,
  );
  expect(shown.rows).toEqual([{ role: "cairn_runtime", name: "given", n: 0 }]);
});
