import type { ImplementationDocument } from "@cairn/contract/implementation-documents";
import type { Implementation } from "@cairn/contract/implementations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { commitOnTop } from "#server/domain/implementations/testing/commit-on-top.ts";
import {
  ferryFiles,
  implementFiles,
  keyOf,
  makeDocumentedProject,
  prepare,
  type DocumentedProject,
  startedOtherwise,
  withGauge,
} from "#server/domain/implementations/testing/documented-run.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { updateArtifact } from "#server/domain/pages/editing/update-artifact.ts";
import { readPageRows } from "#server/domain/pages/testing/documented-product.ts";
import { implementations } from "#server/platform/db/tables/implementations.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { createTestWorld, makeMember, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { listImplementationDocuments } from "./list-implementation-documents.ts";
import { updateImplementationDocument } from "./update-implementation-document.ts";

let world: TestWorld;
let lena: Awaited<ReturnType<typeof makeUser>>;
beforeAll(async () => {
  world = await createTestWorld();
  lena = await makeUser(world, { firstName: "Lena", lastName: "Brandt" });
});
afterAll(() => world.close());

const server = ferryFiles["src/server.ts"];
const withDelays = server.replace(
  "announce(",
  'app.get("/delays", (_request, response) => response.json([]));\nannounce(',
);
const lateAlone = ferryFiles["README.md"].replace("late or cancelled", "late");

const list = (project: DocumentedProject, one: Implementation) =>
  listImplementationDocuments(project.ctx, keyOf(project, one));
const find = (content: readonly ImplementationDocument[], title: string): ImplementationDocument => {
  const found = content.find((one) => one.title === title);
  if (found === undefined) throw new Error(`${title} is not among ${content.map((one) => one.title).join()}`);
  return found;
};
type Decision = Partial<Pick<Parameters<typeof updateImplementationDocument>[1], "decision" | "content">>;
const decide = (project: DocumentedProject, one: Implementation, document: ImplementationDocument, body: Decision) => {
  const { documentId, version } = document;
  return updateImplementationDocument(lena.ctx, { ...keyOf(project, one), documentId, version, ...body });
};
const makeProject = async () => {
  const project = await makeDocumentedProject(world);
  await makeMember(world, project.organizationId, lena.userId, "editor");
  return project;
};

