import { AppError } from "@cairn/contract/errors";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { createArtifact } from "#server/domain/pages/editing/create-artifact.ts";
import { createPage } from "#server/domain/pages/editing/create-page.ts";
import { boardFiles, documentProduct, readPageRows } from "#server/domain/pages/testing/documented-product.ts";
import { artifacts } from "#server/platform/db/tables/artifacts.ts";
import { ableModel } from "#server/platform/models/able-model.ts";
import { textOfMessage } from "#server/platform/models/message-text.ts";
import type { ModelPort, ModelRequest } from "#server/platform/models/model-port.ts";
import { createTestWorld, makeProject, makeRepository, type TestWorld } from "#server/testing/test-ctx.ts";

import { estimateRegeneration } from "./estimate-regeneration.ts";
import { regenerateArtifact } from "./regenerate-artifact.ts";
import { resumePages } from "./resume-pages.ts";
import { stopRegeneration } from "./stop-regeneration.ts";
import { writeArtifact } from "./write-artifact.ts";
import { writePages } from "./write-pages.ts";

let world: TestWorld;
let product: Awaited<ReturnType<typeof documentProduct>>;
let other: Awaited<ReturnType<typeof documentProduct>>;

beforeAll(async () => {
  world = await createTestWorld({ DOCS_MAX_TOKENS: "1000" });
  product = await documentProduct(world);
  other = await documentProduct(world, {
    organization: product.organization,
    files: { "README.md": "# Kiosk\n\nKiosk sells tickets for boats at machines on every quay, for cash and cards.\n" },
  });
});
afterAll(async () => {
  await world.close();
  await product.repository.remove();
  await other.repository.remove();
});

/**
 * A model outside of our walls, here as an object: it counts how often a text is wanted of it, and says what the test wants, of
 * every section that it is asked for. When it is asked to compare, it finds nothing wrong.
 */
function createModel(
  answer: (request: ModelRequest) => AsyncIterable<string>,
  { most = Infinity }: { most?: number } = {},
): ModelPort & { calls: number } {
  return {
    name: "Test model",
    capabilities: async () => ableModel,
    calls: 0,
    async *stream(request) {
      const settle = await request.meter?.({ model: "test", promptTokens: 400, maxOutputTokens: 100 });
      if (request.json) yield { type: "text", text: '{"problems": []}' };
      else {
        this.calls += 1;
        const numbers = textOfMessage(request.messages[0]?.content ?? "").matchAll(/<request n="(\d+)"/g);
        let text = "";
        for await (const piece of answer(request)) text += piece;
        const sections = Array.from(numbers, ([, number]) => `<section n="${number}">\n${text}\n</section>`);
        yield { type: "text", text: sections.slice(0, most).join("\n") };
      }
      await settle?.({ inputTokens: 400, outputTokens: 100 });
      yield { type: "finish", inputTokens: 400, outputTokens: 100 };
    },
  };
}

const failing = (message: string) => (): AsyncIterable<string> => ({
  [Symbol.asyncIterator]: () => ({
    next: () => Promise.reject(new AppError("vendor_unavailable", { message, cause: new Error("HTTP 429") })),
  }),
});

async function* says(text: string): AsyncIterable<string> {
  yield text;
}

const prompts = [
  "Explain how delays are announced",
  "Explain how the tide is read",
  "Say which boats passengers are shown",
];

async function makePage(given: { title?: string; place?: object; prompts?: string[] } = {}) {
  const { ctx, organizationId, projectId } = product;
  const { artifactId } = await createArtifact(ctx, {
    organizationId,
    type: "page",
    ...(given.place ?? { projectId }),
    title: given.title ?? "How it works",
    sections: (given.prompts ?? prompts).map((prompt, at) => ({
      title: `Part ${at + 1}`,
      instructions: { prompt, output: "markdown" },
      content: "",
    })),
  });
  return { organizationId, artifactId };
}

const read = (key: { organizationId: string; artifactId: string }) => getArtifact(product.ctx, key);

