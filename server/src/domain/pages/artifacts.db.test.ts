import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { FactKind } from "#server/code-index/ports/code-index.ts";
import type { Ctx } from "#server/ctx.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { deleteArtifact } from "#server/domain/pages/catalog/delete-artifact.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { searchArtifacts } from "#server/domain/pages/catalog/search-artifacts.ts";
import { resumePages } from "#server/domain/pages/writing/resume-pages.ts";
import { writePages } from "#server/domain/pages/writing/write-pages.ts";
import { getInitialSetup } from "#server/domain/projects/get-initial-setup.ts";
import { getProject } from "#server/domain/projects/get-project.ts";
import { artifacts, sections } from "#server/platform/db/tables/artifacts.ts";
import { services } from "#server/platform/db/tables/projects.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import {
  createTestWorld,
  makeMember,
  makeOrganization,
  makeProject,
  makeRepository,
  makeService,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { artifactListeners } from "./artifacts.jobs.ts";
import { artifactTools } from "./artifacts.tools.ts";

let world: TestWorld;
let repository: Awaited<ReturnType<typeof createTestRepository>>;

beforeAll(async () => {
  world = await createTestWorld();
  repository = await createTestRepository();
  await repository.commit("Begin", {
    "README.md":
      "# Board\n\nBoard shows passengers which boat leaves next, from which quay, and whether it is late or cancelled today.\n",
    "package.json": '{\n  "name": "board",\n  "scripts": {\n    "start": "node src/server.ts"\n  }\n}\n',
    "src/server.ts":
      'import { announce } from "./delay.ts";\nimport { readTide } from "./tide.ts";\nannounce(readTide());\n',
    "src/delay.ts":
      "/** Announces delays from five minutes on. */\nexport function announce(minutes: number): boolean {\n  return minutes >= 5;\n}\n",
    "src/routes.ts":
      'import express from "express";\nimport { readTide } from "./tide.ts";\nexport const app = express();\napp.get("/tide", (_request, response) => response.json(readTide()));\n',
    "src/tide.ts": "/** The tide in centimetres. */\nexport function readTide(): number {\n  return 1;\n}\n",
  });
});
afterAll(async () => {
  await world.close();
  await repository.remove();
});

async function indexedProject(options: { services?: string[] } = {}) {
  const project = await makeProject(world);
  const { repositoryId } = await makeRepository(world, project, { path: repository.path });
  const { organizationId, projectId } = project;
  for (const [at, name] of (options.services ?? ["api"]).entries()) {
    await makeService(world, { organizationId, projectId }, { name, repositoryId, number: at + 1 });
  }
  await indexRepository(project.system, { organizationId, repositoryId }, { isLastTry: true });
  return { ...project, repositoryId, key: { organizationId, projectId } };
}

const list = async (ctx: Ctx, key: { organizationId: string; projectId: string }) =>
  (await listArtifacts(ctx, { ...key, page: 1, limit: 100 })).content;

async function overviewOf(ctx: Ctx, key: { organizationId: string; projectId: string }) {
  const page = (await list(ctx, key)).find((one) => one.title === "System overview");
  return await getArtifact(ctx, { ...key, artifactId: page?.artifactId ?? "" });
}

/** Where the engine would put a section that this code base has no use for at first. */
const positionOfDataModel = 6000;

