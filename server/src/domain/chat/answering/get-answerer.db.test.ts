import { answererSchema } from "@cairn/contract/chat";
import { afterAll, beforeAll, expect, it } from "vitest";

import { connectModel } from "#server/platform/models/connect-model.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer } from "#server/testing/fakes/model-server.ts";
import { createTestWorld, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { getAnswerer } from "./get-answerer.ts";

let world: TestWorld;

beforeAll(async () => {
  world = await createTestWorld();
});
afterAll(() => world.close());

it("is the built-in engine where no model is set", async () => {
  const { ctx } = await makeUser(world);
  const built = { name: "Built-in engine", isBuiltIn: true, state: "ready", reasons: [], readsImages: false };
  expect(await getAnswerer(ctx)).toEqual({ ...built, contextTokens: null });
});

it("is the model, with why it cannot be asked", async () => {
  const server = await startModelServer();
  server.script([{ kind: "raw", status: 401, contentType: "application/json", body: "{}" }]);
  const { models } = parseSettings({
    MODEL_PROVIDER: "openai-compatible",
    MODEL_NAME: "fake",
    MODEL_BASE_URL: server.baseUrl,
    MODEL_CONTEXT_TOKENS: "32000",
    MODEL_IMAGES: "on",
  });
  const model = connectModel(models);
  const { ctx } = await makeUser(world);
  const requested = { name: "fake", isBuiltIn: false, readsImages: true, contextTokens: 32_000 };
  expect(await getAnswerer({ ...ctx, model })).toEqual({ ...requested, state: "checking", reasons: [] });
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const stop = model?.watch(resolve);
  await promise;
  const found = await getAnswerer({ ...ctx, model });
  const reasons = ["The model refused the server's key. An operator must check MODEL_API_KEY."];
  expect(found).toEqual({ ...requested, state: "unreachable", reasons });
  expect(answererSchema.parse(found)).toEqual(found);
  stop?.();
  await server.close();
});

it("is told to those who are signed in", async () => {
  await expect(getAnswerer(world.ctx)).rejects.toMatchObject({ code: "unauthenticated" });
});
