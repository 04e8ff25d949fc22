import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { listRepositories } from "#server/domain/repositories/catalog/list-repositories.ts";
import { removeRepositoryFiles } from "#server/domain/repositories/catalog/remove-repository-files.ts";
import { applyIndexing } from "#server/domain/repositories/catalog/track-indexing.ts";
import { auditEvents } from "#server/platform/db/tables/organizations.ts";
import { projects, repositories } from "#server/platform/db/tables/projects.ts";
import {
  createTestWorld,
  makeMember,
  makeOrganization,
  makeProject,
  makeRepository,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { createProject } from "./create-project.ts";
import { deleteProject } from "./delete-project.ts";
import { finishInitialSetup } from "./finish-initial-setup.ts";
import { getIndexingStats } from "./get-indexing-stats.ts";
import { getInitialSetup } from "./get-initial-setup.ts";
import { getProject } from "./get-project.ts";
import { listProjects } from "./list-projects.ts";
import { noteFirstPagesStep } from "./note-first-pages-step.ts";
import { projectExists } from "./project-exists.ts";
import { proposeSetup } from "./propose-setup.ts";
import { updateProjectData } from "./update-project-data.ts";
import { updateProject } from "./update-project.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

const description = "A board of departures for the people on the quay. ".repeat(3).trim();

describe("creating", () => {
  it("finds a free slug within the organization only", async () => {
    const one = await makeOrganization(world);
    const other = await makeOrganization(world);
    const { organizationId } = one;
    expect(await createProject(one.ctx, { organizationId, name: "Board" })).toMatchObject({
      slug: "board",
      services: [],
    });
    expect(await createProject(one.ctx, { organizationId, name: "Board" })).toMatchObject({ slug: "board-2" });
    const elsewhere = await createProject(other.ctx, { organizationId: other.organizationId, name: "Board" });
    expect(elsewhere.slug).toBe("board");
    expect((await listProjects(one.ctx, { organizationId, page: 1, limit: 1 })).total).toBe(2);
  });

  it("tells those who may do it which slugs are taken, and nobody else", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    const { projectId } = await createProject(ctx, { organizationId, name: "Board" });
    const exists = async (slug: string) => (await projectExists(ctx, { organizationId, projectId: slug })).exists;
    expect(await Promise.all(["board", projectId, "boards", "create"].map(exists))).toEqual([true, true, false, true]);
    const stranger = await makeOrganization(world);
    expect(await projectExists(stranger.ctx, { ...stranger, projectId: "board" })).toEqual({ exists: false });
    await expect(projectExists(stranger.ctx, { organizationId, projectId: "board" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("is not for Editors", async () => {
    const { organizationId } = await makeOrganization(world);
    const editor = await makeUser(world);
    await makeMember(world, organizationId, editor.userId, "editor");
    await expect(createProject(editor.ctx, { organizationId, name: "Board" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("finds everybody a slug of their own when a name is used at once, and gives the wanted one to the first", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    const named = await Promise.all([1, 2, 3].map(() => createProject(ctx, { organizationId, name: "Quay Signs" })));
    expect(new Set(named.map(({ slug }) => slug)).size).toBe(3);
    const wanted = [1, 2, 3].map(() => createProject(ctx, { organizationId, name: "Race", slug: "race" }));
    const refused = (await Promise.allSettled(wanted)).filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason)).toMatchObject([{ code: "conflict" }, { code: "conflict" }]);
    const renamed = named.map(({ projectId }) => updateProject(ctx, { organizationId, projectId, slug: "signs" }));
    const late = (await Promise.allSettled(renamed)).filter((one) => one.status === "rejected");
    expect(late.map(({ reason }) => reason)).toMatchObject([{ code: "conflict" }, { code: "conflict" }]);
  });

  it("gives it a key pair of its own, whose private half no answer holds", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    const made = await Promise.all(["Quay", "Pier"].map((name) => createProject(ctx, { organizationId, name })));
    expect(made.map(({ sshKey }) => sshKey?.split(" ")[2])).toEqual(made.map(({ slug }) => `cairn-${slug}`));
    expect(new Set(made.map(({ sshKey }) => sshKey?.split(" ")[1])).size).toBe(2);
    const [row] = await world.ctx.db
      .select()
      .from(projects)
      .where(eq(projects.projectId, made[0]?.projectId ?? ""));
    expect(row?.sealedSshKey).toMatch(/^v1\./);
    expect(JSON.stringify(await listProjects(ctx, { organizationId, page: 1, limit: 9 }))).not.toContain("sealed");
  });

  it("with a new repository stores the row alone, which waits for the first push", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    const project = await createProject(ctx, { organizationId, name: "Tide Table", repository: { type: "new" } });
    const { content } = await listRepositories(ctx, {
      organizationId,
      projectId: project.projectId,
      page: 1,
      limit: 9,
    });
    expect(content).toMatchObject([
      { slug: "tide-table", url: null, repo: "tide-table", indexing: { state: "never" } },
    ]);
    expect(content[0]?.connection).toMatchObject({ type: "internal", repo: "tide-table" });
    expect(world.enqueued.filter(({ key }) => key === content[0]?.repositoryId)).toEqual([]);
    expect(existsSync(path.join(world.dataDirectory, "repositories"))).toBe(false);
  });

  it("lists projects in pages that no insertion shifts", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    const start = world.ctx.now();
    const add = async (minute: number, name: string) => {
      world.setNow(new Date(start.getTime() + minute * 60_000));
      return await createProject(ctx, { organizationId, name });
    };
    for (const [minute, name] of ["Delta", "Charlie", "Bravo"].entries()) await add(minute, name);
    const names = async (page: number) =>
      (await listProjects(ctx, { organizationId, page, limit: 2 })).content.map((project) => project.name);
    const first = await names(1);
    await add(3, "Alpha");
    expect([...first, ...(await names(2))]).toEqual(["Delta", "Charlie", "Bravo", "Alpha"]);
    world.setNow(start);
  });

  it("takes slug or id everywhere, and a taken slug is a conflict", async () => {
    const { ctx, organization, projectId, projectSlug } = await makeProject(world);
    const bySlug = await getProject(ctx, { organizationId: organization.slug, projectId: projectSlug });
    expect(bySlug.projectId).toBe(projectId);
    const second = await createProject(ctx, { organizationId: organization.organizationId, name: "Second" });
    const taken = updateProject(ctx, {
      organizationId: organization.organizationId,
      projectId: second.projectId,
      slug: projectSlug,
    });
    await expect(taken).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("set-up", () => {
  it("is proposed when the first pages stand, finished by nobody but a person, and keeps a person's description", async () => {
    const { ctx, system, organizationId, projectId } = await makeProject(world);
    const target = { organizationId, projectId };
    const key = await makeRepository(world, target);
    await proposeSetup(system, { ...target, proposedDescription: description });
    expect(await getProject(ctx, target)).toMatchObject({
      description,
      isDescriptionProposed: true,
      setupComplete: false,
    });
    await applyIndexing(system, key, { indexState: "ready" });
    // As long as nobody wrote one, it follows what the pages say.
    await proposeSetup(system, { ...target, proposedDescription: `${description} Since a push.` });
    expect(await getProject(ctx, target)).toMatchObject({ description: `${description} Since a push.` });
    await proposeSetup(system, { ...target, proposedDescription: null });
    expect(await getProject(ctx, target)).toMatchObject({ description: `${description} Since a push.` });
    await updateProjectData(ctx, { ...target, description: `${description} By hand.` });
    await proposeSetup(system, { ...target, proposedDescription: description });
    expect(await getProject(ctx, target)).toMatchObject({
      description: `${description} By hand.`,
      isDescriptionProposed: false,
      setupComplete: false,
    });
    expect(await getInitialSetup(ctx, target)).toMatchObject({ progress: 100, label: null });
  });

  it("says which first page is being written, until they stand", async () => {
    const { ctx, system, organizationId, projectId } = await makeProject(world);
    const target = { organizationId, projectId };
    const key = await makeRepository(world, target);
    await applyIndexing(system, key, { indexState: "ready" });
    const note = (number: number) =>
      noteFirstPagesStep(system, { ...target, step: { number, total: 4, title: "Runbook" } });
    expect(await note(3)).toBe(true);
    expect(await getInitialSetup(ctx, target)).toMatchObject({ label: "Writing page 3 of 4: Runbook", progress: 90 });
    await proposeSetup(system, { ...target, proposedDescription: null });
    expect(await note(4)).toBe(false);
    expect(await getInitialSetup(ctx, target)).toMatchObject({ label: null, progress: 100 });
    const stranger = await makeOrganization(world);
    const step = { number: 1, total: 4, title: "Runbook" };
    await expect(noteFirstPagesStep(stranger.ctx, { ...target, step })).rejects.toMatchObject({ code: "not_found" });
  });

  it("by hand needs a repository and a description", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const target = { organizationId, projectId };
    await expect(finishInitialSetup(ctx, target)).rejects.toMatchObject({ message: "Connect a repository first" });
    const { repositoryId } = await makeRepository(world, target);
    // It has no code yet.
    await expect(finishInitialSetup(ctx, target)).rejects.toMatchObject({ message: "Connect a repository first" });
    const isIt = eq(repositories.repositoryId, repositoryId);
    await world.ctx.db.update(repositories).set({ indexState: "queued" }).where(isIt);
    await expect(finishInitialSetup(ctx, target)).rejects.toMatchObject({ message: "Describe the product first" });
    await updateProjectData(ctx, { ...target, description });
    expect(await finishInitialSetup(ctx, target)).toMatchObject({ setupComplete: true });
  });

  it("is over with nothing there, when a person skips it", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const target = { organizationId, projectId };
    expect(await finishInitialSetup(ctx, { ...target, skip: true })).toMatchObject({
      hasRepository: false,
      hasDescription: false,
      setupComplete: true,
    });
  });

  it("has figures before anything was indexed", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const { statistics, lastIndexedAt } = await getIndexingStats(ctx, { organizationId, projectId });
    expect(statistics.map(({ value }) => value)).toEqual([0, 0, 0, 0]);
    expect(lastIndexedAt).toBeNull();
  });
});

describe("describing", () => {
  it("replaces only the text it was made from, whoever else saves at the same moment", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const target = { organizationId, projectId };
    const first = await updateProjectData(ctx, { ...target, description, replaces: null });
    const saves = ["mine", "yours", "theirs"].map((name) =>
      updateProjectData(ctx, { ...target, description: `${description} ${name}`, replaces: first.description }),
    );
    const outcomes = await Promise.allSettled(saves);
    const saved = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value.description] : []));
    expect(saved).toHaveLength(1);
    for (const one of outcomes) if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "conflict" });
    const late = updateProjectData(ctx, { ...target, description, replaces: null });
    await expect(late).rejects.toMatchObject({ code: "conflict" });
    expect((await getProject(ctx, target)).description).toBe(saved[0]);
  });
});

