import type { ChatMessage, ChatSession } from "@cairn/contract/chat";
import type { MessageOperation } from "@cairn/contract/chat-events";
import { describe, expect, it } from "vitest";

import { canReload, emptyChat, isDelivered, isAnswering, lastInput, reduceChat } from "./chat-state.ts";
import type { ChatEvent, ChatInput, ChatState } from "./chat-state.ts";

const sessionId = "b8f9a2f0-6c3c-4c0e-9f0a-0a4a5a1b1c1d";
const question = (content: string): ChatInput => ({ content, attachments: [], result: null });
const sent = {
  type: "sent",
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
    createdAt: sent.at,
  };
}

function operation(path: string, kind: MessageOperation["operation"], value: unknown): MessageOperation {
  return { sessionId, path, operation: kind, value };
}

function run(events: readonly ChatEvent[], from: ChatState = emptyChat): ChatState {
  return events.reduce(reduceChat, from);
}

const answerStarted: ChatEvent = {
  type: "operations",
  operations: [
    operation("/messages", "update", [message("user", "Why?"), message("assistant", "")]),
    operation("/isStreaming", "update", true),
  ],
};
const append = (text: string): ChatEvent => ({
  type: "operations",
  operations: [operation("/messages/1/content", "append", text)],
});

it("is not replaced by the server's state while a question waits that never arrived", () => {
  const failed = run([sent, { type: "failed", cause: "Connection error" }]);
  expect(failed.pending?.content).toBe("Why?");
  expect([emptyChat, run([sent]), failed].map(canReload)).toEqual([true, false, false]);
  expect(canReload(run([sent, answerStarted, { type: "completed" }]))).toBe(true);
});

it("keeps the objects of unchanged messages when the chat is fetched again or replaced by an operation", () => {
  const before = run([sent, answerStarted, append("Because."), { type: "completed" }]);
  const copy = () => structuredClone(before.session) as ChatSession;
  const read = run([{ type: "loaded", session: copy() }], before);
  expect(read.session?.messages).toBe(before.session?.messages);
  const more = [...copy().messages, message("user", "And?"), message("assistant", "")];
  const patched = run([{ type: "operations", operations: [operation("/messages", "update", more)] }], before);
  expect(patched.session?.messages).toHaveLength(4);
  for (const index of [0, 1]) expect(patched.session?.messages[index]).toBe(before.session?.messages[index]);
});

describe("an answer that is being received", () => {
  it("shows the question at once, and from the session when the server has it", () => {
    const waiting = run([sent]);
    expect(waiting.pending?.content).toBe("Why?");
    expect(isAnswering(waiting)).toBe(true);
    const streaming = run([answerStarted], waiting);
    expect(streaming.pending).toBeNull();
    expect(streaming.session?.messages.map(({ content }) => content)).toEqual(["Why?", ""]);
    expect(isAnswering(streaming)).toBe(true);
  });

  it("is appended in order and ends complete", () => {
    const state = run([sent, answerStarted, append("Because "), append("so."), { type: "completed" }]);
    expect(state.session?.messages[1]?.content).toBe("Because so.");
    expect(state.session).toMatchObject({ isStreaming: false, isComplete: true });
    expect(isAnswering(state)).toBe(false);
  });

  it("throws on an operation that does not fit, so that the chat is fetched again", () => {
    expect(() =>
      run([sent, { type: "operations", operations: [operation("/messages/9/content", "append", "x")] }]),
    ).toThrow("Patch error");
  });
});

describe("stopping", () => {
  const stopped = run([sent, answerStarted, append("Half"), { type: "stopped" }]);

  it("keeps the text so far and ignores later operations and failures", () => {
    const later = run([append(" more"), { type: "failed", cause: "Socket exception" }], stopped);
    expect(later.session?.messages[1]?.content).toBe("Half");
    expect(later.problem).toBeNull();
    expect(isAnswering(later)).toBe(false);
  });

  it("does not affect the next question", () => {
    const again = run(
      [
        { ...sent, input: question("And?") },
        { type: "failed", cause: "Connection error" },
      ],
      stopped,
    );
    expect(again.problem).toEqual({ kind: "answer", cause: "Connection error" });
  });
});

describe("failing", () => {
  it("keeps a question that never arrived, so that it can be sent again", () => {
    const state = run([sent, { type: "failed", cause: "Connection error" }]);
    expect(lastInput(state)?.content).toBe("Why?");
    expect(isAnswering(state)).toBe(false);
    expect(state.problem).toEqual({ kind: "answer", cause: "Connection error" });
  });

  it("offers the last question of the session for a retry otherwise", () => {
    expect(lastInput(run([sent, answerStarted, { type: "failed", cause: "x" }]))?.content).toBe("Why?");
  });
});

describe("loading a chat", () => {
  const session = run([sent, answerStarted]).session as ChatSession;

  it("shows a failure that happened while this tab did not listen", () => {
    const state = run([
      { type: "loaded", session: { ...session, isStreaming: false, isError: true, error: "Model down" } },
    ]);
    expect(state.problem).toEqual({ kind: "answer", cause: "Model down" });
  });

  it("calls a chat without messages invalid", () => {
    expect(run([{ type: "loaded", session: { ...session, messages: [] } }]).problem).toEqual({ kind: "invalid" });
  });

  it("keeps the old messages while it loads", () => {
    const state = run([{ type: "loaded", session }, { type: "load-started" }]);
    expect(state.session?.messages).toHaveLength(2);
  });
});

describe("whether the pending input was delivered", () => {
  const answered = run([sent, answerStarted, append("So."), { type: "completed" }]);
  const read = answered.session as ChatSession;

  it("distinguishes a repeated question from the earlier one", () => {
    const again = run([sent], answered);
    expect(isDelivered(again, read)).toBe(false);
    const later = { ...message("user", "Why?"), createdAt: "2026-01-01T00:05:00Z" };
    expect(isDelivered(again, { ...read, messages: [...read.messages, later] })).toBe(true);
  });

  it("recognises answers by the id of their questions, whoever gave them", () => {
    const result = { toolId: "t1", answers: [{ questionId: "q", values: ["a"] }] };
    const answers = run([{ ...sent, input: { content: "**Q** a", attachments: [], result } }], answered);
    expect(isDelivered(answers, read)).toBe(false);
    const others = { ...message("user", "**Q** b"), result: { toolId: "t1", answers: [] } };
    expect(isDelivered(answers, { ...read, messages: [...read.messages, others] })).toBe(true);
  });
});

describe("a question that could not be sent", () => {
  const failed: ChatEvent[] = [sent, { type: "failed", cause: "The question is too long" }];

  it("is withdrawn together with the session that was created for it", () => {
    expect(run([...failed, { type: "withdrawn" }])).toEqual(emptyChat);
  });

  it("leaves an earlier conversation unchanged when it is withdrawn", () => {
    const before = run([sent, answerStarted, append("So."), { type: "completed" }]);
    const state = run([...failed, { type: "withdrawn" }], before);
    expect(state.session?.messages).toEqual(before.session?.messages);
    expect(state).toMatchObject({ pending: null, problem: null });
  });
});

describe("a lost connection", () => {
  const lost = run([sent, answerStarted, append("Half"), { type: "connection-lost" }]);

  it("does not end the answer, which is still awaited", () => {
    expect(lost.isReconnecting).toBe(true);
    expect(isAnswering(lost)).toBe(true);
  });

  it("is over as soon as an operation arrives", () => {
    expect(run([append(" more")], lost).isReconnecting).toBe(false);
  });
});
