/** The other side of the bench of chats, in a process of its own: people's sockets, and the model they wait for. */
import { randomUUID } from "node:crypto";

import { chatNamespace, chatPathPrefix, type MessageOperation } from "@cairn/contract/chat-events";
import { io as connect, type Socket } from "socket.io-client";

import { startModelServer, type ModelReply } from "./fakes/model-server.ts";

/** Somebody who asks: their access token, and the product they ask about. */
export interface Seat {
  token: string;
  organizationId: string;
  projectId: string;
}

export type ClientTask =
  /** Each question after the other, in chats of their own. */
  | { kind: "ask"; address: string; seat: Seat; questions: readonly string[] }
  /** All seats at once, each with one answer over a socket of its own, as a browser has it. */
  | { kind: "stream"; address: string; seats: readonly Seat[]; seconds: number; perSecond: number };

export interface AnswerTimes {
  firstMs: number;
  completedMs: number;
  /** Until the model's first word was there, without what was looked up before; null where no model was asked. */
  addedMs: number | null;
  answer: string;
}

export interface StreamTimes {
  p95GapMs: number;
  medianGapMs: number;
  longestGapMs: number;
  operationsPerSecond: number;
  /** Why answers failed. */
  failures: string[];
}

const path = `${chatPathPrefix}organization-chat-assistant`;
const model = await startModelServer();
let askedModelAt = 0;
answerQuestionsWith(() => ({ kind: "text", pieces: ["Boats"] }));

process.on("message", (task: ClientTask) => {
  void (async () => process.send?.(task.kind === "ask" ? await askAll(task) : await streamAll(task)))();
});
process.send?.({ baseUrl: model.baseUrl });

/** Does what the server asks of every model to see what it can, gives names, and answers questions like this. */
function answerQuestionsWith(answer: () => ModelReply): void {
  model.script(({ body }) => {
    const requested = JSON.stringify(body.messages.at(-1));
    if (JSON.stringify(body.tools ?? []).includes("note_word")) {
      return { kind: "tool-calls", calls: [{ id: "1", name: "note_word", arguments: '{"word":"pier"}' }] };
    }
    if (requested.includes("JSON object")) return { kind: "text", pieces: ['{"word":"pier","letters":4}'] };
    return body.tools?.length ? answer() : { kind: "text", pieces: ["{}"] };
  });
}

async function open(address: string, token: string): Promise<Socket> {
  const options = { transports: ["websocket"], auth: { token }, reconnection: false, forceNew: true };
  const socket = connect(address + chatNamespace, options);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once("initialized", resolve);
  socket.once("connect_error", reject);
  await promise;
  return socket;
}

/** More of the answer's own text. */
const isText = ({ path: changed, operation }: MessageOperation) =>
  operation === "append" && /^\/messages\/\d+\/content$/.test(changed);

async function askAll({ address, seat, questions }: Extract<ClientTask, { kind: "ask" }>): Promise<AnswerTimes[]> {
  answerQuestionsWith(() => {
    askedModelAt ||= performance.now();
    return { kind: "text", pieces: ["The ", "boats ", "are ", "late."] };
  });
  const socket = await open(address, seat.token);
  const times: AnswerTimes[] = [];
  for (const question of questions) times.push(await askOne(socket, seat, question));
  socket.close();
  return times;
}

async function askOne(socket: Socket, { organizationId, projectId }: Seat, content: string): Promise<AnswerTimes> {
  const sessionId = randomUUID();
  let firstMs = 0;
  let firstTextAt = 0;
  let lookedUpMs = 0;
  let answer = "";
  askedModelAt = 0;
  const ended = Promise.withResolvers<void>();
  const hear = (operation: MessageOperation) => {
    if (operation.sessionId !== sessionId) return;
    firstMs ||= performance.now() - startedAt;
    if (operation.path.endsWith("/durationMs") && firstTextAt === 0) lookedUpMs += Number(operation.value);
    if (!isText(operation)) return;
    firstTextAt ||= performance.now();
    answer += String(operation.value);
  };
  socket.on("message_operation", hear);
  socket.once("message_completed", () => ended.resolve());
  socket.once("exception", ({ message }: { message: string }) => ended.reject(new Error(message)));
  const startedAt = performance.now();
  const request = { organizationId, sessionId, request: { type: "text", content }, context: { projectId } };
  socket.emit(path, request);
  await ended.promise;
  const completedMs = performance.now() - startedAt;
  socket.off("message_operation", hear);
  socket.off("exception");
  const addedMs = askedModelAt === 0 ? null : firstTextAt - startedAt - lookedUpMs;
  return { firstMs, completedMs, addedMs, answer };
}

async function streamAll(task: Extract<ClientTask, { kind: "stream" }>): Promise<StreamTimes> {
  const { address, seats, seconds, perSecond } = task;
  const pieces = Array.from({ length: seconds * perSecond }, (_, at) => `word${at} `);
  answerQuestionsWith(() => ({ kind: "drip", pauseMs: 1000 / perSecond, pieces }));
  const gaps: number[] = [];
  const failures: string[] = [];
  let operations = 0;
  const streamOne = async (socket: Socket, { organizationId, projectId }: Seat): Promise<void> => {
    const sessionId = randomUUID();
    const ended = Promise.withResolvers<void>();
    let lastAt = 0;
    socket.on("message_operation", (operation: MessageOperation) => {
      if (operation.sessionId !== sessionId || !isText(operation)) return;
      const now = performance.now();
      if (lastAt > 0) gaps.push(now - lastAt);
      lastAt = now;
      operations += 1;
    });
    socket.on("message_completed", (end: { sessionId: string }) => end.sessionId === sessionId && ended.resolve());
    socket.on("exception", (end: { sessionId?: string; message: string }) => {
      if (end.sessionId !== undefined && end.sessionId !== sessionId) return;
      failures.push(end.message);
      ended.resolve();
    });
    const content = "How late are the boats?";
    socket.emit(path, { organizationId, sessionId, request: { type: "text", content }, context: { projectId } });
    await ended.promise;
  };
  const sit = async (seat: Seat): Promise<void> => {
    const socket = await open(address, seat.token);
    await streamOne(socket, seat);
    socket.close();
  };
  await Promise.all(seats.map(sit));
  const inOrder = gaps.toSorted((a, b) => a - b);
  return {
    p95GapMs: inOrder[Math.floor(inOrder.length * 0.95)] ?? Infinity,
    medianGapMs: inOrder[inOrder.length >> 1] ?? Infinity,
    longestGapMs: inOrder.at(-1) ?? Infinity,
    operationsPerSecond: operations / seats.length / seconds,
    failures,
  };
}
