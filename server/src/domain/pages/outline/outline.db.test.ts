import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { createArtifact } from "#server/domain/pages/editing/create-artifact.ts";
import { updateArtifact } from "#server/domain/pages/editing/update-artifact.ts";
import { listRevisions } from "#server/domain/pages/history/list-revisions.ts";
import { documentProduct } from "#server/domain/pages/testing/documented-product.ts";
import { writeArtifact } from "#server/domain/pages/writing/write-artifact.ts";
import { writePages } from "#server/domain/pages/writing/write-pages.ts";
import { deleteRepository } from "#server/domain/repositories/catalog/delete-repository.ts";
import { artifacts } from "#server/platform/db/tables/artifacts.ts";
import { ableModel } from "#server/platform/models/able-model.ts";
import { textOfMessage } from "#server/platform/models/message-text.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { addWishedPage } from "./add-wished-page.ts";
import { dropArtifact } from "./drop-artifact.ts";
import { listDroppedPages } from "./list-dropped-pages.ts";
import { pinArtifact } from "./pin-artifact.ts";
import { restoreDroppedPage } from "./restore-dropped-page.ts";

let world: TestWorld;
const products: Awaited<ReturnType<typeof documentProduct>>[] = [];

beforeAll(async () => {
  world = await createTestWorld();
});
afterEach(async () => {
  for (const product of products.splice(0)) await product.repository.remove();
});
afterAll(() => world.close());

async function makeProduct() {
  const product = await documentProduct(world);
  products.push(product);
  const { ctx, key, organizationId } = product;
  const list = async () => (await listArtifacts(ctx, { ...key, page: 1, limit: 50 })).content;
  const titles = async () => (await list()).map(({ title }) => title);
  const idOf = async (title: string) => (await list()).find((one) => one.title === title)?.artifactId ?? "";
  const read = async (title: string) => await getArtifact(ctx, { organizationId, artifactId: await idOf(title) });
  const drop = async (title: string) => await dropArtifact(ctx, { organizationId, artifactId: await idOf(title) });
  return { ...product, titles, idOf, read, drop };
}

/** Plans these pages where it is asked to, and keeps what it was told. */
function planner(titles: readonly string[]): ModelPort & { told: string[] } {
  const pages = titles.map((title) => ({
    title,
    question: `${title}: how is a delay announced?`,
    sections: [{ title: "The rule", prompt: "Say when a delay is announced." }],
  }));
  const told: string[] = [];
  return {
    name: "Test model",
    capabilities: async () => ableModel,
    told,
    async *stream(request) {
      const isPlanning = request.system.startsWith("You plan the documentation");
      if (isPlanning) told.push(textOfMessage(request.messages[0]?.content ?? ""));
      yield { type: "text", text: isPlanning ? JSON.stringify({ pages }) : "" };
      yield { type: "finish", inputTokens: 10, outputTokens: 10 };
    },
  };
}

