import { newDrawnNodeId } from "@cairn/contract/architecture";
import type { ProjectChange } from "@cairn/contract/project-changes";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { removeDrawnNode } from "#server/domain/architecture/remove-drawn-node.ts";
import { saveDrawnNode } from "#server/domain/architecture/save-drawn-node.ts";
import { deleteService } from "#server/domain/services/delete-service.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import { artifacts, sections, sectionSources } from "#server/platform/db/tables/artifacts.ts";
import { members } from "#server/platform/db/tables/organizations.ts";
import { projectChangeCounters, projectChanges } from "#server/platform/db/tables/project-changes.ts";
import { projects, repositories, services } from "#server/platform/db/tables/projects.ts";
import { users } from "#server/platform/db/tables/users.ts";
import { makePage } from "#server/testing/make-page.ts";
import {
  createTestWorld,
  makeMember,
  makeOrganization,
  makeProject,
  makeRepository,
  makeService,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { deleteOldChanges } from "./changes.store.ts";
import { loadChanges } from "./load-changes.ts";

let world: TestWorld;
let db: TestWorld["ctx"]["wholeDb"];

beforeAll(async () => {
  world = await createTestWorld();
  db = world.ctx.wholeDb;
});
afterAll(() => world.close());

/** The whole log of a project. */
async function logOf(projectId: string): Promise<ProjectChange[]> {
  const read = await loadChanges(world.ctx, { projectId, after: 0 });
  return read.kind === "changes" ? read.changes : [];
}

/** What an action adds to the log, as "operation type id". */
async function addedBy(projectId: string, action: () => Promise<unknown>): Promise<string[]> {
  const before = (await logOf(projectId)).length;
  await action();
  const log = await logOf(projectId);
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_change, at) => at + 1));
  return log.slice(before).map(({ operation, type, id }) => `${operation} ${type} ${id}`);
}

it("records how an index stands, and apart from that when its code moves", async () => {
  const project = await makeProject(world);
  const { repositoryId } = await makeRepository(world, project);
  const update = (change: Partial<typeof repositories.$inferInsert>) => () =>
    db.update(repositories).set(change).where(eq(repositories.repositoryId, repositoryId));
  const added = (change: Partial<typeof repositories.$inferInsert>) => addedBy(project.projectId, update(change));
  expect(await logOf(project.projectId)).toEqual([
    { sequence: 1, type: "repository", id: repositoryId, operation: "created" },
  ]);
  expect(await added({ indexState: "cloning", indexProgress: 3 })).toEqual([`updated repository ${repositoryId}`]);
  expect(await added({ indexState: "cloning", indexProgress: 3 })).toEqual([]);
  // Looking at the remote and finding nothing is no news.
  expect(await added({ checkedAt: new Date() })).toEqual([]);
  expect(await added({ indexState: "ready", indexedCommit: "a".repeat(40) })).toEqual([
    `updated code ${repositoryId}`,
    `updated repository ${repositoryId}`,
  ]);
  expect(await addedBy(project.projectId, () => db.delete(repositories))).toEqual([
    `deleted repository ${repositoryId}`,
  ]);
});

it("records a switch of what agents change once, and nothing of numbers that only count", async () => {
  const { projectId } = await makeProject(world);
  const added = (change: Partial<typeof projects.$inferInsert>) =>
    addedBy(projectId, () => db.update(projects).set(change).where(eq(projects.projectId, projectId)));
  expect(await added({ agentsWriteTasks: true })).toEqual([`updated project ${projectId}`]);
  expect(await added({ agentsWriteTasks: true, lastTaskNumber: 7 })).toEqual([]);
});

it("records a page once per transaction, whatever of it changes, and nothing of what is undone", async () => {
  const project = await makeProject(world);
  const source = { repositoryId: project.projectId, path: "a.ts", startLine: 1, endLine: 2, commit: "c", hash: "h" };
  const page = await makePage(world, project, { sections: [{ sources: [source] }, { sources: [source] }] });
  const updated = [`updated artifact ${page.artifactId}`];
  const added = (action: (tx: Db) => Promise<unknown>) => addedBy(project.projectId, () => db.transaction(action));
  const ofPage = eq(sectionSources.artifactId, page.artifactId);
  expect(await added((tx) => tx.update(sectionSources).set({ commit: "d" }).where(ofPage))).toEqual([]);
  expect(await added((tx) => tx.update(sectionSources).set({ changedAt: new Date() }).where(ofPage))).toEqual(updated);
  const writeAll = async (tx: Db) => {
    await tx.update(artifacts).set({ isUpdating: true }).where(eq(artifacts.artifactId, page.artifactId));
    for (const status of ["updating", "fresh"] as const)
      await tx.update(sections).set({ status }).where(eq(sections.artifactId, page.artifactId));
    await tx.delete(sectionSources).where(ofPage);
  };
  expect(await added(writeAll)).toEqual(updated);
  const undo = async (tx: Db) => {
    await writeAll(tx);
    throw new Error("undone");
  };
  expect(await addedBy(project.projectId, () => db.transaction(undo).catch(() => undefined))).toEqual([]);
  expect(await added((tx) => tx.delete(artifacts).where(eq(artifacts.artifactId, page.artifactId)))).toEqual([
    `deleted artifact ${page.artifactId}`,
  ]);
});