/** The same, with something that happens whenever it has written. */
function afterEachTransaction(ctx: Ctx, happen: () => Promise<void>): Ctx {
  const transaction: Ctx["db"]["transaction"] = async (work) => {
    const done = await ctx.db.transaction(work);
    await happen();
    return done;
  };
  const db = new Proxy(ctx.db, {
    get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name)),
  });
  return { ...ctx, db };
}

it("a first page that is being made is not ended by who asks for one of its parts meanwhile", async () => {
  const { ctx, organizationId, projectId, system } = await makeProject(world);
  const { repositoryId } = await makeRepository(
    world,
    { organizationId, projectId },
    { path: product.repository.path },
  );
  await indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
  const list = async () => (await listArtifacts(ctx, { organizationId, projectId, page: 1, limit: 10 })).content;
  const requested: string[] = [];
  const stillUpdating: unknown[] = [];
  const meanwhile = async (): Promise<void> => {
    const [overview] = await list();
    const key = { organizationId, artifactId: overview?.artifactId ?? "" };
    const [section] = overview ? (await getArtifact(ctx, key)).sections : [];
    if (requested.length > 0 || !section) return;
    requested.push(key.artifactId);
    await regenerateArtifact(ctx, { ...key, sectionIds: [section.sectionId] });
    await writeArtifact(system, key);
    stillUpdating.push((await getArtifact(ctx, key)).isUpdating);
  };
  await writePages(afterEachTransaction(system, meanwhile), { organizationId, projectId });
  const key = { organizationId, artifactId: requested[0] ?? "" };
  expect(stillUpdating).toEqual([true]);
  expect((await getArtifact(ctx, key)).sections.length).toBeGreaterThan(2);
  await writeArtifact(system, key);
  expect(await getArtifact(ctx, key)).toMatchObject({ isUpdating: false });
});

describe("a page of people", () => {
  it("is written section by section with sources, as one revision", async () => {
    const key = await makePage();
    expect(world.enqueued.at(-1)).toEqual({ job: "write-artifact", data: key, key: key.artifactId });
    await writeArtifact(product.system, key);
    const page = await read(key);
    expect(page).toMatchObject({ isUpdating: false, revision: 2, writtenBy: "Built-in engine" });
    for (const section of page.sections) {
      expect(section).toMatchObject({ status: "fresh", writtenBy: "Built-in engine", error: null });
      expect(section.content).toMatch(/\[1\]/);
      expect(section.sources.length).toBeGreaterThan(0);
    }
    await writeArtifact(product.system, key);
    expect(await read(key)).toEqual(page);
  });

  it("of the whole organization speaks of all its products", async () => {
    const key = await makePage({
      place: {},
      prompts: ["Explain how delays are announced", "Who sells tickets at machines on every quay?"],
    });
    await writeArtifact(product.system, key);
    const { sections, project } = await read(key);
    expect(project).toBeNull();
    const repositories = sections.map((section) => new Set(section.sources.map((source) => source.repositoryId)));
    expect(repositories[0]).toContain(product.repositoryId);
    expect(repositories[1]).toContain(other.repositoryId);
  });

  it("of a folder cites that folder alone", async () => {
    const key = await makePage({ prompts: prompts.slice(0, 1) });
    const subject = { subjectRepositoryId: product.repositoryId, subjectPath: "/src" };
    await world.ctx.db.update(artifacts).set(subject).where(eq(artifacts.artifactId, key.artifactId));
    await writeArtifact(product.system, key);
    const [section] = (await read(key)).sections;
    const paths = section?.sources.map((source) => source.path) ?? [];
    expect(paths).toContain("src/delay.ts");
    expect(paths.every((path) => path.startsWith("src/"))).toBe(true);
  });

  it("says so where the code says nothing, and keeps what stood there", async () => {
    const key = await makePage({ prompts: ["zzqxv wvutq kjhgf"] });
    await writeArtifact(product.system, key);
    const failed = await read(key);
    expect(failed.isUpdating).toBe(false);
    expect(failed.sections[0]).toMatchObject({
      status: "failed",
      content: "",
      error: "The code says nothing about this. Change the instructions, or write the text yourself.",
    });
    const rows = await readPageRows(world, key.organizationId);
    await writePages(product.system, product.key);
    expect(await readPageRows(world, key.organizationId)).toEqual(rows);
  });

  it("is taken up again after a kill, and ends quietly when it is gone", async () => {
    const key = await makePage();
    world.enqueued.length = 0;
    await resumePages(world.ctx);
    expect(world.enqueued).toContainEqual({ job: "write-artifact", data: key, key: key.artifactId });
    const gone = { ...key, artifactId: world.ctx.newId() };
    await expect(writeArtifact(product.system, gone)).resolves.toBeUndefined();
    await writeArtifact(product.system, key);
  });
});

