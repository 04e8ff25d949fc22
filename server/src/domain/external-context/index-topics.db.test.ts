import { randomUUID } from "node:crypto";
import { rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import { topicIdOfPath } from "@cairn/contract/external-context";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { readPageSources, writeSectionSources } from "#server/domain/ledger/section-sources.ts";
import { checkEvidence, hashLines, toLines } from "#server/engine/evidence/evidence.ts";
import { artifacts, sections } from "#server/platform/db/tables/artifacts.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { contextDirectory } from "#server/platform/storage/data-folders.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { createTopic } from "./create-topic.ts";
import { deleteTopic } from "./delete-topic.ts";
import { getTopic } from "./get-topic.ts";
import { indexTopics } from "./index-topics.ts";
import { openContext } from "./open-context.ts";
import { removeContextFiles, startRemovingContexts } from "./remove-context.ts";
import { resumeContext } from "./resume-context.ts";
import { restartIndexingTopics } from "./start-work.ts";
import { updateTopic } from "./update-topic.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;
let key: { organizationId: string; projectId: string };

beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  project = await makeProject(world);
  key = { organizationId: project.organizationId, projectId: project.projectId };
  world.enqueued.length = 0;
});

const rules =
  "# Quay rules\n\nBoats berth in the order of their arrival.\n\n## Fog\n\nIn fog the harbourmaster sounds the horn every ninety seconds.\n";

const add = (title: string, content: string) => createTopic(project.ctx, { ...key, mode: "manual", title, content });
const index = () => indexTopics(project.system, key);
const find = async (query: string) =>
  ((await openContext(project.ctx, key))?.index.search(query) ?? []).map((hit) => topicIdOfPath(hit.path));
const isThere = (location: string) =>
  stat(location).then(
    () => true,
    () => false,
  );

it("finds a topic's passage with a source whose lines check", async () => {
  const { topicId } = await add("Règles / du quai", rules);
  await add("Fares", "A ticket costs four crowns.\n");
  expect(await openContext(project.ctx, key)).toBeNull();
  await index();
  expect((await getTopic(project.ctx, { ...key, topicId })).isIndexed).toBe(true);

  const context = await openContext(project.ctx, key);
  expect(context).toMatchObject({ repositoryId: key.projectId, name: "external-context", branch: "main" });
  const [hit] = context?.index.search("how often does the horn sound in fog?") ?? [];
  expect(hit?.path).toBe(`règles-du-quai/${topicId}.md`);
  const { startLine = 0, endLine = 0 } = hit?.ranges[0] ?? {};
  const evidence = { repositoryId: key.projectId, path: hit?.path ?? "", startLine, endLine };
  if (!context) throw new Error("no context");
  const source = await checkEvidence(new Map([[key.projectId, context.reader]]), evidence);
  const lines = toLines(rules).slice(startLine - 1, endLine);
  expect(lines.join("\n")).toContain("every ninety seconds");
  expect(source).toEqual({ ...evidence, commit: context.index.commit, hash: hashLines(lines) });
});

it("follows what people change: texts, titles, new and deleted topics", async () => {
  const { topicId } = await add("Fog", "The horn sounds.\n");
  const fares = await add("Fares", "A ticket costs four crowns.\n");
  await index();
  expect(await find("crowns")).toEqual([fares.topicId]);
  const changed = await updateTopic(project.ctx, { ...key, topicId, title: "Mist", content: "The bell rings.\n" });
  expect(changed.isIndexed).toBe(false);
  await deleteTopic(project.ctx, { ...key, topicId: fares.topicId });
  await index();
  expect([await find("horn"), await find("crowns"), await find("bell")]).toEqual([[], [], [topicId]]);
  expect((await openContext(project.ctx, key))?.index.files().map((file) => file.path)).toEqual([`mist/${topicId}.md`]);
  expect((await getTopic(project.ctx, { ...key, topicId })).isIndexed).toBe(true);

  await deleteTopic(project.ctx, { ...key, topicId });
  await index();
  expect(await openContext(project.ctx, key)).toBeNull();
  expect(await isThere(contextDirectory(world.dataDirectory, key.projectId))).toBe(false);
  expect(await isThere(world.ctx.indexes.directory(key.projectId))).toBe(false);
});

