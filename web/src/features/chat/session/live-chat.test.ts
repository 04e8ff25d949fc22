import type { ChatContext } from "@cairn/contract/chat";
import { messages } from "@cairn/contract/texts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { isAnswering } from "./chat-state.ts";
import { FakeChatServer, makeMessage, makeSession, operation, sessionId } from "./fake-chat-server.ts";
import type { LiveChat } from "./live-chat.ts";
import type { UnsentInput } from "./unsent-input-store.ts";

const loadLiveChat = () => import("./live-chat.ts");

const organizationId = "0b0f4f3e-5a67-4a0c-9a43-0a5c2c7e7b11";
const context: ChatContext = { lens: "technical" };
const path = "/v1/chat/organization-chat-assistant";
/** Longer than a server that was reached before may be unavailable. */
const wholeOutageMs = 60_000;

let server: FakeChatServer;
/** What the tab remembers over a reload of the page. */
let stored: { unsent: UnsentInput | null; stopped: number | null };
let listChanges: number;
let liveChat: Awaited<ReturnType<typeof loadLiveChat>>;

// Other test files of this process have loaded the real modules already, so this one loads copies of its own.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock("#web/lib/live/socket.ts", () => ({ openSocket: () => server.openSocket() }));
  vi.stubGlobal("fetch", async () => Response.json({ apiHost: "https://api.example" }));
  await (await import("#web/lib/config/runtime-config.ts")).loadRuntimeConfig();
  liveChat = await loadLiveChat();
});
afterAll(() => {
  vi.doUnmock("#web/lib/live/socket.ts");
  vi.resetModules();
});

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeChatServer();
  stored = { unsent: null, stopped: null };
  listChanges = 0;
  vi.stubGlobal("fetch", server.fetch);
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => setTimeout(callback, 16));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
});
afterEach(() => vi.useRealTimers());

/** The chat as the page makes it when it is loaded; a second one is the chat after a reload, or that of another tab. */
function makeChat(): LiveChat {
  const unsent = { load: () => stored.unsent, save: (one: UnsentInput | null) => void (stored.unsent = one) };
  const stops = { load: () => stored.stopped, save: (question: number | null) => void (stored.stopped = question) };
  return new liveChat.LiveChat(
    { organizationId, sessionId, assistant: "organization-chat-assistant" },
    { unsent, stops, onChange: () => void (listChanges += 1) },
  );
}

/** Lets everything happen that needs no more than this time. */
const pass = (ms = 50) => vi.advanceTimersByTimeAsync(ms);
const texts = (chat: LiveChat) => chat.state().session?.messages.map(({ content }) => content);
const questionsSent = () => server.received().filter(([event]) => event === path).length;
const stopsSent = () => server.received().filter(([event]) => event === "cancel");

/** Sends a question over a connection that stands. */
async function askQuestion(chat: LiveChat, question = "Why?"): Promise<void> {
  chat.ask(question, context);
  await pass();
  server.socket.accept();
}

/** The server has the question and begins its answer. */
function startAnswer(): void {
  server.session = makeSession(["Why?", ""], { isStreaming: true, isComplete: false });
  server.send("message_operation", operation("/messages", "update", server.session.messages));
  server.send("message_operation", operation("/isStreaming", "update", true));
}

/** A chat whose answer has begun with the text "Half". */
async function startStreaming(): Promise<LiveChat> {
  const chat = makeChat();
  await askQuestion(chat);
  startAnswer();
  server.sendText(1, "Half");
  await pass();
  return chat;
}

/** A chat that was loaded and holds one question with its answer. */
async function openAnswered(): Promise<LiveChat> {
  server.session = makeSession(["Why?", "So."]);
  const chat = makeChat();
  await chat.open();
  return chat;
}

