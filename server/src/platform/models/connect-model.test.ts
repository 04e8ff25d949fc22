import { inspect } from "node:util";

import { AppError } from "@cairn/contract/errors";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";

import { Secret } from "#server/platform/secrets/secret.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer, type ModelReply, type ModelServer } from "#server/testing/fakes/model-server.ts";

import { connectModel } from "./connect-model.ts";
import type { ModelEvent, ModelTool } from "./model-port.ts";

const key = "sk-canary-key";
let server: ModelServer;

beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
});

/** Longer than a busy machine takes for any reply that comes. */
const patient = { connectTimeoutMs: 60_000, idleTimeoutMs: 60_000 };
/** For replies that never come. */
const impatient = { ...patient, idleTimeoutMs: 1_000 };
const timeoutsFor = ({ kind }: ModelReply) => (kind === "stall" || kind === "stall-after" ? impatient : patient);

function connect(deadlines = patient, baseUrl = server.baseUrl) {
  const settings = parseSettings({ MODEL_PROVIDER: "openai-compatible", MODEL_NAME: "fake", MODEL_BASE_URL: baseUrl });
  const model = connectModel({ ...settings.models, ...deadlines, apiKey: new Secret(key) });
  if (!model) throw new Error("no model");
  return model;
}

interface Outcome {
  events: ModelEvent[];
  text: string;
  error: AppError | null;
}

