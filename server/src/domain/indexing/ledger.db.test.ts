import { randomUUID } from "node:crypto";

import type { FactKind, Source } from "@cairn/contract/sources";
import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { readState, writeState } from "#server/code-index/store/meta-rows.ts";
import { openStoreForWriting } from "#server/code-index/store/open-store.ts";
import { loadSourceChanges } from "#server/domain/ledger/load-source-changes.ts";
import { markCodeGone } from "#server/domain/ledger/mark-code-gone.ts";
import {
  countStaleSections,
  listStaleSectionIds,
  readPageSources,
  resolveSources,
  writeSectionSources,
} from "#server/domain/ledger/section-sources.ts";
import { findRepository } from "#server/domain/repositories/catalog/find-repository.ts";
import { hashLines, toLines } from "#server/engine/evidence/evidence.ts";
import { artifacts, sectionFacts, sections, sectionSources } from "#server/platform/db/tables/artifacts.ts";
import { repositories } from "#server/platform/db/tables/projects.ts";
import { releaseObjects } from "#server/platform/git/objects/object-reader.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { indexRepository } from "./index-repository.ts";

let world: TestWorld;
let work: TestRepository;
let project: Awaited<ReturnType<typeof makeProject>>;
let key: { organizationId: string; repositoryId: string };

const numbered = (name: string, count = 20) => Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
const tide = numbered("tide");
const quay = numbered("quay");

beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  project = await makeProject(world);
  work = await createTestRepository();
  await work.commit("files", { "src/tide.ts": text(tide), "src/quay.ts": text(quay), "README.md": "# Board\n" });
  key = await makeRepository(world, project, { path: work.path });
  await index();
  return () => work.remove();
});

const index = (ctx = project.system, of = key) => indexRepository(ctx, of, { isLastTry: false });
const mirror = (of = key) => world.ctx.mirrors.directory(of.repositoryId);

/** A page with one section that rests on nothing yet. */
async function makeSection(of: { organizationId: string; projectId: string } = project) {
  const { organizationId, projectId } = of;
  const [artifactId, sectionId] = [randomUUID(), randomUUID()];
  const now = world.ctx.now();
  const page = { artifactId, organizationId, projectId, title: "Tides", writtenBy: "Built-in engine" };
  await world.ctx.db.insert(artifacts).values({ ...page, createdAt: now, updatedAt: now });
  const content = { title: "Rise", output: "markdown" as const, content: "It rises. [1]", status: "fresh" as const };
  await world.ctx.db.insert(sections).values({ sectionId, organizationId, artifactId, position: 1, ...content });
  return { organizationId, artifactId, sectionId };
}

type Place = [path: string, startLine: number, endLine: number];

/** Lines as they stand in a commit of the repository. */
async function sourceOf(location: Place, at = "HEAD", of = key): Promise<Source> {
  const [path, startLine, endLine] = location;
  const lines = toLines(await work.git("show", `${at}:${path}`)).slice(startLine - 1, endLine);
  const commit = await work.git("rev-parse", at);
  return { repositoryId: of.repositoryId, path, startLine, endLine, commit, hash: hashLines(lines) };
}

type Section = Awaited<ReturnType<typeof makeSection>>;

async function cite(section: Section, sources: readonly Source[], ctx = project.system): Promise<void> {
  await ctx.db.transaction((tx) => writeSectionSources(ctx, tx, { ...section, sources }));
}

/** A section that rests on these lines of HEAD. */
async function citing(...places: Place[]): Promise<Section> {
  const section = await makeSection();
  await cite(section, await Promise.all(places.map((location) => sourceOf(location))));
  return section;
}

const rowsOf = async ({ sectionId }: Section) =>
  await world.ctx.db
    .select()
    .from(sectionSources)
    .where(eq(sectionSources.sectionId, sectionId))
    .orderBy(asc(sectionSources.number));