describe("sending", () => {
  it("shows the question at once, and sends it when the server has admitted the connection", async () => {
    const chat = makeChat();
    chat.ask("Why?", context, { title: "Draft" });
    expect(chat.state().pending?.content).toBe("Why?");
    await pass();
    expect(questionsSent()).toBe(0);
    server.socket.accept();
    const request = { type: "text", content: "Why?" };
    expect(server.received()).toEqual([
      [path, { organizationId, sessionId, request, context, data: { title: "Draft" } }],
    ]);
  });

  it("sends the names of files, and answers to clarifying questions in their own form", async () => {
    const chat = makeChat();
    const file = { filename: "f-1.png", name: "a.png", mediaType: "image/png", size: 3 };
    chat.send({ content: "Look", attachments: [file as never], result: null }, context);
    await pass();
    server.socket.accept();
    server.send("message_completed", { sessionId });
    const result = { toolId: "t1", answers: [{ questionId: "q", values: ["a"] }] };
    chat.send({ content: "**Q** a", attachments: [], result }, context);
    await pass();
    server.socket.accept();
    expect(server.received().map(([, payload]) => (payload as { request: unknown }).request)).toEqual([
      { type: "text", content: "Look", files: ["f-1.png"] },
      { type: "questions-result", ...result },
    ]);
  });

  it("keeps a question that is sent before the connection reports the end of the answer that is shown", async () => {
    const chat = await startStreaming();
    server.send("message_operation", operation("/isStreaming", "update", false));
    await pass();
    chat.ask("And?", context);
    server.sockets[0]?.send("message_completed", { sessionId });
    await pass();
    expect([isAnswering(chat.state()), chat.state().pending?.content]).toEqual([true, "And?"]);
    server.socket.accept();
    expect(questionsSent()).toBe(2);
  });

  it("refuses a second question until the answer has ended", async () => {
    const chat = makeChat();
    chat.ask("Why?", context);
    chat.ask("And?", context);
    await pass();
    server.socket.accept();
    startAnswer();
    await pass();
    chat.ask("And?", context);
    await pass();
    expect([server.sockets.length, questionsSent(), texts(chat)]).toEqual([1, 1, ["Why?", ""]]);
    server.send("message_completed", { sessionId });
    await askQuestion(chat, "And?");
    expect(questionsSent()).toBe(2);
  });

  it("keeps the question over a reload until the server has it", async () => {
    const chat = makeChat();
    await askQuestion(chat);
    expect(stored.unsent?.input.content).toBe("Why?");
    startAnswer();
    await pass();
    expect(stored.unsent).toBeNull();
  });
});

describe("an answer that is being received", () => {
  it("is appended in order, many operations in one change of the screen", async () => {
    const chat = await startStreaming();
    let changes = 0;
    const unsubscribe = chat.subscribe(() => (changes += 1));
    server.sendText(1, " one", " two", " three");
    expect(changes).toBe(0);
    await pass();
    expect([texts(chat), changes]).toEqual([["Why?", "Half one two three"], 1]);
    unsubscribe();
    server.sendText(1, ".");
    await pass();
    expect([texts(chat), changes]).toEqual([["Why?", "Half one two three."], 1]);
  });

  it("ends complete with the last operations, which may not have been shown yet", async () => {
    const chat = await startStreaming();
    server.sendText(1, " and end");
    server.send("message_completed", { sessionId });
    expect(texts(chat)).toEqual(["Why?", "Half and end"]);
    expect(chat.state().session).toMatchObject({ isStreaming: false, isComplete: true });
    expect([isAnswering(chat.state()), server.socket.isClosed]).toEqual([false, true]);
  });

  it("ignores the events of other chats of the same person", async () => {
    const chat = await startStreaming();
    const other = "00000000-0000-4000-8000-000000000000";
    server.send("message_operation", { ...operation("/messages/1/content", "append", "?"), sessionId: other });
    server.send("message_completed", { sessionId: other });
    server.send("exception", { sessionId: other, message: "Model down" });
    server.sendText(1, "!");
    await pass();
    expect([texts(chat), isAnswering(chat.state()), chat.state().problem]).toEqual([["Why?", "Half!"], true, null]);
  });

  it("is fetched when an operation does not fit what was received before", async () => {
    const chat = await startStreaming();
    server.session = makeSession(["Why?", "Half and whole"]);
    server.sendText(7, "lost");
    await pass();
    expect([texts(chat), isAnswering(chat.state()), chat.state().problem]).toEqual([
      ["Why?", "Half and whole"],
      false,
      null,
    ]);
  });

  it("tells the list of chats that there is a new one, its title, and its end", async () => {
    const chat = makeChat();
    await askQuestion(chat);
    expect(listChanges).toBe(0);
    startAnswer();
    await pass();
    expect(listChanges).toBe(1);
    server.send("message_operation", operation("/title", "update", "Reasons"));
    await pass();
    expect(listChanges).toBe(2);
    server.send("message_completed", { sessionId });
    expect(listChanges).toBe(3);
    expect(chat.state().session?.title).toBe("Reasons");
  });
});

