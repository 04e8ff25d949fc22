import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  createTestWorld,
  makeMember,
  makeOrganization,
  makeProject,
  makeRepository,
  makeUser,
  type TestWorld,
} from "../../testing/test-ctx.ts";
import { applyIndexing } from "../repositories/track-indexing.ts";
import { completeSetup } from "./complete-setup.ts";
import { createProject } from "./create-project.ts";
import { deleteProject } from "./delete-project.ts";
import { finishInitialSetup } from "./finish-initial-setup.ts";
import { getIndexingStats } from "./get-indexing-stats.ts";
import { getProject } from "./get-project.ts";
import { listProjects } from "./list-projects.ts";
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

  it("is not for Editors, and promises no hosting it does not have", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    const editor = await makeUser(world);
    await makeMember(world, organizationId, editor.userId, "editor");
    await expect(createProject(editor.ctx, { organizationId, name: "Board" })).rejects.toMatchObject({
      code: "forbidden",
    });
    const hosted = createProject(ctx, { organizationId, name: "Board", repository: { type: "new" } });
    await expect(hosted).rejects.toMatchObject({ code: "unprocessable" });
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
  it("ends when the first pages stand, and never overwrites a person's description", async () => {
    const { ctx, system, organizationId, projectId } = await makeProject(world);
    const target = { organizationId, projectId };
    const key = await makeRepository(world, target);
    await completeSetup(system, { ...target, proposedDescription: description });
    expect(await getProject(ctx, target)).toMatchObject({ description, setupComplete: false });
    await applyIndexing(system, key, { indexState: "ready" });
    await updateProjectData(ctx, { ...target, description: `${description} By hand.` });
    await completeSetup(system, { ...target, proposedDescription: description });
    expect(await getProject(ctx, target)).toMatchObject({
      description: `${description} By hand.`,
      setupComplete: true,
    });
  });

  it("by hand needs a repository and a description", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const target = { organizationId, projectId };
    await expect(finishInitialSetup(ctx, target)).rejects.toMatchObject({ message: "Connect a repository first" });
    await makeRepository(world, target);
    await expect(finishInitialSetup(ctx, target)).rejects.toMatchObject({ message: "Describe the product first" });
    await updateProjectData(ctx, { ...target, description });
    expect(await finishInitialSetup(ctx, target)).toMatchObject({ setupComplete: true });
  });

  it("has figures before anything was indexed", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const { statistics, lastIndexedAt } = await getIndexingStats(ctx, { organizationId, projectId });
    expect(statistics.map(({ value }) => value)).toEqual([0, 0, 0, 0]);
    expect(lastIndexedAt).toBeNull();
  });
});

it("takes mirrors and indexes along when it is deleted", async () => {
  const { ctx, organizationId, projectId } = await makeProject(world);
  const { repositoryId } = await makeRepository(world, { organizationId, projectId });
  const folders = [world.ctx.mirrors.directory(repositoryId), world.ctx.indexes.directory(repositoryId)];
  for (const folder of folders) await mkdir(folder, { recursive: true });
  await deleteProject(ctx, { organizationId, projectId });
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
  await expect(getProject(ctx, { organizationId, projectId })).rejects.toMatchObject({ code: "not_found" });
});
