import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import type { Role } from "@cairn/contract/roles";
import { inject } from "vitest";

import { scopeOf, withActor, type Actor, type Ctx } from "#server/ctx.ts";
import type { DomainEvents, EventName } from "#server/events.ts";
import { createIndexFolder } from "#server/index-storage/index-folder.ts";
import { createCrawler } from "#server/platform/crawl/create-crawler.ts";
import { openDatabases } from "#server/platform/db/open-databases.ts";
import { members, organizations } from "#server/platform/db/tables/organizations.ts";
import { projects, repositories, services } from "#server/platform/db/tables/projects.ts";
import { users } from "#server/platform/db/tables/users.ts";
import { createEgress } from "#server/platform/egress/resolve-address.ts";
import { connectGithub } from "#server/platform/github/connect-github.ts";
import { silentLogger } from "#server/platform/log/logger.ts";
import { createPasswordHasher } from "#server/platform/passwords/password-hasher.ts";
import { createSandbox } from "#server/platform/sandbox/create-sandbox.ts";
import { testWalls } from "#server/platform/sandbox/testing/test-walls.ts";
import { createSecretBox } from "#server/platform/secrets/secret-box.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { createMirrorFolder } from "#server/platform/storage/data-folders.ts";

import { createTestDatabase } from "./test-database.ts";

export interface TestWorld {
  /** For fixtures: acts as nobody and sees everything. What is tested runs with `as`, behind row security. */
  ctx: Ctx;
  connectionString: string;
  dataDirectory: string;
  /** What operations put in line, in order; run nothing by itself. */
  enqueued: { job: string; data: Record<string, string>; key: string; canWait?: boolean }[];
  published: { name: EventName; payload: DomainEvents[EventName] }[];
  as(actor: Actor): Ctx;
  /** Moves the clock that `ctx.now()` reads. */
  setNow(now: Date): void;
  close(): Promise<void>;
}

/** Of the cost of a password's hash: what takes a third of a second otherwise takes less than a millisecond. */
const cheapLogN = 8;

/**
 * A Ctx on a real, empty database and an empty data directory, with a clock that stands still and a queue that only
 * remembers. `env` are settings as the environment would give them.
 */
export async function createTestWorld(env: Record<string, string> = {}): Promise<TestWorld> {
  const database = await createTestDatabase();
  const dataDirectory = await mkdtemp(path.join(os.tmpdir(), "cairn-world-"));
  const role = inject("testRuntimeRole");
  const opened = openDatabases(database.connectionString, { role, max: 4, onError: () => {} });
  const settings = parseSettings({ DATA_DIR: dataDirectory, RATE_LIMITS: "off", ...env });
  const enqueued: TestWorld["enqueued"] = [];
  const published: TestWorld["published"] = [];
  let now = new Date("2026-11-21T09:00:00.000Z");
  const egress = createEgress({ allow: settings.limits.egressAllow });
  const ctx: Ctx = {
    actor: { kind: "anonymous" },
    db: opened.wholeDb,
    wholeDb: opened.wholeDb,
    databaseFor: (actor) => opened.scopedTo(scopeOf(actor)),
    settings,
    log: silentLogger,
    egress,
    secrets: createSecretBox(randomBytes(32)),
    passwords: createPasswordHasher(cheapLogN),
    model: null,
    mail: null,
    github: connectGithub(settings.github),
    crawler: createCrawler({ egress }),
    sandbox: createSandbox({ ...testWalls, dataDirectory }),
    indexes: createIndexFolder(dataDirectory),
    mirrors: createMirrorFolder(dataDirectory),
    signal: new AbortController().signal,
    now: () => now,
    newId: randomUUID,
    enqueue: async (_db, job, data, asked) => {
      const { key, canWait } = typeof asked === "string" ? { key: asked, canWait: false } : asked;
      enqueued.push({ job, data, key, ...(canWait && { canWait }) });
    },
    publish: async (_db, name, payload) => void published.push({ name, payload }),
  };
  return {
    ctx,
    connectionString: database.connectionString,
    dataDirectory,
    enqueued,
    published,
    as: (actor) => withActor(ctx, actor),
    setNow: (moment) => void (now = moment),
    close: async () => {
      await opened.close();
      await database.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** A person with a unique address. */
export async function makeUser(world: TestWorld, names: { firstName?: string; lastName?: string } = {}) {
  const userId = randomUUID();
  const user = { userId, email: `${userId}@example.test`, createdAt: world.ctx.now(), ...names };
  await world.ctx.db.insert(users).values(user);
  return { ...user, ctx: world.as({ kind: "user", userId }) };
}

/** An organization with an Owner, who is made when not given. */
export async function makeOrganization(world: TestWorld, owner?: { userId: string; ctx: Ctx }) {
  const person = owner ?? (await makeUser(world));
  const organizationId = randomUUID();
  const slug = `org-${organizationId.slice(0, 8)}`;
  const createdAt = world.ctx.now();
  await world.ctx.db.insert(organizations).values({ organizationId, slug, name: "Northquay", createdAt });
  await makeMember(world, organizationId, person.userId, "owner");
  return {
    organizationId,
    slug,
    owner: person,
    ctx: person.ctx,
    system: world.as({ kind: "system", organizationId }),
  };
}

export async function makeMember(world: TestWorld, organizationId: string, userId: string, role: Role): Promise<void> {
  await world.ctx.db.insert(members).values({ organizationId, userId, role, createdAt: world.ctx.now() });
}

/** A project in its own or the given organization. */
export async function makeProject(world: TestWorld, given?: Awaited<ReturnType<typeof makeOrganization>>) {
  const organization = given ?? (await makeOrganization(world));
  const { organizationId } = organization;
  const projectId = randomUUID();
  const slug = `product-${projectId.slice(0, 8)}`;
  const createdAt = world.ctx.now();
  await world.ctx.db.insert(projects).values({ projectId, organizationId, slug, name: "Ferry Board", createdAt });
  return { ...organization, organization, projectId, projectSlug: slug };
}

/** A repository of a project that was not indexed yet, read from a local path. */
export async function makeRepository(
  world: TestWorld,
  project: { organizationId: string; projectId: string },
  given: { path?: string; slug?: string } = {},
) {
  const repositoryId = randomUUID();
  await world.ctx.db.insert(repositories).values({
    repositoryId,
    organizationId: project.organizationId,
    projectId: project.projectId,
    slug: given.slug ?? `repository-${repositoryId.slice(0, 8)}`,
    connection: { type: "path", path: given.path ?? "/nonexistent" },
    createdAt: world.ctx.now(),
  });
  return { organizationId: project.organizationId, projectId: project.projectId, repositoryId };
}

export async function makeService(
  world: TestWorld,
  project: { organizationId: string; projectId: string },
  given: { name?: string; repositoryId?: string; workingPath?: string; number?: number } = {},
) {
  const serviceId = randomUUID();
  await world.ctx.db.insert(services).values({
    serviceId,
    organizationId: project.organizationId,
    projectId: project.projectId,
    projectServiceId: given.number ?? 1,
    name: given.name ?? "api",
    description: "Serves departures to the board",
    type: "api",
    repositoryId: given.repositoryId ?? null,
    workingPath: given.workingPath ?? "/",
    createdAt: world.ctx.now(),
  });
  return { ...project, serviceId };
}
