import { statSync } from "node:fs";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { storePath } from "#server/code-index/store/open-store.ts";
import type { Ctx } from "#server/ctx.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { writePages } from "#server/domain/pages/writing/write-pages.ts";
import { getProject } from "#server/domain/projects/get-project.ts";
import { artifacts } from "#server/platform/db/tables/artifacts.ts";
import { auditEvents, members } from "#server/platform/db/tables/organizations.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
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

import { resetOrganizationContext } from "./reset-organization-context.ts";
import { resetProjectContext } from "./reset-project-context.ts";

let world: TestWorld;
let repository: Awaited<ReturnType<typeof createTestRepository>>;

beforeAll(async () => {
  world = await createTestWorld();
  repository = await createTestRepository();
  await repository.commit("Begin", {
    "README.md":
      "# Board\n\nBoard shows passengers which boat leaves next, from which quay, and whether it is late or cancelled today.\n",
    "src/delay.ts": "/** Announces delays. */\nexport function announce(): boolean {\n  return true;\n}\n",
    "src/routes.ts":
      'import express from "express";\nimport { announce } from "./delay.ts";\nexport const app = express();\napp.get("/delays", (_request, response) => response.json(announce()));\n',
    "package.json": '{\n  "name": "board",\n  "scripts": {\n    "start": "node src/routes.ts"\n  }\n}\n',
  });
});
afterAll(async () => {
  await world.close();
  await repository.remove();
});

async function documentedProject(given?: Awaited<ReturnType<typeof makeOrganization>>) {
  const project = await makeProject(world, given);
  const { organizationId, projectId, system } = project;
  const key = { organizationId, projectId };
  const { repositoryId } = await makeRepository(world, key, { path: repository.path });
  await makeService(world, key, { repositoryId });
  const index = () => indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
  await index();
  await writePages(system, key);
  return { ...project, key, repositoryId, index };
}

async function addOwnPage(organizationId: string, projectId: string | null, title: string): Promise<void> {
  const [now, artifactId] = [world.ctx.now(), world.ctx.newId()];
  const page = { artifactId, organizationId, projectId, title, writtenBy: "Ada", createdAt: now, updatedAt: now };
  await world.ctx.db.insert(artifacts).values(page);
}

const titlesOf = async (ctx: Ctx, organizationId: string) =>
  (await listArtifacts(ctx, { organizationId, page: 1, limit: 100 })).content.map((page) => page.title);

const rowOf = async (repositoryId: string) =>
  (await world.ctx.db.select().from(repositories).where(eq(repositories.repositoryId, repositoryId)))[0];

/** The same powers, but something else happens right before the transaction of this number. */
function interrupted(ctx: Ctx, number: number, happen: () => Promise<unknown>): Ctx {
  let count = 0;
  const transaction: Ctx["db"]["transaction"] = async (...call) => {
    count += 1;
    if (count === number) await happen();
    return await ctx.db.transaction(...call);
  };
  return { ...ctx, db: Object.assign(Object.create(ctx.db) as Ctx["db"], { transaction }) };
}

