import { expect, it } from "vitest";

import type { TurnMessage } from "#server/platform/models/model-port.ts";

import { fitTranscript } from "./fit-transcript.ts";

const long = "x".repeat(9_000);
const result = (text: string): TurnMessage => ({
  role: "tool",
  callId: "call_1",
  name: "read_file",
  text,
  isError: false,
});
const reply = (content: string): TurnMessage => ({
  role: "assistant",
  content: [{ type: "tool-call", toolCallId: "call_1", toolName: "create_file", input: { path: "a", content } }],
  unreadable: [],
});
const task: TurnMessage = { role: "user", text: long };
const textsOf = (messages: readonly TurnMessage[]) =>
  messages.map((one) => ("text" in one ? one.text.length : JSON.stringify(one.content).length));

it("leaves what fits as it is", () => {
  const said = [task, reply("y"), result(long)];
  expect(fitTranscript(said, 10_000)).toEqual(said);
});

it("shortens the oldest results first and says so, and keeps the task and the newest whole", () => {
  const rounds = Array.from({ length: 12 }, () => [reply("y"), result(long)]).flat();
  const fitted = fitTranscript([task, ...rounds], 30_000);
  expect(textsOf(fitted)[0]).toBe(9_000);
  expect(
    textsOf(fitted)
      .slice(-8)
      .filter((length) => length === 9_000),
  ).toHaveLength(4);
  expect(fitted[2]).toMatchObject({ text: expect.stringMatching(/^x{300}\n\[… 8700 more characters were here/) });
  // Room for some more rounds, before the next must be shortened.
  expect(JSON.stringify(fitted).length / 3).toBeLessThan(20_000);
});

it("shortens what tools were given where results are not enough", () => {
  const rounds = Array.from({ length: 12 }, () => [reply(long), result("made")]).flat();
  expect(JSON.stringify(fitTranscript(rounds, 25_000)[0])).toMatch(/8700 more characters/);
});

it("says that a task is too large where nothing can be left out", () => {
  expect(() => fitTranscript([task, task], 1_000)).toThrow("Split the task into smaller ones");
});