/** The current lines of each source; those of a changed source are the ones that were cited. */
async function sourceLines(section: Section, directory = mirror()): Promise<string[]> {
  const rows = await rowsOf(section);
  for (const row of rows.filter((one) => one.changedAt === null)) {
    const shown = await runGit({ directory, args: ["show", `${row.commit}:${row.path}`] });
    const lines = toLines(shown.stdout.toString("utf8")).slice(row.startLine - 1, row.endLine);
    expect(hashLines(lines)).toBe(row.hash);
  }
  return rows.map((row) => `${row.path}:${row.startLine}-${row.endLine}${row.changedAt === null ? "" : " changed"}`);
}

/** What tells of every write to the tables of pages. */
async function traces(tables = ["artifacts", "sections", "section_versions", "artifact_revisions", "section_sources"]) {
  const read = async (table: string) =>
    (await world.ctx.db.execute(sql.raw(`select xmin::text, ctid::text from ${table} order by ctid`))).rows;
  return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await read(table)] as const)));
}

const pageTables = ["artifacts", "sections", "section_versions", "artifact_revisions"];

async function push(message: string, files: Record<string, string | Buffer | { linkTo: string }> = {}): Promise<void> {
  await work.commit(message, files);
  await index();
}

describe("facts that a section lists", () => {
  const api = (...paths: string[]) =>
    ["app = FastAPI()", ...paths.flatMap((path) => [`@app.get("${path}")`, "def show(): ..."])].join("\n");

  /** A section that rests on a line that stays, and lists what there is now. */
  async function listing(...wanted: [kind: FactKind, folder: string][]): Promise<Section> {
    const section = await makeSection();
    const index = world.ctx.indexes.open(key.repositoryId);
    if (index === null) throw new Error("There is no index");
    const lists = wanted.map(([kind, folder]) => {
      return { repositoryId: key.repositoryId, kind, folder, digest: index.digestOf(kind, folder) };
    });
    const sources = [await sourceOf(["README.md", 1, 1])];
    await project.system.db.transaction((tx) =>
      writeSectionSources(project.system, tx, { ...section, sources, lists }),
    );
    return section;
  }

  const stale = async () => await listStaleSectionIds(project.system.db, project);

  it("make it stale when another one comes where nothing is cited, and fresh again when it goes", async () => {
    const all = await listing(["endpoints", ""], ["settings", ""]);
    const elsewhere = await listing(["endpoints", "web"]);
    await push("no endpoint", { "src/a.py": "def other(): ...\n" });
    expect(await stale()).toEqual([]);
    const before = await traces(pageTables);
    await push("an endpoint", { "src/api.py": api("/boats") });
    expect(await stale()).toEqual([all.sectionId]);
    const known = (await readPageSources(project.system.db, all)).get(all.sectionId);
    expect(known).toMatchObject({ changed: [], changedLists: ["endpoints"] });
    const first = await work.git("rev-parse", "HEAD");
    await push("another", { "src/api.py": api("/boats", "/tides") });
    const { lists } = await loadSourceChanges(project.system, all);
    expect(lists).toEqual([{ kind: "endpoints", repositoryId: key.repositoryId, folder: "", commit: first }]);
    const { organizationId } = project;
    const counted = await countStaleSections(project.system.db, organizationId, [all.artifactId, elsewhere.artifactId]);
    expect(counted).toEqual(new Map([[all.artifactId, 1]]));
    await work.git("rm", "-q", "src/api.py");
    await push("gone");
    expect(await stale()).toEqual([]);
    expect(await traces(pageTables)).toEqual(before);
  });

  it("take over what another version of ours says of the same code, and are marked by what changes then", async () => {
    const { sectionId } = await listing(["endpoints", ""]);
    const digests = async () =>
      await world.ctx.db.select().from(sectionFacts).where(eq(sectionFacts.sectionId, sectionId));
    const [now] = await digests();
    await world.ctx.db
      .update(sectionFacts)
      .set({ digest: "by another version" })
      .where(eq(sectionFacts.sectionId, sectionId));
    await index();
    expect((await digests())[0]?.digest).toBe("by another version");
    const database = openStoreForWriting(world.ctx.indexes.directory(key.repositoryId));
    const state = readState(database);
    if (state !== null) writeState(database, { ...state, extractor: 24 });
    database.close();
    await index();
    expect(await digests()).toEqual([now]);
    await push("other code", { "src/a.py": "def other(): ...\n" });
    expect(await stale()).toEqual([]);
    await push("an endpoint", { "src/api.py": api("/boats") });
    expect(await stale()).toEqual([sectionId]);
  });

  it("are compared with the index when a push came while the section was written", async () => {
    const index = world.ctx.indexes.open(key.repositoryId);
    const digest = index?.digestOf("endpoints", "") ?? "";
    await push("an endpoint", { "src/api.py": api("/boats") });
    const section = await makeSection();
    const sources = [await sourceOf(["README.md", 1, 1])];
    const lists = [{ repositoryId: key.repositoryId, kind: "endpoints" as const, folder: "", digest }];
    await project.system.db.transaction((tx) =>
      writeSectionSources(project.system, tx, { ...section, sources, lists }),
    );
    expect(await stale()).toEqual([section.sectionId]);
  });

  it("count once with lines that changed too, and go with their repository", async () => {
    const section = await listing(["endpoints", ""]);
    await push("both", { "README.md": "# Another\n", "src/api.py": api("/boats") });
    expect(await stale()).toEqual([section.sectionId]);
    const other = await listing(["tables", ""]);
    await project.system.db.transaction((tx) => markCodeGone(project.system, tx, key));
    expect((await stale()).toSorted()).toEqual([section.sectionId, other.sectionId].toSorted());
  });
});

