import { existsSync } from "node:fs";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { withActor } from "#server/ctx.ts";
import { hostRepository, openHostedRepository } from "#server/domain/repositories/connecting/host-repository.ts";
import { auditEvents } from "#server/platform/db/tables/organizations.ts";
import { services } from "#server/platform/db/tables/projects.ts";
import {
  createTestWorld,
  makeMember,
  makeProject,
  makeService,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { deleteRepository } from "./delete-repository.ts";
import { findRepository } from "./find-repository.ts";
import { removeRepositoryFiles } from "./remove-repository-files.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

async function hosted() {
  const project = await makeProject(world);
  const { organizationId, projectId, system } = project;
  const repositoryId = await hostRepository(system, system.db, { organizationId, projectId, slug: "board" });
  const key = { organizationId, repositoryId };
  const row = await findRepository(system, key);
  if (!row) throw new Error("no row");
  return { ...project, key, row, params: { ...key, projectId }, directory: await openHostedRepository(system, row) };
}

it("is refused while services use it, which are named, and then leaves nothing", async () => {
  const { ctx, system, params, key, directory, organizationId } = await hosted();
  await makeService(world, params, { name: "api", repositoryId: key.repositoryId, number: 1 });
  await makeService(world, params, { name: "web", repositoryId: key.repositoryId, number: 2 });
  await expect(deleteRepository(ctx, params)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("used by the services api, web.") as string,
  });
  expect(await findRepository(system, key)).not.toBeNull();
  await world.ctx.db.delete(services).where(eq(services.organizationId, organizationId));
  await deleteRepository(ctx, params);
  expect(await findRepository(system, key)).toBeNull();
  expect(world.enqueued.at(-1)).toMatchObject({ job: "remove-repository-files", key: key.repositoryId });
  await removeRepositoryFiles(world.ctx, key);
  expect(existsSync(directory)).toBe(false);
  const audited = await world.ctx.db.select().from(auditEvents).where(eq(auditEvents.organizationId, organizationId));
  expect(audited).toMatchObject([{ action: "repository.deleted", target: "board" }]);
  await expect(deleteRepository(ctx, params)).rejects.toMatchObject({ code: "not_found" });
});

it("is for Admins and Owners, and shows nobody else that there is one", async () => {
  const { params, key, system, organizationId } = await hosted();
  const [editor, stranger] = [await makeUser(world), await makeUser(world)];
  await makeMember(world, organizationId, editor.userId, "editor");
  await expect(deleteRepository(editor.ctx, params)).rejects.toMatchObject({ code: "forbidden" });
  await expect(deleteRepository(stranger.ctx, params)).rejects.toMatchObject({ code: "not_found" });
  expect(await findRepository(system, key)).not.toBeNull();
});

it("leaves nothing either where somebody cloned it just then", async () => {
  const { ctx, system, params, row, directory } = await hosted();
  await deleteRepository(ctx, params);
  await removeRepositoryFiles(world.ctx, row);
  await openHostedRepository(withActor(world.ctx, system.actor), row);
  expect(existsSync(directory)).toBe(false);
});