describe("an error of the server", () => {
  it.each(["exception", "error"] as const)("ends the answer on '%s' and keeps the text so far", async (event) => {
    const chat = await startStreaming();
    server.send(event, { sessionId, message: "Model down" });
    expect(chat.state().problem).toEqual({ kind: "answer", cause: "Model down" });
    expect([texts(chat), isAnswering(chat.state()), server.socket.isClosed]).toEqual([["Why?", "Half"], false, true]);
  });

  it.each([
    ["exception", messages.socketException],
    ["error", messages.socketError],
  ] as const)("says what is known of '%s' without a message", async (event, cause) => {
    const chat = await startStreaming();
    server.send(event, { message: "" });
    expect(chat.state().problem).toEqual({ kind: "answer", cause });
  });

  it("lets the person withdraw a question that was refused, and edit it", async () => {
    const chat = makeChat();
    await askQuestion(chat, "Too long");
    server.send("exception", { sessionId, message: "The question is too long" });
    expect(chat.withdraw()?.content).toBe("Too long");
    expect([chat.state().session, chat.state().problem, stored.unsent]).toEqual([null, null, null]);
    expect(chat.withdraw()).toBeNull();
  });

  it("does not let a question be withdrawn that is being answered", async () => {
    const chat = makeChat();
    await askQuestion(chat);
    expect(chat.withdraw()).toBeNull();
    expect(chat.state().pending?.content).toBe("Why?");
  });
});