describe("a push", () => {
  it("that touches no cited file writes nothing", async () => {
    await citing(["src/tide.ts", 3, 5]);
    const before = await traces();
    await push("other", { "README.md": "# The board\n", "src/pier.ts": "pier\n" });
    expect(await traces()).toEqual(before);
  });

  it("moves lines along with what came and went above them, and writes to no page", async () => {
    const section = await citing(["src/tide.ts", 3, 5], ["src/quay.ts", 1, 2], ["src/tide.ts", 20, 20]);
    const before = await traces(pageTables);
    const quayRow = (await rowsOf(section))[1];
    await push("above", { "src/tide.ts": text(["new", ...tide.slice(1)]) });
    await push("further above", { "src/tide.ts": text(["one", "two", "new", ...tide.slice(1, 9), ...tide.slice(11)]) });
    expect(await sourceLines(section)).toEqual(["src/tide.ts:5-7", "src/quay.ts:1-2", "src/tide.ts:20-20"]);
    expect((await rowsOf(section))[1]).toEqual(quayRow);
    expect(await traces(pageTables)).toEqual(before);
    expect(await listStaleSectionIds(project.system.db, project)).toEqual([]);
  });

  it("marks exactly the sections whose lines it changed, until the lines are back", async () => {
    const matched = await citing(["src/quay.ts", 1, 2], ["src/tide.ts", 3, 5]);
    const beside = await citing(["src/tide.ts", 1, 3], ["src/tide.ts", 5, 20]);
    const { organizationId, projectId } = project;
    const stale = () => listStaleSectionIds(project.system.db, { organizationId, projectId });
    const before = await traces(pageTables);
    await push("inside", { "src/tide.ts": text(tide.with(3, "other")) });
    expect(await sourceLines(matched)).toEqual(["src/quay.ts:1-2", "src/tide.ts:3-5 changed"]);
    expect(await sourceLines(beside)).toEqual(["src/tide.ts:1-3", "src/tide.ts:5-20"]);
    expect(await stale()).toEqual([matched.sectionId]);
    const counted = await countStaleSections(project.system.db, organizationId, [
      matched.artifactId,
      beside.artifactId,
    ]);
    expect(counted).toEqual(new Map([[matched.artifactId, 1]]));
    expect((await readPageSources(project.system.db, matched)).get(matched.sectionId)?.changed).toEqual([2]);
    const [, marked] = await rowsOf(matched);
    const changedCommit = await work.git("rev-parse", "HEAD");
    expect(marked).toMatchObject({ changedCommit, changedAt: world.ctx.now() });

    await push("elsewhere", { "README.md": "# Other\n" });
    expect((await rowsOf(matched))[1]).toEqual(marked);
    await push("more", { "src/tide.ts": text(["top", ...tide.with(3, "third")]) });
    expect(await stale()).toEqual([matched.sectionId]);
    await push("back", { "src/tide.ts": text(["top", ...tide]) });
    expect(await sourceLines(matched)).toEqual(["src/quay.ts:1-2", "src/tide.ts:4-6"]);
    expect(await stale()).toEqual([]);
    expect(await traces(pageTables)).toEqual(before);
  });

  it("is followed through renames, with and without changes", async () => {
    const section = await citing(["src/tide.ts", 3, 5], ["src/quay.ts", 4, 6]);
    await work.git("mv", "src/tide.ts", "src/ebb.ts");
    await push("rename");
    expect(await sourceLines(section)).toEqual(["src/ebb.ts:3-5", "src/quay.ts:4-6"]);
    await work.git("mv", "src/ebb.ts", "src/flood.ts");
    await push("rename and edit", { "src/flood.ts": text(["new", ...tide]) });
    expect(await sourceLines(section)).toEqual(["src/flood.ts:4-6", "src/quay.ts:4-6"]);
    await work.git("mv", "src/flood.ts", "src/spring.ts");
    await push("rename and change", { "src/spring.ts": text(["new", ...tide.with(3, "other")]) });
    expect(await sourceLines(section)).toEqual(["src/flood.ts:4-6 changed", "src/quay.ts:4-6"]);
    const [marked] = await rowsOf(section);
    await push("elsewhere", { "README.md": "# Other\n" });
    expect((await rowsOf(section))[0]).toEqual(marked);
    await push("back in the renamed file", { "src/spring.ts": text(["newer", "new", ...tide]) });
    expect(await sourceLines(section)).toEqual(["src/spring.ts:5-7", "src/quay.ts:4-6"]);
  });

  it("that deletes a file marks its lines, one that brings them back anywhere takes the mark away", async () => {
    const section = await citing(["src/tide.ts", 3, 5], ["src/quay.ts", 4, 6]);
    await work.git("rm", "-q", "src/tide.ts", "src/quay.ts");
    await push("gone", { LICENSE: "none\n" });
    expect(await sourceLines(section)).toEqual(["src/tide.ts:3-5 changed", "src/quay.ts:4-6 changed"]);
    await push("back", { "src/tide.ts": text(["new", ...tide]), "lib/quay.ts": text(quay) });
    expect(await sourceLines(section)).toEqual(["src/tide.ts:4-6", "lib/quay.ts:4-6"]);
  });

  it("of many commits at once is one comparison", async () => {
    const section = await citing(["src/tide.ts", 3, 5], ["src/quay.ts", 4, 6]);
    for (let at = 0; at < 12; at += 1) await work.commit(`step ${at}`, { "src/tide.ts": text([`n${at}`, ...tide]) });
    await work.commit("inside", { "src/quay.ts": text(quay.with(4, "other")) });
    await push("and back", { "src/quay.ts": text(quay) });
    expect(await sourceLines(section)).toEqual(["src/tide.ts:4-6", "src/quay.ts:4-6"]);
  });
});

