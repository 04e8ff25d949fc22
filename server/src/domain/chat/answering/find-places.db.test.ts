import { chatContextSchema } from "@cairn/contract/chat";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { Ctx } from "#server/ctx.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { openCodebases } from "#server/domain/search/open-codebases.ts";
import { tools } from "#server/main/start/edges.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer, type ModelReply, type ModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, makeService, type TestWorld } from "#server/testing/test-ctx.ts";

import { findPlaces } from "./find-places.ts";
import { openAnswer } from "./open-answer.ts";

let world: TestWorld;
let server: ModelServer;
beforeAll(async () => {
  [world, server] = await Promise.all([createTestWorld(), startModelServer()]);
});
afterAll(async () => {
  await Promise.all([world.close(), server.close()]);
});

/** Two repositories of one product that both have src/delay.ts. */
async function openProduct() {
  const project = await makeProject(world);
  for (const [slug, minutes, number] of [["harbour", 5, 1], ["ferries", 9, 2]] as const) {
    const origin = await createTestRepository();
    const told = `/** Minutes of delay that are not told. */\nexport const quietDelay = ${minutes};\n`;
    await origin.commit("First", { "src/delay.ts": told, "README.md": `# ${slug}\n` });
    const { organizationId, repositoryId } = await makeRepository(world, project, { slug, path: origin.path });
    await makeService(world, project, { name: slug, repositoryId, number });
    const system = world.as({ kind: "system", organizationId });
    await indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
    await origin.remove();
  }
  const { models } = parseSettings({
    MODEL_PROVIDER: "openai-compatible",
    MODEL_NAME: "fake",
    MODEL_BASE_URL: server.baseUrl,
    MODEL_CONTEXT_TOKENS: "100000",
    MODEL_CHOOSES_FOUND: "on",
  });
  const ctx: Ctx = { ...project.ctx, model: connectModel(models), settings: { ...project.ctx.settings, models } };
  return { project, ctx };
} // prettier-ignore

const text = (said: string): ModelReply => ({ kind: "text", pieces: [said] });
const question = "How many minutes of delay are not told?";

it("reads the file that was chosen in its own repository, where another one has the same path", async () => {
  const { project, ctx } = await openProduct();
  const { organizationId, projectId, owner } = project;
  const asked: string[] = [];
  server.script(({ body }) => {
    const all = JSON.stringify(body.messages);
    const found = /(\d+)\. ferries: src\/delay\.ts/.exec(all)?.[1];
    if (all.includes("numbered files that a search found")) return text(`{"files": [${found ?? 0}]}`);
    if (all.includes("<found>")) asked.push(all);
    return all.includes("check of what you can do") ? probed(all) : text("Nine minutes.");
  });
  const context = chatContextSchema.parse({ projectId });
  const request = { organizationId, projectId, userId: owner.userId, text: question, context, earlier: [], tools };
  for await (const event of openAnswer(ctx, request)) void event;
  const places = await findPlaces(ctx, await openCodebases(ctx, { organizationId, projectId }), question);
  expect(places.map(({ repository, path }) => `${repository}: ${path}`)).toContain("ferries: src/delay.ts");
  const [told = ""] = asked;
  expect(told.indexOf("quietDelay = 9")).toBeGreaterThan(0);
  // The other one was found as well and is read behind it.
  expect(told.indexOf("quietDelay = 9")).toBeLessThan(told.indexOf("quietDelay = 5"));
});

/** What a model that can do all answers when it is looked at. */
function probed(all: string): ModelReply {
  if (all.includes("note_word")) {
    return { kind: "tool-calls", calls: [{ id: "1", name: "note_word", arguments: `{"word": "pier"}` }] };
  }
  return text('{"word": "pier", "letters": 4}');
}
