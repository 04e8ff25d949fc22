import { copyDemo as endpoint } from "@cairn/contract/demo";
import { AppError } from "@cairn/contract/errors";
import { reindexService } from "@cairn/contract/services";
import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { withActor, type Ctx } from "#server/ctx.ts";
import { createChatStreams } from "#server/domain/chat/session/chat-streams.ts";
import { copyDemo } from "#server/domain/demo/copy-demo.ts";
import { getDemo } from "#server/domain/demo/get-demo.ts";
import { takeDemoRepository } from "#server/domain/demo/take-demo-repository.ts";
import { deleteOrganization } from "#server/domain/organizations/delete-organization.ts";
import { listProjects } from "#server/domain/projects/list-projects.ts";
import { listServices } from "#server/domain/services/list-services.ts";
import { getTaskBoard } from "#server/domain/tasks/get-task-board.ts";
import type { Route } from "#server/edge.ts";
import { artifacts } from "#server/platform/db/tables/artifacts.ts";
import { members, organizations } from "#server/platform/db/tables/organizations.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { tasks } from "#server/platform/db/tables/tasks.ts";
import {
  createTestWorld,
  makeMember,
  makeOrganization,
  makeProject,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { fillDemoCopy } from "./demo/fill-demo-copy.ts";
import { listRoutes } from "./start/edges.ts";

const copies = 3;
const routes = listRoutes(createChatStreams());
const firstPage = { page: 1, limit: 100 };

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld({ DEMO_COPIES: String(copies) });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.ctx.wholeDb.delete(organizations);
  world.enqueued.length = 0;
  await makeOrganization(world);
  await world.ctx.wholeDb.update(organizations).set({ isDemo: true });
});

const stateOf = async (ctx: Ctx) => (await getDemo(ctx)).copy?.state;
const fill = async (ctx: Ctx, userId: string, some: readonly Route[] = routes, isLastTry = false) => {
  const { copy } = await getDemo(ctx);
  if (!copy) throw new Error("There is no copy");
  const { organizationId } = copy;
  const system = withActor(ctx, { kind: "system", organizationId });
  await fillDemoCopy(system, { organizationId, userId }, { routes: some, isLastTry });
  return organizationId;
};

/** The same calls, of which the one with this number does something else first. */
function upset(number: number, upsetting: () => Promise<void>): Route[] {
  let calls = 0;
  return routes.map((route) => ({
    ...route,
    run: async (ctx, input) => {
      calls += 1;
      if (calls === number) await upsetting();
      return await route.run(ctx, input);
    },
  }));
}

it("is offered where a demo is installed, and nowhere else", async () => {
  const { ctx } = await makeUser(world);
  expect(await getDemo(ctx)).toEqual({ isInstalled: true, copy: null });
  await world.ctx.wholeDb.update(organizations).set({ isDemo: false });
  expect(await getDemo(ctx)).toEqual({ isInstalled: false, copy: null });
  await expect(copyDemo(ctx)).rejects.toMatchObject({ code: "not_found" });
});

it("is one organization for a person, also when it is asked for several times at once", async () => {
  const { ctx, userId } = await makeUser(world);
  const all = await Promise.all(Array.from({ length: 8 }, () => copyDemo(ctx)));
  expect(new Set(all.map(({ organizationId }) => organizationId)).size).toBe(1);
  const made = await copyDemo(ctx);
  expect(endpoint.response.parse(made)).toMatchObject({
    state: "making",
    slug: "northquay-demo",
    product: "ferry-board",
  });
  const { organizationId } = made;
  expect(world.enqueued).toContainEqual({
    job: "fill-demo-copy",
    data: { organizationId, userId },
    key: organizationId,
  });
  const rows = await world.ctx.wholeDb.select().from(organizations);
  expect(rows.filter(({ isDemo }) => isDemo)).toHaveLength(2);
});

it("is nobody else's, and no demo that others could copy", async () => {
  const one = await makeUser(world);
  const other = await makeUser(world);
  const { organizationId } = await copyDemo(one.ctx);
  expect((await getDemo(other.ctx)).copy).toBeNull();
  await expect(deleteOrganization(other.ctx, { organizationId })).rejects.toMatchObject({ code: "not_found" });
  await expect(listProjects(other.ctx, { organizationId, ...firstPage })).rejects.toMatchObject({ code: "not_found" });
  const slugs = (await copyDemo(other.ctx)).slug;
  expect(slugs).toBe("northquay-demo-2");
});