describe("a file that becomes something else", () => {
  it.each([
    { what: "has other line ends", file: text(tide).replaceAll("\n", "\r\n"), after: "src/tide.ts:3-5" },
    { what: "has no last line end", file: tide.join("\n"), after: "src/tide.ts:3-5" },
    {
      what: "is not encoded as UTF-8",
      file: Buffer.concat([Buffer.from([0xe9, 10]), Buffer.from(text(tide))]),
      after: "src/tide.ts:4-6",
    },
    { what: "is binary", file: Buffer.from(`${text(tide)}\0`), after: "src/tide.ts:3-5 changed" },
    { what: "is too large", file: text(tide) + "x".repeat(5_000_000), after: "src/tide.ts:3-5 changed" },
    { what: "is a link", file: { linkTo: "quay.ts" }, after: "src/tide.ts:3-5 changed" },
    { what: "is empty", file: "", after: "src/tide.ts:3-5 changed" },
  ])("is told rightly: it $what", async ({ file, after }) => {
    const section = await citing(["src/tide.ts", 3, 5]);
    await work.git("rm", "-q", "src/tide.ts");
    await push("other", { "src/tide.ts": file });
    expect(await sourceLines(section)).toEqual([after]);
    await work.git("rm", "-q", "src/tide.ts");
    await push("as it was", { "src/tide.ts": text(tide) });
    expect(await sourceLines(section)).toEqual(["src/tide.ts:3-5"]);
  });

  it("costs nothing when only its mode changes", async () => {
    await citing(["src/tide.ts", 3, 5]);
    const before = await traces();
    await work.git("update-index", "--chmod=+x", "src/tide.ts");
    await work.git("commit", "-qm", "mode");
    await index();
    expect(await traces()).toEqual(before);
  });
});

