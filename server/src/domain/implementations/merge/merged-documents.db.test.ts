import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { ImplementationDocument } from "@cairn/contract/implementation-documents";
import type { Implementation } from "@cairn/contract/implementations";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

import { listImplementationDocuments } from "#server/domain/implementations/documents/list-implementation-documents.ts";
import { updateImplementationDocument } from "#server/domain/implementations/documents/update-implementation-document.ts";
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
import type { MergeKillOrder } from "#server/domain/implementations/testing/kill-merge-program.ts";
import { read } from "#server/domain/implementations/testing/run-world.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { updateArtifact } from "#server/domain/pages/editing/update-artifact.ts";
import { listRevisions } from "#server/domain/pages/history/list-revisions.ts";
import { proposeSections } from "#server/domain/pages/writing/propose-sections.ts";
import { sections, sectionVersions } from "#server/platform/db/tables/artifacts.ts";
import { mergeIntents } from "#server/platform/db/tables/implementations.ts";
import { createTestWorld, makeMember, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { mergeImplementation } from "./merge-implementation.ts";
import { repairMerges } from "./repair-merges.ts";

let world: TestWorld;
let lena: Awaited<ReturnType<typeof makeUser>>;
beforeAll(async () => {
  world = await createTestWorld();
  lena = await makeUser(world, { firstName: "Lena", lastName: "Brandt" });
});
afterAll(() => world.close());

const makeProject = async () => {
  const project = await makeDocumentedProject(world);
  await makeMember(world, project.organizationId, lena.userId, "editor");
  return project;
};
const merge = (project: DocumentedProject, one: Implementation) =>
  mergeImplementation(lena.ctx, { ...keyOf(project, one), head: one.head ?? "" });
const find = (content: readonly ImplementationDocument[], title: string): ImplementationDocument => {
  const found = content.find((one) => one.title === title);
  if (found === undefined) throw new Error(`${title} is not among ${content.map((one) => one.title).join()}`);
  return found;
};
const decide = (
  project: DocumentedProject,
  one: Implementation,
  document: ImplementationDocument,
  body: { decision?: "accepted" | "refused"; content?: string },
) => {
  const { documentId, version } = document;
  return updateImplementationDocument(lena.ctx, { ...keyOf(project, one), documentId, version, ...body });
};
const readSection = async (project: DocumentedProject, { page, title }: ImplementationDocument) => {
  const { organizationId, ctx } = project;
  const shown = await getArtifact(ctx, { organizationId, artifactId: page.artifactId });
  return shown.sections.find((one) => one.title === title);
};
const outcomesOf = async (project: DocumentedProject, one: Implementation) => {
  const { content } = await listImplementationDocuments(project.ctx, keyOf(project, one));
  return Object.fromEntries(content.map((document) => [document.title, [document.outcome, document.outcomeReason]]));
};

const server = ferryFiles["src/server.ts"];
const withEndpoint = (path: string, code = server) =>
  code.replace("announce(", `app.get("/${path}", (_request, response) => response.json([]));\nannounce(`);
const lateAlone = ferryFiles["README.md"].replace("late or cancelled", "late");

describe("a merge with documents", () => {
  it("publishes what was accepted at once, keeps what was refused as stale, and leaves the rest to the writers", async () => {
    const project = await makeProject();
    const one = await implementFiles(world, project, {
      "src/server.ts": withEndpoint("delays"),
      "README.md": lateAlone,
      ...startedOtherwise,
    });
    const { content } = await prepare(project, one);
    const [endpoints, purpose, run] = ["Endpoints", "Purpose", "Run"].map((title) => find(content, title)) as [
      ImplementationDocument,
      ImplementationDocument,
      ImplementationDocument,
    ];
    await decide(project, one, endpoints, { decision: "accepted" });
    await decide(project, one, purpose, { decision: "refused" });
    const merged = await merge(project, one);
    const oid = merged.merge?.commit;
    // Before anything read the new commit.
    const published = await readSection(project, endpoints);
    expect(published).toMatchObject({
      content: endpoints.proposal?.content,
      status: "fresh",
      changed: [],
      commit: oid,
    });
    expect(published?.sources.map(({ commit }) => commit)).toEqual([oid, oid]);
    expect(await readSection(project, purpose)).toMatchObject({ content: purpose.former?.content });
    expect(await outcomesOf(project, one)).toEqual({
      Endpoints: ["published", null],
      Purpose: ["kept", null],
      Run: ["left", null],
    });
    const key = { organizationId: project.organizationId, artifactId: endpoints.page.artifactId };
    const { content: revisions } = await listRevisions(project.ctx, { ...key, page: 1, limit: 10 });
    expect(revisions[0]).toMatchObject({ cause: "merged", createdBy: { userId: lena.userId } });
    const versionId = await versionOf(endpoints);
    await project.index();
    await project.writeAll();
    expect(await readSection(project, endpoints)).toMatchObject({
      content: endpoints.proposal?.content,
      status: "fresh",
    });
    expect(await versionOf(endpoints)).toBe(versionId);
    expect(await readSection(project, purpose)).toMatchObject({
      content: purpose.former?.content,
      status: "stale",
      isPaused: true,
      pausedBy: { userId: lena.userId },
      pausedWith: expect.stringMatching(/^Implementation 1 of /),
    });
    expect(await readSection(project, run)).toMatchObject({
      content: run.proposal?.content,
      status: "fresh",
    });
    await expect(decide(project, one, purpose, { decision: "accepted" })).rejects.toMatchObject({ code: "conflict" });
  });

  it("leaves pages as they would be written from scratch at that commit", async () => {
    const project = await makeProject();
    const files = { "src/server.ts": withEndpoint("delays"), "README.md": lateAlone, ...withGauge };
    const one = await implementFiles(world, project, files);
    const { content } = await prepare(project, one);
    for (const document of content) await decide(project, one, document, { decision: "accepted" });
    const aside = await project.git("rev-parse", "main");
    // Somebody is faster: the change goes onto that.
    await commitOnTop(project, {
      parent: aside,
      ref: "refs/heads/main",
      files: { "src/log.txt": "Still not cited.\n" },
    });
    await merge(project, one);
    expect(new Set(Object.values(await outcomesOf(project, one)).flat())).toEqual(new Set(["published", null]));
    await project.index();
    const rows = await world.ctx.db.select().from(sections).where(eq(sections.organizationId, project.organizationId));
    const { organizationId, projectId } = project;
    const sectionIds = rows.map(({ sectionId }) => sectionId);
    expect(await proposeSections(project.system, { organizationId, projectId, sectionIds })).toEqual([]);
    expect(rows.find(({ title }) => title === "Settings")?.content).toContain("`TIDE_GAUGE`");
    const pages = (await listArtifacts(project.ctx, { organizationId, page: 1, limit: 100 })).content;
    expect(pages.map(({ staleSections }) => staleSections)).toEqual(pages.map(() => 0));
  });

  it("publishes what people made of a text, takes away and adds sections, and does not bring back what was refused", async () => {
    const project = await makeProject();
    const one = await implementFiles(world, project, {
      "src/server.ts": 'import "./delay.ts";\n',
      "README.md": lateAlone,
    });
    const { content } = await prepare(project, one);
    const [endpoints, purpose] = [find(content, "Endpoints"), find(content, "Purpose")];
    await decide(project, one, endpoints, { decision: "accepted" });
    await decide(project, one, purpose, { decision: "accepted", content: "Whoever waits sees it. [1]" });
    await merge(project, one);
    expect(await readSection(project, endpoints)).toBeUndefined();
    const edited = { content: "Whoever waits sees it. [1]", writtenBy: null, status: "fresh" };
    expect(await readSection(project, purpose)).toMatchObject(edited);
    await project.index();
    await project.writeAll();
    expect(await readSection(project, purpose)).toMatchObject(edited);
    const other = await implementFiles(world, project, withGauge);
    const added = find((await prepare(project, other)).content, "Settings");
    await decide(project, other, added, { decision: "refused" });
    await merge(project, other);
    await project.index();
    await project.writeAll();
    expect(await readSection(project, added)).toBeUndefined();
  });

  it("does not publish over what somebody wrote since, and says so; the merge goes on", async () => {
    const project = await makeProject();
    const one = await implementFiles(world, project, { "README.md": lateAlone, ...startedOtherwise });
    const { content } = await prepare(project, one);
    const [purpose, run] = [find(content, "Purpose"), find(content, "Run")];
    for (const document of [purpose, run]) await decide(project, one, document, { decision: "accepted" });
    const page = await getArtifact(project.ctx, { ...project, artifactId: purpose.page.artifactId });
    const edited = page.sections.map((section) =>
      section.sectionId === purpose.sectionId ? { ...section, content: "Lena's words. [1]" } : section,
    );
    await updateArtifact(lena.ctx, { ...project, artifactId: page.artifactId, sections: edited });
    expect(await merge(project, one)).toMatchObject({ state: "merged" });
    expect(await readSection(project, purpose)).toMatchObject({ content: "Lena's words. [1]" });
    expect(await outcomesOf(project, one)).toEqual({
      Purpose: ["left", "The section was changed after it was compared."],
      Run: ["published", null],
    });
    expect(await readSection(project, run)).toMatchObject({ content: run.proposal?.content });
  });
});

async function versionOf({ sectionId }: ImplementationDocument): Promise<string | null | undefined> {
  const [row] = await world.ctx.db
    .select()
    .from(sections)
    .where(eq(sections.sectionId, sectionId ?? ""));
  return row?.versionId;
}

async function countVersions({ sectionId }: ImplementationDocument): Promise<number> {
  const [row] = await world.ctx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(sectionVersions)
    .where(eq(sectionVersions.sectionId, sectionId ?? ""));
  return row?.count ?? 0;
}

const program = fileURLToPath(new URL("../testing/kill-merge-program.ts", import.meta.url));

function mergeElsewhere(project: DocumentedProject, one: Implementation, atMoment: number | null): Promise<string> {
  const order: MergeKillOrder = {
    connectionString: world.connectionString,
    role: inject("testRuntimeRole"),
    dataDirectory: world.dataDirectory,
    userId: project.owner.userId,
    target: { ...keyOf(project, one), head: one.head ?? "" },
    atMoment,
    afterMs: null,
  };
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [program, JSON.stringify(order)], (_error, stdout) => resolve(stdout));
  return promise;
}