describe("writing the first pages", () => {
  it("makes one page of each kind, with sections that cite lines at the commit", async () => {
    const { ctx, system, key, repositoryId } = await indexedProject();
    await writePages(system, key);
    const pages = await list(ctx, key);
    expect(pages.map((page) => page.title)).toEqual(["System overview", "Getting started", "api"]);
    expect(pages.every((page) => !page.isUpdating && page.creator === null)).toBe(true);
    const overview = await overviewOf(ctx, key);
    const [purpose] = overview.sections;
    expect(purpose).toMatchObject({ title: "Purpose", kind: "auto", status: "fresh" });
    expect(purpose?.commit).toBe(world.ctx.indexes.open(repositoryId)?.commit);
    expect(purpose?.sources[0]).toMatchObject({ repositoryId, path: "README.md", startLine: 3, endLine: 3 });
    expect(overview.related.map((page) => page.title)).toContain("api");
  });

  it("describes the product where nobody did, and leaves it to people to finish the set-up", async () => {
    const { ctx, system, key } = await indexedProject();
    await writePages(system, key);
    const project = await getProject(ctx, key);
    expect(project.description).toMatch(/^Board shows passengers .* today\.$/);
    expect(project.setupComplete).toBe(false);
    expect(await getInitialSetup(ctx, key)).toMatchObject({ progress: 100, label: null, hasDescription: true });
  });

  it("changes nothing when run again, however often", async () => {
    const { ctx, system, key } = await indexedProject();
    await writePages(system, key);
    const before = await overviewOf(ctx, key);
    world.setNow(new Date("2026-11-22T09:00:00.000Z"));
    await Promise.all([writePages(system, key), writePages(system, key)]);
    expect(await overviewOf(ctx, key)).toEqual(before);
    expect(await list(ctx, key)).toHaveLength(3);
  });

  it("goes on where a stopped run ended", async () => {
    const { ctx, system, key } = await indexedProject();
    const stop = new AbortController();
    let written = 0;
    const stopping: Ctx = {
      ...system,
      signal: stop.signal,
      newId: () => {
        written += 1;
        if (written === 6) stop.abort();
        return world.ctx.newId();
      },
    };
    await expect(writePages(stopping, key)).rejects.toMatchObject({ name: "AbortError" });
    const half = (await overviewOf(ctx, key)).sections;
    expect(half.length).toBeGreaterThan(0);
    expect((await list(ctx, key)).some((page) => page.isUpdating)).toBe(true);
    await resumePages(world.ctx);
    expect(world.enqueued).toContainEqual({ job: "write-pages", data: key, key: key.projectId });
    world.setNow(new Date("2026-11-23T09:00:00.000Z"));
    await writePages(system, key);
    const whole = (await overviewOf(ctx, key)).sections;
    expect(whole.length).toBeGreaterThan(half.length);
    for (const section of half) {
      expect(whole.find((one) => one.sectionId === section.sectionId)).toEqual(section);
    }
    expect((await list(ctx, key)).some((page) => page.isUpdating)).toBe(false);
  });

  it("marks a section that cannot be written as failed, writes all others, and makes up for it later", async () => {
    const { ctx, system, key } = await indexedProject();
    const broken: Ctx = {
      ...system,
      indexes: {
        ...system.indexes,
        open(repositoryId) {
          const index = system.indexes.open(repositoryId);
          const digestOf = (kind: FactKind, folder: string): string => {
            if (kind === "commands") throw new Error("the commands cannot be read");
            return index?.digestOf(kind, folder) ?? "";
          };
          return index && { ...index, digestOf };
        },
      },
    };
    const readPage = async (title: string) => {
      const page = (await list(ctx, key)).find((one) => one.title === title);
      return await getArtifact(ctx, { ...key, artifactId: page?.artifactId ?? "" });
    };
    await writePages(broken, key);
    const start = await readPage("Getting started");
    const failed = start.sections.filter((section) => section.status === "failed");
    expect(failed.map((section) => [section.title, section.content])).toEqual([["Run", ""]]);
    expect(start.isUpdating).toBe(false);
    expect(start.sections.filter((section) => section.status === "fresh").length).toBeGreaterThan(1);
    const overview = await readPage("System overview");
    expect(overview.sections.find((section) => section.title === "Purpose")?.status).toBe("fresh");
    await writePages(system, key);
    const healed = (await readPage("Getting started")).sections;
    for (const { sectionId } of failed)
      expect(healed.find((section) => section.sectionId === sectionId)).toMatchObject({ status: "fresh" });
    expect(healed.every((section) => section.status === "fresh" && section.content !== "")).toBe(true);
  });

  it("follows the code: what changed is rewritten, what is gone goes, what people wrote stays", async () => {
    const { ctx, system, key, repositoryId, organizationId } = await indexedProject();
    await writePages(system, key);
    const before = await overviewOf(ctx, key);
    const own = { sectionId: world.ctx.newId(), organizationId, artifactId: before.artifactId };
    await world.ctx.db.insert(sections).values({
      ...own,
      position: positionOfDataModel,
      title: "Our notes",
      output: "markdown",
      content: "Written by hand.",
      status: "fresh",
    });
    await repository.commit("Change", {
      "README.md": "# Board\n\nBoard now sells tickets to passengers as well, and prints them at the quay.\n",
      "db/001.sql":
        "CREATE TABLE boats (id TEXT);\nCREATE TABLE tickets (id TEXT, boat_id TEXT REFERENCES boats (id));\n",
    });
    await indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
    expect((await overviewOf(ctx, key)).sections[0]).toMatchObject({
      status: "stale",
      content: before.sections[0]?.content,
    });
    world.setNow(new Date("2026-11-24T09:00:00.000Z"));
    await writePages(system, key);
    const after = await overviewOf(ctx, key);
    expect(after.sections[0]?.content).toContain("sells tickets");
    expect(after.sections[0]?.sectionId).toBe(before.sections[0]?.sectionId);
    expect(after.sections.find((section) => section.sectionId === own.sectionId)?.content).toBe("Written by hand.");
    expect((await list(ctx, key)).map((one) => one.title)).toContain("Data");
    expect(after.updatedAt).toBe("2026-11-24T09:00:00.000Z");
    await repository.git("revert", "--no-edit", "HEAD");
  });

  it("leaves no page of a service that lost its code", async () => {
    const { ctx, system, key } = await indexedProject({ services: ["api", "board"] });
    await writePages(system, key);
    const pages = await list(ctx, key);
    const page = pages.find((one) => one.title === "board");
    expect(page?.serviceId).not.toBeNull();
    await world.ctx.db
      .update(services)
      .set({ repositoryId: null })
      .where(eq(services.serviceId, page?.serviceId ?? ""));
    await writePages(system, key);
    expect((await list(ctx, key)).map((one) => one.title)).not.toContain("board");
  });

  it("waits for no pages where the code gives nothing to write about", async () => {
    const pictures = await createTestRepository();
    await pictures.commit("Only a picture", { "logo.png": Buffer.from([0, 1, 2]) });
    const { ctx, system, organizationId, projectId } = await makeProject(world);
    const target = { organizationId, projectId };
    const { repositoryId } = await makeRepository(world, target, { path: pictures.path });
    await indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
    await writePages(system, target);
    expect(await getInitialSetup(ctx, target)).toMatchObject({ progress: 100, setupComplete: false });
    await pictures.remove();
  });

  it("ends quietly when the product is gone", async () => {
    const { organizationId, system } = await makeOrganization(world);
    await expect(writePages(system, { organizationId, projectId: world.ctx.newId() })).resolves.toBeUndefined();
  });

  it("is put in line by what happens to repositories and services", async () => {
    const { system, organizationId, projectId } = await makeProject(world);
    const key = { organizationId, projectId };
    for (const listener of artifactListeners) {
      world.enqueued.length = 0;
      const event = { ...key, repositoryId: world.ctx.newId(), serviceId: world.ctx.newId() };
      await listener.run(system, system.db, event);
      expect(world.enqueued.at(-1)).toEqual({ job: "write-pages", data: key, key: key.projectId });
    }
  });
});