describe("history that is given up", () => {
  it("keeps no source in a commit that may go away", async () => {
    await work.commit("second", { "src/tide.ts": text(["new", ...tide]) });
    await index();
    const section = await citing(["src/tide.ts", 4, 6], ["src/quay.ts", 4, 6], ["README.md", 1, 1]);
    await work.git("reset", "-q", "--hard", "HEAD~1");
    await push("another past", { "README.md": "# Other\n" });
    const [first, second, third] = await rowsOf(section);
    const head = await work.git("rev-parse", "HEAD");
    expect([first?.commit, second?.commit]).toEqual([head, head]);
    expect(third?.changedAt).not.toBeNull();
    releaseObjects(mirror());
    await runGit({ directory: mirror(), args: ["reflog", "expire", "--expire=now", "--all"] });
    await runGit({ directory: mirror(), args: ["gc", "--quiet", "--prune=now"] });
    expect(await sourceLines(section)).toEqual(["src/tide.ts:3-5", "src/quay.ts:4-6", "README.md:1-1 changed"]);
    await push("once more", { "README.md": "# Board\n", "src/quay.ts": text(["new", ...quay]) });
    expect(await sourceLines(section)).toEqual(["src/tide.ts:3-5", "src/quay.ts:5-7", "README.md:1-1"]);
  });

  it("is followed to another main branch and back", async () => {
    const section = await citing(["src/tide.ts", 3, 5], ["src/quay.ts", 4, 6]);
    await work.git("checkout", "-q", "--orphan", "other");
    await work.commit("other", { "src/tide.ts": text(["a", "b", ...tide]), "src/quay.ts": text(quay.with(4, "x")) });
    const switchTo = async (mainBranch: string) => {
      await world.ctx.db
        .update(repositories)
        .set({ mainBranch, indexState: "queued" })
        .where(eq(repositories.repositoryId, key.repositoryId));
      await index();
    };
    await switchTo("other");
    expect(await sourceLines(section)).toEqual(["src/tide.ts:5-7", "src/quay.ts:4-6 changed"]);
    await switchTo("main");
    expect(await sourceLines(section)).toEqual(["src/tide.ts:3-5", "src/quay.ts:4-6"]);
  });
});

