import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";

import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer, type ModelReply, type ModelServer } from "#server/testing/fakes/model-server.ts";

import { connectModel } from "./connect-model.ts";
import type { CallMeter, TurnMessage, TurnReply } from "./model-port.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const tools = [{ name: "read_file", description: "Reads", input: z.object({ path: z.string() }) }];
const brief: TurnMessage = { role: "user", text: "Do it." };

async function ask(
  replies: readonly ModelReply[],
  { transcript = [brief], meter }: { transcript?: TurnMessage[]; meter?: CallMeter } = {},
): Promise<TurnReply> {
  server.script(replies);
  const model = connectModel(
    parseSettings({
      MODEL_PROVIDER: "openai-compatible",
      MODEL_NAME: "fake",
      MODEL_BASE_URL: server.baseUrl,
      MODEL_IDLE_TIMEOUT_MS: "300",
    }).models,
  );
  if (model === null) throw new Error("no model");
  const { signal } = new AbortController();
  return await model.ask({ system: "Rules.", transcript, tools, signal, ...(meter && { meter }) });
}

const calls = (...inputs: string[]): ModelReply => ({
  kind: "tool-calls",
  calls: inputs.map((input) => ({ id: "same", name: "read_file", arguments: input })),
});

it("answers one reply with its calls, told apart although the vendor's ids are not", async () => {
  const reply = await ask([calls('{"path":"a"}', '{"path":"b"}', "{")]);
  expect(reply.calls).toEqual([
    { callId: "call_1", name: "read_file", input: { path: "a" } },
    { callId: "call_2", name: "read_file", input: { path: "b" } },
    { callId: "call_3", name: "read_file", input: null },
  ]);
  expect(reply.content.map(({ toolCallId }) => toolCallId)).toEqual(["call_1", "call_2", "call_3"]);
});

it("tells the model what was said before, also after it was kept as JSON", async () => {
  const { content } = await ask([calls('{"path":"a"}')]);
  const assistant: TurnMessage = { role: "assistant", content, unreadable: [] };
  const result: TurnMessage = {
    role: "tool",
    callId: "call_1",
    name: "read_file",
    text: "It says\u200b so.",
    isError: false,
  };
  const kept = JSON.parse(JSON.stringify([brief, assistant, result, assistant, result])) as TurnMessage[];
  const reply = await ask([{ kind: "text", pieces: ["Do", "ne."] }], { transcript: kept });
  expect(reply).toMatchObject({ text: "Done.", calls: [], isCut: false });
  const messages = server.requests.at(-1)?.body.messages as { role: string; tool_call_id?: string; content: unknown }[];
  expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "assistant", "tool"]);
  const ids = messages.flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [id]));
  expect(new Set(ids).size).toBe(2);
  // What nobody sees is left out.
  expect(messages[3]?.content).toBe("It says so.");
});

it.each([
  ["broken off", { kind: "cut-after", pieces: ["I "] }, "The connection to the model was lost."],
  ["without an end", { kind: "unfinished", pieces: ["I "] }, "The model's answer broke off."],
  ["silent", { kind: "stall-after", pieces: ["I "] }, "The model did not answer for 0.3 s."],
  [
    "of nonsense",
    { kind: "raw", status: 200, contentType: "text/html", body: "<h1>Hi</h1>" },
    /not an answer|broke off/,
  ],
] as [string, ModelReply, string | RegExp][])(
  "uses nothing of a reply that is %s, and settles it",
  async (_, reply, words) => {
    const settled: number[] = [];
    const meter: CallMeter =
      async () =>
      async ({ inputTokens }) =>
        void settled.push(inputTokens);
    await expect(ask([reply], { meter })).rejects.toThrow(words);
    expect(settled.length).toBeGreaterThanOrEqual(1);
  },
);

it("lets through what its meter throws, and asks no vendor", async () => {
  const before = server.requests.length;
  const refusal = new Error("No tokens left");
  await expect(ask([calls("{}")], { meter: () => Promise.reject(refusal) })).rejects.toBe(refusal);
  expect(server.requests.length).toBe(before);
});
