import type { ChatMessage, ChatSession } from "@cairn/contract/chat";
import type { MessageOperation } from "@cairn/contract/chat-events";
import { describe, expect, it } from "vitest";

import { canReload, emptyChat, isDelivered, isAnswering, lastInput, reduceChat } from "./chat-state.ts";
import type { ChatEvent, ChatInput, ChatState } from "./chat-state.ts";

const sessionId = "b8f9a2f0-6c3c-4c0e-9f0a-0a4a5a1b1c1d";
const question = (content: string): ChatInput => ({ content, attachments: [], result: null });
const asked = {
  type: "asked",
  input: question("Why?"),
  sessionId,
  context: { lens: "technical" },
  at: "2026-01-01T00:00:00Z",
} as const;

function message(role: ChatMessage["role"], content: string): ChatMessage {
  return {
    role,
    content,
    type: "text",
    files: [],
    attachments: [],
    questions: null,
    result: null,
    suggestions: [],
    usage: null,
    basis: [],
    thoughts: [],
    sources: [],
    writtenBy: null,
    droppedCitations: 0,
    createdAt: asked.at,
  };
}

function operation(path: string, kind: MessageOperation["operation"], value: unknown): MessageOperation {
  return { sessionId, path, operation: kind, value };
}

function run(events: readonly ChatEvent[], from: ChatState = emptyChat): ChatState {
  return events.reduce(reduceChat, from);
}

const begun: ChatEvent = {
  type: "operations",
  operations: [
    operation("/messages", "update", [message("user", "Why?"), message("assistant", "")]),
    operation("/isStreaming", "update", true),
  ],
};
const word = (text: string): ChatEvent => ({
  type: "operations",
  operations: [operation("/messages/1/content", "append", text)],
});

it("is not replaced by what the server knows while a question waits that never reached it", () => {
  const failed = run([asked, { type: "failed", cause: "Connection error" }]);
  expect(failed.pending?.content).toBe("Why?");
  expect([emptyChat, run([asked]), failed].map(canReload)).toEqual([true, false, false]);
  expect(canReload(run([asked, begun, { type: "completed" }]))).toBe(true);
});

it("leaves messages that are as they were the same objects, whether the chat is read again or told whole", () => {
  const before = run([asked, begun, word("Because."), { type: "completed" }]);
  const copy = () => structuredClone(before.session) as ChatSession;
  const read = run([{ type: "loaded", session: copy() }], before);
  expect(read.session?.messages).toBe(before.session?.messages);
  const more = [...copy().messages, message("user", "And?"), message("assistant", "")];
  const told = run([{ type: "operations", operations: [operation("/messages", "update", more)] }], before);
  expect(told.session?.messages).toHaveLength(4);
  for (const index of [0, 1]) expect(told.session?.messages[index]).toBe(before.session?.messages[index]);
});

describe("an answer that arrives", () => {
  it("shows the question at once and hands it over when the server has it", () => {
    const waiting = run([asked]);
    expect(waiting.pending?.content).toBe("Why?");
    expect(isAnswering(waiting)).toBe(true);
    const streaming = run([begun], waiting);
    expect(streaming.pending).toBeNull();
    expect(streaming.session?.messages.map(({ content }) => content)).toEqual(["Why?", ""]);
    expect(isAnswering(streaming)).toBe(true);
  });

  it("grows in order and ends complete", () => {
    const state = run([asked, begun, word("Because "), word("so."), { type: "completed" }]);
    expect(state.session?.messages[1]?.content).toBe("Because so.");
    expect(state.session).toMatchObject({ isStreaming: false, isComplete: true });
    expect(isAnswering(state)).toBe(false);
  });

  it("throws on an operation that does not fit, so that the chat is read again", () => {
    expect(() =>
      run([asked, { type: "operations", operations: [operation("/messages/9/content", "append", "x")] }]),
    ).toThrow("Patch error");
  });
});

