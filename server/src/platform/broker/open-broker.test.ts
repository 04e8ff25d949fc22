import { mkdtemp, readdir, rm } from "node:fs/promises";
import { request as requestHttp, type IncomingMessage } from "node:http";
import os from "node:os";
import path from "node:path";

import { AppError } from "@cairn/contract/errors";
import { afterEach, beforeEach, expect, it } from "vitest";

import { createEgress } from "#server/platform/egress/resolve-address.ts";
import type { PlannedCall, TakenTokens } from "#server/platform/models/model-port.ts";
import { Secret } from "#server/platform/secrets/secret.ts";
import { modelDialects } from "#server/platform/settings/model-dialects.ts";
import { startModelServer, type ModelServer } from "#server/testing/fakes/model-server.ts";

import type { BrokerVendor } from "./answer-call.ts";
import { openBroker, type Broker } from "./open-broker.ts";
import { createRunToken } from "./run-token.ts";

const canary = "sk-canary-77f1c9d2e4";
const token = createRunToken();

let folder: string;
let vendor: ModelServer;
let brokers: Broker[];
let planned: PlannedCall[];
let settled: TakenTokens[];
let refuse: AppError | null;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "cairn-broker-"));
  vendor = await startModelServer();
  [brokers, planned, settled, refuse] = [[], [], [], null];
});
afterEach(async () => {
  for (const broker of brokers) await broker.close();
  await vendor.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(change: Partial<BrokerVendor> = {}) {
  const host = new URL(vendor.baseUrl).host;
  const broker = await openBroker({
    folder,
    token,
    vendor: {
      address: vendor.baseUrl,
      key: new Secret(canary),
      isOpenAi: false,
      models: ["fake", "fake-fast"],
      dialects: modelDialects,
      maxOutputTokens: 1_000,
      egress: createEgress({ allow: host }),
      connectTimeoutMs: 5_000,
      idleTimeoutMs: 5_000,
      ...change,
    },
    async meter(call) {
      if (refuse) throw refuse;
      planned.push(call);
      return async (taken) => void settled.push(taken);
    },
  });
  brokers.push(broker);
  return path.join(folder, broker.socket);
}

interface Asked {
  body?: unknown;
  url?: string;
  method?: string;
  headers?: Record<string, string>;
}

function begin(socketPath: string, { body, url = "/v1/chat/completions", method = "POST", headers }: Asked) {
  const usual = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const request = requestHttp({ socketPath, path: url, method, headers: { ...usual, ...headers } });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.once("response", resolve).on("error", reject);
  promise.catch(() => undefined);
  request.end(typeof body === "string" ? body : JSON.stringify(body ?? {}));
  return { request, response: promise };
}

async function ask(socketPath: string, asked: Asked): Promise<{ status: number; text: string }> {
  const response = await begin(socketPath, asked).response;
  let text = "";
  try {
    for await (const piece of response) text += String(piece);
  } catch {
    text += "[cut]";
  }
  return { status: response.statusCode ?? 0, text };
}

const messages = [{ role: "user", content: "Hello" }];
const calls = {
  chat: { url: "/v1/chat/completions", body: { model: "fake", stream: true, messages } },
  responses: { url: "/v1/responses", body: { model: "fake", stream: true, input: messages } },
  messages: { url: "/v1/messages?beta=true", body: { model: "fake", stream: true, max_tokens: 90, messages } },
  gemini: {
    url: "/v1beta/models/fake:streamGenerateContent?alt=sse",
    body: { contents: [{ role: "user", parts: [{ text: "Hello" }] }] },
  },
};

it.each(modelDialects)(
  "passes a call in the dialect %s on with the vendor's key and counts what it took",
  async (dialect) => {
    const socket = await open();
    vendor.script([{ kind: "text", pieces: ["Well, ", "hello"], usage: { promptTokens: 123, completionTokens: 45 } }]);
    const { status, text } = await ask(socket, calls[dialect]);
    expect(status).toBe(200);
    expect(text).toContain("Well, ");
    expect(settled).toEqual([{ inputTokens: 123, outputTokens: 45 }]);
    expect(planned).toMatchObject([{ model: "fake", maxOutputTokens: dialect === "messages" ? 90 : 1_000 }]);
    const [seen] = vendor.requests;
    const shown = [seen?.authorization, seen?.headers["x-api-key"], seen?.headers["x-goog-api-key"]].join(" ");
    expect(shown).toContain(canary);
    expect(shown).not.toContain(token);
  },
);

it("lets nobody in without the token, nor to anything that is no call of the configured models", async () => {
  const socket = await open({ dialects: ["chat"] });
  const [ours, other] = [calls.chat, calls.chat.body];
  expect((await ask(socket, { ...ours, headers: { authorization: "Bearer wrong" } })).status).toBe(401);
  expect((await ask(socket, { ...ours, headers: { authorization: "" } })).status).toBe(401);
  for (const url of [
    "/v1/files",
    "/v1/chat/completions/../files",
    "//evil.example/v1/chat/completions",
    "/v1/responses/resp_1",
  ]) {
    expect([url, (await ask(socket, { ...ours, url })).status]).toEqual([url, 404]);
  }
  expect((await ask(socket, { ...ours, method: "PUT" })).status).toBe(404);
  expect((await ask(socket, calls.messages)).text).toContain("does not understand Anthropic's messages");
  expect((await ask(socket, { body: { ...other, model: "dear" } })).text).toContain("fake, fake-fast");
  expect((await ask(socket, { body: "[" })).status).toBe(400);
  expect(
    (await ask(socket, { body: `{"model":"fake","messages":${"[".repeat(50_000)}${"]".repeat(50_000)}}` })).status,
  ).toBe(400);
  expect((await ask(socket, { body: " ".repeat(33_000_000) })).status).toBe(413);
  expect(vendor.requests).toEqual([]);
  expect(planned).toEqual([]);
});

it("names the models that may be called", async () => {
  const { text } = await ask(await open(), { url: "/v1/models", method: "GET" });
  expect(JSON.parse(text)).toMatchObject({ data: [{ id: "fake" }, { id: "fake-fast" }] });
});

it("makes no call that is not set aside, and says why", async () => {
  const socket = await open();
  refuse = new AppError("rate_limited", { message: "This run may use 1,000 tokens." });
  expect(await ask(socket, calls.chat)).toMatchObject({ status: 403, text: expect.stringContaining("1,000 tokens") });
  expect(vendor.requests).toEqual([]);
  expect(settled).toEqual([]);
});

it("bounds what a call may write, and takes out whatever would have the vendor reach the network", async () => {
  const socket = await open();
  await ask(socket, {
    body: {
      ...calls.chat.body,
      max_completion_tokens: 900_000,
      tools: [{ type: "function", function: { name: "run" } }, { type: "web_search" }],
      web_search_options: {},
    },
  });
  await ask(socket, {
    ...calls.messages,
    body: {
      ...calls.messages.body,
      max_tokens: 64_000,
      thinking: { type: "enabled", budget_tokens: 32_000 },
      mcp_servers: [{ type: "url", url: "https://evil.example" }],
      tools: [
        { name: "Bash" },
        { type: "web_fetch_20250910", name: "web_fetch" },
        { type: "bash_20250124", name: "bash" },
      ],
    },
  });
  await ask(socket, {
    ...calls.responses,
    body: {
      ...calls.responses.body,
      background: true,
      tools: [
        { type: "mcp", server_url: "https://evil.example" },
        { type: "function", name: "shell" },
      ],
    },
  });
  expect(vendor.requests.map(({ body }) => body)).toMatchObject([
    { max_tokens: 1_000, stream_options: { include_usage: true }, tools: [{ type: "function" }] },
    { max_tokens: 1_000, thinking: { budget_tokens: 500 }, tools: [{ name: "Bash" }, { name: "bash" }] },
    { max_output_tokens: 1_000, background: false, tools: [{ type: "function", name: "shell" }] },
  ]);
  const sent = JSON.stringify(vendor.requests.map(({ body }) => body));
  expect(sent).not.toMatch(/evil|web_search|web_fetch|mcp_servers|max_completion_tokens/);
});

it("refuses what is loaded from an address or from the vendor's account", async () => {
  const socket = await open();
  const content = (part: object) => [{ role: "user", content: [part] }];
  const { chat, messages: anthropic, responses, gemini } = calls;
  const refused: Asked[] = [
    {
      ...chat,
      body: {
        ...chat.body,
        messages: content({ type: "image_url", image_url: { url: "https://evil.example/?code" } }),
      },
    },
    {
      ...anthropic,
      body: {
        ...anthropic.body,
        messages: content({ type: "image", source: { type: "url", url: "https://evil.example" } }),
      },
    },
    { ...responses, body: { ...responses.body, input: content({ type: "input_file", file_id: "file-1" }) } },
    { ...responses, body: { ...responses.body, previous_response_id: "resp_of_somebody" } },
    { ...gemini, body: { contents: [{ parts: [{ fileData: { fileUri: "https://evil.example" } }] }] } },
    { ...chat, body: { ...chat.body, n: 50 } },
  ];
  for (const one of refused) expect((await ask(socket, one)).status).toBe(400);
  const data = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };
  expect((await ask(socket, { body: { ...chat.body, messages: content(data) } })).status).toBe(200);
  expect(vendor.requests).toHaveLength(1);
});

it("keeps the vendor's key to itself, also when the vendor repeats it", async () => {
  const socket = await open();
  const body = JSON.stringify({ error: { message: `prompt too long for ${canary}` } });
  vendor.script([
    { kind: "raw", status: 400, contentType: "application/json", body },
    { kind: "raw", status: 401, contentType: "application/json", body },
    { kind: "raw", status: 302, contentType: "text/plain", body },
  ]);
  const answers = [await ask(socket, calls.chat), await ask(socket, calls.chat), await ask(socket, calls.chat)];
  expect(answers).toMatchObject([
    { status: 400, text: expect.stringContaining("prompt too long") },
    { status: 502, text: expect.stringContaining("MODEL_API_KEY") },
    { status: 502 },
  ]);
  expect(JSON.stringify(answers)).not.toContain(canary);
  // What was refused costs nothing.
  expect(settled).toEqual(Array.from({ length: 3 }, () => ({ inputTokens: 0, outputTokens: 0 })));
});

it("says what is wrong with a vendor that is silent, cut off or away, and counts what that took", async () => {
  const socket = await open({ idleTimeoutMs: 200 });
  vendor.script([
    { kind: "stall" },
    { kind: "stall-after", pieces: ["Half"] },
    { kind: "cut-after", pieces: ["Half"] },
  ]);
  expect(await ask(socket, calls.chat)).toMatchObject({
    status: 502,
    text: expect.stringContaining("did not answer for 0.2 s"),
  });
  expect((await ask(socket, calls.chat)).text).toMatch(/Half.*\[cut\]$/s);
  expect((await ask(socket, calls.chat)).text).toMatch(/Half.*\[cut\]$/s);
  await expect.poll(() => settled.length).toBe(3);
  expect(settled.every(({ inputTokens }) => inputTokens > 0)).toBe(true);
  const away = await open({ address: "http://127.0.0.1:1/v1", egress: createEgress({ allow: "127.0.0.1:1" }) });
  expect((await ask(away, calls.chat)).status).toBe(502);
  expect(settled.at(-1)).toEqual({ inputTokens: 0, outputTokens: 0 });
});

it("goes only where the server may connect to", async () => {
  const socket = await open({ egress: createEgress({ allow: "" }) });
  expect((await ask(socket, calls.chat)).text).toContain("private address");
  expect(vendor.requests).toEqual([]);
});

it("lets an answer take as long as it comes", async () => {
  const socket = await open({ idleTimeoutMs: 400 });
  vendor.script([{ kind: "drip", pieces: ["a", "b", "c", "d"], pauseMs: 150 }]);
  expect(await ask(socket, calls.chat)).toMatchObject({ status: 200, text: expect.stringContaining("[DONE]") });
});

it("ends the vendor's call when whoever asked leaves, and all of them when it closes, and still writes them down", async () => {
  const socket = await open();
  vendor.script([{ kind: "stall-after", pieces: ["Half"] }]);
  const left = begin(socket, calls.chat);
  await left.response;
  left.request.destroy();
  await expect.poll(() => settled.length).toBe(1);
  await begin(socket, calls.chat).response;
  await brokers[0]?.close();
  expect(settled).toHaveLength(2);
  expect(await readdir(folder)).toEqual([]);
  brokers = [];
});