describe("two at once", () => {
  /** The same powers, with something that happens right before the transaction that moves the index. */
  function before(happens: () => Promise<unknown>) {
    const { db } = project.system;
    const transaction: typeof db.transaction = async (...call) => {
      await happens();
      return await db.transaction(...call);
    };
    return { ...project.system, db: Object.assign(Object.create(db) as typeof db, { transaction }) };
  }

  it("finds a section that was written after its plan was made", async () => {
    const section = await makeSection();
    const sources = [await sourceOf(["src/tide.ts", 3, 5]), await sourceOf(["src/quay.ts", 4, 6])];
    await work.commit("both", { "src/tide.ts": text(["new", ...tide]), "src/quay.ts": text(quay.with(4, "x")) });
    await index(before(() => cite(section, sources)));
    expect(await sourceLines(section)).toEqual(["src/tide.ts:4-6", "src/quay.ts:4-6 changed"]);
  });

  it("makes a section that is written meanwhile wait, and follows it to the new commit", async () => {
    const section = await makeSection();
    const sources = [await sourceOf(["src/tide.ts", 3, 5]), await sourceOf(["src/quay.ts", 4, 6])];
    await work.commit("both", { "src/tide.ts": text(["new", ...tide]), "src/quay.ts": text(quay.with(4, "x")) });
    let writing = Promise.resolve();
    let isWritten = false;
    const publish: typeof world.ctx.publish = async () => {
      writing = cite(section, sources).then(() => void (isWritten = true));
      await waitUntilBlocked();
      expect(isWritten).toBe(false);
    };
    await index({ ...project.system, publish });
    await writing;
    expect(await sourceLines(section)).toEqual(["src/tide.ts:4-6", "src/quay.ts:4-6 changed"]);
    const [row] = await rowsOf(section);
    expect(row?.commit).toBe(await work.git("rev-parse", "HEAD"));
  });

  /** Somebody waits for a lock. */
  async function waitUntilBlocked(): Promise<void> {
    const here = sql`select pid from pg_stat_activity where datname = current_database()`;
    const blocked = sql`select 1 from pg_locks where not granted and pid in (${here})`;
    while ((await world.ctx.db.execute(blocked)).rows.length === 0) await new Promise(setImmediate);
  }

  it("changes nothing when the transaction fails, and everything with the next try", async () => {
    const section = await citing(["src/tide.ts", 3, 5], ["src/quay.ts", 4, 6]);
    const [before, row] = [await traces(), await findRepository(project.system, key)];
    await work.commit("both", { "src/tide.ts": text(["new", ...tide]), "src/quay.ts": text(quay.with(4, "x")) });
    const publish = () => Promise.reject(new Error("The process died here"));
    await expect(index({ ...project.system, publish })).rejects.toThrow("The process died here");
    expect(await traces()).toEqual(before);
    expect((await findRepository(project.system, key))?.indexedCommit).toBe(row?.indexedCommit);
    await index();
    expect(await sourceLines(section)).toEqual(["src/tide.ts:4-6", "src/quay.ts:4-6 changed"]);
  });

  it("ends at the newest commit when two runs overlap", async () => {
    const section = await citing(["src/tide.ts", 3, 5], ["src/quay.ts", 4, 6]);
    await work.commit("first", { "src/tide.ts": text(["new", ...tide]) });
    const overtaken = before(async () => {
      await work.git("mv", "src/tide.ts", "src/ebb.ts");
      await work.commit("second", { "src/ebb.ts": text(["newer", "new", ...tide]) });
      await index();
    });
    await index(overtaken);
    await index();
    expect(await sourceLines(section)).toEqual(["src/ebb.ts:5-7", "src/quay.ts:4-6"]);
  });
});