describe("stopping", () => {
  const stopped = run([asked, begun, word("Half"), { type: "stopped" }]);

  it("keeps what was written and ignores the rest, failures included", () => {
    const later = run([word(" more"), { type: "failed", cause: "Socket exception" }], stopped);
    expect(later.session?.messages[1]?.content).toBe("Half");
    expect(later.problem).toBeNull();
    expect(isAnswering(later)).toBe(false);
  });

  it("does not carry over to the next question", () => {
    const again = run(
      [
        { ...asked, input: question("And?") },
        { type: "failed", cause: "Connection error" },
      ],
      stopped,
    );
    expect(again.problem).toEqual({ kind: "answer", cause: "Connection error" });
  });
});

describe("failing", () => {
  it("keeps a question that never arrived, so that it can be asked again", () => {
    const state = run([asked, { type: "failed", cause: "Connection error" }]);
    expect(lastInput(state)?.content).toBe("Why?");
    expect(isAnswering(state)).toBe(false);
    expect(state.problem).toEqual({ kind: "answer", cause: "Connection error" });
  });

  it("asks the session's last question again otherwise", () => {
    expect(lastInput(run([asked, begun, { type: "failed", cause: "x" }]))?.content).toBe("Why?");
  });
});

describe("reading a chat", () => {
  const session = run([asked, begun]).session as ChatSession;

  it("finds a failure that happened while nobody listened", () => {
    const state = run([
      { type: "loaded", session: { ...session, isStreaming: false, isError: true, error: "Model down" } },
    ]);
    expect(state.problem).toEqual({ kind: "answer", cause: "Model down" });
  });

  it("calls a chat without messages invalid", () => {
    expect(run([{ type: "loaded", session: { ...session, messages: [] } }]).problem).toEqual({ kind: "invalid" });
  });

  it("keeps the old messages in view while it reads", () => {
    const state = run([{ type: "loaded", session }, { type: "load-started" }]);
    expect(state.session?.messages).toHaveLength(2);
  });
});

describe("whether what was sent has arrived", () => {
  const answered = run([asked, begun, word("So."), { type: "completed" }]);
  const read = answered.session as ChatSession;

  it("tells the same question from the one that was asked before", () => {
    const again = run([asked], answered);
    expect(isDelivered(again, read)).toBe(false);
    const later = { ...message("user", "Why?"), createdAt: "2026-01-01T00:05:00Z" };
    expect(isDelivered(again, { ...read, messages: [...read.messages, later] })).toBe(true);
  });

  it("knows answers by the questions they belong to, whoever gave them", () => {
    const result = { toolId: "t1", answers: [{ questionId: "q", values: ["a"] }] };
    const sent = run([{ ...asked, input: { content: "**Q** a", attachments: [], result } }], answered);
    expect(isDelivered(sent, read)).toBe(false);
    const others = { ...message("user", "**Q** b"), result: { toolId: "t1", answers: [] } };
    expect(isDelivered(sent, { ...read, messages: [...read.messages, others] })).toBe(true);
  });
});

describe("a question that could not be sent", () => {
  const failed: ChatEvent[] = [asked, { type: "failed", cause: "The question is too long" }];

  it("is taken back without a trace of the chat that was begun for it", () => {
    expect(run([...failed, { type: "taken-back" }])).toEqual(emptyChat);
  });

  it("leaves an earlier conversation as it was", () => {
    const before = run([asked, begun, word("So."), { type: "completed" }]);
    const state = run([...failed, { type: "taken-back" }], before);
    expect(state.session?.messages).toEqual(before.session?.messages);
    expect(state).toMatchObject({ pending: null, problem: null });
  });
});

describe("a lost connection", () => {
  const lost = run([asked, begun, word("Half"), { type: "connection-lost" }]);

  it("is no end: the answer is still awaited", () => {
    expect(lost.isReconnecting).toBe(true);
    expect(isAnswering(lost)).toBe(true);
  });

  it("is over as soon as something is heard again", () => {
    expect(run([word(" more")], lost).isReconnecting).toBe(false);
  });
});