it("records a page that moves in both projects, and one of the organization in all of its projects", async () => {
  const organization = await makeOrganization(world);
  const [here, there, elsewhere] = [
    await makeProject(world, organization),
    await makeProject(world, organization),
    await makeProject(world),
  ];
  const { artifactId } = await makePage(world, here);
  const isPage = eq(artifacts.artifactId, artifactId);
  const moveTo = (projectId: string | null) => () => db.update(artifacts).set({ projectId }).where(isPage);
  expect(await addedBy(here.projectId, moveTo(there.projectId))).toEqual([`deleted artifact ${artifactId}`]);
  expect((await logOf(there.projectId)).at(-1)).toMatchObject({ id: artifactId, operation: "updated" });
  expect(await addedBy(here.projectId, moveTo(null))).toEqual([`updated artifact ${artifactId}`]);
  expect(await logOf(elsewhere.projectId)).toEqual([]);
});

it("forgets the log with its project, also where the whole organization goes", async () => {
  const project = await makeProject(world);
  await makeService(world, project, { repositoryId: (await makeRepository(world, project)).repositoryId });
  await makePage(world, project, { sections: [{}] });
  const { projectId } = project;
  await db.delete(projects).where(eq(projects.projectId, projectId));
  expect(await db.select().from(projectChanges).where(eq(projectChanges.projectId, projectId))).toEqual([]);
  expect(await db.select().from(projectChangeCounters).where(eq(projectChangeCounters.projectId, projectId))).toEqual(
    [],
  );
});

it("numbers once for all of a transaction, and once more for what comes after that in the same one", async () => {
  const project = await makeProject(world);
  const rows = [0, 1, 2].map((n) => ({ ...toRow(project, n), projectServiceId: n + 1 }));
  const [first, second, third] = rows.map(({ serviceId }) => serviceId).toSorted();
  const added = await addedBy(project.projectId, () =>
    db.transaction(async (tx) => {
      await tx.insert(services).values(rows);
      expect((await tx.execute(sql`select from uncommitted_transactions`)).rows).toHaveLength(1);
      // What is undone with a part of the transaction is not in the log, and takes nothing of the rest along.
      const part = tx.transaction(async (inner) => {
        await inner.delete(services).where(eq(services.projectId, project.projectId));
        throw new Error("undone");
      });
      await expect(part).rejects.toThrow("undone");
      await tx.execute(sql`set constraints number_project_changes immediate`);
      await tx.execute(sql`set constraints number_project_changes deferred`);
      await tx.delete(services).where(eq(services.serviceId, first ?? ""));
    }),
  );
  const made = [first, second, third].map((id) => `created service ${id}`);
  expect(added).toEqual([...made, `deleted service ${first}`]);
  for (const table of ["uncommitted_changes", "uncommitted_transactions"]) {
    expect((await db.execute(sql`select from ${sql.identifier(table)}`)).rows).toEqual([]);
  }
});

it("shows every reader a log without gaps while many write at once, and nobody waits in a circle", async () => {
  const organization = await makeOrganization(world);
  const [first, second] = [await makeProject(world, organization), await makeProject(world, organization)];
  const one = await makeService(world, first);
  const two = await makeService(world, second);
  // Half of the writers touch the two projects in the opposite order: locking as they go would stop them both.
  const write = (n: number) =>
    db.transaction(async (tx) => {
      for (const { serviceId } of n % 2 === 0 ? [one, two] : [two, one])
        await tx.insert(services).values({
          ...(serviceId === one.serviceId ? toRow(first, n) : toRow(second, n)),
        });
    });
  let isWriting = true;
  const seen: number[] = [0];
  const readAll = async () => {
    for (let isLast = false; ;) {
      const read = await loadChanges(world.ctx, { projectId: first.projectId, after: seen.at(-1) ?? 0 });
      if (read.kind === "changes") seen.push(...read.changes.map(({ sequence }) => sequence));
      if (isLast) return;
      isLast = !isWriting;
    }
  };
  const reading = readAll();
  await Promise.all(Array.from({ length: 60 }, (_unused, n) => write(n)));
  isWriting = false;
  await reading;
  // The first service, then one of each writer.
  expect(seen).toEqual(Array.from({ length: 62 }, (_unused, n) => n));
  expect(await logOf(second.projectId)).toHaveLength(61);
});