it("goes on reading the former state while somebody still answers from it", async () => {
  const { topicId } = await add("Fog", "The horn sounds.\n");
  await index();
  const former = await openContext(project.ctx, key);
  await updateTopic(project.ctx, { ...key, topicId, content: "The bell rings.\n" });
  await index();
  expect(await former?.reader.readLines(`fog/${topicId}.md`)).toEqual(["The horn sounds."]);
  expect(await (await openContext(project.ctx, key))?.reader.readLines(`fog/${topicId}.md`)).toEqual([
    "The bell rings.",
  ]);
});

it("ends at what stands there when several run at once while people write", async () => {
  const { topicId } = await add("Fog", "State 0\n");
  const runs: Promise<void>[] = [];
  for (let n = 1; n <= 6; n += 1) {
    runs.push(index());
    await updateTopic(project.ctx, { ...key, topicId, content: `State ${n} of horn${n}\n` });
    runs.push(index());
  }
  await Promise.all(runs);
  const context = await openContext(project.ctx, key);
  expect(await context?.reader.readLines(`fog/${topicId}.md`)).toEqual(["State 6 of horn6"]);
  expect(await find("horn6")).toEqual([topicId]);
  expect((await getTopic(project.ctx, { ...key, topicId })).isIndexed).toBe(true);
});

it("does not say that a topic is indexed that was changed while it was read", async () => {
  const { topicId } = await add("Fog", "The horn sounds.\n");
  const change = () => updateTopic(project.ctx, { ...key, topicId, content: "The bell rings.\n" });
  const { db: before } = project.system;
  const transaction: typeof before.transaction = async (...call) => {
    await change();
    return await before.transaction(...call);
  };
  const db = Object.assign(Object.create(before) as typeof before, { transaction });
  await indexTopics({ ...project.system, db }, key);
  expect((await getTopic(project.ctx, { ...key, topicId })).isIndexed).toBe(false);
});

it("takes along what pages say of topics, and marks what was changed or deleted", async () => {
  const { topicId } = await add("Fog", "# Fog\n\nThe horn sounds.\n\nThe bell rings.\n");
  const fares = await add("Fares", "A ticket costs four crowns.\n");
  await index();
  const cited = [
    { path: `fog/${topicId}.md`, startLine: 3, endLine: 3 },
    { path: `fog/${topicId}.md`, startLine: 5, endLine: 5 },
    { path: `fares/${fares.topicId}.md`, startLine: 1, endLine: 1 },
  ];
  const context = await openContext(project.ctx, key);
  const readers = new Map(context ? [[key.projectId, context.reader]] : []);
  const found = await Promise.all(
    cited.map((range) => checkEvidence(readers, { repositoryId: key.projectId, ...range })),
  );
  const sources = found.filter((source) => source !== null);
  const [artifactId, sectionId] = [randomUUID(), randomUUID()];
  const page = { organizationId: key.organizationId, artifactId };
  const now = world.ctx.now();
  const made = { title: "Fog", writtenBy: "Built-in engine", createdAt: now, updatedAt: now };
  await world.ctx.db.insert(artifacts).values({ ...page, projectId: key.projectId, ...made });
  const content = { title: "Horn", output: "markdown" as const, content: "It sounds. [1]", status: "fresh" as const };
  await world.ctx.db.insert(sections).values({ ...page, sectionId, position: 1, ...content });
  await project.system.db.transaction((tx) => writeSectionSources(project.system, tx, { ...page, sectionId, sources }));
  const ledger = async () => (await readPageSources(project.system.db, page)).get(sectionId);

  const text = "# Fog\n\nIn autumn.\n\nThe horn sounds.\n\nThe bell is silent.\n";
  await updateTopic(project.ctx, { ...key, topicId, content: text });
  await index();
  const commit = (await openContext(project.ctx, key))?.index.commit;
  const moved = await ledger();
  expect(moved?.changed).toEqual([2]);
  expect(moved?.sources[0]).toMatchObject({ startLine: 5, endLine: 5, commit });
  expect(moved?.sources[2]).toMatchObject({ startLine: 1, endLine: 1, commit });

  await updateTopic(project.ctx, { ...key, topicId, title: "Mist" });
  await deleteTopic(project.ctx, { ...key, topicId: fares.topicId });
  await index();
  expect(await ledger()).toMatchObject({ changed: [2, 3], sources: [{ path: `mist/${topicId}.md` }, {}, {}] });
  await deleteTopic(project.ctx, { ...key, topicId });
  await index();
  expect((await ledger())?.changed).toEqual([1, 2, 3]);
});

