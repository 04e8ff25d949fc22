import { createHash } from "node:crypto";

import { type SectionInput } from "@cairn/contract/page-sections";
import { updateConflictSchema, type Artifact } from "@cairn/contract/pages";
import type { Source } from "@cairn/contract/sources";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { closeRevision } from "#server/domain/pages/history/close-revision.ts";
import { getRevision } from "#server/domain/pages/history/get-revision.ts";
import { listRevisions } from "#server/domain/pages/history/list-revisions.ts";
import { restoreRevision } from "#server/domain/pages/history/restore-revision.ts";
import { saveSectionText } from "#server/domain/pages/sections/save-section.ts";
import { lockPage } from "#server/domain/pages/store/artifacts.store.ts";
import { artifactRevisions, artifacts, sections, sectionVersions } from "#server/platform/db/tables/artifacts.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import {
  createTestWorld,
  makeMember,
  makeProject,
  makeRepository,
  makeService,
  makeUser,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

import { createArtifact } from "./create-artifact.ts";
import { updateArtifact } from "./update-artifact.ts";

let world: TestWorld;
let repository: Awaited<ReturnType<typeof createTestRepository>>;
/** Two members of one organization, its product, and the commit that is indexed. */
let team: Awaited<ReturnType<typeof makeTeam>>;

const delay = ["export function announce(minutes: number) {", "  return minutes >= 5;", "}"];

beforeAll(async () => {
  world = await createTestWorld();
  repository = await createTestRepository();
  await repository.commit("Begin", { "src/delay.ts": `${delay.join("\n")}\n`, "README.md": "# Board\n" });
  team = await makeTeam();
});
afterAll(async () => {
  await world.close();
  await repository.remove();
});

async function makeTeam() {
  const project = await makeProject(world);
  const { repositoryId } = await makeRepository(world, project, { path: repository.path });
  const key = { organizationId: project.organizationId, projectId: project.projectId };
  const { serviceId } = await makeService(world, key, { repositoryId });
  await indexRepository(project.system, { organizationId: key.organizationId, repositoryId }, { isLastTry: true });
  const ada = await makeUser(world, { firstName: "Ada", lastName: "Okafor" });
  await makeMember(world, key.organizationId, ada.userId, "editor");
  const commit = world.ctx.indexes.open(repositoryId)?.commit ?? "";
  return { ...project, key, repositoryId, serviceId, commit, ben: project.ctx, ada: ada.ctx };
}

function sourceOf(startLine: number, endLine: number, change: Partial<Source> = {}): Source {
  const lines = delay.slice(startLine - 1, endLine).join("\n");
  const hash = createHash("sha256").update(lines).digest("hex");
  const location = { repositoryId: team.repositoryId, path: "src/delay.ts", startLine, endLine };
  return { ...location, commit: team.commit, hash, ...change };
}

const staticSection = (title: string, content = `About ${title}.`): SectionInput => ({ title, content });
const autoSection = (title: string, change: Partial<SectionInput> = {}): SectionInput => ({
  title,
  instructions: { prompt: `Tell of ${title}`, output: "markdown" },
  content: `Written: ${title}. [1]`,
  sources: [sourceOf(1, 3)],
  ...change,
});

async function makeArtifact(...given: SectionInput[]): Promise<Artifact> {
  const wanted = given.length > 0 ? given : [staticSection("First"), autoSection("Second")];
  return await createArtifact(team.ben, { ...team.key, type: "page", title: "Tides", sections: wanted });
}

/** What an editor would send of the page as it was read. */
const asRead = (page: Artifact): SectionInput[] =>
  page.sections.map(({ sectionId, title, instructions, content, sources }) => {
    return { sectionId, title, instructions, content, sources };
  });

const put = (ctx: Ctx, page: Artifact, change: { revision?: number; title?: string; sections?: SectionInput[] }) =>
  updateArtifact(ctx, {
    organizationId: page.projectId ? team.key.organizationId : "",
    artifactId: page.artifactId,
    ...change,
  });