describe("a lost connection", () => {
  it("is replaced by another that goes on with the answer", async () => {
    const chat = await startStreaming();
    server.session = makeSession(["Why?", "Half and"], { isStreaming: true, isComplete: false });
    server.socket.drop();
    expect([chat.state().isReconnecting, isAnswering(chat.state())]).toEqual([true, true]);
    await pass();
    expect([server.sockets.length, texts(chat)]).toEqual([2, ["Why?", "Half and"]]);
    server.socket.accept();
    server.sendText(1, " more");
    await pass();
    const { fetches } = server;
    await pass(10_000);
    expect([texts(chat), server.fetches]).toEqual([["Why?", "Half and more"], fetches]);
    server.send("message_completed", { sessionId });
    expect([isAnswering(chat.state()), questionsSent()]).toEqual([false, 1]);
  });

  it("takes the answer from the server where no operation arrives", async () => {
    const chat = await startStreaming();
    server.socket.drop();
    await pass();
    server.socket.refuse();
    server.session = makeSession(["Why?", "Half and whole"]);
    const before = listChanges;
    await pass(1_000);
    expect([texts(chat), isAnswering(chat.state()), chat.state().isReconnecting]).toEqual([
      ["Why?", "Half and whole"],
      false,
      false,
    ]);
    expect(listChanges).toBe(before + 1);
  });

  it("leaves no connection behind that receives the next answer too", async () => {
    const chat = await startStreaming();
    server.socket.drop();
    await pass();
    const late = server.socket;
    server.session = makeSession(["Why?", "Half and whole"]);
    await pass(1_000);
    late.accept();
    await askQuestion(chat, "And?");
    const next = makeSession(["Why?", "Half and whole", "And?", ""]).messages;
    server.send("message_operation", operation("/messages", "update", next));
    server.sendText(3, "Thus.");
    await pass();
    expect([texts(chat)?.at(-1), late.isClosed]).toEqual(["Thus.", true]);
  });

  it("may be lost again", async () => {
    const chat = await startStreaming();
    for (const piece of [" and", " more"]) {
      server.session = makeSession(texts(chat) ?? [], { isStreaming: true, isComplete: false });
      server.socket.drop();
      await pass();
      server.socket.accept();
      server.sendText(1, piece);
      await pass();
    }
    expect(server.sockets).toHaveLength(3);
    server.send("message_completed", { sessionId });
    expect([texts(chat)?.at(-1), isAnswering(chat.state())]).toEqual(["Half and more", false]);
  });

  it("is fetched once per second, however often the person returns", async () => {
    const chat = await startStreaming();
    server.socket.drop();
    await pass(5_000);
    for (let count = 0; count < 3; count += 1) chat.refresh();
    await pass();
    const { fetches } = server;
    await pass(10_000);
    expect(server.fetches - fetches).toBe(10);
  });

  it("survives a restart of the server", async () => {
    const chat = await startStreaming();
    server.isReachable = false;
    server.socket.drop();
    await pass(20_000);
    expect([chat.state().isReconnecting, chat.state().problem]).toEqual([true, null]);
    server.session = makeSession(["Why?", "Half and whole"]);
    server.isReachable = true;
    await pass(5_000);
    expect([texts(chat), chat.state().problem]).toEqual([["Why?", "Half and whole"], null]);
  });

  it("has failed when the server does not return", async () => {
    const chat = await startStreaming();
    server.isReachable = false;
    server.socket.drop();
    await pass(wholeOutageMs);
    expect(chat.state().problem).toEqual({ kind: "answer", cause: messages.socketDisconnected });
    expect([texts(chat), isAnswering(chat.state())]).toEqual([["Why?", "Half"], false]);
  });

  it("has failed when the server lost the chat", async () => {
    const chat = await startStreaming();
    server.session = null;
    server.socket.drop();
    await pass();
    expect(chat.state().problem).toEqual({ kind: "answer", cause: messages.socketDisconnected });
  });

  it("sends a question that never arrived three times in all, and then offers to send it again", async () => {
    const chat = makeChat();
    chat.ask("Why?", context);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await pass();
      expect(server.sockets).toHaveLength(attempt);
      server.socket.refuse();
    }
    await pass(wholeOutageMs);
    expect([server.sockets.length, isAnswering(chat.state())]).toEqual([3, false]);
    expect(chat.state().problem).toEqual({ kind: "answer", cause: messages.socketConnection });
    expect([chat.state().pending?.content, stored.unsent?.input.content]).toEqual(["Why?", "Why?"]);
  });

  it("does not send a question twice that may have arrived", async () => {
    const chat = makeChat();
    await askQuestion(chat);
    server.socket.drop();
    await pass(wholeOutageMs);
    expect([questionsSent(), server.sockets.length]).toEqual([1, 1]);
    expect(chat.state().problem).toEqual({ kind: "answer", cause: messages.socketDisconnected });
  });

  it("is noticed when the person returns after a silence, and not while operations arrive", async () => {
    const chat = await startStreaming();
    chat.refresh();
    await pass();
    expect([server.sockets.length, server.fetches]).toEqual([1, 0]);
    await pass(4_000);
    const [silent] = server.sockets;
    chat.refresh();
    await pass();
    expect([silent?.isClosed, server.sockets.length, isAnswering(chat.state())]).toEqual([true, 2, true]);
  });
});

