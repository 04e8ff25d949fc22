import { afterAll, beforeAll, expect, it } from "vitest";

import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { boardFiles } from "#server/domain/pages/testing/documented-product.ts";
import type { Logger } from "#server/platform/log/logger.ts";
import { ableModel } from "#server/platform/models/able-model.ts";
import { textOfMessage } from "#server/platform/models/message-text.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { regenerateArtifact } from "./regenerate-artifact.ts";
import { writeArtifact } from "./write-artifact.ts";
import { writePages } from "./write-pages.ts";

let world: TestWorld;
let repository: Awaited<ReturnType<typeof createTestRepository>>;

beforeAll(async () => {
  world = await createTestWorld({ DOCS_MAX_TOKENS: "40000" });
  repository = await createTestRepository();
  await repository.commit("Begin", boardFiles);
});
afterAll(async () => {
  await world.close();
  await repository.remove();
});

const own = ["How delays are announced", "How the tide is read"];
const outline = JSON.stringify({
  pages: own.map((title) => ({
    title,
    question: `${title}, from the measure to the passenger?`,
    sections: [{ title: "The rule", prompt: "Say from how many minutes on a delay is announced." }],
  })),
});

/** Each page takes this much of the run, in one call; plans and comparisons take nothing. */
const tokensOfPage = 15_000;

function meteredPlanner(): ModelPort & { asked: string[] } {
  return {
    name: "Test model",
    capabilities: async () => ableModel,
    asked: [],
    async *stream(request) {
      const isPlanning = request.system.startsWith("You plan the documentation");
      const isWriting = !isPlanning && request.json === undefined;
      const turn = textOfMessage(request.messages[0]?.content ?? "");
      if (isWriting) this.asked.push(/of the page “(.*)”/.exec(turn)?.[1] ?? "?");
      const most = isWriting ? tokensOfPage : 0;
      const settle = await request.meter?.({ model: "test", promptTokens: most, maxOutputTokens: 0 });
      const sections = Array.from(turn.matchAll(/<request n="(\d+)"/g), ([, number]) => `<section n="${number}">\nDelays count from five minutes on. [1]\n</section>`);
      yield { type: "text", text: isPlanning ? outline : isWriting ? sections.join("\n") : '{"problems": []}' };
      await settle?.({ inputTokens: most, outputTokens: 0 });
      yield { type: "finish", inputTokens: most, outputTokens: 0 };
    },
  };
} // prettier-ignore

it("asks for the product's own pages first, begins none that cannot be ended, and says which the limit left out", async () => {
  const { organizationId, projectId, ctx, system } = await makeProject(world);
  const key = { organizationId, projectId };
  const { repositoryId } = await makeRepository(world, key, { path: repository.path });
  await makeService(world, key, { repositoryId });
  await indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
  const warnings: { fields: object; message: string }[] = [];
  const warn: Logger["warn"] = (fields, message) => void warnings.push({ fields, message });
  const model = meteredPlanner();
  await writePages({ ...system, model, log: { ...system.log, warn } }, key);
  const { content } = await listArtifacts(ctx, { ...key, page: 1, limit: 50 });
  const pages = await Promise.all(content.map(({ artifactId }) => getArtifact(ctx, { organizationId, artifactId })));
  const writtenBy = (title: string) =>
    pages.find((page) => page.title === title)?.sections.map((one) => [one.writtenBy, one.error]);

  expect(model.asked.toSorted()).toEqual(own);
  for (const title of own) expect(writtenBy(title)).toEqual([["Test model", null]]);
  const others = pages.filter(({ title }) => !own.includes(title));
  expect(others.length).toBeGreaterThan(0);
  for (const { sections } of others)
    for (const { writtenBy: engine, status, error } of sections) {
      expect([engine, status]).toEqual(["Built-in engine", "fresh"]);
      expect(error).toMatch(/^The token limit of this run was reached \(40,000\).*DOCS_MAX_TOKENS raises the limit/);
    }
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.message).toMatch(/^the built-in engine wrote .*a run may use 40,000 tokens$/);
  expect(warnings[0]?.fields).toMatchObject({
    pages: expect.arrayContaining(others.map(({ title }) => title)),
    setting: "DOCS_MAX_TOKENS",
  });

  // Written again by itself, it is the model's, and nothing is said any more.
  const [first] = others;
  const page = { organizationId, artifactId: first?.artifactId ?? "" };
  const sectionIds = first?.sections.map(({ sectionId }) => sectionId) ?? [];
  await regenerateArtifact(ctx, { ...page, sectionIds });
  await writeArtifact({ ...system, model: meteredPlanner() }, page);
  const again = await getArtifact(ctx, page);
  expect(again.sections.some((one) => one.writtenBy === "Test model" && one.error === null)).toBe(true);
});