const read = (page: Artifact) => getArtifact(team.ben, { ...team.key, artifactId: page.artifactId });

/** What a writer does: a section's new text, and the revision at the end. */
async function write(page: Artifact, sectionId: string, content: string, isLast = true): Promise<void> {
  const key = { organizationId: team.key.organizationId, artifactId: page.artifactId };
  await team.system.db.transaction(async (tx) => {
    await lockPage(tx, key);
    const section = page.sections.find((one) => one.sectionId === sectionId);
    const text = {
      title: section?.title ?? "New",
      prompt: section?.instructions?.prompt ?? "Tell",
      output: "markdown" as const,
      templateKey: null,
      content,
      sources: [sourceOf(2, 2)],
      commit: team.commit,
      generatedAt: world.ctx.now(),
      writtenBy: "Built-in engine",
    };
    await saveSectionText(team.system, tx, { ...key, sectionId, position: 9000 }, text);
    if (isLast) await closeRevision(team.system, tx, key, { cause: "written", createdBy: null });
  });
}

const versionsOf = async (page: Artifact) =>
  (await world.ctx.db.select().from(sectionVersions).where(eq(sectionVersions.artifactId, page.artifactId))).length;

const jobsFor = (page: Artifact) =>
  world.enqueued.filter(({ data }) => data.artifactId === page.artifactId).map(({ job }) => job);

