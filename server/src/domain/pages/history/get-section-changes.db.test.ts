import { randomUUID } from "node:crypto";

import * as writing from "@cairn/contract/page-writing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { markCodeGone } from "#server/domain/ledger/mark-code-gone.ts";
import { writeSectionSources } from "#server/domain/ledger/section-sources.ts";
import { hashLines, toLines } from "#server/engine/evidence/evidence.ts";
import { artifacts, sections } from "#server/platform/db/tables/artifacts.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { getSectionChanges } from "./get-section-changes.ts";

let world: TestWorld;
let work: TestRepository;
let project: Awaited<ReturnType<typeof makeProject>>;
let key: { organizationId: string; repositoryId: string };
let section: { organizationId: string; artifactId: string; sectionId: string };

const tide = Array.from({ length: 30 }, (_, at) => `tide ${at + 1}`);
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  project = await makeProject(world);
  work = await createTestRepository();
  await work.commit("Begin", { "src/tide.ts": text(tide), "src/quay.ts": "quay\n" });
  key = await makeRepository(world, project, { path: work.path });
  await index();
  section = await makeSection();
  await cite(["src/quay.ts", 1, 1], ["src/tide.ts", 10, 12]);
  return () => work.remove();
});

const index = () => indexRepository(project.system, key, { isLastTry: false });
const changes = async () =>
  writing.getSectionChanges.response.parse(await getSectionChanges(project.ctx, section)).sources;

async function makeSection() {
  const { organizationId, projectId } = project;
  const [artifactId, sectionId] = [randomUUID(), randomUUID()];
  const now = world.ctx.now();
  const page = { artifactId, organizationId, projectId, title: "Tides", writtenBy: "Built-in engine" };
  await world.ctx.db.insert(artifacts).values({ ...page, createdAt: now, updatedAt: now });
  const content = { title: "Rise", output: "markdown" as const, content: "It rises. [1]", status: "fresh" as const };
  await world.ctx.db.insert(sections).values({ sectionId, organizationId, artifactId, position: 1, ...content });
  return { organizationId, artifactId, sectionId };
}

async function cite(...places: [path: string, startLine: number, endLine: number][]): Promise<void> {
  const commit = await work.git("rev-parse", "HEAD");
  const sources = await Promise.all(
    places.map(async ([path, startLine, endLine]) => {
      const lines = toLines(await work.git("show", `HEAD:${path}`)).slice(startLine - 1, endLine);
      return { repositoryId: key.repositoryId, path, startLine, endLine, commit, hash: hashLines(lines) };
    }),
  );
  await project.system.db.transaction((tx) => writeSectionSources(project.system, tx, { ...section, sources }));
}

describe("what changed since a section was written", () => {
  it("is nothing while its lines stand, wherever they move", async () => {
    await work.commit("Move", { "src/tide.ts": text(["new", ...tide]) });
    await index();
    expect(await changes()).toEqual([]);
  });

  it("is told from where the lines last stood, with hunks near them and commits since, under the new name", async () => {
    await work.commit("Move", { "src/tide.ts": text(["new", ...tide]) });
    await index();
    const moved = await work.git("rev-parse", "HEAD");
    await work.commit("Higher tides", { "src/tide.ts": text(["new", ...tide.with(10, "spring"), "last"]) });
    await work.git("mv", "src/tide.ts", "src/ebb.ts");
    const commit = await work.commit("Ebb");
    await work.commit("Other", { "src/quay.ts": "quay\nmore\n" });
    await index();
    const [change, ...others] = await changes();
    expect(others).toEqual([]);
    const source = { path: "src/tide.ts", startLine: 11, endLine: 13, commit: moved };
    const head = await work.git("rev-parse", "HEAD");
    expect(change).toMatchObject({ number: 2, source, path: "src/ebb.ts", commit: head });
    expect(change?.commits.map(({ subject }) => subject)).toEqual(["Ebb", "Higher tides"]);
    expect(change?.commits[0]?.oid).toBe(commit);
    const [hunk, ...rest] = change?.hunks ?? [];
    expect(rest).toEqual([]);
    expect(hunk).toMatchObject({ oldStart: 9, oldLines: 7, newStart: 9, newLines: 7 });
    expect(hunk?.lines.filter(({ type }) => type !== "context").map(({ content }) => content)).toEqual([
      "tide 11",
      "spring",
    ]);
  });

  it("is that the file is gone, or no text any more", async () => {
    await work.git("rm", "-q", "src/tide.ts");
    await work.commit("No tides", { "src/quay.ts": Buffer.from([0, 1]) });
    await index();
    const [quay, gone] = await changes();
    expect(quay).toMatchObject({ number: 1, path: "src/quay.ts", hunks: [] });
    expect(gone).toMatchObject({ number: 2, path: null, hunks: [] });
    expect(gone?.commits.map(({ subject }) => subject)).toEqual(["No tides"]);
  });

  it("is told without its repository too", async () => {
    await world.ctx.db.delete(repositories).where(eq(repositories.repositoryId, key.repositoryId));
    await markCodeGone(project.system, project.system.db, key);
    const found = await changes();
    expect(found.map(({ number, path, hunks, commits }) => ({ number, path, hunks, commits }))).toEqual([
      { number: 1, path: null, hunks: [], commits: [] },
      { number: 2, path: null, hunks: [], commits: [] },
    ]);
  });

  it("is for members alone: foreign and missing look the same", async () => {
    const stranger = await makeProject(world);
    const reported = new Set<string>();
    for (const [ctx, wanted] of [
      [stranger.ctx, section],
      [stranger.ctx, { ...section, organizationId: stranger.organizationId }],
      [project.ctx, { ...section, artifactId: randomUUID() }],
      [project.ctx, { ...section, sectionId: randomUUID() }],
    ] as const)
      await getSectionChanges(ctx, wanted).catch((error: { code: string }) => reported.add(error.code));
    expect([...reported]).toEqual(["not_found"]);
  });
});
