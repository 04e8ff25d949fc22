import { AppError } from "@cairn/contract/errors";
import { afterAll, beforeAll, expect, it } from "vitest";

import { documentProduct, readPageRows } from "#server/domain/pages/testing/documented-product.ts";
import { ableModel } from "#server/platform/models/able-model.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";
import { createTestWorld, makeOrganization, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { previewSections } from "./preview-sections.ts";

let world: TestWorld;
let product: Awaited<ReturnType<typeof documentProduct>>;

beforeAll(async () => {
  world = await createTestWorld();
  product = await documentProduct(world);
});
afterAll(async () => {
  await world.close();
  await product.repository.remove();
});

const section = (prompt: string) => ({
  title: "Delays",
  instructions: { prompt, output: "markdown" as const },
});

it("shows what would be written, with checked sources, and saves nothing", async () => {
  const { ctx, key, organizationId, serviceId, repositoryId } = product;
  const before = await readPageRows(world, organizationId);
  const sectionId = world.ctx.newId();
  const { sections } = await previewSections(ctx, {
    ...key,
    serviceId,
    sections: [{ sectionId, ...section("Explain how delays are announced") }, section("zzqxv wvutq kjhgf")],
  });
  expect(sections[0]).toMatchObject({ sectionId, title: "Delays", problem: null, writtenBy: "Built-in engine" });
  expect(sections[0]?.content).toMatch(/\[1\]/);
  expect(sections[0]?.sources[0]).toMatchObject({ repositoryId, path: "src/delay.ts" });
  expect(sections[1]).toMatchObject({ content: "", sources: [] });
  expect(sections[1]?.problem).toMatch(/^The code says nothing about this/);
  expect(await readPageRows(world, organizationId)).toEqual(before);
});

it("writes a part of a first page as its page does, until a person asks for something else", async () => {
  const { ctx, key, readPage } = product;
  const page = await readPage("System overview");
  const purpose = page.sections.find(({ title }) => title === "Purpose");
  const instructions = { prompt: "", output: "markdown" as const, ...purpose?.instructions };
  const preview = async (requested: { ctx: typeof ctx } & typeof key, prompt: string) => {
    const sections = [{ sectionId: purpose?.sectionId, title: "Why", instructions: { ...instructions, prompt } }];
    const { organizationId, projectId } = requested;
    return (await previewSections(requested.ctx, { organizationId, projectId, sections })).sections[0];
  };
  const own = await preview({ ctx, ...key }, instructions.prompt);
  expect(own).toMatchObject({ content: purpose?.content, sources: purpose?.sources, problem: null });
  const intent = "Explain how delays are announced";
  expect((await preview({ ctx, ...key }, intent))?.content).not.toBe(purpose?.content);
  const other = await documentProduct(world);
  const foreign = await preview({ ctx: other.ctx, ...other.key }, instructions.prompt);
  const unknown = await previewSections(other.ctx, {
    ...other.key,
    sections: [{ sectionId: world.ctx.newId(), title: "Why", instructions }],
  });
  expect(foreign?.content).toBe(unknown.sections[0]?.content);
  await other.repository.remove();
});

it("says plainly that no code was read yet", async () => {
  const { ctx, organizationId, projectId } = await makeProject(world);
  const input = { organizationId, projectId, sections: [section("Explain how delays are announced")] };
  const { sections } = await previewSections(ctx, input);
  expect(sections[0]?.problem).toMatch(/^No code has been read yet/);
});

it("ends when who asked goes away", async () => {
  const leave = new AbortController();
  let calls = 0;
  const model: ModelPort = {
    name: "Test model",
    capabilities: async () => ableModel,
    async *stream({ signal }) {
      calls += 1;
      yield { type: "text", text: "Delays are announced" };
      leave.abort(new AppError("cancelled", { message: "The caller went away" }));
      signal.throwIfAborted();
    },
  };
  const ctx = { ...product.ctx, model, signal: leave.signal };
  const wanted = Array.from({ length: 5 }, () => section("Explain how delays are announced"));
  const preview = previewSections(ctx, { ...product.key, sections: wanted });
  await expect(preview).rejects.toThrow("The caller went away");
  expect(calls).toBe(1);
});

it("is for members alone, and for products and services of theirs", async () => {
  const stranger = await makeUser(world);
  const other = await makeOrganization(world);
  const sections = [section("Explain how delays are announced")];
  const { organizationId, projectId } = product;
  for (const attempt of [
    () => previewSections(stranger.ctx, { organizationId, projectId, sections }),
    () => previewSections(other.ctx, { organizationId: other.organizationId, projectId, sections }),
    () => previewSections(product.ctx, { organizationId, projectId, serviceId: world.ctx.newId(), sections }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  }
});