describe("publishing a page", () => {
  it("stores a static text, and gives the page its next revision", async () => {
    const page = await makeArtifact();
    world.setNow(new Date("2026-11-22T10:00:00.000Z"));
    const [first, second] = asRead(page) as [SectionInput, SectionInput];
    const after = await put(team.ada, page, {
      revision: 1,
      title: "Ebb",
      sections: [{ ...first, title: "First!", content: "By hand." }, second],
    });
    expect(after).toMatchObject({
      title: "Ebb",
      revision: 2,
      isUpdating: false,
      updatedAt: "2026-11-22T10:00:00.000Z",
    });
    expect(after.sections.map(({ title, content, kind }) => [title, content, kind])).toEqual([
      ["First!", "By hand.", "static"],
      ["Second", "Written: Second. [1]", "auto"],
    ]);
    expect(after.sections[1]).toEqual(page.sections[1]);
  });

  it("leaves a section alone that nobody changed, however it is sent", async () => {
    const page = await makeArtifact();
    const before = await versionsOf(page);
    const [first, second] = asRead(page);
    const bare = { sectionId: second?.sectionId, title: "Second", instructions: second?.instructions, content: "" };
    for (const sent of [
      [first, second],
      [first, bare],
    ] as SectionInput[][]) {
      expect(await put(team.ada, page, { sections: sent })).toEqual(page);
    }
    expect(await put(team.ada, page, {})).toEqual(page);
    expect(await versionsOf(page)).toBe(before);
    expect(jobsFor(page)).toEqual([]);
  });

  it("adds, takes away and moves sections, and gives new ones the ids their editor chose", async () => {
    const page = await makeArtifact(staticSection("A"), staticSection("B"), staticSection("C"));
    const [a, b, c] = asRead(page) as [SectionInput, SectionInput, SectionInput];
    const sectionId = world.ctx.newId();
    const after = await put(team.ada, page, { sections: [c, { ...staticSection("D"), sectionId }, a] });
    expect(after.sections.map((one) => one.title)).toEqual(["C", "D", "A"]);
    expect(after.sections[1]?.sectionId).toBe(sectionId);
    const again = await put(team.ada, page, { sections: [a, b, c, { ...staticSection("D"), sectionId }] });
    expect(again.sections.map((one) => one.title)).toEqual(["A", "B", "C", "D"]);
    expect(again.sections[1]?.sectionId).toBe(b.sectionId);
  });

  it("has an Auto section written whose prompt changed, and keeps its old text readable", async () => {
    const page = await makeArtifact();
    const [first, second] = asRead(page) as [SectionInput, SectionInput];
    const requested = { ...second, instructions: { prompt: "Tell less", output: "markdown" as const } };
    const after = await put(team.ada, page, { sections: [first, requested] });
    expect(after).toMatchObject({ isUpdating: true, revision: 2 });
    expect(after.sections[1]).toMatchObject({
      status: "updating",
      content: "Written: Second. [1]",
      instructions: { prompt: "Tell less" },
      writtenBy: "Built-in engine",
    });
    expect(jobsFor(page)).toEqual(["write-artifact"]);
  });

  it("publishes a preview as fresh, by this server's writer, whoever its sender says", async () => {
    const page = await makeArtifact(autoSection("Empty", { content: "", sources: [] }));
    expect(page.sections[0]).toMatchObject({ status: "updating", content: "", writtenBy: null });
    expect(jobsFor(page)).toEqual(["write-artifact"]);
    const [empty] = asRead(page) as [SectionInput];
    const previewed = { ...empty, content: "Five minutes. [1]", sources: [sourceOf(2, 2)], writtenBy: "Nobody" };
    const after = await put(team.ada, page, { revision: 1, sections: [previewed] });
    expect(after.sections[0]).toMatchObject({
      status: "fresh",
      content: "Five minutes. [1]",
      sources: [sourceOf(2, 2)],
      writtenBy: "Built-in engine",
      commit: team.commit,
    });
  });

  it("keeps text and sources when a section stops being Auto, and has it written when it starts to be", async () => {
    const page = await makeArtifact();
    const [first, second] = asRead(page) as [SectionInput, SectionInput];
    const swapped = [
      { ...first, instructions: { prompt: "Tell", output: "markdown" as const } },
      { ...second, instructions: null, sources: undefined },
    ];
    const after = await put(team.ada, page, { sections: swapped });
    expect(after.sections.map(({ kind, status, content }) => [kind, status, content])).toEqual([
      ["auto", "updating", "About First."],
      ["static", "fresh", "Written: Second. [1]"],
    ]);
    expect(after.sections[1]?.sources).toEqual([sourceOf(1, 3)]);
  });

  it("keeps what changed in the code since as it is when something else of the section is edited", async () => {
    const page = await makeArtifact();
    await repository.commit("Ten", { "src/delay.ts": `${delay.join("\n").replace("5", "10")}\n` });
    await indexRepository(team.system, { ...team.key, repositoryId: team.repositoryId }, { isLastTry: true });
    const stale = await read(page);
    expect(stale.sections[1]).toMatchObject({ status: "stale", changed: [1], content: "Written: Second. [1]" });
    expect(stale).toMatchObject({ staleSections: 1, revision: 1 });
    const [first, second] = asRead(stale) as [SectionInput, SectionInput];
    const after = await put(team.ada, page, { revision: 1, sections: [first, { ...second, title: "Renamed" }] });
    expect(after.sections[1]).toMatchObject({ title: "Renamed", status: "stale", changed: [1] });
    const { content } = await listArtifacts(team.ada, { ...team.key, page: 1, limit: 100 });
    expect(content.find((one) => one.artifactId === page.artifactId)?.staleSections).toBe(1);
    await repository.git("revert", "--no-edit", "HEAD");
    await indexRepository(team.system, { ...team.key, repositoryId: team.repositoryId }, { isLastTry: true });
    expect((await read(page)).sections[1]).toMatchObject({ status: "fresh", changed: [] });
  });

  it("moves a page to another product's service, and to the organization", async () => {
    const page = await makeArtifact();
    const { organizationId } = team.key;
    const target = { organizationId, artifactId: page.artifactId };
    const moved = await updateArtifact(team.ada, { ...target, serviceId: team.serviceId });
    expect(moved).toMatchObject({ service: { serviceId: team.serviceId }, revision: 1, sections: page.sections });
    const whole = await updateArtifact(team.ada, { ...target, projectId: null });
    expect(whole).toMatchObject({ project: null, service: null, projectId: null });
  });
});