it("is refused with words where there are as many as this server wants, until one is thrown away", async () => {
  const people = await Promise.all(Array.from({ length: copies + 2 }, () => makeUser(world)));
  const asked = await Promise.allSettled(people.map(({ ctx }) => copyDemo(ctx)));
  const refused = asked.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(2);
  expect(refused[0]).toMatchObject({
    reason: { code: "conflict", message: expect.stringContaining("DEMO_COPIES") as string },
  });
  const [lucky] = people.filter((_person, index) => asked[index]?.status === "fulfilled");
  const [unlucky] = people.filter((_person, index) => asked[index]?.status === "rejected");
  if (!lucky || !unlucky) throw new Error("Everybody got the same");
  await deleteOrganization(lucky.ctx, await copyDemo(lucky.ctx));
  expect((await getDemo(lucky.ctx)).copy).toBeNull();
  expect(await copyDemo(unlucky.ctx)).toMatchObject({ state: "making" });
});

it("belongs to others once its person has left it", async () => {
  const { ctx, userId } = await makeUser(world);
  const { organizationId } = await copyDemo(ctx);
  await makeMember(world, organizationId, (await makeUser(world)).userId, "owner");
  await world.ctx.wholeDb.delete(members).where(eq(members.userId, userId));
  expect((await getDemo(ctx)).copy).toBeNull();
  expect((await copyDemo(ctx)).organizationId).not.toBe(organizationId);
});

it("has the demo's products with services, documents and tasks; filling it again adds nothing", async () => {
  const { ctx, userId } = await makeUser(world);
  await copyDemo(ctx);
  const organizationId = await fill(ctx, userId);
  expect((await getDemo(ctx)).copy).toMatchObject({ state: "ready", progress: 100 });
  const look = async () => {
    const { content } = await listProjects(ctx, { organizationId, ...firstPage });
    const project = { organizationId, projectId: "ferry-board" };
    const { cards } = await getTaskBoard(ctx, { ...project, archived: true });
    const services = await listServices(ctx, { ...project, ...firstPage });
    return {
      products: content.map(({ slug, setupComplete }) => ({ slug, setupComplete })),
      tasks: cards.map(({ title }) => title),
      services: services.content.map(({ name }) => name),
      documents: (await world.ctx.wholeDb.select().from(artifacts)).map(({ title }) => title),
    };
  };
  const found = await look();
  expect(found.products).toEqual(
    expect.arrayContaining([
      { slug: "ferry-board", setupComplete: true },
      { slug: "quay-signs", setupComplete: true },
    ]),
  );
  expect(found.tasks.length).toBeGreaterThan(15);
  expect(found.services).toEqual(
    expect.arrayContaining(["Departures board", "Departures API", "Timetable", "Database"]),
  );
  expect(found.documents).toEqual(expect.arrayContaining(["Glossary", "Engineering handbook", "Domain model"]));
  const indexed = world.enqueued.filter(({ job }) => job === "index-repository");
  expect(new Set(indexed.map(({ key }) => key)).size).toBe(2);
  await fill(ctx, userId);
  expect(await look()).toEqual(found);
});

it.each([3, 9, 25, 40])("goes on after a crash at call %i, and makes nothing twice", async (number) => {
  const { ctx, userId } = await makeUser(world);
  await copyDemo(ctx);
  const crash = upset(number, () => Promise.reject(new Error("killed")));
  await expect(fill(ctx, userId, crash)).rejects.toThrow("killed");
  const told = (await getDemo(ctx)).copy?.progress ?? 0;
  expect(await stateOf(ctx)).toBe("making");
  // What is made again takes nothing back of what was told.
  const shown: number[] = [];
  const looking = routes.map((route) => ({
    ...route,
    run: async (...call: Parameters<typeof route.run>) => {
      shown.push((await getDemo(ctx)).copy?.progress ?? -1);
      return await route.run(...call);
    },
  }));
  await fill(ctx, userId, looking);
  expect(Math.min(...shown)).toBe(told);
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  expect(await stateOf(ctx)).toBe("ready");
  const titles = (await world.ctx.wholeDb.select().from(tasks)).map(({ title }) => title);
  expect(titles).toHaveLength(new Set(titles).size);
  const pages = (await world.ctx.wholeDb.select().from(artifacts)).map(({ title }) => title);
  expect(pages).toHaveLength(new Set(pages).size);
});

it("that cannot be filled says so, and can be asked for again", async () => {
  const { ctx, userId } = await makeUser(world);
  const { organizationId } = await copyDemo(ctx);
  const crash = upset(5, () => Promise.reject(new Error("the disk is full")));
  await expect(fill(ctx, userId, crash, true)).rejects.toThrow("the disk is full");
  expect(await stateOf(ctx)).toBe("failed");
  expect(await copyDemo(ctx)).toMatchObject({ organizationId, state: "making" });
  await fill(ctx, userId);
  expect(await stateOf(ctx)).toBe("ready");
});