function toRow(project: { organizationId: string; projectId: string }, n: number) {
  const { organizationId, projectId } = project;
  const texts = { name: `service ${n}`, description: "", type: "api" as const };
  const createdAt = world.ctx.now();
  return { serviceId: crypto.randomUUID(), organizationId, projectId, projectServiceId: n + 2, ...texts, createdAt };
}

it("says who deleted something, by name alone, and nothing of a job or of an account that is gone", async () => {
  const mateo = await makeUser(world, { firstName: "Mateo" });
  const project = await makeProject(world);
  const { organizationId, projectId } = project;
  await makeMember(world, organizationId, mateo.userId, "editor");
  const { serviceId } = await makeService(world, project);
  const other = await makeService(world, project, { name: "web", number: 2 });
  await deleteService(mateo.ctx, { organizationId, projectId, serviceId });
  await project.system.db.delete(services).where(eq(services.serviceId, other.serviceId));
  const deletions = async () => (await logOf(projectId)).filter(({ operation }) => operation === "deleted");
  const [byMateo, byJob] = await deletions();
  expect(byMateo).toEqual({
    sequence: byMateo?.sequence,
    type: "service",
    id: serviceId,
    operation: "deleted",
    by: { userId: mateo.userId, firstName: "Mateo", lastName: null },
  });
  expect(byJob).toMatchObject({ id: other.serviceId });
  expect(byJob).not.toHaveProperty("by");
  await db.delete(members).where(eq(members.userId, mateo.userId));
  await db.delete(users).where(eq(users.userId, mateo.userId));
  expect((await deletions())[0]).not.toHaveProperty("by");
});

it("says who took away what was drawn, and nothing where the product goes with it", async () => {
  const mateo = await makeUser(world, { firstName: "Mateo" });
  const project = await makeProject(world);
  const { organizationId, projectId } = project;
  await makeMember(world, organizationId, mateo.userId, "editor");
  const [uuid, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const body = { kind: "store", name: "Sailings", technology: null } as const;
  for (const id of [uuid, other]) {
    await saveDrawnNode(project.ctx, { organizationId, projectId, nodeId: newDrawnNodeId(id), ...body });
  }
  const remove = () => removeDrawnNode(mateo.ctx, { organizationId, projectId, nodeId: newDrawnNodeId(uuid) });
  expect(await addedBy(projectId, remove)).toEqual([`updated architecture ${projectId}`, `deleted drawn-node ${uuid}`]);
  expect((await logOf(projectId)).at(-1)?.by).toEqual({ userId: mateo.userId, firstName: "Mateo", lastName: null });
  expect(await addedBy(projectId, remove)).toEqual([]);
  // The other goes with the product, whose log ends then.
  await project.system.db.delete(projects).where(eq(projects.projectId, projectId));
  expect(await logOf(projectId)).toEqual([]);
});

it("says too old where the log was cut off, or where it is behind the reader, and never leaves a gap", async () => {
  const project = await makeProject(world);
  const { projectId } = project;
  const read = (after: number | null) => loadChanges(world.ctx, { projectId, after });
  expect(await read(0)).toMatchObject({ kind: "changes", sequence: 0, changes: [] });
  for (let n = 0; n < 5; n += 1) await makePage(world, project);
  const old = new Date(Date.now() - 60_000);
  await deleteOldChanges(db, { before: old, keep: 3 });
  expect(await read(1)).toEqual({ kind: "too-old", sequence: 5 });
  expect(await read(2)).toMatchObject({ kind: "changes", sequence: 5, hasMore: false });
  expect(await read(6)).toEqual({ kind: "too-old", sequence: 5 });
  expect(await read(null)).toEqual({ kind: "too-old", sequence: 5 });
  // A clock that was set back: what is before an old change goes with it.
  const isFourth = eq(projectChanges.sequence, 4);
  await db
    .update(projectChanges)
    .set({ createdAt: new Date(old.getTime() - 1) })
    .where(isFourth);
  await deleteOldChanges(db, { before: old, keep: 3 });
  expect(await read(3)).toEqual({ kind: "too-old", sequence: 5 });
  expect(await read(4)).toMatchObject({ kind: "changes", sequence: 5 });
  await deleteOldChanges(db, { before: new Date(Date.now() + 60_000), keep: 3 });
  expect(await read(4)).toEqual({ kind: "too-old", sequence: 5 });
  expect(await read(5)).toMatchObject({ kind: "changes", changes: [] });
});