describe("two people", () => {
  it("publish different sections at the same time, and both are there", async () => {
    const page = await makeArtifact(...["A", "B", "C", "D"].map((title) => staticSection(title)));
    const edited = (at: number) =>
      asRead(page).map((one, index) => (index === at ? { ...one, content: `By ${at}.` } : one));
    await Promise.all(
      [0, 1, 2, 3].map((at) => put(at % 2 ? team.ada : team.ben, page, { revision: 1, sections: edited(at) })),
    );
    const after = await read(page);
    expect(after.sections.map((one) => one.content)).toEqual(["By 0.", "By 1.", "By 2.", "By 3."]);
    expect(after.revision).toBe(5);
  });

  it("who publish the same section at the same time: one does, the other is told what is there", async () => {
    const page = await makeArtifact();
    const [first, second] = asRead(page) as [SectionInput, SectionInput];
    const tries = await Promise.allSettled(
      [team.ada, team.ben].map((ctx, at) =>
        put(ctx, page, { revision: 1, sections: [{ ...first, content: `By ${at}.` }, second] }),
      ),
    );
    const refused = tries.findIndex((one) => one.status === "rejected");
    const after = await read(page);
    expect(after.sections[0]?.content).toBe(`By ${refused === 0 ? 1 : 0}.`);
    expect(tries[refused]).toMatchObject({
      reason: { code: "conflict", message: expect.stringMatching(/ changed this page since you opened it$/) },
    });
    expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  });

  it("never lose an update: each of many is in the result or was refused", async () => {
    const page = await makeArtifact(staticSection("A"), staticSection("B"));
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => {
        const sent = asRead(page).map((one, index) => (index === at % 2 ? { ...one, content: `By ${at}.` } : one));
        return put(at % 3 ? team.ada : team.ben, page, {
          revision: 1,
          sections: [...sent, staticSection(`New ${at}`)],
        });
      }),
    );
    const done = tries.flatMap((one, at) => (one.status === "fulfilled" ? [at] : []));
    const after = await read(page);
    expect(done).toHaveLength(2);
    const texts = after.sections.map((one) => one.content);
    expect(texts.toSorted()).toEqual(done.flatMap((at) => [`About New ${at}.`, `By ${at}.`]).toSorted());
    expect(after.revision).toBe(3);
  });

  it("learn who changed what, and publish theirs once they have seen it", async () => {
    const page = await makeArtifact();
    const [first, second] = asRead(page) as [SectionInput, SectionInput];
    await put(team.ada, page, { revision: 1, title: "Flood", sections: [{ ...first, content: "Hers." }] });
    const mine = {
      title: "Ebb",
      sections: [
        { ...first, content: "Mine." },
        { ...second, title: "Mine too" },
      ],
    };
    const error = await put(team.ben, page, { revision: 1, ...mine }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "conflict", message: "Ada Okafor changed this page since you opened it" });
    const conflict = updateConflictSchema.parse((error as { details: unknown }).details);
    expect(conflict).toMatchObject({ revision: 2, title: "Flood", changedBy: { firstName: "Ada" } });
    expect(conflict.sections.map(({ sectionId, theirs }) => [sectionId, theirs?.content])).toEqual([
      [first.sectionId, "Hers."],
      [second.sectionId, undefined],
    ]);
    expect(await read(page)).toMatchObject({ revision: 2, title: "Flood" });
    const seen = await put(team.ben, page, { revision: conflict.revision, ...mine });
    expect(seen).toMatchObject({ revision: 3, title: "Ebb" });
    expect(seen.sections.map(({ content, title }) => [content, title])).toEqual([
      ["Mine.", "First"],
      ["Written: Second. [1]", "Mine too"],
    ]);
  });

  it("may overwrite each other where the editor names no revision; the history has both", async () => {
    const page = await makeArtifact();
    await put(team.ada, page, { sections: [...asRead(page), staticSection("Hers")] });
    const after = await put(team.ben, page, { sections: asRead(page) });
    expect(after.sections.map((one) => one.title)).toEqual(["First", "Second"]);
    const { content } = await listRevisions(team.ben, {
      ...team.key,
      artifactId: page.artifactId,
      page: 1,
      limit: 100,
    });
    expect(
      content.map(({ revision, cause, changedSections, createdBy }) => {
        return [revision, cause, changedSections, createdBy?.firstName ?? null];
      }),
    ).toEqual([
      [3, "edited", ["Hers"], null],
      [2, "edited", ["Hers"], "Ada"],
      [1, "created", ["First", "Second"], null],
    ]);
  });

  it("cannot start from a revision that never was", async () => {
    const page = await makeArtifact();
    await expect(put(team.ada, page, { revision: 9 })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a person and a writer", () => {
  it("work on one page: what the person left alone the writer may write, and both have a revision", async () => {
    const page = await makeArtifact();
    const [first, second] = asRead(page) as [SectionInput, SectionInput];
    await write(page, second.sectionId ?? "", "Written anew. [1]", false);
    const after = await put(team.ada, page, {
      revision: 1,
      sections: [
        { ...first, content: "By hand." },
        { ...second, title: "Renamed" },
      ],
    });
    expect(after.sections.map(({ title, content }) => [title, content])).toEqual([
      ["First", "By hand."],
      ["Renamed", "Written anew. [1]"],
    ]);
    const { content } = await listRevisions(team.ben, {
      ...team.key,
      artifactId: page.artifactId,
      page: 1,
      limit: 100,
    });
    expect(content.map(({ cause, changedSections }) => [cause, changedSections])).toEqual([
      ["edited", ["First", "Renamed"]],
      ["written", ["Second"]],
      ["created", ["First", "Second"]],
    ]);
  });

  it("are told apart where the person read a text that the writer has replaced since", async () => {
    const page = await makeArtifact();
    const id = page.sections[1]?.sectionId ?? "";
    await write(page, id, "Half way. [1]", false);
    const [first, second] = asRead(await read(page)) as [SectionInput, SectionInput];
    await write(page, id, "At the end. [1]");
    const after = await put(team.ada, page, { revision: 1, sections: [{ ...first, content: "By hand." }, second] });
    expect(after.sections.map(({ content }) => content)).toEqual(["By hand.", "At the end. [1]"]);
    const touched = put(team.ada, page, { revision: 1, sections: [first, { ...second, content: "Mine." }] });
    await expect(touched).rejects.toMatchObject({ code: "conflict" });
  });

  it("save at the same moment, one after the other", async () => {
    const page = await makeArtifact(staticSection("A"), autoSection("B"), autoSection("C"));
    const [a, b, c] = asRead(page) as [SectionInput, SectionInput, SectionInput];
    await Promise.all([
      write(page, b.sectionId ?? "", "New B. [1]"),
      put(team.ada, page, { revision: 1, sections: [{ ...a, content: "By hand." }, b, c] }),
      write(page, c.sectionId ?? "", "New C. [1]"),
      put(team.ben, page, { revision: 1, sections: [a, b, c, staticSection("D")] }),
    ]);
    const after = await read(page);
    expect(after.sections.map(({ content }) => content)).toEqual(["By hand.", "New B. [1]", "New C. [1]", "About D."]);
    expect(after.revision).toBe(5);
  });

  it("a page that is written for the first time keeps what its editor could not have seen", async () => {
    const page = await makeArtifact(staticSection("A"));
    await world.ctx.db.delete(artifactRevisions).where(eq(artifactRevisions.artifactId, page.artifactId));
    await write(page, world.ctx.newId(), "Just written. [1]", false);
    const [a] = asRead(page) as [SectionInput];
    const after = await put(team.ada, page, { revision: 1, sections: [{ ...a, content: "By hand." }] });
    expect(after.sections.map(({ content }) => content)).toEqual(["By hand.", "Just written. [1]"]);
  });
});

describe("the history of a page", () => {
  it("shows each state and brings one back, as a new one", async () => {
    const page = await makeArtifact();
    const [first, second] = asRead(page) as [SectionInput, SectionInput];
    await put(team.ada, page, {
      title: "Ebb",
      sections: [{ ...second, content: "Changed. [1]" }, staticSection("New")],
    });
    const key = { ...team.key, artifactId: page.artifactId };
    const old = await getRevision(team.ada, { ...key, revision: 1 });
    expect(old).toMatchObject({ revision: 1, title: "Tides", cause: "created" });
    expect(old.sections.map(({ content }) => content)).toEqual(page.sections.map(({ content }) => content));
    expect(old.sections[1]).toMatchObject({ sources: [sourceOf(1, 3)], writtenBy: "Built-in engine" });
    const versions = await versionsOf(page);
    const restored = await restoreRevision(team.ada, { ...key, revision: 1 });
    expect(restored).toMatchObject({ revision: 3, title: "Tides" });
    expect(restored.sections.map(({ sectionId, content }) => [sectionId, content])).toEqual([
      [first.sectionId, first.content],
      [second.sectionId, second.content],
    ]);
    expect(restored.sections.map((one) => one.isPaused)).toEqual([false, true]);
    expect(await versionsOf(page)).toBe(versions);
    expect((await getRevision(team.ada, { ...key, revision: 2 })).title).toBe("Ebb");
    expect(await restoreRevision(team.ada, { ...key, revision: 3 })).toMatchObject({ revision: 3 });
    const { content, total } = await listRevisions(team.ada, { ...key, page: 1, limit: 2 });
    expect([total, content.map(({ cause, revision }) => [cause, revision])]).toEqual([
      3,
      [
        ["restored", 3],
        ["edited", 2],
      ],
    ]);
    expect(content[1]?.changedSections).toEqual(["Second", "New", "First"]);
    await expect(getRevision(team.ada, { ...key, revision: 7 })).rejects.toMatchObject({ code: "not_found" });
    await expect(restoreRevision(team.ada, { ...key, revision: 7 })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("what is refused", () => {
  const rowsOf = async (page: Artifact) => ({
    page: await read(page),
    sections: await world.ctx.db.select().from(sections).where(eq(sections.artifactId, page.artifactId)),
  });

  it("names the section, and nothing is written", async () => {
    const page = await makeArtifact();
    const before = await rowsOf(page);
    const [first, second] = asRead(page) as [SectionInput, SectionInput];
    const other = await makeProject(world);
    const foreign = await makeRepository(world, other, { path: repository.path });
    const broken = {
      ...staticSection("Flow"),
      instructions: { prompt: "", output: "mermaid" as const },
      content: "graph TD\n  A -->",
    };
    const previews = [
      sourceOf(1, 2, { hash: "0".repeat(64) }),
      sourceOf(1, 3, { repositoryId: foreign.repositoryId }),
      sourceOf(1, 3, { repositoryId: world.ctx.newId() }),
      sourceOf(2, 2, { path: "../../etc/passwd" }),
    ];
    const cases: [SectionInput[], object][] = [
      [
        [first, { ...first, title: "Twice" }],
        {
          code: "invalid_input",
          message: "“Twice”: Another section of the page has the same id",
          details: { index: 1, field: "sectionId" },
        },
      ],
      [
        [first, broken],
        {
          code: "invalid_input",
          message: expect.stringMatching(/^“Flow”: .+line/i),
          details: { index: 1, field: "content" },
        },
      ],
      ...previews.map((source): [SectionInput[], object] => [
        [first, { ...second, content: "New. [1]", sources: [source] }],
        {
          code: "unprocessable",
          message: expect.stringMatching(/^“Second”: A source does not resolve/),
          details: { sectionId: second.sectionId, field: "sources" },
        },
      ]),
    ];
    for (const [sent, refusal] of cases) {
      await expect(put(team.ada, page, { revision: 1, title: "No", sections: sent })).rejects.toMatchObject(refusal);
    }
    expect(await rowsOf(page)).toEqual(before);
  });

  it("takes no section of another page, here or elsewhere", async () => {
    const page = await makeArtifact();
    const before = await rowsOf(page);
    const elsewhere = await makeProject(world);
    const foreign = await createArtifact(elsewhere.ctx, {
      organizationId: elsewhere.organizationId,
      type: "page",
      title: "Foreign",
      sections: [staticSection("Theirs")],
    });
    for (const one of [await makeArtifact(), foreign]) {
      const stolen = { ...staticSection("Stolen"), sectionId: one.sections[0]?.sectionId };
      const sent = { title: "No", sections: [...asRead(page), stolen] };
      await expect(put(team.ada, page, sent)).rejects.toMatchObject({
        code: "not_found",
        message: "Section not found",
      });
      const made = { ...team.key, type: "page" as const, title: "No", sections: [stolen] };
      await expect(createArtifact(team.ada, made)).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await rowsOf(page)).toEqual(before);
  });

  it("knows no product, service or parent but those of the organization, and together", async () => {
    const page = await makeArtifact();
    const before = await rowsOf(page);
    const sibling = await makeProject(world, team.organization);
    const foreign = await makeProject(world);
    const foreignService = await makeService(world, foreign);
    const ownPage = await makeArtifact();
    const target = { organizationId: team.key.organizationId, artifactId: page.artifactId, title: "No" };
    const made = { ...team.key, type: "page" as const, title: "No", content: "Text" };
    const count = async () => (await world.ctx.db.select().from(artifacts)).length;
    const pages = await count();
    for (const attempt of [
      () => updateArtifact(team.ada, { ...target, projectId: foreign.projectId }),
      () => updateArtifact(team.ada, { ...target, projectId: world.ctx.newId() }),
      () => updateArtifact(team.ada, { ...target, serviceId: foreignService.serviceId }),
      () => updateArtifact(team.ada, { ...target, projectId: sibling.projectId, serviceId: team.serviceId }),
      () => updateArtifact(foreign.ctx, { ...target }),
      () => createArtifact(team.ada, { ...made, projectId: foreign.projectId }),
      () => createArtifact(team.ada, { ...made, projectId: sibling.projectId, serviceId: team.serviceId }),
      () => createArtifact(team.ada, { ...made, projectId: sibling.projectId, parentArtifactId: ownPage.artifactId }),
      () => createArtifact(team.ada, { ...made, parentArtifactId: world.ctx.newId() }),
      () => createArtifact(foreign.ctx, made),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    }
    const agent = world.as({ kind: "agent", userId: team.owner.userId });
    await expect(updateArtifact(agent, target)).rejects.toMatchObject({ code: "forbidden" });
    expect(await rowsOf(page)).toEqual(before);
    expect(await count()).toBe(pages);
  });

  it("is not: two hundred sections, long texts, and what a file may hold", async () => {
    const many = Array.from({ length: 200 }, (_, at) => staticSection(`Section ${at}`));
    const page = await makeArtifact(...many);
    expect(page.sections).toHaveLength(200);
    const more = put(team.ada, page, { revision: 1, sections: [...asRead(page), staticSection("One more")] });
    await expect(more).rejects.toMatchObject({ code: "unprocessable", message: "A page can hold 200 sections" });
    const long = await makeArtifact(staticSection("Long", "x".repeat(200_000)));
    expect((await read(long)).sections[0]?.content).toHaveLength(200_000);
    const odd = await makeArtifact(autoSection("Odd"));
    await write(odd, odd.sections[0]?.sectionId ?? "", "a\0b\ud83dc");
    expect((await read(odd)).sections[0]?.content).toBe("a\uFFFDb\uFFFDc");
  });
});