describe("sources", () => {
  it("that do not resolve are refused, and leave what was there", async () => {
    const section = await citing(["src/tide.ts", 3, 5]);
    const [before] = await rowsOf(section);
    const good = await sourceOf(["src/tide.ts", 3, 5]);
    const foreign = await makeProject(world);
    const other = await makeRepository(world, foreign, { path: work.path });
    await index(foreign.system, other);
    const wrong: Partial<Source>[] = [
      { endLine: 6 },
      { startLine: 4 },
      { startLine: 0 },
      { endLine: 500 },
      { path: "src/none.ts" },
      { path: "../etc/passwd" },
      { hash: "0".repeat(64) },
      { commit: "0".repeat(40) },
      { commit: "HEAD" },
      { repositoryId: randomUUID() },
      { repositoryId: other.repositoryId },
    ];
    const output = new Set<string>();
    for (const change of wrong) {
      const sources = [good, { ...good, ...change }];
      await expect(cite(section, sources)).rejects.toMatchObject({ code: "unprocessable" });
      const { organizationId } = project;
      await expect(resolveSources(project.ctx, { organizationId }, sources)).rejects.toMatchObject({
        code: "unprocessable",
      });
      if (change.repositoryId) await cite(section, sources).catch((error: Error) => output.add(error.message));
    }
    expect(output.size).toBe(1);
    expect(await rowsOf(section)).toEqual([before]);
    await cite(section, [good], project.ctx);
    expect(await rowsOf(section)).toEqual([before]);
  });

  it("of another product of the organization are refused where one product is meant", async () => {
    const { organizationId, projectId } = project;
    const second = await makeProject(world, project.organization);
    const sources = [await sourceOf(["src/tide.ts", 3, 5])];
    expect(await resolveSources(project.ctx, { organizationId, projectId }, sources)).toEqual({ resolved: sources });
    const elsewhere = { organizationId, projectId: second.projectId };
    await expect(resolveSources(project.ctx, elsewhere, sources)).rejects.toMatchObject({ code: "unprocessable" });
  });

  it("of older commits are brought to where the index stands", async () => {
    await work.commit("second", { "src/tide.ts": text(["new", ...tide]), "src/quay.ts": text(quay.with(4, "x")) });
    await index();
    const section = await makeSection();
    const old = [await sourceOf(["src/tide.ts", 3, 5], "HEAD~1"), await sourceOf(["src/quay.ts", 4, 6], "HEAD~1")];
    await cite(section, old);
    expect(await sourceLines(section)).toEqual(["src/tide.ts:4-6", "src/quay.ts:4-6 changed"]);
    await cite(section, [...old, await sourceOf(["src/quay.ts", 1, 2])]);
    expect(await sourceLines(section)).toEqual(["src/tide.ts:4-6", "src/quay.ts:4-6 changed", "src/quay.ts:1-2"]);
  });

  it("of a former version of a section count as changed when nobody can read them any more", async () => {
    const section = await makeSection();
    const lost = { ...(await sourceOf(["src/tide.ts", 3, 5])), commit: "0".repeat(40) };
    const write = { ...section, sources: [lost, await sourceOf(["src/quay.ts", 1, 2])], isRestored: true };
    await project.ctx.db.transaction((tx) => writeSectionSources(project.ctx, tx, write));
    expect(await sourceLines(section)).toEqual(["src/tide.ts:3-5 changed", "src/quay.ts:1-2"]);
    await push("other", { "src/tide.ts": text(["new", ...tide]) });
    expect((await rowsOf(section))[0]?.changedAt).not.toBeNull();
  });

  it("written before contents were kept are looked up at the next push", async () => {
    const section = await citing(["src/tide.ts", 3, 5], ["src/quay.ts", 4, 6]);
    const [first, second] = await rowsOf(section);
    await world.ctx.db.update(sectionSources).set({ blob: "" }).where(eq(sectionSources.sectionId, section.sectionId));
    await push("one", { "src/quay.ts": text(quay.with(4, "x")) });
    expect(await sourceLines(section)).toEqual(["src/tide.ts:3-5", "src/quay.ts:4-6 changed"]);
    expect((await rowsOf(section)).map((row) => row.blob)).toEqual([first?.blob, second?.blob]);
  });

  it("of equal paths in two repositories, and of two organizations, are kept apart", async () => {
    const other = await makeProject(world);
    const twin = await makeRepository(world, other, { path: work.path });
    const sibling = await makeRepository(world, project, { path: work.path });
    for (const [ctx, of] of [
      [other.system, twin],
      [project.system, sibling],
    ] as const)
      await index(ctx, of);
    const ours = await citing(["src/tide.ts", 3, 5]);
    const beside = await makeSection();
    await cite(beside, [await sourceOf(["src/tide.ts", 3, 5], "HEAD", sibling)]);
    const theirs = await makeSection(other);
    await cite(theirs, [await sourceOf(["src/tide.ts", 3, 5], "HEAD", twin)], other.system);
    await work.commit("inside", { "src/tide.ts": text(tide.with(3, "x")) });
    await index();
    const changed = async (section: Section) => (await rowsOf(section))[0]?.changedAt !== null;
    expect([await changed(ours), await changed(beside), await changed(theirs)]).toEqual([true, false, false]);
    const { organizationId } = project;
    expect(await listStaleSectionIds(project.ctx.db, { organizationId })).toEqual([ours.sectionId]);
    expect(await listStaleSectionIds(other.ctx.db, { organizationId })).toEqual([]);
    await index(other.system, twin);
    expect(await changed(theirs)).toBe(true);
  });
});