describe("a reset", () => {
  it("is not for somebody who was demoted just before it began", async () => {
    const { ctx, key, owner, organizationId } = await documentedProject();
    const before = await titlesOf(ctx, organizationId);
    const demote = () =>
      world.ctx.wholeDb.update(members).set({ role: "editor" }).where(eq(members.userId, owner.userId));
    for (const reset of [
      () => resetProjectContext(interrupted(ctx, 1, demote), key),
      () => resetOrganizationContext(interrupted(ctx, 1, demote), { organizationId }),
    ]) {
      await world.ctx.wholeDb.update(members).set({ role: "owner" }).where(eq(members.userId, owner.userId));
      await expect(reset()).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await titlesOf(ctx, organizationId)).toEqual(before);
  });

  it("takes every document of the product at once, and pages come again from a new index", async () => {
    const { ctx, system, key, index, organizationId, repositoryId } = await documentedProject();
    await addOwnPage(organizationId, key.projectId, "Written by hand");
    await addOwnPage(organizationId, null, "Of the whole organization");
    const before = await getProject(ctx, key);
    const reader = world.ctx.indexes.open(repositoryId);
    const file = storePath(world.ctx.indexes.directory(repositoryId));
    const inode = statSync(file).ino;

    await resetProjectContext(ctx, key);
    expect(await titlesOf(ctx, organizationId)).toEqual(["Of the whole organization"]);
    expect(await rowOf(repositoryId)).toMatchObject({ indexState: "queued", indexedCommit: null, indexedAt: null });
    expect(world.enqueued.at(-1)).toMatchObject({ job: "index-repository", key: repositoryId });
    const after = await getProject(ctx, key);
    expect(after).toMatchObject({ description: before.description, setupComplete: before.setupComplete });

    await index();
    expect(statSync(file).ino).not.toBe(inode);
    expect(reader?.facts("src/delay.ts")?.symbols[0]?.name).toBe("announce");
    expect(world.ctx.indexes.open(repositoryId)).not.toBe(reader);
    await writePages(system, key);
    expect(await titlesOf(ctx, organizationId)).toContain("System overview");
  });

  it("keeps what an interrupted run of the new index has read, and throws it away only once", async () => {
    const { ctx, key, index, repositoryId } = await documentedProject();
    const file = storePath(world.ctx.indexes.directory(repositoryId));
    await resetProjectContext(ctx, key);
    await index();
    const inode = statSync(file).ino;
    await index();
    expect(statSync(file).ino).toBe(inode);
  });

  it("of the organization takes its own documents too", async () => {
    const organization = await makeOrganization(world);
    const { ctx, organizationId } = organization;
    const one = await documentedProject(organization);
    const other = await documentedProject();
    await addOwnPage(organizationId, null, "Of the whole organization");
    await resetOrganizationContext(ctx, { organizationId });
    expect(await titlesOf(ctx, organizationId)).toEqual([]);
    expect(await rowOf(one.repositoryId)).toMatchObject({ indexState: "queued" });
    expect(await titlesOf(other.ctx, other.organizationId)).toContain("System overview");
    const events = await world.ctx.db.select().from(auditEvents).where(eq(auditEvents.organizationId, organizationId));
    expect(events.map((event) => event.action)).toEqual(["organization.context-reset"]);
  });

  it("does all or nothing: what cannot be put in line leaves everything as it was", async () => {
    const { ctx, key, organizationId, repositoryId } = await documentedProject();
    const before = await titlesOf(ctx, organizationId);
    const enqueue = () => Promise.reject(new Error("the queue is away"));
    await expect(resetProjectContext({ ...ctx, enqueue }, key)).rejects.toThrow("the queue is away");
    expect(await titlesOf(ctx, organizationId)).toEqual(before);
    expect(await rowOf(repositoryId)).toMatchObject({ indexState: "ready" });
  });

  it("can be asked for by several people at once", async () => {
    const { ctx, key, organizationId, repositoryId, index } = await documentedProject();
    await Promise.all([
      resetProjectContext(ctx, key),
      resetOrganizationContext(ctx, { organizationId }),
      resetProjectContext(ctx, key),
    ]);
    expect(await titlesOf(ctx, organizationId)).toEqual([]);
    expect(await rowOf(repositoryId)).toMatchObject({ indexState: "queued", indexGeneration: 3 });
    await index();
    expect(await rowOf(repositoryId)).toMatchObject({ indexState: "ready" });
  });
});

describe("a reset while something runs", () => {
  it.each([
    { number: 1, when: "before its pages are made" },
    { number: 2, when: "before its first section" },
    { number: 4, when: "between two sections" },
  ])("overtakes the writing of pages $when: nothing of it appears", async ({ number }) => {
    const { ctx, system, key, organizationId, index } = await documentedProject();
    await world.ctx.db.delete(artifacts).where(eq(artifacts.organizationId, organizationId));
    await writePages(
      interrupted(system, number, () => resetProjectContext(ctx, key)),
      key,
    );
    expect(await titlesOf(ctx, organizationId)).toEqual([]);
    await writePages(system, key);
    expect(await titlesOf(ctx, organizationId)).toEqual([]);
    await index();
    await writePages(system, key);
    expect(await titlesOf(ctx, organizationId)).toContain("System overview");
  });

  it("throws the result of an index run away, which tells nobody", async () => {
    const { ctx, system, key, organizationId, repositoryId, index } = await documentedProject();
    const published = world.published.length;
    const run = indexRepository(
      interrupted(system, 1, () => resetProjectContext(ctx, key)),
      { organizationId, repositoryId },
      { isLastTry: true },
    );
    await expect(run).rejects.toMatchObject({ code: "cancelled" });
    expect(await rowOf(repositoryId)).toMatchObject({ indexState: "queued", indexedCommit: null, indexError: null });
    expect(world.published).toHaveLength(published);
    await index();
    expect(await rowOf(repositoryId)).toMatchObject({ indexState: "ready" });
  });
});

it("is for Owners, that of a product for Admins too, and strangers learn nothing", async () => {
  const { key, organizationId } = await documentedProject();
  const [admin, editor, stranger] = [await makeUser(world), await makeUser(world), await makeUser(world)];
  await makeMember(world, organizationId, admin.userId, "admin");
  await makeMember(world, organizationId, editor.userId, "editor");
  const refusals = await Promise.allSettled([
    resetOrganizationContext(admin.ctx, { organizationId }),
    resetOrganizationContext(editor.ctx, { organizationId }),
    resetProjectContext(editor.ctx, key),
    resetOrganizationContext(stranger.ctx, { organizationId }),
    resetProjectContext(stranger.ctx, key),
  ]);
  const codes = refusals.map((one) => (one.status === "rejected" ? (one.reason as { code: string }).code : "done"));
  expect(codes).toEqual(["forbidden", "forbidden", "forbidden", "not_found", "not_found"]);
  await expect(resetProjectContext(admin.ctx, key)).resolves.toBeUndefined();
});
