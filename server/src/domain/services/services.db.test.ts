import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { listAuditEvents } from "#server/domain/members/list-audit-events.ts";
import { findProjectRepositories, findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { applyIndexing } from "#server/domain/repositories/catalog/track-indexing.ts";
import { createTestWorld, makeProject, makeRepository, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { createService } from "./create-service.ts";
import { deleteService } from "./delete-service.ts";
import { listServices } from "./list-services.ts";
import { reindexService } from "./reindex-service.ts";
import { updateService } from "./update-service.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld({ EGRESS_ALLOW: "127.0.0.5:8080" });
});
afterAll(() => world.close());

const description = "Serves departures to the board";
const firstPage = { page: 1, limit: 100 };
const allowedUrl = "http://127.0.0.5:8080/northquay/board.git";

function connecting(url: string) {
  return { name: "api", description, type: "api" as const, repository: { connection: { type: "url" as const, url } } };
}

describe("creating", () => {
  it("connects the repository, puts its index in line and tells the other rooms", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const service = await createService(ctx, { organizationId, projectId, ...connecting(allowedUrl) });
    expect(service).toMatchObject({ projectServiceId: 1, isReadOnly: true, workingPath: "/" });
    expect(service.repository).toMatchObject({ slug: "board", owner: "northquay", indexing: { state: "queued" } });
    const repositoryId = service.repository?.repositoryId;
    expect(world.enqueued).toContainEqual({
      job: "index-repository",
      data: { organizationId, repositoryId },
      key: repositoryId,
    });
    expect(world.published.at(-1)).toMatchObject({
      name: "service.changed",
      payload: { serviceId: service.serviceId },
    });
  });

  it("uses one repository for the services of a monorepo", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const input = { organizationId, projectId, ...connecting(allowedUrl) };
    const first = await createService(ctx, input);
    const second = await createService(ctx, { ...input, name: "web" });
    expect(second.repository?.repositoryId).toBe(first.repository?.repositoryId);
    expect(second.projectServiceId).toBe(2);
  });

  it.each([
    "http://example.org/a/b.git",
    "https://127.0.0.1/a/b.git",
    "https://user:pw@example.org/a/b.git",
    "nonsense",
  ])("refuses %s in plain words and writes nothing", async (url) => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const refused = createService(ctx, { organizationId, projectId, ...connecting(url) });
    await expect(refused).rejects.toMatchObject({ code: "invalid_input" });
    expect((await listServices(ctx, { organizationId, projectId, ...firstPage })).total).toBe(0);
  });

  it("does not take another organization's repository", async () => {
    const own = await makeProject(world);
    const foreign = await makeRepository(world, await makeProject(world));
    const { organizationId, projectId } = own;
    const repository = { repositoryId: foreign.repositoryId };
    const stolen = createService(own.ctx, {
      organizationId,
      projectId,
      name: "api",
      description,
      type: "api",
      repository,
    });
    await expect(stolen).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("rights", () => {
  it("hides services from strangers", async () => {
    const { organizationId, projectId } = await makeProject(world);
    const stranger = await makeUser(world);
    const requested = listServices(stranger.ctx, { organizationId, projectId, ...firstPage });
    await expect(requested).rejects.toMatchObject({ code: "not_found" });
  });

  it("replaces nobody's change unseen: what two change at once is refused to the second, what only one did is kept", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const seen = { name: "api", description, type: "api" as const };
    const { serviceId } = await createService(ctx, { organizationId, projectId, ...seen });
    const save = (change: Partial<typeof seen>) =>
      updateService(ctx, { organizationId, projectId, serviceId, ...seen, ...change, expected: seen });
    await save({ description: "What the first one wrote of it" });
    await expect(save({ description: "What the second one wrote of it" })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("changed the description"),
    });
    expect(await save({ name: "board" })).toMatchObject({
      name: "board",
      description: "What the first one wrote of it",
    });
    expect(await save({ description: "What the first one wrote of it" })).toMatchObject({ name: "board" });
  });

  it("refuses a service of another project in the path", async () => {
    const one = await makeProject(world);
    const other = await makeProject(world, one.organization);
    const { organizationId, projectId } = one;
    const service = await createService(one.ctx, { organizationId, projectId, name: "api", description, type: "api" });
    const wrong = { organizationId, projectId: other.projectId, serviceId: service.serviceId };
    await expect(updateService(one.ctx, { ...wrong, name: "mine" })).rejects.toMatchObject({ code: "not_found" });
    await expect(deleteService(one.ctx, wrong)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("deleting", () => {
  it("takes the repository along with its last service only", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const input = { organizationId, projectId, ...connecting(allowedUrl) };
    const first = await createService(ctx, input);
    const second = await createService(ctx, { ...input, name: "web" });
    await deleteService(ctx, { organizationId, projectId, serviceId: first.serviceId });
    const { content } = await listServices(ctx, { organizationId, projectId, ...firstPage });
    expect(content[0]?.repository?.repositoryId).toBe(first.repository?.repositoryId);
    await deleteService(ctx, { organizationId, projectId, serviceId: second.serviceId });
    const again = await createService(ctx, input);
    expect(again.repository?.repositoryId).not.toBe(first.repository?.repositoryId);
    expect(again.projectServiceId).toBe(3);
  });

  it("is noted once in the organization's log, also when pressed twice", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const { serviceId } = await createService(ctx, { organizationId, projectId, ...connecting(allowedUrl) });
    const target = { organizationId, projectId, serviceId };
    await Promise.allSettled([deleteService(ctx, target), deleteService(ctx, target)]);
    const { content } = await listAuditEvents(ctx, { organizationId, ...firstPage });
    const noted = content.map((event) => `${event.action} ${event.target}`);
    expect(noted.toSorted((a, b) => a.localeCompare(b))).toEqual(["service.created api", "service.deleted api"]);
  });
});

describe("changing", () => {
  const sshUrl = "ssh://git@127.0.0.5:8080/northquay/board.git";
  const hosted = { connection: { type: "internal" as const, name: "Harbour Signs" } };

  it("gives it another repository, whose folders are others, and removes the one that nobody uses any more", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const input = { organizationId, projectId, ...connecting(allowedUrl) };
    const repository = { ...input.repository, workingPath: "/packages/board" };
    const { serviceId, repository: first } = await createService(ctx, { ...input, repository });
    const target = { organizationId, projectId, serviceId };
    const connection = { type: "ssh" as const, url: sshUrl };
    const changed = await updateService(ctx, { ...target, repository: { connection } });
    expect(changed).toMatchObject({ workingPath: "/", repository: { connection, indexing: { state: "queued" } } });
    const key = { organizationId, repositoryId: first?.repositoryId ?? "" };
    expect(await findRepository(ctx, key)).toBeNull();
    expect(world.enqueued).toContainEqual({
      job: "remove-repository-files",
      data: { repositoryId: key.repositoryId },
      key: key.repositoryId,
    });
    expect(world.published.at(-1)).toMatchObject({ name: "service.changed", payload: { serviceId } });
    // The same again is no other one.
    const repositoryId = changed.repository?.repositoryId ?? "";
    const moved = await updateService(ctx, { ...target, workingPath: "/api", repository: { repositoryId } });
    expect(moved).toMatchObject({ workingPath: "/api", repository: { repositoryId } });
    const spelled = { connection: { type: "ssh" as const, url: sshUrl.replace(/\.git$/, "") } };
    expect(await updateService(ctx, { ...target, repository: spelled })).toMatchObject(moved);
  });

  it("may take its repository away, and keeps one that is hosted here or used elsewhere", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const input = { organizationId, projectId, ...connecting(allowedUrl) };
    const first = await createService(ctx, input);
    const second = await createService(ctx, { ...input, name: "web", repository: hosted });
    expect(second.repository).toMatchObject({ slug: "harbour-signs", isReadOnly: false });
    const third = await createService(ctx, { ...input, name: "jobs" });
    for (const { serviceId } of [first, second]) {
      const emptied = await updateService(ctx, { organizationId, projectId, serviceId, repository: null });
      expect(emptied).toMatchObject({ repository: null, isReadOnly: false, workingPath: "/" });
    }
    const kept = [second, third].map((service) => service.repository?.repositoryId ?? "");
    for (const repositoryId of kept) expect(await findRepository(ctx, { organizationId, repositoryId })).not.toBeNull();
  });

  it("at the same moment leaves no repository behind that nobody uses", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const { serviceId } = await createService(ctx, { organizationId, projectId, ...connecting(allowedUrl) });
    const urls = ["a", "b", "c"].map((name) => `${allowedUrl}/${name}`);
    const changes = urls.map((url) =>
      updateService(ctx, { organizationId, projectId, serviceId, repository: { connection: { type: "url", url } } }),
    );
    await Promise.all(changes);
    const { content } = await listServices(ctx, { organizationId, projectId, ...firstPage });
    const left = await findProjectRepositories(ctx, { organizationId, projectId });
    expect(left.map((row) => row.repositoryId)).toEqual(content.map((service) => service.repository?.repositoryId));
  });

  it("writes nothing when the new repository is refused, foreign or gone", async () => {
    const one = await makeProject(world);
    const other = await makeProject(world, one.organization);
    const foreign = await makeRepository(world, other);
    const { ctx, organizationId, projectId } = one;
    const before = await createService(ctx, { organizationId, projectId, ...connecting(allowedUrl) });
    const target = { organizationId, projectId, serviceId: before.serviceId, name: "renamed" };
    const wrong = [
      { connection: { type: "ssh" as const, url: "git@127.0.0.1:a.git" } },
      { connection: { type: "github" as const, owner: "a", repo: "b" } },
      { repositoryId: foreign.repositoryId },
      { repositoryId: randomUUID() },
    ];
    for (const repository of wrong) {
      await expect(updateService(ctx, { ...target, repository })).rejects.toMatchObject({ name: "AppError" });
    }
    const { content } = await listServices(ctx, { organizationId, projectId, ...firstPage });
    expect(content).toEqual([before]);
  });
});

describe("reindexing", () => {
  it("keeps the cooldown, also after a day less a minute", async () => {
    const { ctx, organizationId, projectId } = await makeProject(world);
    const service = await createService(ctx, { organizationId, projectId, ...connecting(allowedUrl) });
    const target = { organizationId, projectId, serviceId: service.serviceId };
    await expect(reindexService(ctx, target)).rejects.toMatchObject({ code: "conflict" });
    const key = { organizationId, repositoryId: service.repository?.repositoryId ?? "" };
    const indexedAt = new Date(world.ctx.now().getTime() - (24 * 60 - 1) * 60_000);
    await applyIndexing(ctx, key, { indexState: "ready", indexedAt });
    await expect(reindexService(ctx, target)).rejects.toMatchObject({ code: "conflict" });
    await applyIndexing(ctx, key, { indexedAt: new Date(indexedAt.getTime() - 60_000) });
    expect((await reindexService(ctx, target)).repository?.indexing.state).toBe("queued");
  });
});