describe("reading and searching", () => {
  it("finds words of sections and titles, also by their beginning, and only in the project", async () => {
    const first = await indexedProject();
    const second = await indexedProject();
    await writePages(first.system, first.key);
    await writePages(second.system, second.key);
    const search = (query: string, projectId?: string) =>
      searchArtifacts(first.ctx, { organizationId: first.organizationId, query, projectId, page: 1, limit: 100 });
    const found = await search("passen quay");
    const purpose = found.content.find((hit) => hit.sectionTitle === "Purpose");
    expect(purpose?.excerpt).toContain("which boat leaves next");
    expect(purpose?.excerpt).not.toMatch(/\[\d+\]/);
    expect(found.content.every((hit) => hit.artifact.projectId === first.projectId)).toBe(true);
    expect((await search("getting star")).content.map((hit) => hit.artifact.title)).toContain("Getting started");
    expect((await search("passengers zebras")).total).toBeGreaterThan(0);
    expect(await search("zebra")).toMatchObject({ content: [], total: 0 });
    expect((await search("passengers", world.ctx.newId())).total).toBe(0);
  });

  it("takes any text as a question", async () => {
    const { ctx, organizationId } = await makeOrganization(world);
    for (const query of ["'", "a:*b & !", "\\", ");drop table", "<->", "😀"]) {
      const found = searchArtifacts(ctx, { organizationId, query, page: 1, limit: 10 });
      await expect(found).resolves.toMatchObject({ total: 0 });
    }
  });

  it("tells strangers nothing, and lets editors delete", async () => {
    const { ctx, key, system, organizationId } = await indexedProject();
    await writePages(system, key);
    const [page] = await list(ctx, key);
    const artifactId = page?.artifactId ?? "";
    const stranger = await makeUser(world);
    const other = await makeOrganization(world);
    for (const attempt of [
      () => getArtifact(stranger.ctx, { organizationId, artifactId }),
      () => deleteArtifact(stranger.ctx, { organizationId, artifactId }),
      () => listArtifacts(stranger.ctx, { organizationId, page: 1, limit: 10 }),
      () => searchArtifacts(stranger.ctx, { organizationId, query: "boat", page: 1, limit: 10 }),
      () => getArtifact(other.ctx, { organizationId: other.organizationId, artifactId }),
      () => deleteArtifact(other.ctx, { organizationId: other.organizationId, artifactId }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    }
    await expect(getArtifact(world.ctx, { organizationId, artifactId })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    const editor = await makeUser(world);
    await makeMember(world, organizationId, editor.userId, "editor");
    await deleteArtifact(editor.ctx, { organizationId, artifactId });
    await expect(getArtifact(ctx, { organizationId, artifactId })).rejects.toMatchObject({ code: "not_found" });
  });

  it("names the person who made a page", async () => {
    const { ctx, organizationId, owner } = await makeOrganization(world);
    const artifactId = world.ctx.newId();
    const createdAt = world.ctx.now();
    const page = { artifactId, organizationId, title: "Runbook", writtenBy: "Ada", createdBy: owner.userId };
    await world.ctx.db.insert(artifacts).values({ ...page, createdAt, updatedAt: createdAt });
    expect(await getArtifact(ctx, { organizationId, artifactId })).toMatchObject({
      creator: { userId: owner.userId },
      project: null,
      related: [],
    });
  });
});

describe("tools", () => {
  const [listPages, readPage] = artifactTools;

  it("let an agent list and read the pages of its product, with sources", async () => {
    const { owner, system, key } = await indexedProject();
    await writePages(system, key);
    const agent = world.as({ kind: "agent", userId: owner.userId });
    const listed = await listPages?.run(agent, key, listPages.input.parse({}));
    expect(listed?.text).toContain("System overview");
    const artifactId = (listed?.data as { pages?: { artifactId: string }[] } | undefined)?.pages?.[0]?.artifactId;
    const page = await readPage?.run(agent, key, { artifactId });
    expect(page?.text).toMatch(/## Purpose[\s\S]*\[1\] README\.md:3-3 at [0-9a-f]{10}/);
  });

  it("do not reach into another product", async () => {
    const first = await indexedProject();
    const second = await makeProject(world, first.organization);
    await writePages(first.system, first.key);
    const [page] = await list(first.ctx, first.key);
    const scope = { organizationId: second.organizationId, projectId: second.projectId };
    const reading = readPage?.run(first.ctx, scope, { artifactId: page?.artifactId });
    await expect(reading).rejects.toMatchObject({ code: "not_found" });
  });
});