describe("a merge with documents whose server is killed", () => {
  it("has published each text once or not at all, and never without the branch, wherever that is", async () => {
    const project = await makeProject();
    let code = server;
    const mergeOne = async (name: string, atMoment: number | null) => {
      const one = await implementFiles(world, project, { "src/server.ts": withEndpoint(name, code) });
      const endpoints = find((await prepare(project, one)).content, "Endpoints");
      await decide(project, one, endpoints, { decision: "accepted" });
      const before = await countVersions(endpoints);
      const output = await mergeElsewhere(project, one, atMoment);
      const isInCode = async () => (await project.git("show", "main:src/server.ts")).includes(`/${name}"`);
      const isOnPage = async () => (await readSection(project, endpoints))?.content.includes(`/${name}\``) === true;
      // Never the page without the code, also before anybody repairs it.
      if (await isOnPage()) expect(await isInCode()).toBe(true);
      await repairMerges(world.ctx);
      await repairMerges(world.ctx);
      expect(await world.ctx.db.select().from(mergeIntents)).toEqual([]);
      const { state } = await read(project, one);
      const isMerged = state === "merged";
      expect([await isInCode(), await isOnPage()]).toEqual([isMerged, isMerged]);
      expect((await countVersions(endpoints)) - before).toBe(isMerged ? 1 : 0);
      if (isMerged) code = withEndpoint(name, code);
      await project.index();
      return { output, state };
    };
    const whole = await mergeOne("whole", null);
    expect(whole.output).toMatch(/^merged \d+$/);
    const moments = Number(whole.output.split(" ")[1]);
    const states: string[] = [];
    for (let atMoment = 1; atMoment <= moments; atMoment += 1) {
      const { output, state } = await mergeOne(`moment${atMoment}`, atMoment);
      expect(output).toBe("");
      states.push(state);
    }
    expect([...new Set(states)]).toEqual(["created", "merged"]);
  });
});