describe("stopping", () => {
  it("ends the answer on the server and keeps the text so far", async () => {
    const chat = await startStreaming();
    server.sendText(1, " shown");
    chat.stop();
    expect([texts(chat), isAnswering(chat.state())]).toEqual([["Why?", "Half shown"], false]);
    expect(stopsSent()).toEqual([["cancel", { organizationId, sessionId }]]);
    server.sendText(1, " late");
    await pass();
    expect([texts(chat), stored.stopped]).toEqual([["Why?", "Half shown"], 1]);
    server.send("message_completed", { sessionId });
    await pass();
    expect([stored.stopped, server.socket.isClosed]).toEqual([null, true]);
  });

  it.each(["exception", "error"] as const)("shows no '%s' that comes after it", async (event) => {
    const chat = await startStreaming();
    chat.stop();
    server.send(event, { sessionId, message: "Cancelled" });
    server.socket.drop();
    await pass(wholeOutageMs);
    expect([chat.state().problem, chat.state().isReconnecting, stored.stopped]).toEqual([null, false, null]);
  });

  it("does not send a question whose connection did not stand yet", async () => {
    const opening = Promise.withResolvers<void>();
    server.beforeSocket = opening.promise;
    const chat = makeChat();
    chat.ask("Why?", context);
    await pass();
    chat.stop();
    expect([isAnswering(chat.state()), stored.stopped, stored.unsent]).toEqual([false, 1, null]);
    opening.resolve();
    await pass();
    for (const socket of server.sockets) socket.accept();
    await pass();
    expect(server.received()).toEqual([["cancel", { organizationId, sessionId }]]);
    await pass(10_000);
    expect([stored.stopped, server.sockets.every(({ isClosed }) => isClosed)]).toEqual([null, true]);
  });

  it("does not send a question while the server has not admitted its connection", async () => {
    const chat = makeChat();
    chat.ask("Why?", context);
    await pass();
    const [first] = server.sockets;
    chat.stop();
    await pass();
    for (const socket of server.sockets) socket.accept();
    await pass();
    expect([first?.isClosed, server.received()]).toEqual([true, [["cancel", { organizationId, sessionId }]]]);
  });

  it("does not send a question that it overtook on the same connection", async () => {
    const chat = makeChat();
    chat.ask("Why?", context);
    await pass();
    server.socket.connected = true;
    chat.stop();
    server.socket.accept();
    await pass();
    expect(server.received()).toEqual([["cancel", { organizationId, sessionId }]]);
  });

  it("does not let its connection receive the next answer too", async () => {
    const chat = await startStreaming();
    chat.stop();
    await askQuestion(chat, "And?");
    const next = makeSession(["Why?", "Half", "And?", ""]).messages;
    server.send("message_operation", operation("/messages", "update", next));
    server.sendText(3, "Thus.");
    await pass();
    expect(texts(chat)).toEqual(["Why?", "Half", "And?", "Thus."]);
  });

  it("gives up a stop that the server never confirms, without a message", async () => {
    const chat = await startStreaming();
    chat.stop();
    await pass(10_000);
    expect([stored.stopped, server.socket.isClosed, chat.state().problem]).toEqual([null, true, null]);
  });

  it("ends an answer also while its connection is lost", async () => {
    const chat = await startStreaming();
    server.isReachable = false;
    server.socket.drop();
    await pass(1_000);
    chat.stop();
    const { fetches } = server;
    await pass();
    server.socket.accept();
    await pass(1_000);
    expect([stopsSent().length, isAnswering(chat.state()), chat.state().isReconnecting]).toEqual([1, false, false]);
    await pass(wholeOutageMs);
    expect([server.fetches - fetches, chat.state().problem]).toEqual([0, null]);
  });

  it("is sent after a reload of the page that came first", async () => {
    const opening = Promise.withResolvers<void>();
    const before = await startStreaming();
    server.socket.drop();
    await pass();
    server.beforeSocket = opening.promise;
    before.stop();
    const reloaded = makeChat();
    server.beforeSocket = Promise.resolve();
    await reloaded.open();
    await pass();
    expect(isAnswering(reloaded.state())).toBe(false);
    for (const socket of server.sockets) socket.accept();
    await pass();
    expect(stopsSent()).toHaveLength(1);
    server.send("message_completed", { sessionId });
    await pass(2_000);
    expect([stored.stopped, isAnswering(reloaded.state())]).toEqual([null, false]);
  });

  it("leaves the answer to a later question alone that another tab asked before the reload", async () => {
    const before = await startStreaming();
    server.socket.drop();
    await pass();
    server.beforeSocket = new Promise(() => {});
    before.stop();
    server.beforeSocket = Promise.resolve();
    server.session = makeSession(["Why?", "Half", "And?", ""], { isStreaming: true });
    const reloaded = makeChat();
    await reloaded.open();
    await pass();
    for (const socket of server.sockets) socket.accept();
    await pass();
    expect([stopsSent(), isAnswering(reloaded.state())]).toEqual([[], true]);
  });

  it("does nothing without an answer, and does not affect the next question", async () => {
    const chat = await openAnswered();
    chat.stop();
    await pass();
    expect([server.sockets.length, stored.stopped]).toEqual([0, null]);
    await askQuestion(chat, "And?");
    chat.stop();
    await askQuestion(chat, "And then?");
    server.socket.send("exception", { sessionId, message: "Model down" });
    expect([stored.stopped, chat.state().problem]).toEqual([null, { kind: "answer", cause: "Model down" }]);
  });
});

