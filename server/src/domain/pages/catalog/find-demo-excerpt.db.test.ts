import { readFile } from "node:fs/promises";

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { markDemo } from "#server/domain/organizations/mark-demo.ts";
import { artifactRevisions, artifacts, sections, sectionSources } from "#server/platform/db/tables/artifacts.ts";
import { demoCopies, organizations } from "#server/platform/db/tables/organizations.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { findDemoExcerpt, isDemoExcerptAwaited } from "./find-demo-excerpt.ts";
import { shippedDemo } from "./shipped-demo.ts";

let world: TestWorld;
let project: Awaited<ReturnType<typeof makeProject>>;
beforeAll(async () => {
  world = await createTestWorld();
});
beforeEach(async () => {
  await world.ctx.wholeDb.delete(projects);
  project = await makeProject(world);
});
afterAll(() => world.close());

const ownCommit = "1".repeat(40);
const [shipped] = shippedDemo.commits;

async function overviewOf(
  { organizationId, projectId }: { organizationId: string; projectId: string },
  { commits = [shipped, shipped], subject = "Ferry Board" }: { commits?: string[]; subject?: string } = {},
) {
  const [artifactId, sectionId] = [world.ctx.newId(), world.ctx.newId()];
  const now = world.ctx.now();
  const page = { artifactId, organizationId, projectId, title: "System overview", plan: "overview" };
  const dates = { createdAt: now, updatedAt: now };
  await world.ctx.wholeDb.insert(artifacts).values({ ...page, ...dates, writtenBy: "Built-in engine" });
  const content = `**${subject}** shows departures. [1]\n\nNobody proves this.\n\n- It knows delays. [2]`;
  const written = { title: "Purpose", templateKey: "purpose", output: "markdown", status: "fresh" } as const;
  const place = { sectionId, organizationId, artifactId };
  await world.ctx.wholeDb
    .insert(sections)
    .values({ ...place, ...written, position: 1, content, writtenBy: "Built-in engine" });
  const source = { ...place, repositoryId: world.ctx.newId(), path: "README.md", blob: "", hash: "" };
  const [first = "", second = ""] = commits;
  await world.ctx.wholeDb.insert(sectionSources).values([
    { ...source, number: 1, startLine: 3, endLine: 4, commit: first },
    { ...source, number: 2, startLine: 9, endLine: 9, commit: second, changedAt: now },
  ]);
  return { artifactId, sectionId };
}

// The second sentence has no source, and the third one's lines have changed.
const ofTheDemo = {
  productName: "Ferry Board",
  pageTitle: "System overview",
  writtenBy: "Built-in engine",
  sentences: [{ text: "Ferry Board shows departures.", source: { path: "README.md", line: 3 } }],
};

it("knows the code that the demo ships with", async () => {
  const bundle = await readFile(new URL("../../../../demo/ferry-board.bundle", import.meta.url), "latin1");
  expect(shippedDemo.commits).toContain(/^([0-9a-f]{40}) refs\/heads\/main$/m.exec(bundle)?.[1]);
});

it("is of the demo alone, and of that only what stands and an engine wrote", async () => {
  const { artifactId } = await overviewOf(project);
  expect(await findDemoExcerpt(world.ctx)).toBeNull();
  await markDemo(project.system, project);
  expect(await findDemoExcerpt(world.ctx)).toEqual(ofTheDemo);

  const set = (writtenBy: string | null) =>
    world.ctx.wholeDb.update(sections).set({ writtenBy }).where(eq(sections.artifactId, artifactId));
  await set(null);
  expect(await findDemoExcerpt(world.ctx)).toBeNull();
  // A model reads rules and context that people gave it.
  await set("some-model");
  expect(await findDemoExcerpt(world.ctx)).toBeNull();
});

it("shows nothing of a visitor's copy, whatever that says", async () => {
  await markDemo(project.system, project);
  await overviewOf(project);
  const { organizationId, owner } = project;
  const createdAt = world.ctx.now();
  await world.ctx.wholeDb
    .insert(demoCopies)
    .values({ organizationId, userId: owner.userId, state: "ready", createdAt });
  expect(await findDemoExcerpt(world.ctx)).toBeNull();
});

it("shows nothing of code that somebody brought to the demo, also when there is nothing else to show", async () => {
  await markDemo(project.system, project);
  await overviewOf(await makeProject(world, project.organization), {
    commits: [ownCommit, ownCommit],
    subject: "Ours",
  });
  await overviewOf(await makeProject(world, project.organization), { commits: [shipped, ownCommit], subject: "Both" });
  expect(await findDemoExcerpt(world.ctx)).toBeNull();
  const { sectionId } = await overviewOf(project);
  expect(await findDemoExcerpt(world.ctx)).toEqual(ofTheDemo);
  await world.ctx.wholeDb.update(sections).set({ status: "updating" }).where(eq(sections.sectionId, sectionId));
  expect(await findDemoExcerpt(world.ctx)).toBeNull();
});

it("shows no name that people chose, and no page that a person changed", async () => {
  await markDemo(project.system, project);
  const { artifactId } = await overviewOf(project);
  await world.ctx.wholeDb.update(projects).set({ name: "Buy now" }).where(eq(projects.projectId, project.projectId));
  await world.ctx.wholeDb.update(artifacts).set({ title: "Cheap" }).where(eq(artifacts.artifactId, artifactId));
  expect(await findDemoExcerpt(world.ctx)).toEqual(ofTheDemo);
  const { organizationId, owner } = project;
  const revision = { organizationId, artifactId, title: "Cheap", versionIds: [], createdAt: world.ctx.now() };
  const change = async (number: number, createdBy: string | null) =>
    await world.ctx.wholeDb
      .insert(artifactRevisions)
      .values({ ...revision, revision: number, cause: "written", createdBy });
  await change(1, null);
  expect(await findDemoExcerpt(world.ctx)).toEqual(ofTheDemo);
  await change(2, owner.userId);
  expect(await findDemoExcerpt(world.ctx)).toBeNull();
});

it("is waited for from the first start on until the first pages are written, and of no copy", async () => {
  await world.ctx.wholeDb.update(organizations).set({ isDemo: false });
  expect(await isDemoExcerptAwaited(world.ctx)).toBe(false);
  await markDemo(project.system, project);
  expect(await isDemoExcerptAwaited(world.ctx)).toBe(true);
  await world.ctx.wholeDb.update(projects).set({ pagesWrittenAt: world.ctx.now() });
  expect(await isDemoExcerptAwaited(world.ctx)).toBe(false);
  const { organizationId, owner, system } = await makeProject(world);
  await markDemo(system, { organizationId });
  await world.ctx.wholeDb
    .insert(demoCopies)
    .values({ organizationId, userId: owner.userId, state: "ready", createdAt: world.ctx.now() });
  expect(await isDemoExcerptAwaited(world.ctx)).toBe(false);
});