it("that ends for good at its first try says so, and one that was given up can be asked for again", async () => {
  const { ctx, userId } = await makeUser(world);
  const { organizationId } = await copyDemo(ctx);
  const refused = upset(5, () => Promise.reject(new AppError("conflict", { message: "Another is there" })));
  await expect(fill(ctx, userId, refused)).rejects.toThrow("Another is there");
  expect(await stateOf(ctx)).toBe("failed");
  expect(await copyDemo(ctx)).toMatchObject({ organizationId, state: "making" });
  const begunAt = world.ctx.now();
  const waiting = () => world.enqueued.filter(({ job }) => job === "fill-demo-copy").length;
  const before = waiting();
  world.setNow(new Date(begunAt.getTime() + 15 * 60_000));
  expect([await stateOf(ctx), (await copyDemo(ctx)).state, waiting()]).toEqual(["making", "making", before]);
  world.setNow(new Date(begunAt.getTime() + 15 * 60_000 + 1));
  expect(await stateOf(ctx)).toBe("failed");
  expect(await copyDemo(ctx)).toMatchObject({ organizationId, state: "making" });
  expect([await stateOf(ctx), waiting()]).toEqual(["making", before + 1]);
  await fill(ctx, userId);
  expect(await stateOf(ctx)).toBe("ready");
});

it("goes on where its code begins to be read while its services are made", async () => {
  const { ctx, userId } = await makeUser(world);
  await copyDemo(ctx);
  const crash = upset(5, () => Promise.reject(new Error("killed")));
  await expect(fill(ctx, userId, crash)).rejects.toThrow("killed");
  const reading = routes.map((route) => ({
    ...route,
    run: async (...call: Parameters<typeof route.run>) => {
      if (route.endpoint === reindexService) {
        const change = { indexState: "cloning" } as const;
        await world.ctx.wholeDb.update(repositories).set(change).where(eq(repositories.indexState, "never"));
      }
      return await route.run(...call);
    },
  }));
  await fill(ctx, userId, reading);
  expect(await stateOf(ctx)).toBe("ready");
});

it("that was left to others takes nobody's place", async () => {
  for (let left = 0; left < copies; left += 1) {
    const { ctx, userId } = await makeUser(world);
    const { organizationId } = await copyDemo(ctx);
    await makeMember(world, organizationId, (await makeUser(world)).userId, "owner");
    await world.ctx.wholeDb.delete(members).where(eq(members.userId, userId));
    await copyDemo(ctx);
    await deleteOrganization(ctx, await copyDemo(ctx));
  }
  expect(await copyDemo((await makeUser(world)).ctx)).toMatchObject({ state: "making" });
});

it("that is thrown away while it is filled leaves nothing, and ends without a failure", async () => {
  const { ctx, userId } = await makeUser(world);
  const { organizationId } = await copyDemo(ctx);
  await fill(
    ctx,
    userId,
    upset(12, () => deleteOrganization(ctx, { organizationId })),
  );
  expect((await getDemo(ctx)).copy).toBeNull();
  expect(await world.ctx.wholeDb.select().from(tasks)).toEqual([]);
  expect(await copyDemo(ctx)).toMatchObject({ state: "making" });
});

it("lends its code to a product of one's own, and to nobody else's", async () => {
  const { ctx, organizationId, projectId } = await makeProject(world);
  const service = await takeDemoRepository(ctx, { organizationId, projectId });
  expect(service).toMatchObject({ name: "Ferry Board", repository: { connection: { type: "internal" } } });
  expect(world.enqueued.filter(({ job }) => job === "index-repository").length).toBeGreaterThan(0);
  const stranger = await makeUser(world);
  await expect(takeDemoRepository(stranger.ctx, { organizationId, projectId })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("lends it once where a killed server left it without a service, and anew where it is used", async () => {
  const { ctx, organizationId, projectId } = await makeProject(world);
  const take = async (from = ctx) => await takeDemoRepository(from, { organizationId, projectId });
  const dead = () => Promise.reject(new Error("killed"));
  await expect(take({ ...ctx, enqueue: dead })).rejects.toThrow("killed");
  const hosted = async () =>
    await ctx.db
      .select({ slug: repositories.slug })
      .from(repositories)
      .where(and(eq(repositories.projectId, projectId), like(repositories.slug, "ferry-board%")));
  expect(await hosted()).toHaveLength(1);
  const first = await take();
  expect(await hosted()).toHaveLength(1);
  const repositoryId = first.repository?.repositoryId ?? "";
  // The killed one told nobody of the code.
  const data = { organizationId, repositoryId };
  expect(world.enqueued).toContainEqual({ job: "check-repository", data, key: repositoryId });
  const second = await take();
  expect(second.repository?.repositoryId).not.toBe(repositoryId);
  expect(await hosted()).toHaveLength(2);
});