describe("the documents of an implementation", () => {
  it("are the sections that merging makes untrue, with what they would say then; readers see nothing of it", async () => {
    const project = await makeProject();
    const before = await readPageRows(world, project.organizationId);
    const one = await implementFiles(world, project, {
      "src/server.ts": withDelays,
      "README.md": lateAlone,
      ...startedOtherwise,
    });
    const asked = world.enqueued.length;
    expect(await list(project, one)).toMatchObject({ state: "preparing", content: [], head: one.head });
    expect(await list(project, one)).toMatchObject({ state: "preparing" });
    expect(world.enqueued.slice(asked)).toMatchObject([{ job: "prepare-documents", key: one.implementationId }]);
    const found = await prepare(project, one);
    expect(found).toMatchObject({ state: "ready", note: null });
    expect(found.content.map(({ page, title, kind }) => `${page.title}: ${title} ${kind}`)).toEqual([
      "System overview: Purpose changed",
      "Getting started: Run changed",
      "api: Endpoints changed",
    ]);
    const endpoints = find(found.content, "Endpoints");
    expect(endpoints).toMatchObject({ lists: ["endpoints"], lines: [], decision: null, edited: null, problem: null });
    expect(endpoints.former?.content).not.toContain("/delays");
    expect(endpoints.proposal?.content).toContain("| GET | `/delays` | `src/server.ts` [1] |");
    expect(endpoints.proposal?.sources).toHaveLength(2);
    expect(find(found.content, "Purpose").lines).toEqual([{ path: "README.md", startLine: 3, endLine: 3 }]);
    expect(await readPageRows(world, project.organizationId)).toEqual(before);
    // Nobody asks twice for what is known.
    await list(project, one);
    expect(world.enqueued.slice(asked)).toHaveLength(1);
  });

  it("say what comes onto a page and what goes from it, and leave out what reads as before", async () => {
    const project = await makeProject();
    const one = await implementFiles(world, project, withGauge);
    const added = (await prepare(project, one)).content;
    expect(added.map(({ title, kind, sectionId }) => [title, kind, sectionId])).toEqual([["Settings", "added", null]]);
    expect(find(added, "Settings").proposal?.content).toContain("`TIDE_GAUGE`");
    const other = await implementFiles(world, project, { "src/server.ts": 'import "./delay.ts";\n' });
    const removed = find((await prepare(project, other)).content, "Endpoints");
    expect(removed).toMatchObject({ kind: "removed", proposal: null, lists: ["endpoints"] });
    const same = await implementFiles(world, project, { "src/log.txt": "Nothing is cited here either.\n" });
    expect(await prepare(project, same)).toMatchObject({ state: "ready", content: [] });
  });

  it("follow the base branch, and keep a decision exactly as long as both texts are the same", async () => {
    const project = await makeProject();
    const one = await implementFiles(world, project, {
      "src/server.ts": withDelays,
      "README.md": lateAlone,
      ...startedOtherwise,
    });
    const { content } = await prepare(project, one);
    expect(await decide(project, one, find(content, "Endpoints"), { decision: "accepted" })).toMatchObject({
      decision: "accepted",
      decidedBy: { userId: lena.userId, firstName: "Lena" },
    });
    await decide(project, one, find(content, "Run"), { decision: "refused" });
    const edited = await decide(project, one, find(content, "Purpose"), { content: "Who waits sees it. [1]" });
    expect(edited).toMatchObject({ edited: "Who waits sees it. [1]", decision: null });
    const parent = await project.git("rev-parse", "main");
    const readme = ferryFiles["README.md"].replace("# Board\n", "# Board\n\n<!-- ferries -->\n");
    const files = { "README.md": readme.replace("Board shows", "The board shows") };
    // The same lines on both sides: it does not merge any more.
    const refused = await commitOnTop(project, { parent, ref: "refs/heads/main", files });
    expect(await list(project, one)).toMatchObject({ state: "unavailable", content: [] });
    await project.git("update-ref", "refs/heads/main", parent, refused);
    const tide = { "src/tide.ts": ferryFiles["src/tide.ts"].replace("return 1", "return 2") };
    await commitOnTop(project, { parent, ref: "refs/heads/main", files: tide });
    expect(await list(project, one)).toMatchObject({ state: "preparing", note: expect.stringContaining("main") });
    await project.index();
    await project.writeAll();
    const again = (await prepare(project, one)).content;
    expect(find(again, "Endpoints")).toMatchObject({ decision: "accepted", edited: null });
    expect(find(again, "Run").decision).toBe("refused");
    expect(find(again, "Purpose").edited).toBe("Who waits sees it. [1]");
    // A revision says it in other words: what was decided was about others.
    const revised = await commitOnTop(project, {
      parent: one.head ?? "",
      ref: `refs/heads/${one.workingBranch}`,
      files: { "README.md": lateAlone.replace("late today", "late this week") },
    });
    const isOne = eq(implementations.implementationId, one.implementationId);
    await world.ctx.db.update(implementations).set({ headOid: revised }).where(isOne);
    await expect(decide(project, one, find(again, "Purpose"), { decision: null })).rejects.toMatchObject({
      code: "conflict",
    });
    const last = (await prepare(project, one)).content;
    expect(find(last, "Purpose")).toMatchObject({ edited: null, formerEdit: "Who waits sees it. [1]", decision: null });
    expect(find(last, "Run").decision).toBe("refused");
    expect(find(last, "Endpoints").decision).toBe("accepted");
  });

  it("are worked out anew where somebody changes the page, and are refused to whoever saw another text", async () => {
    const project = await makeProject();
    const one = await implementFiles(world, project, { "README.md": lateAlone });
    const purpose = find((await prepare(project, one)).content, "Purpose");
    const page = await getArtifact(project.ctx, { ...project, artifactId: purpose.page.artifactId });
    const sections = page.sections.map((section) => ({
      ...section,
      instructions: section.sectionId === purpose.sectionId ? null : section.instructions,
      content: section.sectionId === purpose.sectionId ? "It shows boats. [1]" : section.content,
    }));
    await updateArtifact(project.ctx, { ...project, artifactId: page.artifactId, sections });
    expect(await list(project, one)).toMatchObject({ state: "preparing" });
    const byPerson = find((await prepare(project, one)).content, "Purpose");
    expect(byPerson).toMatchObject({ kind: "unwritten", proposal: null, former: { content: "It shows boats. [1]" } });
    await expect(decide(project, one, purpose, { decision: "accepted" })).rejects.toMatchObject({ code: "not_found" });
    const stale = { ...byPerson, version: "another" };
    await expect(decide(project, one, stale, { decision: "refused" })).rejects.toMatchObject({ code: "conflict" });
    await expect(decide(project, one, byPerson, { decision: "accepted" })).rejects.toMatchObject({
      message: "Nobody has a new text for “Purpose”. Edit it before you accept it.",
    });
    expect(
      await decide(project, one, byPerson, { decision: "accepted", content: "It shows late boats. [1]" }),
    ).toMatchObject({ decision: "accepted", edited: "It shows late boats. [1]" });
  });

  it("say why there are none", async () => {
    const project = await makeProject();
    const one = await implementFiles(world, project, { "README.md": lateAlone });
    const isOne = eq(repositories.repositoryId, project.repositoryId);
    const set = (values: Partial<typeof repositories.$inferInsert>) =>
      world.ctx.db.update(repositories).set(values).where(isOne);
    await set({ mainBranch: "docs" });
    expect((await list(project, one)).note).toBe("Pages are about docs, and this goes into main.");
    await set({ mainBranch: "main", connection: { type: "url", url: "https://git.example.test/board.git" } });
    expect((await list(project, one)).note).toContain("hosted elsewhere");
    await set({ connection: { type: "internal" }, indexedCommit: null });
    expect((await list(project, one)).note).toContain("not been read yet");
  });
});