it("takes mirrors and indexes along when it is deleted", async () => {
  const { ctx, organizationId, projectId } = await makeProject(world);
  const { repositoryId } = await makeRepository(world, { organizationId, projectId });
  const folders = [world.ctx.mirrors.directory(repositoryId), world.ctx.indexes.directory(repositoryId)];
  for (const folder of folders) await mkdir(folder, { recursive: true });
  await deleteProject(ctx, { organizationId, projectId });
  const job = { job: "remove-repository-files", data: { repositoryId }, key: repositoryId };
  expect(world.enqueued).toContainEqual(job);
  await removeRepositoryFiles(world.ctx, { repositoryId });
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
  await expect(getProject(ctx, { organizationId, projectId })).rejects.toMatchObject({ code: "not_found" });
  await expect(removeRepositoryFiles(world.ctx, { repositoryId })).resolves.toBeUndefined();
});

it("leaves the files of a repository alone whose row still stands", async () => {
  const { organizationId, projectId } = await makeProject(world);
  const { repositoryId } = await makeRepository(world, { organizationId, projectId });
  const mirror = world.ctx.mirrors.directory(repositoryId);
  await mkdir(mirror, { recursive: true });
  await removeRepositoryFiles(world.ctx, { repositoryId });
  expect(existsSync(mirror)).toBe(true);
});

it("notes who created, renamed and deleted it", async () => {
  const { ctx, organizationId } = await makeOrganization(world);
  const { projectId } = await createProject(ctx, { organizationId, name: "Pier", slug: "pier" });
  await updateProject(ctx, { organizationId, projectId, name: "New Pier", slug: "new-pier" });
  await updateProject(ctx, { organizationId, projectId, name: "New Pier", slug: "new-pier" });
  await deleteProject(ctx, { organizationId, projectId });
  const events = await world.ctx.db.select().from(auditEvents).where(eq(auditEvents.organizationId, organizationId));
  expect(events.map(({ action, target, from, to }) => [action, target, from, to])).toEqual(
    expect.arrayContaining([
      ["project.created", "Pier", null, null],
      ["project.renamed", "New Pier", "Pier", "New Pier"],
      ["project.slug-changed", "New Pier", "pier", "new-pier"],
      ["project.deleted", "New Pier", null, null],
    ]),
  );
  expect(events).toHaveLength(4);
});