describe("what is derived", () => {
  it("is built again wherever it is missing", async () => {
    await add("Fog", rules);
    await index();
    const repository = contextDirectory(world.dataDirectory, key.projectId);
    const resumed = async () => {
      world.enqueued.length = 0;
      await resumeContext(world.ctx);
      return world.enqueued.filter((job) => job.key === key.projectId).map(({ job }) => job);
    };
    expect(await resumed()).toEqual([]);
    await rm(repository, { recursive: true });
    expect(await resumed()).toEqual(["index-topics"]);
    await index();
    expect(await (await openContext(project.ctx, key))?.reader.readLines("fog/x.md")).toBeNull();
    await world.ctx.indexes.remove(key.projectId);
    expect(await resumed()).toEqual(["index-topics"]);
    await index();
    expect(await find("harbourmaster horn")).toHaveLength(1);
    await add("Fares", "A ticket costs four crowns.\n");
    expect(await resumed()).toEqual(["index-topics"]);
  });

  it("is thrown away by a reset, and the topics stay", async () => {
    const { topicId } = await add("Fog", rules);
    await index();
    const mark = path.join(contextDirectory(world.dataDirectory, key.projectId), "mark");
    await writeFile(mark, "");
    world.enqueued.length = 0;
    await restartIndexingTopics(project.ctx, project.ctx.db, key);
    expect(world.enqueued).toEqual([{ job: "index-topics", data: key, key: key.projectId }]);
    expect(await getTopic(project.ctx, { ...key, topicId })).toMatchObject({ content: rules, isIndexed: false });
    await index();
    expect(await isThere(mark)).toBe(false);
    expect(await getTopic(project.ctx, { ...key, topicId })).toMatchObject({ isIndexed: true });
    await writeFile(mark, "");
    await index();
    expect(await isThere(mark)).toBe(true);
  });

  it("goes with its project, also when that is deleted in the middle of a run", async () => {
    await add("Fog", rules);
    await index();
    const places = [contextDirectory(world.dataDirectory, key.projectId), world.ctx.indexes.directory(key.projectId)];
    await removeContextFiles(world.ctx, key);
    expect(await Promise.all(places.map(isThere))).toEqual([true, true]);
    world.enqueued.length = 0;
    await startRemovingContexts(project.ctx, project.ctx.db, { organizationId: key.organizationId });
    const { projectId } = key;
    expect(world.enqueued).toEqual([{ job: "remove-context-files", data: { projectId }, key: projectId }]);
    await world.ctx.db.delete(projects).where(eq(projects.projectId, projectId));
    await removeContextFiles(world.as({ kind: "anonymous" }), key);
    expect(await Promise.all(places.map(isThere))).toEqual([false, false]);
    await index();
    expect(await Promise.all(places.map(isThere))).toEqual([false, false]);
  });
});