async function ask(
  replies: readonly ModelReply[] | ((request: ModelServer["requests"][number]) => ModelReply),
  options: { tools?: ModelTool[]; signal?: AbortSignal; model?: ReturnType<typeof connect>; maxSteps?: number } = {},
): Promise<Outcome> {
  server.script(replies);
  const events: ModelEvent[] = [];
  let error: unknown = null;
  try {
    const stream = (options.model ?? connect()).stream({
      system: "Answer.",
      messages: [{ role: "user", content: "What is it?" }],
      tools: options.tools ?? [],
      maxSteps: options.maxSteps ?? 4,
      signal: options.signal ?? new AbortController().signal,
    });
    for await (const event of stream) events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  if (error !== null && !(error instanceof AppError)) throw error;
  const text = events.map((event) => (event.type === "text" ? event.text : "")).join("");
  return { events, text, error };
}

const lookUp: ModelTool = {
  name: "look_up",
  description: "Looks up a word",
  input: z.object({ word: z.string() }),
  run: async (input) => `found ${(input as { word: string }).word}`,
};

it("streams text and says what it cost", async () => {
  const { text, events, error } = await ask([{ kind: "text", pieces: ["It ", "is ", "a ferry."] }]);
  expect(error).toBeNull();
  expect(text).toBe("It is a ferry.");
  expect(events.at(-1)).toEqual({ type: "finish", inputTokens: 11, outputTokens: 7 });
  expect(server.requests[0]?.authorization).toBe(`Bearer ${key}`);
});

it("runs tools and gives the model what they found", async () => {
  const { text, events, error } = await ask(
    [
      { kind: "tool-calls", calls: [{ id: "a", name: "look_up", arguments: '{"word":"pier"}' }] },
      { kind: "text", pieces: ["A pier."] },
    ],
    { tools: [lookUp] },
  );
  expect(error).toBeNull();
  expect(text).toBe("A pier.");
  expect(events.slice(0, 2)).toMatchObject([
    { type: "tool-start", name: "look_up", input: { word: "pier" } },
    { type: "tool-end", callId: (events[0] as { callId: string }).callId },
  ]);
  expect(JSON.stringify(server.requests[1]?.body.messages)).toContain("found pier");
});

it("keeps calls with the same id apart", async () => {
  const twice = { id: "same", name: "look_up", arguments: '{"word":"pier"}' };
  const { events, error } = await ask(
    [
      { kind: "tool-calls", calls: [twice, twice] },
      { kind: "text", pieces: ["Done"] },
    ],
    { tools: [lookUp] },
  );
  expect(error).toBeNull();
  const started = events.filter((event) => event.type === "tool-start").map((event) => event.callId);
  const ended = events.filter((event) => event.type === "tool-end").map((event) => event.callId);
  expect(new Set(started).size).toBe(started.length);
  expect(ended.sort()).toEqual(started.sort());
});

it.each([
  ["a tool that does not exist", { id: "a", name: "delete_everything", arguments: "{}" }],
  ["arguments that are not JSON", { id: "a", name: "look_up", arguments: '{"word": "pi' }],
  ["arguments of the wrong shape", { id: "a", name: "look_up", arguments: '{"word": 7}' }],
  [
    "arguments with hostile keys",
    { id: "a", name: "look_up", arguments: '{"__proto__":{"polluted":true},"word":"x"}' },
  ],
])("goes on after %s", async (_, call) => {
  const { text, error } = await ask(
    [
      { kind: "tool-calls", calls: [call] },
      { kind: "text", pieces: ["Anyway."] },
    ],
    { tools: [lookUp] },
  );
  expect(error).toBeNull();
  expect(text).toBe("Anyway.");
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it("ends an endless tool loop after the allowed rounds", async () => {
  const call = { id: "a", name: "look_up", arguments: '{"word":"pier"}' };
  const { error } = await ask([{ kind: "tool-calls", calls: [call] }], { tools: [lookUp], maxSteps: 3 });
  expect(error).toMatchObject({ code: "vendor_failed", message: expect.stringContaining("never answered") });
  expect(server.requests).toHaveLength(3);
  expect(server.requests[2]?.body.tool_choice).toBe("none");
});

it.each<[string, ModelReply, string, string]>([
  ["silence before the answer", { kind: "stall" }, "vendor_unavailable", "The model did not answer for 1 s."],
  [
    "silence in the answer",
    { kind: "stall-after", pieces: ["Half"] },
    "vendor_unavailable",
    "The model did not answer for 1 s.",
  ],
  [
    "a cut connection",
    { kind: "cut-after", pieces: ["Half"] },
    "vendor_unavailable",
    "The connection to the model was lost",
  ],
  [
    "an answer without an end",
    { kind: "unfinished", pieces: ["Half"] },
    "vendor_unavailable",
    "The model's answer broke off.",
  ],
  ["an empty answer", { kind: "text", pieces: [] }, "vendor_failed", "The model ended without an answer."],
  [
    "a page instead of an answer",
    { kind: "raw", status: 200, contentType: "text/html", body: "<h1>Hi</h1>" },
    "vendor_failed",
    "The model",
  ],
  [
    "garbage as events",
    { kind: "raw", status: 200, contentType: "text/event-stream", body: 'data: {"a":\n\ndata: \u0000}{\n\n' },
    "vendor_failed",
    "The model",
  ],
  [
    "bytes that are no text",
    { kind: "raw", status: 200, contentType: "text/event-stream", body: Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]) },
    "vendor_failed",
    "The model",
  ],
  [
    "a refused key",
    { kind: "raw", status: 401, contentType: "application/json", body: `{"error":{"message":"bad ${key}"}}` },
    "vendor_failed",
    "MODEL_API_KEY",
  ],
  [
    "an unknown model",
    { kind: "raw", status: 404, contentType: "application/json", body: "{}" },
    "vendor_failed",
    "MODEL_NAME",
  ],
])("tells in plain words of %s", async (_, reply, code, message) => {
  const { error, text } = await ask([reply], { model: connect(timeoutsFor(reply)) });
  expect(error).toMatchObject({ code });
  expect(error?.message).toContain(message);
  expect(inspect(error?.message)).not.toContain(key);
  if ("pieces" in reply && reply.pieces.length > 0) expect(text).toBe("Half");
});

it.each([429, 500])("tries once more after status %i, then says that the model is busy", async (status) => {
  const busy: ModelReply = { kind: "raw", status, contentType: "application/json", body: "{}" };
  expect((await ask([busy, { kind: "text", pieces: ["Now"] }])).text).toBe("Now");
  expect((await ask([busy])).error).toMatchObject({ code: "vendor_unavailable" });
});

it("lets a slow but living answer take longer than any deadline", async () => {
  const idleTimeoutMs = 1_500;
  const pieces = Array.from({ length: 32 }, (_, at) => `${at} `);
  const startedAt = performance.now();
  const { text, error } = await ask([{ kind: "drip", pieces, pauseMs: 50 }], {
    model: connect({ connectTimeoutMs: idleTimeoutMs, idleTimeoutMs }),
  });
  expect(performance.now() - startedAt).toBeGreaterThan(idleTimeoutMs);
  expect(error).toBeNull();
  expect(text).toBe(pieces.join(""));
});

it("cuts an answer that never ends to grow", async () => {
  const { error, text } = await ask([{ kind: "text", pieces: Array.from({ length: 300 }, () => "x".repeat(1000)) }]);
  expect(error).toMatchObject({ code: "vendor_failed", message: expect.stringContaining("too long") });
  expect(text.length).toBeLessThanOrEqual(200_000);
});

it("stops at once when nobody waits any more", async () => {
  const stop = new AbortController();
  const model = connect();
  server.script([{ kind: "stall-after", pieces: ["Half"] }]);
  const reason = new AppError("cancelled", { message: "Stopped" });
  const read = async () => {
    for await (const event of model.stream({
      system: "",
      messages: [{ role: "user", content: "?" }],
      tools: [],
      maxSteps: 1,
      signal: stop.signal,
    })) {
      if (event.type === "text") stop.abort(reason);
    }
  };
  await expect(read()).rejects.toBe(reason);
});

it("says when nothing listens at the address", async () => {
  const gone = await startModelServer();
  await gone.close();
  const { error } = await ask([], { model: connect(undefined, gone.baseUrl) });
  expect(error).toMatchObject({ code: "vendor_unavailable", message: "The connection to the model was lost." });
});

describe.each(["openai", "anthropic", "google", "ollama"] as const)("in the words of %s", (provider) => {
  const open = ({ idleTimeoutMs } = patient) => {
    const settings = parseSettings({
      MODEL_PROVIDER: provider,
      MODEL_NAME: "fake",
      MODEL_BASE_URL: server.baseUrl,
      MODEL_API_KEY: key,
      MODEL_IDLE_TIMEOUT_MS: String(idleTimeoutMs),
    });
    const model = connectModel(settings.models);
    if (!model) throw new Error("no model");
    return model;
  };

  it("streams text, runs tools and says what it cost", async () => {
    const { text, events, error } = await ask(
      [
        { kind: "tool-calls", calls: [{ id: "a", name: "look_up", arguments: '{"word":"pier"}' }] },
        { kind: "text", pieces: ["A ", "pier."] },
      ],
      { tools: [lookUp], model: open() },
    );
    expect(error).toBeNull();
    expect(text).toBe("A pier.");
    expect(JSON.stringify(server.requests[1]?.body)).toContain("found pier");
    expect(events.at(-1)).toMatchObject({ type: "finish", inputTokens: 22, outputTokens: 14 });
  });

  it("limits what is written", async () => {
    await ask([{ kind: "text", pieces: ["Yes."] }], { model: open() });
    const limit =
      provider === "openai" ? "max_completion_tokens" : provider === "google" ? "maxOutputTokens" : "max_tokens";
    expect(JSON.stringify(server.requests[0]?.body)).toMatch(new RegExp(`"${limit}":\\d{4}`));
  });

  it.each<[string, ModelReply, string]>([
    ["silence", { kind: "stall-after", pieces: ["Half"] }, "did not answer for 1 s"],
    ["a cut", { kind: "cut-after", pieces: ["Half"] }, "connection to the model was lost"],
    ["an end that never came", { kind: "unfinished", pieces: ["Half"] }, "broke off"],
    ["an answer cut at its length", { kind: "text", pieces: ["Half"], endsAs: "length" }, "length limit"],
    ["a refused key", { kind: "raw", status: 401, contentType: "application/json", body: "{}" }, "MODEL_API_KEY"],
    ["HTML", { kind: "raw", status: 200, contentType: "text/html", body: "<h1>Hi</h1>" }, "The model"],
    ["half JSON", { kind: "raw", status: 200, contentType: "text/event-stream", body: 'data: {"a\n\n' }, "The model"],
  ])("tells in plain words of %s", async (_, reply, message) => {
    const { error } = await ask([reply], { model: open(timeoutsFor(reply)) });
    expect(error?.message).toContain(message);
    expect(error?.message).not.toContain(key);
  });
});

it("gives a model its thoughts back as it signed them", async () => {
  const output = [
    { type: "message_start", message: { id: "1", model: "fake", usage: { input_tokens: 5, output_tokens: 0 } } },
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "What is " } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "a pier?" } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "signed-so" } },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "a", name: "look_up", input: {} } },
    { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"word":"pier"}' } },
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 3 } },
    { type: "message_stop" },
  ];
  const body = output.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join("");
  const env = { MODEL_PROVIDER: "anthropic", MODEL_NAME: "fake", MODEL_BASE_URL: server.baseUrl, MODEL_API_KEY: key };
  const model = connectModel(parseSettings(env).models) ?? undefined;
  const thinking: ModelReply = { kind: "raw", status: 200, contentType: "text/event-stream", body };
  const { text, events, error } = await ask([thinking, { kind: "text", pieces: ["A pier."] }], {
    tools: [lookUp],
    model,
  });
  expect(error).toBeNull();
  expect(text).toBe("A pier.");
  expect(events.filter(({ type }) => type === "thought")).toHaveLength(2);
  expect(server.requests[1]?.body.messages.slice(-2)).toMatchObject([
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "What is a pier?", signature: "signed-so" },
        { type: "tool_use", id: "a", input: { word: "pier" } },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] },
  ]);
});

it("is nothing without a provider", () => {
  expect(connectModel(parseSettings({}).models)).toBeNull();
});
