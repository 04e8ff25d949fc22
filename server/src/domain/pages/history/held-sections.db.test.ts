import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { updateArtifact } from "#server/domain/pages/editing/update-artifact.ts";
import { boardFiles, documentProduct, readPageRows } from "#server/domain/pages/testing/documented-product.ts";
import { regenerateArtifact } from "#server/domain/pages/writing/regenerate-artifact.ts";
import { writeArtifact } from "#server/domain/pages/writing/write-artifact.ts";
import { writePages } from "#server/domain/pages/writing/write-pages.ts";
import { createTestWorld, makeMember, makeOrganization, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { decideHeldSection } from "./decide-held-section.ts";
import { listRevisions } from "./list-revisions.ts";

let world: TestWorld;
let repositories: { remove(): Promise<void> }[] = [];

beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(async () => {
  await world.close();
  for (const repository of repositories) await repository.remove();
  repositories = [];
});

const longReadme = `# Board\n\n${[
  "Board shows passengers which boat leaves next, from which quay, and whether it is late or cancelled today.",
  "It reads the timetable of the harbour office every night and keeps what the skippers report during the day.",
  "Screens at every quay, the telephone line and the website of the town show the same departures at the same time.",
  "Where a boat is late by five minutes or more, everybody who asked for it is told by a short message.",
].join(" ")}\n`;
const shortReadme = "# Board\n\nBoard shows passengers which boat leaves next from which quay of the town.\n";

/** A product whose README shrank to less than half after its pages were written. */
async function shrunkenProduct() {
  const product = await documentProduct(world, { files: { ...boardFiles, "README.md": longReadme } });
  repositories.push(product.repository);
  const before = await product.readPage("System overview");
  await product.push("Say less", { "README.md": shortReadme });
  await writePages(product.system, product.key);
  const page = await product.readPage("System overview");
  const purpose = page.sections.find(({ title }) => title === "Purpose");
  if (!purpose) throw new Error("the page lost its first section");
  const target = { organizationId: product.organizationId, artifactId: page.artifactId, sectionId: purpose.sectionId };
  return { ...product, before, page, purpose, target };
}

describe("a text that shrank beyond reason", () => {
  it("waits for a person: the former one stays and is still said to be old", async () => {
    const { before, page, purpose, system, key, organizationId } = await shrunkenProduct();
    expect(purpose).toMatchObject({ content: before.sections[0]?.content, status: "stale", isPaused: false });
    expect(purpose.held?.reason).toMatch(/^The new text has \d+ of \d{3} characters$/);
    expect(purpose.held?.content).toContain("from which quay of the town");
    expect(purpose.held?.sources[0]).toMatchObject({ path: "README.md" });
    expect(page).toMatchObject({ heldSections: 1, isUpdating: false });
    const rows = await readPageRows(world, organizationId);
    await writePages(system, key);
    expect(await readPageRows(world, organizationId)).toEqual(rows);
  });

  it("is published by who accepts it, as a revision of theirs", async () => {
    const { ctx, target, owner, page } = await shrunkenProduct();
    const accepted = await decideHeldSection(ctx, { ...target, decision: "accept" });
    expect(accepted.sections[0]).toMatchObject({ status: "fresh", held: null, isPaused: false, changed: [] });
    expect(accepted.sections[0]?.content).toContain("from which quay of the town");
    expect(accepted.sections[0]?.sources[0]).toMatchObject({ path: "README.md" });
    expect(accepted).toMatchObject({ revision: page.revision + 1, heldSections: 0 });
    const [newest] = (await listRevisions(ctx, { ...target, page: 1, limit: 1 })).content;
    expect(newest).toMatchObject({
      cause: "edited",
      createdBy: { userId: owner.userId },
      changedSections: ["Purpose"],
    });
    const again = decideHeldSection(ctx, { ...target, decision: "accept" });
    await expect(again).rejects.toMatchObject({ code: "conflict" });
  });

  it("is left alone after it was discarded, until somebody asks for the section", async () => {
    const { ctx, system, key, target, before, push, organizationId, page } = await shrunkenProduct();
    const discarded = await decideHeldSection(ctx, { ...target, decision: "discard" });
    expect(discarded.sections[0]).toMatchObject({ held: null, isPaused: true, content: before.sections[0]?.content });
    expect(discarded.revision).toBe(page.revision);
    await push("Say less again", { "README.md": shortReadme.replace("town", "city") });
    // Pages of services quote the README too.
    const rowsOfPage = async () =>
      (await readPageRows(world, organizationId)).filter((row) => row.includes(target.artifactId));
    const rows = await rowsOfPage();
    await writePages(system, key);
    expect(await rowsOfPage()).toEqual(rows);
    // Not by asking for all that is old, only by its name.
    await expect(regenerateArtifact(ctx, { ...target, sectionIds: undefined })).rejects.toMatchObject({
      code: "conflict",
      message: "There is nothing to write: every Auto section is up to date",
    });
    const requested = await regenerateArtifact(ctx, { ...target, sectionIds: [target.sectionId] });
    expect(requested.sections[0]).toMatchObject({ status: "updating", isPaused: false });
    await writeArtifact(system, target);
    expect((await getArtifact(ctx, target)).sections[0]?.held?.content).toContain("of the city");
  });

  it("asks nobody to take a section away whose lines have come back", async () => {
    const product = await documentProduct(world, { files: { ...boardFiles, "README.md": longReadme } });
    repositories.push(product.repository);
    const { push, system, key, readPage } = product;
    const [purpose] = (await readPage("System overview")).sections;
    await push("Say nothing", { "README.md": "\n" });
    await writePages(system, key);
    const [held] = (await readPage("System overview")).sections;
    expect(held).toMatchObject({ status: "stale", held: { content: "" }, content: purpose?.content });
    await writePages(system, key);
    expect((await readPage("System overview")).sections[0]?.held).not.toBeNull();
    await push("Say it again", { "README.md": longReadme });
    await writePages(system, key);
    const [back] = (await readPage("System overview")).sections;
    expect(back).toMatchObject({ status: "fresh", held: null, isPaused: false, content: purpose?.content });
  });

  it("is not held where a person asked for something else", async () => {
    const { ctx, system, target, page } = await shrunkenProduct();
    await updateArtifact(ctx, {
      ...target,
      sections: page.sections.map(({ sectionId, title, instructions, content }) =>
        sectionId === target.sectionId
          ? {
              sectionId,
              title,
              instructions: { prompt: "What is this product for, in one sentence?", output: "markdown" },
              content,
            }
          : { sectionId, title, instructions, content },
      ),
    });
    await writeArtifact(system, target);
    const section = (await getArtifact(ctx, target)).sections[0];
    expect(section).toMatchObject({ status: "fresh", held: null });
    expect(section?.content).toContain("from which quay of the town");
  });

  it("is decided by members who may write, and by nobody else", async () => {
    const { target } = await shrunkenProduct();
    const stranger = await makeUser(world);
    const other = await makeOrganization(world);
    for (const ctx of [stranger.ctx, other.ctx]) {
      const deciding = decideHeldSection(ctx, { ...target, decision: "accept" });
      await expect(deciding).rejects.toMatchObject({ code: "not_found" });
    }
    const editor = await makeUser(world);
    await makeMember(world, target.organizationId, editor.userId, "editor");
    const elsewhere = { ...target, sectionId: world.ctx.newId() };
    await expect(decideHeldSection(editor.ctx, { ...elsewhere, decision: "accept" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(decideHeldSection(editor.ctx, { ...target, decision: "discard" })).resolves.toBeDefined();
  });
});

describe("a section about which the code says nothing any more", () => {
  const tables = {
    "db/001.sql": "CREATE TABLE boats (id TEXT);\nCREATE TABLE trips (id TEXT, boat_id TEXT REFERENCES boats (id));\n",
  };

  async function productWithoutTables() {
    const product = await documentProduct(world, { files: { ...boardFiles, ...tables } });
    repositories.push(product.repository);
    await product.repository.git("rm", "-q", "db/001.sql");
    await product.push("No tables", {});
    await writePages(product.system, product.key);
    const page = await product.readPage("Data");
    const section = page.sections.find(({ title }) => title === "Data model");
    const target = { ...product.key, artifactId: page.artifactId, sectionId: section?.sectionId ?? "" };
    return { ...product, page, section, target };
  }

  it("stays until a person lets it go, and then does not come back by itself", async () => {
    const { ctx, system, key, section, target, page, push } = await productWithoutTables();
    expect(section).toMatchObject({ status: "stale", held: { content: "", sources: [] } });
    expect(section?.held?.reason).toBe("The code says nothing about this any more");
    expect(section?.content).toContain("erDiagram");
    const accepted = await decideHeldSection(ctx, { ...target, decision: "accept" });
    expect(accepted.sections.map(({ title }) => title)).not.toContain("Data model");
    expect(accepted.revision).toBe(page.revision + 1);
    await push("Something else", { "src/log.txt": "Else.\n" });
    await writePages(system, key);
    const { content } = await listArtifacts(ctx, { ...key, page: 1, limit: 100 });
    expect(content.map(({ title }) => title)).toContain("System overview");
    expect(content.map(({ title }) => title)).not.toContain("Data");
  });
});
