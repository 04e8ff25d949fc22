import { maxProposalCorrections, type ProposalCorrection } from "@cairn/contract/proposal-corrections";
import { afterAll, beforeAll, expect, it } from "vitest";

import { deleteRepository } from "#server/domain/repositories/catalog/delete-repository.ts";
import { deleteService } from "#server/domain/services/delete-service.ts";
import { proposalCorrections } from "#server/platform/db/tables/architecture.ts";
import { createTestWorld, makeProject, makeRepository, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { listProposalCorrections } from "./list-proposal-corrections.ts";
import { saveProposalCorrections } from "./save-proposal-corrections.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

async function open() {
  const project = await makeProject(world);
  const { repositoryId } = await makeRepository(world, project, { path: "/nowhere", slug: "shop" });
  const { organizationId, projectId } = project;
  const key = { organizationId, projectId };
  const save = (...corrections: Omit<ProposalCorrection, "repositoryId">[]) =>
    saveProposalCorrections(project.ctx, {
      ...key,
      corrections: corrections.map((correction) => ({ repositoryId, ...correction })),
    });
  const list = async () => {
    const { content } = await listProposalCorrections(project.ctx, { ...key });
    return content.toSorted((a, b) => (a.foundPath < b.foundPath ? -1 : 1));
  };
  return { project, key, repositoryId, save, list };
}

it("keeps each correction as a whole, and leaves the others as they are", async () => {
  const { save, list, repositoryId } = await open();
  await save(
    { foundPath: "/admin", mergedInto: "/web" },
    { foundPath: "/web", name: "Storefront", type: "frontend", description: "Sells", workingPath: "../apps" },
  );
  await save({ foundPath: "/web", name: "Shop" }, { foundPath: "/orders", isLeftOut: true });
  expect(await list()).toEqual([
    { repositoryId, foundPath: "/admin", mergedInto: "/web" },
    { repositoryId, foundPath: "/orders", isLeftOut: true },
    { repositoryId, foundPath: "/web", name: "Shop" },
  ]);
  await save({ foundPath: "/admin" }, { foundPath: "/web", name: "Once" }, { foundPath: "/web", name: "Twice" });
  expect((await list()).map(({ foundPath, name }) => [foundPath, name])).toEqual([
    ["/orders", undefined],
    ["/web", "Twice"],
  ]);
});

it("remembers the service that was made of one, until that is deleted", async () => {
  const { project, key, save, list } = await open();
  const { serviceId } = await makeService(world, project);
  await save({ foundPath: "/web", name: "Storefront", serviceId });
  await save({ foundPath: "/web" });
  expect(await list()).toMatchObject([{ foundPath: "/web", serviceId }]);
  await deleteService(project.ctx, { ...key, serviceId });
  expect(await list()).toEqual([]);
});

it("takes no repository and no service of another project", async () => {
  const [mine, other] = [await open(), await open()];
  const { serviceId } = await makeService(world, other.project);
  await mine.save({ foundPath: "/web", serviceId });
  const foreign = { ...mine.key, corrections: [{ repositoryId: other.repositoryId, foundPath: "/web", name: "Shop" }] };
  await saveProposalCorrections(mine.project.ctx, foreign);
  expect(await mine.list()).toEqual([]);
  expect(await other.list()).toEqual([]);
});

it("drops those of a repository and of a service that were deleted meanwhile, and keeps the rest", async () => {
  const { project, key, repositoryId, save, list } = await open();
  const gone = await makeRepository(world, project, { path: "/nowhere", slug: "gone" });
  const { serviceId } = await makeService(world, project);
  await deleteRepository(project.ctx, gone);
  await deleteService(project.ctx, { ...key, serviceId });
  await saveProposalCorrections(project.ctx, {
    ...key,
    corrections: [
      { repositoryId: gone.repositoryId, foundPath: "/web", name: "Gone" },
      { repositoryId, foundPath: "/web", name: "Storefront" },
    ],
  });
  await save({ foundPath: "/admin", name: "Admin", serviceId }, { foundPath: "/orders", isLeftOut: true });
  expect((await list()).map(({ foundPath, name }) => [foundPath, name])).toEqual([
    ["/orders", undefined],
    ["/web", "Storefront"],
  ]);
});

it("keeps the newest of a project, and no more than that", async () => {
  const { key, save, list, repositoryId } = await open();
  const updatedAt = new Date("2026-01-01T00:00:00.000Z");
  const correction = { isLeftOut: true };
  await world.ctx.db.insert(proposalCorrections).values(
    Array.from({ length: maxProposalCorrections }, (_one, at) => ({
      ...key, repositoryId, foundPath: `/old/${String(at).padStart(4, "0")}`, correction, updatedAt,
    })), // prettier-ignore
  );
  await save({ foundPath: "/new", name: "New" });
  const kept = (await list()).map(({ foundPath }) => foundPath);
  expect(kept).toHaveLength(maxProposalCorrections);
  expect(kept).toContain("/new");
  expect(kept).not.toContain(`/old/${maxProposalCorrections - 1}`);
});
