import { afterEach, beforeEach, expect, it } from "vitest";

import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer, type ModelReply, type ModelServer } from "#server/testing/fakes/model-server.ts";

import { connectModel, type ConnectedModel } from "./connect-model.ts";
import type { ModelCapabilities } from "./model-port.ts";

let server: ModelServer;
let stop: () => void = () => undefined;
let looks: ModelCapabilities[];
let received: () => void = () => undefined;

beforeEach(async () => {
  server = await startModelServer();
  looks = [];
});
afterEach(async () => {
  stop();
  await server.close();
});

function connect(env: Record<string, string> = {}): ConnectedModel {
  const model = connectModel(
    parseSettings({
      MODEL_PROVIDER: "openai-compatible",
      MODEL_NAME: "fake",
      MODEL_BASE_URL: server.baseUrl,
      MODEL_API_KEY: "sk-canary",
      // Longer than a busy machine takes for any reply that comes.
      MODEL_CONNECT_TIMEOUT_MS: "60000",
      MODEL_IDLE_TIMEOUT_MS: "60000",
      ...env,
    }).models,
  );
  if (!model) throw new Error("no model");
  return model;
}

/** Watches the model until it was looked at for the first time. */
async function check(model: ConnectedModel): Promise<ModelCapabilities> {
  const { promise, resolve } = Promise.withResolvers<void>();
  received = resolve;
  stop = model.watch((found) => {
    looks.push(found);
    received();
  });
  await promise;
  return await model.capabilities();
}

type Ability = "tools" | "json";

/** A model that can do these things, in the words of its provider. */
function able(...abilities: Ability[]) {
  return ({ body }: ModelServer["requests"][number]): ModelReply => {
    const sent = JSON.stringify(body);
    if (sent.includes("note_word") && abilities.includes("tools")) {
      return { kind: "tool-calls", calls: [{ id: "a", name: "note_word", arguments: '{"word":"pier"}' }] };
    }
    if (sent.includes("JSON object") && abilities.includes("json")) {
      return { kind: "text", pieces: ['```json\n{"word": "pier", "letters": 4}\n```'] };
    }
    return { kind: "text", pieces: ["Certainly! I am happy to help."] };
  };
}

it("hopes for all until it has looked", async () => {
  expect(await connect().capabilities()).toMatchObject({ state: "checking", tools: true, json: true, reasons: [] });
});

it("is ready where the model can do all, with what the provider tells of its limits", async () => {
  server.script(able("tools", "json"));
  server.describe({
    "/v1/models": {
      data: [
        { id: "other", context_length: 1 },
        { id: "fake", max_model_len: 65_536 },
      ],
    },
  });
  expect(await check(connect())).toEqual({
    state: "ready",
    tools: true,
    json: true,
    images: false,
    contextTokens: 65_536,
    reasons: [],
  });
});

it.each<[string, Ability[], Partial<ModelCapabilities>, RegExp]>([
  ["tools", ["json"], { tools: false, json: true }, /fake does not use tools/],
  ["JSON", ["tools"], { tools: true, json: false }, /fake does not give JSON/],
])("does without %s and says so", async (_, abilities, can, reason) => {
  server.script(able(...abilities));
  const found = await check(connect({ MODEL_CONTEXT_TOKENS: "32000" }));
  expect(found).toMatchObject({ state: "degraded", contextTokens: 32_000, ...can });
  expect(found.reasons).toEqual([expect.stringMatching(reason)]);
});

it("does without tools where the provider refuses them", async () => {
  server.script((request) =>
    request.body.tools
      ? { kind: "raw", status: 400, contentType: "application/json", body: '{"error":"fake does not support tools"}' }
      : able("json")(request),
  );
  expect(await check(connect())).toMatchObject({ state: "degraded", tools: false, json: true });
});

it("takes a small window for granted where nobody tells, and says what follows", async () => {
  server.script(able("tools", "json"));
  const found = await check(connect());
  expect(found).toMatchObject({ state: "degraded", contextTokens: 8_192 });
  expect(found.reasons[0]).toContain("reads 8,192 tokens at once");
});