describe("loading", () => {
  it("shows the chat as the server has it", async () => {
    const chat = await openAnswered();
    expect([texts(chat), chat.state().isLoading, server.sockets.length]).toEqual([["Why?", "So."], false, 0]);
  });

  it("fetches once where it is asked for twice", async () => {
    server.session = makeSession(["Why?", "So."]);
    const chat = makeChat();
    await Promise.all([chat.open(), chat.open()]);
    expect(server.fetches).toBe(1);
  });

  it("says that there is no such chat", async () => {
    const chat = makeChat();
    await chat.open();
    expect([chat.state().problem, chat.state().isLoading]).toEqual([{ kind: "missing" }, false]);
  });

  it("says that a chat without messages is invalid", async () => {
    server.session = makeSession([]);
    const chat = makeChat();
    await chat.open();
    expect(chat.state().problem).toEqual({ kind: "invalid" });
  });

  it("says why the server could not be reached, and shows the chat when it can", async () => {
    server.isReachable = false;
    const chat = makeChat();
    await chat.open();
    expect(chat.state().problem).toEqual({ kind: "load", cause: expect.stringContaining("cannot be reached") });
    server.isReachable = true;
    server.session = makeSession(["Why?", "So."]);
    await chat.open();
    expect([texts(chat), chat.state().problem]).toEqual([["Why?", "So."], null]);
  });

  it("does not replace a question that was sent while it waited", async () => {
    const answering = Promise.withResolvers<void>();
    server.beforeAnswer = answering.promise;
    server.session = makeSession(["Old?", "Old."]);
    const chat = makeChat();
    const opened = chat.open();
    await askQuestion(chat);
    answering.resolve();
    await opened;
    expect([chat.state().pending?.content, texts(chat)]).toEqual(["Why?", []]);
  });

  it("continues an answer that another tab asked for, and ends with it", async () => {
    const asking = await startStreaming();
    const watching = makeChat();
    await watching.open();
    await pass();
    server.socket.accept();
    server.session = makeSession(["Why?", "Half"], { isStreaming: true, isComplete: false });
    // A connection that joins an answer first receives the whole session.
    server.socket.send("message_operation", operation("/messages", "update", server.session.messages));
    server.sendText(1, " and whole");
    await pass();
    for (const chat of [asking, watching]) expect(texts(chat)).toEqual(["Why?", "Half and whole"]);
    server.send("message_completed", { sessionId });
    for (const chat of [asking, watching]) expect(isAnswering(chat.state())).toBe(false);
    await pass(wholeOutageMs);
    expect([questionsSent(), server.sockets.length]).toEqual([1, 2]);
  });

  it("shows what was asked in another tab when the person returns", async () => {
    const chat = await openAnswered();
    server.session = makeSession(["Why?", "So.", "And?", "Thus."]);
    chat.refresh();
    await pass();
    expect(texts(chat)).toEqual(["Why?", "So.", "And?", "Thus."]);
  });
});

describe("an answer to another tab", () => {
  it("is shown where an earlier one was stopped", async () => {
    const chat = await startStreaming();
    chat.stop();
    server.send("message_completed", { sessionId });
    await pass();
    server.session = makeSession(["Why?", "Half", "And?", "Th"], { isStreaming: true, isComplete: false });
    chat.refresh();
    await pass();
    server.session = makeSession(["Why?", "Half", "And?", "Thus."]);
    await pass(2_000);
    expect([texts(chat)?.at(-1), isAnswering(chat.state())]).toEqual(["Thus.", false]);
  });
});