describe("writing again", () => {
  it("is asked for by section, told beforehand, and refused where there is nothing to do", async () => {
    const key = await makePage();
    await writeArtifact(product.system, key);
    const page = await read(key);
    await expect(regenerateArtifact(product.ctx, key)).rejects.toMatchObject({ code: "conflict" });
    expect(await estimateRegeneration(product.ctx, key)).toMatchObject({ sections: [], durationS: 0, maxTokens: null });
    const sectionIds = [page.sections[1]?.sectionId ?? ""];
    const estimate = await estimateRegeneration(product.ctx, { ...key, sectionIds });
    expect(estimate).toMatchObject({ inputTokens: 0, outputTokens: 0, writtenBy: "Built-in engine" });
    expect(estimate.sections.map(({ title }) => title)).toEqual(["Part 2"]);
    const requested = await regenerateArtifact(product.ctx, { ...key, sectionIds });
    expect(requested.sections.map(({ status }) => status)).toEqual(["fresh", "updating", "fresh"]);
    // Who asks while it is under way joins in.
    await regenerateArtifact(product.ctx, key);
    world.setNow(new Date("2026-11-25T09:00:00.000Z"));
    await writeArtifact(product.system, key);
    const after = await read(key);
    // The same text again: only when it was written is news.
    expect(after).toMatchObject({ revision: page.revision, updatedAt: page.updatedAt, isUpdating: false });
    expect(after.sections[1]?.generatedAt).toBe("2026-11-25T09:00:00.000Z");
    expect(after.sections[0]).toEqual(page.sections[0]);
    const foreign = regenerateArtifact(product.ctx, { ...key, sectionIds: [world.ctx.newId()] });
    await expect(foreign).rejects.toMatchObject({ code: "not_found" });
  });

  it("ends when it is stopped, also within a section, and the former text stays", async () => {
    const key = await makePage();
    await writeArtifact(product.system, key);
    const before = await read(key);
    const sectionIds = before.sections.map((section) => section.sectionId);
    await regenerateArtifact(product.ctx, { ...key, sectionIds });
    const begun = Promise.withResolvers<void>();
    const model = createModel(async function* ({ signal }) {
      const ended = Promise.withResolvers<void>();
      signal.addEventListener("abort", () => ended.reject(signal.reason));
      begun.resolve();
      await ended.promise;
      yield "never";
    });
    const writing = writeArtifact({ ...product.system, model }, key);
    await begun.promise;
    const stopped = await stopRegeneration(product.ctx, key);
    expect(stopped.isUpdating).toBe(false);
    await writing;
    expect(model.calls).toBe(1);
    expect(await read(key)).toEqual(before);
  });

  it("that is stopped before there was any text says so", async () => {
    const key = await makePage();
    const stopped = await stopRegeneration(product.ctx, key);
    expect(stopped.sections.map(({ status }) => status)).toEqual(["failed", "failed", "failed"]);
    expect(stopped.sections[0]?.error).toBe("Writing was stopped before this section had a text.");
    await writePages(product.system, product.key);
    expect((await read(key)).sections.every(({ status }) => status === "fresh")).toBe(true);
  });
});

