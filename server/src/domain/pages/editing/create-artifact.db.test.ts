import { newArtifactSchema } from "@cairn/contract/pages";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { z } from "zod";

import { artifactTools } from "#server/domain/pages/artifacts.tools.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { searchArtifacts } from "#server/domain/pages/catalog/search-artifacts.ts";
import { makePage } from "#server/testing/make-page.ts";
import { createTestWorld, makeProject, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { createArtifact } from "./create-artifact.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

async function makeTeam() {
  const project = await makeProject(world);
  const key = { organizationId: project.organizationId, projectId: project.projectId };
  const { serviceId } = await makeService(world, key);
  const create = (body: z.input<typeof newArtifactSchema>) =>
    createArtifact(project.ctx, { organizationId: key.organizationId, ...newArtifactSchema.parse(body) });
  return { ...project, key, serviceId, create };
}

const jobsFor = (artifactId: string) => world.enqueued.filter(({ key }) => key === artifactId).map(({ job }) => job);

it("makes a page by hand, with a text or without", async () => {
  const { create, key, owner } = await makeTeam();
  const empty = await create({ ...key, mode: "manual", title: "Tides" });
  expect(empty).toMatchObject({ title: "Tides", revision: 1, sections: [], isUpdating: false, crawl: null });
  expect(empty.creator?.userId).toBe(owner.userId);
  const { sections } = await create({ ...key, mode: "manual", title: "Tides", content: "# Ebb\n\nand flood" });
  expect(sections).toMatchObject([
    {
      title: "Tides",
      kind: "static",
      instructions: null,
      content: "# Ebb\n\nand flood",
      status: "fresh",
      writtenBy: null,
    },
  ]);
});

it("makes a page from an address, which is fetched afterwards", async () => {
  const { create, key } = await makeTeam();
  const page = await create({ ...key, mode: "url", title: "Tides", crawl: { url: "https://example.test/tides" } });
  expect(page).toMatchObject({
    sections: [],
    isUpdating: true,
    crawl: { url: "https://example.test/tides", status: "waiting", fetchedAt: null, error: null },
  });
  expect(jobsFor(page.artifactId)).toEqual(["crawl-artifact"]);
});

it("makes a page of sections for the organization, a product or a service, each at the end of its own tree", async () => {
  const { create, key, serviceId, ctx } = await makeTeam();
  const sections = [
    { title: "Notes", content: "By hand." },
    { title: "Delays", instructions: { prompt: "Tell of delays", output: "plain-text" as const } },
    { title: "Data", instructions: { prompt: "", output: "plain-text" as const }, content: "a,b" },
  ];
  const page = await create({ ...key, serviceId, title: "Tides", sections });
  expect(page).toMatchObject({ isUpdating: true, service: { serviceId }, writtenBy: "Built-in engine" });
  expect(page.sections.map(({ kind, status, instructions }) => [kind, status, instructions?.output])).toEqual([
    ["static", "fresh", undefined],
    ["auto", "updating", "plain-text"],
    ["static", "fresh", "plain-text"],
  ]);
  expect(jobsFor(page.artifactId)).toEqual(["write-artifact"]);
  const child = await create({ ...key, serviceId, parentArtifactId: page.artifactId, title: "Below", content: "Text" });
  expect(child.ancestors).toEqual([{ artifactId: page.artifactId, title: "Tides" }]);
  const parent = await getArtifact(ctx, { ...key, artifactId: page.artifactId });
  expect(parent.children).toEqual([{ artifactId: child.artifactId, title: "Below" }]);
  const whole = await create({ title: "Ours", content: "Text" });
  expect(whole).toMatchObject({ projectId: null, serviceId: null, project: null });
  await expect(
    create({ ...key, parentArtifactId: page.artifactId, title: "Astray", content: "Text" }),
  ).rejects.toMatchObject({
    code: "not_found",
  });
});

it("makes pages at the same time, each with its place", async () => {
  const { create, key, ctx } = await makeTeam();
  const titles = ["A", "B", "C", "D", "E", "F"].map((letter) => `Page ${letter}`);
  await Promise.all(titles.map((title) => create({ ...key, title, content: "Text" })));
  const { content } = await listArtifacts(ctx, { ...key, page: 1, limit: 100 });
  expect(content.map((page) => page.title).toSorted()).toEqual(titles);
  const again = await listArtifacts(ctx, { ...key, page: 1, limit: 100 });
  expect(again).toEqual({ content, page: 1, limit: 100, total: 6 });
});

it("refuses what nobody could read, in words", () => {
  const refusals = [
    { title: "\u200b\u200b\u2060", content: "Text" },
    { title: "Tides" },
    { title: "Tides", sections: [] },
    { title: "Tides", sections: [{ title: "Empty", content: " x " }] },
    { title: "Tides", sections: [{ title: "Short", instructions: { prompt: "x" } }] },
    { title: "Tides", mode: "url", crawl: { url: "file:///etc/passwd" } },
    { title: "Tides", sections: Array.from({ length: 201 }, () => ({ title: "One", content: "Text" })) },
    { title: "Tides", sections: [{ title: "Long", content: "x".repeat(200_001) }] },
  ];
  const messages = refusals.map((body) => newArtifactSchema.safeParse(body).error?.issues[0]?.message);
  expect(messages).toEqual([
    "Title is too short",
    "At least one section is required",
    "At least one section is required",
    "Content is too short",
    "Instructions are too short",
    "Enter a valid URL",
    expect.stringContaining("200"),
    "Content can't be longer than 200,000 characters",
  ]);
});

it("shows everywhere that code changed since, with one question for a whole list", async () => {
  const { key, ctx } = await makeTeam();
  const repositoryId = world.ctx.newId();
  const source = { repositoryId, path: "a.ts", startLine: 1, endLine: 2, commit: "c1", hash: "h" };
  const given = { title: "Changed", prompt: "Tell", content: "Boats wait. [1]", sources: [source], isChanged: true };
  const { artifactId } = await makePage(world, key, {
    title: "Delays",
    sections: [given, { ...given, title: "Held", held: "Less." }, { title: "Fresh", content: "Nobody waits." }],
  });
  await makePage(world, key, { title: "Quiet", sections: [{ content: "Still boats." }] });
  const page = await getArtifact(ctx, { ...key, artifactId });
  expect(page).toMatchObject({ staleSections: 2, heldSections: 1 });
  expect(page.sections.map(({ status, changed, held }) => [status, changed, held?.content])).toEqual([
    ["stale", [1], undefined],
    ["stale", [1], "Less."],
    ["fresh", [], undefined],
  ]);
  const counted = { staleSections: 2, heldSections: 1 };
  const { content } = await listArtifacts(ctx, { ...key, page: 1, limit: 100 });
  expect(content).toMatchObject([
    { title: "Delays", ...counted },
    { title: "Quiet", staleSections: 0, heldSections: 0 },
  ]);
  const found = await searchArtifacts(ctx, {
    organizationId: key.organizationId,
    query: "boats wait",
    page: 1,
    limit: 10,
  });
  expect(found.content[0]?.artifact).toMatchObject({ artifactId, ...counted });
  const [listPages, readPage] = artifactTools;
  const listed = await listPages?.run(ctx, key, { page: 1 });
  expect(listed?.text).toContain(`- Delays (${artifactId}) Code changed since (2 sections)`);
  expect(listed?.text).toMatch(/- Quiet \([-0-9a-f]+\)$/m);
  const text = (await readPage?.run(ctx, key, { artifactId }))?.text;
  expect(text).toContain("## Changed\n\n(Code changed since this section was written: [1])\n\nBoats wait. [1]");
});