describe("a dropped page", () => {
  it("is made again by no run and after no push", async () => {
    const { system, key, titles, drop, push, ctx } = await makeProduct();
    await drop("System overview");
    await writePages(system, key);
    await push("Later", {
      "src/delay.ts": "/** Announces delays from nine minutes on. */\nexport const announce = 9;\n",
    });
    await writePages(system, key);
    expect(await titles()).not.toContain("System overview");
    expect((await listDroppedPages(ctx, key)).content.map(({ title }) => title)).toEqual(["System overview"]);
  });

  it("comes back as it was, at its place, with its history and what people wrote", async () => {
    const { ctx, key, organizationId, read, drop, titles, idOf } = await makeProduct();
    const artifactId = await idOf("System overview");
    const before = await read("System overview");
    const added = { title: "From us", content: "Ask Ada.", sources: [] };
    const sections = [...before.sections, added];
    const changed = await updateArtifact(ctx, { organizationId, artifactId, revision: before.revision, sections });
    const order = await titles();
    const { droppedPageId } = await drop("System overview");
    await restoreDroppedPage(ctx, { organizationId, droppedPageId });
    expect(await titles()).toEqual(order);
    const { updatedAt: _now, ...after } = await read("System overview");
    const { updatedAt: _then, ...expected } = changed;
    expect(after).toEqual(expected);
    const revisions = await listRevisions(ctx, { organizationId, artifactId, page: 1, limit: 10 });
    expect(revisions.total).toBe(changed.revision);
    expect((await listDroppedPages(ctx, key)).content).toEqual([]);
  });

  it("tells after its return which of its lines changed meanwhile", async () => {
    const { ctx, organizationId, drop, push, read } = await makeProduct();
    const { droppedPageId } = await drop("System overview");
    await push("Say otherwise", { "README.md": "# Board\n\nBoard is gone.\n" });
    await restoreDroppedPage(ctx, { organizationId, droppedPageId });
    const [purpose] = (await read("System overview")).sections;
    expect(purpose).toMatchObject({ status: "stale", changed: [1] });
  });

  it("is taken back once, and not beside another one of its kind", async () => {
    const { ctx, organizationId, drop } = await makeProduct();
    const { droppedPageId } = await drop("System overview");
    await restoreDroppedPage(ctx, { organizationId, droppedPageId });
    await expect(restoreDroppedPage(ctx, { organizationId, droppedPageId })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("goes on with what was under way when it was dropped", async () => {
    const { ctx, organizationId } = await makeProduct();
    const dropAndRestore = async (artifactId: string) => {
      const { droppedPageId } = await dropArtifact(ctx, { organizationId, artifactId });
      world.enqueued.length = 0;
      await restoreDroppedPage(ctx, { organizationId, droppedPageId });
      return world.enqueued.filter(({ key }) => key === artifactId).map(({ job }) => job);
    };
    const make = async (change: Partial<typeof artifacts.$inferInsert>) => {
      const given = { organizationId, type: "page" as const, mode: "manual" as const, title: "Tides" };
      const sections = [{ title: "Now", content: "High", sources: [] }];
      const { artifactId } = await createArtifact(ctx, { ...given, sections });
      await world.ctx.wholeDb.update(artifacts).set(change).where(eq(artifacts.artifactId, artifactId));
      return artifactId;
    };
    expect(await dropAndRestore(await make({ isUpdating: false }))).toEqual([]);
    expect(await dropAndRestore(await make({ isUpdating: true }))).toEqual(["write-artifact"]);
    const crawled = await make({ isUpdating: true, crawlStatus: "running", crawlUrl: "https://example.test/" });
    expect(await dropAndRestore(crawled)).toEqual(["crawl-artifact"]);
    const [row] = await world.ctx.wholeDb.select().from(artifacts).where(eq(artifacts.artifactId, crawled));
    expect(row?.crawlStatus).toBe("waiting");
  });

  it("is not planned again by a model", async () => {
    const { system, key, titles, drop } = await makeProduct();
    for (const title of await titles()) await drop(title);
    const model = planner(["How delays are announced", "How the tide is read"]);
    await writePages({ ...system, model }, key);
    expect(model.told).toEqual([]);
    expect(await titles()).toEqual([]);
  });
});

describe("a wished page", () => {
  it("is added for each of two who wish the same at once", async () => {
    const { ctx, key } = await makeProduct();
    const wish = () => addWishedPage(ctx, { ...key, wish: "How are delays announced?" });
    const added = await Promise.all([wish(), wish(), wish()]);
    expect(new Set(added.map(({ artifactId }) => artifactId)).size).toBe(3);
  });

  it("is written, and the plan of a model goes on beside it", async () => {
    const { ctx, system, key, organizationId, read, titles } = await makeProduct();
    const { artifactId, title } = await addWishedPage(ctx, { ...key, wish: "How are delays announced?" });
    await writeArtifact(system, { organizationId, artifactId });
    const [section] = (await read(title)).sections;
    expect(section).toMatchObject({ status: "fresh", instructions: { prompt: "How are delays announced?" } });
    expect(section?.content).toContain("announce");
    await writePages(system, key);
    expect(await titles()).toContain(title);
  });

  it("of sections keeps those that the code says something about, and says why where there is none", async () => {
    const { ctx, system, key, organizationId, read } = await makeProduct();
    const wish = "Write a page with the sections how delays are announced and zebra herding";
    const { artifactId, title, sections } = await addWishedPage(ctx, { ...key, wish });
    expect(sections).toHaveLength(2);
    await writeArtifact(system, { organizationId, artifactId });
    expect((await read(title)).sections).toHaveLength(1);
    const other = await addWishedPage(ctx, { ...key, wish: "How are quaggas herded?" });
    await writeArtifact(system, { organizationId, artifactId: other.artifactId });
    expect((await read(other.title)).sections).toMatchObject([{ status: "failed" }]);
  });
});

it("a pinned page stays when its code is gone", async () => {
  const { ctx, system, key, organizationId, titles, idOf } = await makeProduct();
  const second = await createTestRepository();
  await second.commit("Begin", {
    "db/001.sql": "CREATE TABLE boats (id TEXT);\nCREATE TABLE trips (id TEXT, boat_id TEXT REFERENCES boats (id));\n",
  });
  const target = await makeRepository(world, key, { path: second.path });
  await indexRepository(system, target, { isLastTry: true });
  await writePages(system, key);
  const pinned = await pinArtifact(ctx, { organizationId, artifactId: await idOf("Data"), isPinned: true });
  expect(pinned).toMatchObject({ isPinned: true, isPlanned: true });
  await deleteRepository(ctx, target);
  await writePages(system, key);
  await second.remove();
  expect(await titles()).toContain("Data");
  await pinArtifact(ctx, { organizationId, artifactId: await idOf("Data"), isPinned: false });
  expect(await titles()).toContain("Data");
});