describe("with a model", () => {
  const withModel = (model: ModelPort): Ctx => ({ ...product.system, model });

  it("stops at the most tokens of a run: what has a text keeps it and says why", async () => {
    const key = await makePage();
    await writeArtifact(product.system, key);
    const before = await read(key);
    const sectionIds = before.sections.map((section) => section.sectionId);
    await regenerateArtifact(product.ctx, { ...key, sectionIds });
    const model = createModel(() => says("Delays are announced from five minutes on, the tide in centimetres. [1]"));
    const estimate = await estimateRegeneration({ ...product.ctx, model }, { ...key, sectionIds });
    expect(estimate).toMatchObject({ writtenBy: "Test model", maxTokens: 1000 });
    expect(estimate.inputTokens).toBeGreaterThan(100);
    expect(model.calls).toBe(0);
    // The text and its comparison with the lines use up the run: the sections that are missing cannot be asked for again.
    const half = createModel(() => says("Delays are announced from five minutes on. [1]"), { most: 1 });
    await writeArtifact(withModel(half), key);
    const after = await read(key);
    expect(after.sections.map((section) => section.writtenBy)).toEqual([
      "Test model",
      "Built-in engine",
      "Built-in engine",
    ]);
    expect(after.sections[2]).toMatchObject({ status: "failed", content: before.sections[2]?.content });
    expect(after.sections[2]?.error).toMatch(/^The token limit of this run was reached \(1,000\)/);
    expect(after.isUpdating).toBe(false);
    const again = await regenerateArtifact(product.ctx, key);
    expect(again.sections.map(({ status }) => status)).toEqual(["fresh", "updating", "updating"]);
    await writeArtifact(product.system, key);
  });

  it("that is busy: a text stays with the cause, a missing one comes from the built-in engine", async () => {
    const key = await makePage({ prompts: prompts.slice(0, 2) });
    const busy = createModel(failing("The model is busy: too many requests. Try again in a moment."));
    await writeArtifact(withModel(busy), key);
    const first = await read(key);
    expect(first.sections.map(({ status, writtenBy }) => [status, writtenBy])).toEqual([
      ["fresh", "Built-in engine"],
      ["fresh", "Built-in engine"],
    ]);
    await regenerateArtifact(product.ctx, { ...key, sectionIds: first.sections.map(({ sectionId }) => sectionId) });
    await writeArtifact(withModel(busy), key);
    const second = await read(key);
    expect(second.sections[0]).toMatchObject({
      status: "failed",
      content: first.sections[0]?.content,
      error: "The model is busy: too many requests. Try again in a moment.",
    });
    expect(second.revision).toBe(first.revision);
  });

  it("that keeps failing is left alone for the rest of the run", async () => {
    const key = await makePage({ prompts: Array.from({ length: 6 }, () => prompts[0] ?? "") });
    const model = createModel(failing("The model did not answer."));
    await writePages(withModel(model), product.key);
    expect(model.calls).toBeLessThanOrEqual(3 + 2);
    await writeArtifact(withModel(model), key);
    expect((await read(key)).sections.every(({ status }) => status === "fresh")).toBe(true);
  });

  it("is not asked about what the code has nothing for, at every push", async () => {
    const model = createModel(() => says("Boats. [1]"));
    await writePages(withModel(model), product.key);
    const calls = model.calls;
    await product.push("Note", { "src/log.txt": "Another line.\n" });
    await writePages(withModel(model), product.key);
    expect(model.calls).toBe(calls);
    await product.push("Ten minutes", { "src/log.txt": boardFiles["src/log.txt"] });
  });
});

it("leaves out what a template lists and the code has nothing for, but never the last section", async () => {
  const { organizationId, projectId, ctx, system, readPage } = product;
  const page = { organizationId, projectId, serviceId: null, parentArtifactId: null, createdBy: null };
  const templateId = ctx.newId();
  const section = (title: string, prompt: string) => {
    return { title, prompt, output: "markdown" as const, content: "", sources: [] };
  };
  const nothing = section("Tables", "List every table and model with its fields and what it refers to.");
  const scripts = section("Scripts", "List the scripts with what each does.");
  const make = async (title: string, sections: (typeof nothing)[]) => {
    const artifactId = await ctx.db.transaction((tx) => createPage(ctx, tx, { ...page, title, templateId, sections }));
    await writeArtifact(system, { organizationId, artifactId });
    return (await readPage(title)).sections.map(({ title: name, status }) => [name, status]);
  };
  expect(await make("Some of it", [nothing, scripts])).toEqual([["Scripts", "fresh"]]);
  expect(await make("None of it", [nothing, { ...nothing, title: "Models" }])).toEqual([["Models", "failed"]]);
});