describe("after a reload of the page", () => {
  const unsent: UnsentInput = { input: { content: "Why?", attachments: [], result: null }, context, after: null };

  it("sends a question again that had not arrived", async () => {
    stored.unsent = unsent;
    const chat = makeChat();
    await chat.open();
    expect(chat.state().pending?.content).toBe("Why?");
    await pass();
    server.socket.accept();
    expect(questionsSent()).toBe(1);
  });

  it("sends a question again whose text was asked before", async () => {
    server.session = makeSession(["Why?", "So."]);
    stored.unsent = { ...unsent, after: server.session.messages[0]?.createdAt ?? null };
    const chat = makeChat();
    await chat.open();
    await pass();
    server.socket.accept();
    expect(questionsSent()).toBe(1);
  });

  it("does not send a question again that had arrived", async () => {
    stored.unsent = unsent;
    server.session = makeSession(["Why?", "So."]);
    const chat = makeChat();
    await chat.open();
    await pass();
    expect([texts(chat), questionsSent(), stored.unsent]).toEqual([["Why?", "So."], 0, null]);
  });
});

describe("retrying", () => {
  it("shows the answer where the server has one, without asking again", async () => {
    const chat = await startStreaming();
    server.send("exception", { sessionId, message: "Model down" });
    server.session = makeSession(["Why?", "Half and whole"]);
    await chat.retry(context);
    await pass();
    expect([texts(chat), chat.state().problem, server.sockets.length]).toEqual([["Why?", "Half and whole"], null, 1]);
  });

  it("asks again where the answer has failed on the server too, in the context of the chat", async () => {
    const own: ChatContext = { lens: "non-technical" };
    server.session = makeSession(["Why?", ""], { isError: true, error: "Model down", context: own });
    const chat = makeChat();
    await chat.open();
    expect(chat.state().problem).toEqual({ kind: "answer", cause: "Model down" });
    await chat.retry(context);
    await pass();
    server.socket.accept();
    expect([server.fetches, server.received()]).toEqual([
      2,
      [[path, { organizationId, sessionId, request: { type: "text", content: "Why?" }, context: own }]],
    ]);
  });

  it("asks nothing while the server cannot be reached", async () => {
    const chat = await startStreaming();
    server.send("exception", { sessionId, message: "Model down" });
    server.isReachable = false;
    await chat.retry(context);
    await pass();
    expect([chat.state().problem?.kind, server.sockets.length]).toEqual(["load", 1]);
  });

  it("sends a question that never arrived", async () => {
    const chat = makeChat();
    await askQuestion(chat);
    server.send("exception", { sessionId, message: "Too many questions" });
    await chat.retry(context);
    await pass();
    server.socket.accept();
    expect([questionsSent(), chat.state().problem]).toEqual([2, null]);
  });

  it("asks an answered question again on demand", async () => {
    const chat = await openAnswered();
    chat.askAgain(context);
    await pass();
    server.socket.accept();
    expect([questionsSent(), chat.state().pending?.content]).toEqual([1, "Why?"]);
    // The same text as before is a new message only by its date.
    const again = [...makeSession(["Why?", "So."]).messages, makeMessage("user", "Why?", "2026-01-01T00:05:00.000Z")];
    server.session = makeSession([], { messages: [...again, makeMessage("assistant", "Thus.")] });
    server.socket.drop();
    await pass();
    expect([texts(chat)?.at(-1), chat.state().problem]).toEqual(["Thus.", null]);
  });
});

describe("a deleted chat", () => {
  it("receives nothing more and is not fetched again", async () => {
    const chat = await startStreaming();
    server.sendText(1, " late");
    chat.close();
    await pass();
    expect([chat.state().session, chat.state().problem, server.socket.isClosed]).toEqual([
      null,
      { kind: "missing" },
      true,
    ]);
    await chat.open();
    expect(server.fetches).toBe(0);
  });

  it("stays deleted when its answer was about to be fetched", async () => {
    const chat = await startStreaming();
    server.socket.drop();
    chat.close();
    await pass(wholeOutageMs);
    expect([chat.state().problem, server.sockets.length]).toEqual([{ kind: "missing" }, 1]);
  });
});