it.each<[string, ModelReply, RegExp]>([
  ["a wrong key", { kind: "raw", status: 401, contentType: "application/json", body: "{}" }, /MODEL_API_KEY/],
  ["a wrong name", { kind: "raw", status: 404, contentType: "application/json", body: "{}" }, /MODEL_NAME/],
  ["a server that hangs", { kind: "stall" }, /did not answer for 1 s/],
])("says why it cannot be asked: %s; and questions fail at once with that", async (_, reply, cause) => {
  server.script([reply]);
  const model = connect(reply.kind === "stall" ? { MODEL_IDLE_TIMEOUT_MS: "1000" } : {});
  const found = await check(model);
  expect(found).toMatchObject({ state: "unreachable", reasons: [expect.stringMatching(cause)] });
  const asking = async () => {
    const messages = [{ role: "user" as const, content: "Hello" }];
    const request = { system: "", messages, tools: [], maxSteps: 1, signal: new AbortController().signal };
    for await (const event of model.stream(request)) expect(event).toBeNull();
  };
  await expect(asking()).rejects.toMatchObject({ message: expect.stringMatching(cause) });
  // The question itself was never sent: only looks were.
  expect(JSON.stringify(server.requests.map(({ body }) => body.messages))).not.toContain("Hello");
});

it("is asked again as soon as it is back", async () => {
  server.script([{ kind: "raw", status: 401, contentType: "application/json", body: "{}" }]);
  const model = connect();
  expect(await check(model)).toMatchObject({ state: "unreachable" });
  server.script(able("tools", "json"));
  let text = "";
  const request = { system: "", tools: [], maxSteps: 1, signal: new AbortController().signal };
  const messages = [{ role: "user" as const, content: "Hello" }];
  for await (const event of model.stream({ ...request, messages })) if (event.type === "text") text += event.text;
  expect(text).toContain("happy to help");
  expect(looks.map(({ state }) => state)).toEqual(["unreachable", "degraded"]);
});

it("knows nothing new of a model that is only busy", async () => {
  server.script([{ kind: "raw", status: 429, contentType: "application/json", body: "{}" }]);
  expect(await check(connect())).toMatchObject({ state: "checking", tools: true });
});

it("asks Ollama for the window of the running model, and whether it sees", async () => {
  server.script(able("tools", "json"));
  server.describe({
    "/api/show": { capabilities: ["completion", "tools", "vision"], parameters: "num_ctx 16384\nstop x" },
    "/api/ps": { models: [{ name: "fake:latest", context_length: 32_768 }] },
  });
  expect(await check(connect({ MODEL_PROVIDER: "ollama" }))).toMatchObject({
    state: "ready",
    images: true,
    contextTokens: 32_768,
  });
  stop();
  server.describe({ "/api/show": { capabilities: ["completion"], parameters: "num_ctx 16384" } });
  expect(await check(connect({ MODEL_PROVIDER: "ollama" }))).toMatchObject({ images: false, contextTokens: 16_384 });
});

it("asks Anthropic and Google in their own words", async () => {
  server.script(able("tools", "json"));
  server.describe({
    "/v1/models/fake": {
      max_input_tokens: 200_000,
      capabilities: { image_input: { supported: false } },
      inputTokenLimit: 1_000_000,
    },
  });
  const anthropic = await check(connect({ MODEL_PROVIDER: "anthropic" }));
  expect(anthropic).toMatchObject({ state: "ready", images: false, contextTokens: 200_000 });
  expect(server.requests[0]).toMatchObject({ path: "/v1/messages", headers: { "x-api-key": "sk-canary" } });
  stop();
  server.requests.length = 0;
  const google = await check(connect({ MODEL_PROVIDER: "google", MODEL_IMAGES: "off" }));
  expect(google).toMatchObject({ state: "ready", images: false, contextTokens: 1_000_000 });
  expect(server.requests[0]?.path).toMatch(/^\/v1\/models\/fake:streamGenerateContent/);
});

it("is not put off by a provider that tells nonsense of its models", async () => {
  server.script(able("tools", "json"));
  server.describe({ "/v1/models": { data: [{ id: "fake", context_length: "many", architecture: 7 }] } });
  expect(await check(connect())).toMatchObject({ tools: true, contextTokens: 8_192, images: false });
});

it("never tells the key", async () => {
  server.script([{ kind: "raw", status: 401, contentType: "application/json", body: '{"error":"bad sk-canary"}' }]);
  expect(JSON.stringify(await check(connect()))).not.toContain("sk-canary");
});
