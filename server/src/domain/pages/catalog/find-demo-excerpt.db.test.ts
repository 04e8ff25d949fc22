import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import { markDemo } from "#server/domain/organizations/mark-demo.ts";
import { artifacts, sections, sectionSources } from "#server/platform/db/tables/artifacts.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

import { findDemoExcerpt } from "./find-demo-excerpt.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

async function overviewOf({ organizationId, projectId }: { organizationId: string; projectId: string }) {
  const [artifactId, sectionId] = [world.ctx.newId(), world.ctx.newId()];
  const now = world.ctx.now();
  const page = { artifactId, organizationId, projectId, title: "System overview", plan: "overview" };
  const dates = { createdAt: now, updatedAt: now };
  await world.ctx.wholeDb.insert(artifacts).values({ ...page, ...dates, writtenBy: "Built-in engine" });
  const content = "**Ferry Board** shows departures. [1]\n\nNobody proves this.\n\n- It knows delays. [2]";
  const written = { title: "Purpose", templateKey: "purpose", output: "markdown", status: "fresh" } as const;
  const place = { sectionId, organizationId, artifactId };
  await world.ctx.wholeDb
    .insert(sections)
    .values({ ...place, ...written, position: 1, content, writtenBy: "Built-in engine" });
  const source = { ...place, repositoryId: world.ctx.newId(), path: "README.md", commit: "", blob: "", hash: "" };
  await world.ctx.wholeDb.insert(sectionSources).values([
    { ...source, number: 1, startLine: 3, endLine: 4 },
    { ...source, number: 2, startLine: 9, endLine: 9, changedAt: now },
  ]);
  return { artifactId, sectionId };
}

it("is of the demo alone, and of that only what stands and an engine wrote", async () => {
  const project = await makeProject(world);
  const { artifactId } = await overviewOf(project);
  expect(await findDemoExcerpt(world.ctx)).toBeNull();

  await markDemo(project.system, project);
  // The second sentence has no source, and the third one's lines have changed.
  expect(await findDemoExcerpt(world.ctx)).toEqual({
    productName: "Ferry Board",
    pageTitle: "System overview",
    writtenBy: "Built-in engine",
    sentences: [{ text: "Ferry Board shows departures.", source: { path: "README.md", line: 3 } }],
  });

  await world.ctx.wholeDb.update(sections).set({ writtenBy: null }).where(eq(sections.artifactId, artifactId));
  expect(await findDemoExcerpt(world.ctx)).toBeNull();
});
