import { getArtifact as getArtifactContract, newArtifactSchema } from "@cairn/contract/pages";
import { sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";

import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { deleteArtifact } from "#server/domain/pages/catalog/delete-artifact.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { placeArtifact } from "#server/domain/pages/catalog/place-artifact.ts";
import { createArtifact } from "#server/domain/pages/editing/create-artifact.ts";
import { listRevisions } from "#server/domain/pages/history/list-revisions.ts";
import { findProjectRepositories } from "#server/domain/repositories/catalog/find-repository.ts";
import { hashLines } from "#server/engine/evidence/evidence.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";
import { hostWithReadme } from "#server/testing/host-with-readme.ts";
import { createTestWorld, makeProject, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { exportPagesToBranch } from "./export-pages-to-branch.ts";
import { exportPages } from "./export-pages.ts";
import { gatherFiles, listAllPages } from "./gather-pages.ts";
import { getSitemap } from "./get-sitemap.ts";
import { importFiles } from "./import-files.ts";
import { importPagesFromBranch } from "./import-pages-from-branch.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

/** A product with hosted code, and pages of every kind on three levels. */
async function documentedProject() {
  const project = await makeProject(world);
  const { ctx, organizationId, projectId, system } = project;
  await hostWithReadme(system, { organizationId, projectId, slug: "ferry-board" });
  const [row] = await findProjectRepositories(system, project);
  const repositoryId = row?.repositoryId ?? "";
  await indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
  const directory = hostedDirectory(world.dataDirectory, repositoryId);
  const commit = (await runGit({ directory, args: ["rev-parse", "main"] })).stdout.toString().trim();
  const { serviceId } = await makeService(world, project, { name: "Departures API", repositoryId });
  const source = {
    repositoryId,
    path: "README.md",
    startLine: 1,
    endLine: 1,
    commit,
    hash: hashLines(["# Ferry Board"]),
  };
  const make = (body: object) =>
    createArtifact(ctx, { organizationId, ...newArtifactSchema.parse({ title: "Page", projectId, ...body }) });
  const overview = await make({
    title: "Overview: “what” & why",
    sections: [
      { title: "Purpose", content: "It is called so [1].\n\n| a | b |\n| - | - |\n| 1 | 2 |", sources: [source] },
      { title: "Parts", instructions: { prompt: "", output: "mermaid" }, content: "graph TD\n  a-->b" },
    ],
  });
  const child = await make({ title: "Alarms", parentArtifactId: overview.artifactId, content: "Call *somebody*." });
  const first = await make({ title: "First", content: "The last that was made comes first." });
  await placeArtifact(ctx, {
    organizationId,
    artifactId: first.artifactId,
    parentArtifactId: null,
    beforeArtifactId: overview.artifactId,
  });
  const reference = await make({ title: "Reference", serviceId, content: "GET /departures" });
  const ids = { overview, child, first, reference };
  return { ...project, repositoryId, directory, source, pages: ids };
}

it("goes to a branch as one commit, comes back identical, and changes nothing twice", async () => {
  const { ctx, organizationId, projectId, repositoryId, directory, pages } = await documentedProject();
  const target = { organizationId, projectId, repositoryId, branch: "docs/pages", folder: "handbook" };
  const scope = { organizationId, projectId };
  const before = await gatherFiles(ctx, scope);
  const exported = await exportPagesToBranch(ctx, target);
  expect(exported).toMatchObject({ commit: expect.stringMatching(/^[0-9a-f]{40}$/), files: 8 });
  expect(await exportPagesToBranch(ctx, target)).toEqual({ commit: null, files: 8 });
  const listing = (await runGit({ directory, args: ["ls-tree", "-r", "--name-only", "docs/pages"] })).stdout.toString();
  expect(listing).toContain("README.md\n");
  expect(listing).toMatch(/^handbook\/product-[0-9a-f]+\/overview-what-why\/alarms\.md$/m);

  expect(await importPagesFromBranch(ctx, target)).toEqual({ created: 0, updated: 0, unchanged: 4, refused: [] });
  for (const { artifactId } of Object.values(pages)) await deleteArtifact(ctx, { organizationId, artifactId });
  expect(await importPagesFromBranch(ctx, target)).toEqual({ created: 4, updated: 0, unchanged: 0, refused: [] });
  expect(await gatherFiles(ctx, scope)).toEqual(before);
  expect(await exportPagesToBranch(ctx, target)).toEqual({ commit: null, files: 8 });
  const again = await getArtifact(ctx, { organizationId, artifactId: pages.overview.artifactId });
  expect(getArtifactContract.response.parse(again).sections[0]?.sources).toEqual(pages.overview.sections[0]?.sources);
});

it("takes edits made by hand as a new revision, and refuses what its code does not say", async () => {
  const { ctx, organizationId, projectId, pages } = await documentedProject();
  const scope = { organizationId, projectId };
  const files = await gatherFiles(ctx, scope);
  const edited = files.map((file) =>
    file.path.endsWith("first.md") ? { ...file, content: file.content.replace("The last", "What was") } : file,
  );
  expect(await importFiles(ctx, scope, edited)).toMatchObject({ updated: 1, unchanged: 3, refused: [] });
  const { artifactId } = pages.first;
  const { sections } = await getArtifact(ctx, { organizationId, artifactId });
  expect(sections[0]?.content).toBe("What was that was made comes first.");
  const { content } = await listRevisions(ctx, { organizationId, artifactId, page: 1, limit: 10 });
  expect(content.map(({ cause }) => cause)).toEqual(["imported", "created"]);

  const forged = files.map((file) =>
    file.path.includes("overview")
      ? { ...file, content: file.content.replace(/"hash": "[0-9a-f]+"/, '"hash": "00"') }
      : file,
  );
  const report = await importFiles(ctx, scope, forged);
  expect(report).toMatchObject({ created: 0, updated: 1, refused: [{ path: expect.stringContaining("overview") }] });
  expect(report.refused[0]?.reason).toMatch(/^“Purpose”: /);
});

it("gives what did not change no new version, and passes over places where no page can lie", async () => {
  const { ctx, organizationId, projectId, pages } = await documentedProject();
  const scope = { organizationId, projectId };
  const files = await gatherFiles(ctx, scope);
  const { artifactId } = pages.overview;
  const listVersions = async () => {
    const found = await world.ctx.wholeDb.execute<{ title: string; versions: number }>(sql`
      select title, count(*)::int as versions from section_versions where artifact_id = ${artifactId} group by title`);
    return Object.fromEntries(found.rows.map(({ title, versions }) => [title, versions]));
  };
  const belowItself = `page: ${artifactId}\nbelow: ${pages.child.artifactId}\n`;
  const belowAnother = `page: ${pages.first.artifactId}\nbelow: ${pages.reference.artifactId}\n`;
  const edited = files.map(({ path, content }) => ({
    path,
    content: content
      .replace("It is called so", "It is named so")
      .replace(`page: ${artifactId}\n`, belowItself)
      .replace(`page: ${pages.first.artifactId}\n`, belowAnother),
  }));
  expect(await importFiles(ctx, scope, edited)).toEqual({ created: 0, updated: 1, unchanged: 3, refused: [] });
  expect(await listVersions()).toEqual({ Purpose: 2, Parts: 1 });
  const { parentArtifactId } = await getArtifact(ctx, { organizationId, artifactId });
  expect(parentArtifactId).toBeNull();
});

it("knows a file with what no database holds again", async () => {
  const { ctx, organizationId, projectId } = await documentedProject();
  const scope = { organizationId, projectId };
  const files = (await gatherFiles(ctx, scope)).map(({ path, content }) => ({
    path,
    content: path.endsWith("first.md") ? content.replace("The last", "The\0last \ud800") : content,
  }));
  expect(await importFiles(ctx, scope, files)).toMatchObject({ updated: 1, unchanged: 3 });
  expect(await importFiles(ctx, scope, files)).toMatchObject({ updated: 0, unchanged: 4 });
});

it("leaves what people keep beside the pages, and takes pages away that are gone", async () => {
  const { ctx, organizationId, projectId, repositoryId, directory, pages } = await documentedProject();
  const target = { organizationId, projectId, repositoryId, branch: "whole", folder: "" };
  const listFiles = async (branch: string) =>
    (await runGit({ directory, args: ["ls-tree", "-r", "--name-only", branch] })).stdout.toString().trim().split("\n");
  const code = await listFiles("main");
  await exportPagesToBranch(ctx, target);
  expect(await listFiles("whole")).toHaveLength(code.length + 8);
  await deleteArtifact(ctx, { organizationId, artifactId: pages.first.artifactId });
  expect((await exportPagesToBranch(ctx, target)).commit).not.toBeNull();
  const left = await listFiles("whole");
  expect(left).toEqual(expect.arrayContaining(code));
  expect(left).toHaveLength(code.length + 6);
});

it("never takes over a page of another product, and tells nothing about those of other organizations", async () => {
  const theirs = await documentedProject();
  const files = await gatherFiles(theirs.ctx, { organizationId: theirs.organizationId, projectId: theirs.projectId });
  const ours = await makeProject(world);
  const scope = { organizationId: ours.organizationId, projectId: ours.projectId };
  const renamed = files.map(({ path, content }) => ({
    path,
    content: content.replaceAll(theirs.projectSlug, ours.projectSlug),
  }));
  const report = await importFiles(ours.ctx, scope, renamed);
  expect(report.refused.map(({ reason }) => reason)).toEqual([
    expect.stringContaining("repository “ferry-board”, which is not here"),
    expect.stringContaining("has no service “Departures API”"),
  ]);
  expect(report).toMatchObject({ created: 2 });
  const made = await listAllPages(ours.ctx, scope);
  const foreignIds = Object.values(theirs.pages).map(({ artifactId }) => artifactId);
  expect(made.some(({ artifactId }) => foreignIds.includes(artifactId))).toBe(false);
  expect(await importFiles(ours.ctx, scope, files)).toMatchObject({ created: 0, updated: 0 });
});

it("fills a zip archive with the same files", async () => {
  const { ctx, organizationId, projectId, projectSlug } = await documentedProject();
  const archive = await exportPages(ctx, { organizationId, projectId });
  expect(archive).toMatchObject({ contentType: "application/zip", filename: `${projectSlug}-pages.zip` });
  const bytes = new Uint8Array(await new Response(archive.bytes).arrayBuffer());
  expect(bytes.length).toBe(archive.size);
  const entries = Object.entries(unzipSync(bytes)).map(([path, content]) => ({ path, content: strFromU8(content) }));
  expect(entries).toEqual(await gatherFiles(ctx, { organizationId, projectId }));
});

it("refuses branches and folders that git would take for something else, and repositories it cannot write to", async () => {
  const { ctx, organizationId, projectId, repositoryId } = await documentedProject();
  const target = { organizationId, projectId, repositoryId, branch: "docs", folder: "docs" };
  for (const change of [
    { branch: "a..b" },
    { branch: "0".repeat(40) },
    { branch: "-x y" },
    { branch: "-x" },
    { branch: "HEAD" },
    { branch: "refs/heads/docs" },
    { folder: "../up" },
    { folder: ".git" },
  ]) {
    await expect(exportPagesToBranch(ctx, { ...target, ...change })).rejects.toMatchObject({ code: "invalid_input" });
  }
  await expect(importPagesFromBranch(ctx, { ...target, branch: "gone" })).rejects.toThrow("Branch not found");
  const foreign = await makeProject(world);
  const elsewhere = exportPagesToBranch(foreign.ctx, { ...target, organizationId: foreign.organizationId });
  await expect(elsewhere).rejects.toMatchObject({ code: "not_found" });
});

it("draws the sitemap of a product", async () => {
  const { ctx, organizationId, projectId } = await documentedProject();
  const { projects } = await getSitemap(ctx, { organizationId, projectId });
  expect(projects[0]?.pages.map(({ title, children }) => [title, children.map((child) => child.title)])).toEqual([
    ["First", []],
    ["Overview: “what” & why", ["Alarms"]],
  ]);
  expect(projects[0]?.services[0]?.pages.map(({ title }) => title)).toEqual(["Reference"]);
});
