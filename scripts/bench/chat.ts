import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { signInAsClient } from "../../server/src/main/seed/api-client.ts";
import { startCairn, type RunningCairn } from "../../server/src/main/start/start-cairn.ts";
import { addEverybody } from "../../server/src/testing/add-everybody.ts";
import type { AnswerTimes, ClientTask, Seat, StreamTimes } from "../../server/src/testing/chat-clients.ts";
import { findFreePort } from "../../server/src/testing/find-free-port.ts";
import { root } from "../run.ts";
import { atMost, type Figure } from "./figure.ts";
import { git } from "./git.ts";
import { startHostedProduct, untilWritten } from "./hosted-product.ts";
import { makePackageRepository } from "./package-repository.ts";
import { startProgram } from "./program.ts";
import { person } from "./sign-in.ts";

/** Questions for any repository: no two alike, of the kinds that people ask. */
const questions = [
  "What is this product?",
  "Where are errors handled?",
  "How is the configuration read?",
  "Which environment variables does it read?",
  "How do I run the tests?",
  "Where is the main entry point?",
  "How does parsing work?",
  "Which functions deal with dates?",
  "Where are requests sent over the network?",
  "How is text escaped before it is shown?",
  "What does the cache do?",
  "Where are files written to disk?",
  "Who changed the package most, and why?",
  "How are promises retried after a failure?",
  "Which part validates its input?",
  "What calls createHash?",
  "How does the tokenizer know where a word ends?",
  "Which modules depend on the path module?",
  "Where is a stream turned into text?",
  "How are colors converted?",
];
/** Between two looks at how long others wait. */
const restMs = 5;
const firstQuestion = "How are errors handled?";
const warmUp = ["What is in here?", "Where does it begin?", "How is it built?"];

/** Each with one answer and one socket. */
const people = 200;
const streamSeconds = 20;
const operationsPerSecond = 20;

/** Answers over real sockets, whose other ends and model live in another process than the server. */
export async function benchChat(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  const source = repositoryPath ?? (await makePackageRepository(path.join(folder, "packages.git")));
  const dataDirectory = path.join(folder, "data");
  const clients = fork(path.join(root, "server/src/testing/chat-clients.ts"), { stdio: "inherit" });
  try {
    const { baseUrl } = await nextMessage<{ baseUrl: string }>(clients);
    const { running, ...product } = await startHostedProduct({ dataDirectory, source, webDirectory: null });
    await untilWritten(product);
    const seat: Seat = { ...product.params, token: product.client.accessToken ?? "" };
    const files = (await git(["--git-dir", source, "ls-tree", "-r", "--name-only", "HEAD"])).trim().split("\n").length;
    const builtIn = await askAll(clients, running, seat, "built-in");
    await running.stop();
    const { addresses } = running.services.settings;
    const first = await benchFirst(clients, { addresses, dataDirectory, seat });
    const withModel = await startWithModel(dataDirectory, baseUrl);
    try {
      return [
        ...describeBuiltIn(builtIn, files),
        ...first,
        describeModel(await askAll(clients, withModel, await signIn(withModel, seat, person), "model")),
        await benchStreams(clients, withModel, seat),
      ];
    } finally {
      await withModel.stop();
    }
  } finally {
    clients.kill();
  }
}

async function nextMessage<T>(clients: ChildProcess): Promise<T> {
  const [message] = (await once(clients, "message")) as [T];
  return message;
}

async function run<T>(clients: ChildProcess, task: ClientTask): Promise<T> {
  clients.send(task);
  return await nextMessage<T>(clients);
}

/** The first question to a process that was just started, and how long others waited for an answer meanwhile. */
async function benchFirst(
  clients: ChildProcess,
  at: { addresses: RunningCairn["services"]["settings"]["addresses"]; dataDirectory: string; seat: Seat },
): Promise<Figure[]> {
  const { clientHost: address, apiHost } = at.addresses;
  const command = ["scripts/start.ts", "--no-demo", "--port", new URL(address).port, "--data-dir", at.dataDirectory];
  const env = { SSH_PORT: "0", LOG_LEVEL: "error", RATE_LIMITS: "off" };
  const program = startProgram([process.execPath, ...command], root, env);
  try {
    await program.waitForLine(/ is ready at /);
    const { accessToken } = await signInAsClient(at.addresses, person);
    const seat = { ...at.seat, token: accessToken ?? "" };
    const requested = run<AnswerTimes[]>(clients, { kind: "ask", address, seat, questions: [firstQuestion] });
    const longestWaitMs = await watchOthers(apiHost, requested);
    const [first] = await requested;
    return [
      atMost("built-in answer, the first after a start: complete", first?.completedMs ?? Infinity, 1000, "ms"),
      atMost("what others waited for at most meanwhile", longestWaitMs, 100, "ms"),
    ];
  } finally {
    await program.stop();
  }
}

/** Sends a cheap request again and again, until the work has ended. */
async function watchOthers(apiHost: string, work: Promise<unknown>): Promise<number> {
  const state = { isOver: false };
  const end = () => void (state.isOver = true);
  work.then(end, end);
  let longestMs = 0;
  while (!state.isOver) {
    const startedAt = performance.now();
    await (await fetch(new URL("/healthz", apiHost))).arrayBuffer();
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    await wait(restMs);
  }
  return longestMs;
}

async function startWithModel(dataDirectory: string, baseUrl: string): Promise<RunningCairn> {
  const env = {
    DATA_DIR: dataDirectory,
    PORT: String(await findFreePort()),
    SSH_PORT: "0",
    LOG_LEVEL: "error",
    RATE_LIMITS: "off",
    MODEL_PROVIDER: "openai-compatible",
    MODEL_NAME: "bench",
    MODEL_BASE_URL: baseUrl,
  };
  return await startCairn({ env, webDirectory: null, parts: { server: true, worker: false } });
}

async function signIn(running: RunningCairn, seat: Seat, account: typeof person): Promise<Seat> {
  const { accessToken } = await signInAsClient(running.services.settings.addresses, account);
  return { ...seat, token: accessToken ?? "" };
}

async function askAll(
  clients: ChildProcess,
  running: RunningCairn,
  seat: Seat,
  by: "built-in" | "model",
): Promise<AnswerTimes[]> {
  const task = { kind: "ask", address: running.address, seat, questions: [...warmUp, ...questions] } as const;
  const times = (await run<AnswerTimes[]>(clients, task)).slice(warmUp.length);
  const isWhole = times.every(({ answer, addedMs }) => answer !== "" && (addedMs === null) === (by === "built-in"));
  if (!isWhole) throw new Error("Not every question was answered");
  return times;
}

function describeBuiltIn(times: readonly AnswerTimes[], files: number): Figure[] {
  return [
    ofMany(`built-in answer, ${files} files: first operation`, times.map(({ firstMs }) => firstMs), 150),
    ofMany(`built-in answer, ${files} files: complete`, times.map(({ completedMs }) => completedMs), 1000),
  ]; // prettier-ignore
}

/** The model answers at once, so all the time until its first word is ours. */
function describeModel(times: readonly AnswerTimes[]): Figure {
  const added = times.map(({ addedMs }) => addedMs ?? Infinity);
  return ofMany("added to a model's first word, retrieval apart", added, 50);
}

function ofMany(name: string, times: readonly number[], goal: number): Figure {
  const inOrder = times.toSorted((a, b) => a - b);
  const median = inOrder[inOrder.length >> 1] ?? Infinity;
  const p95 = inOrder[Math.ceil(inOrder.length * 0.95) - 1] ?? Infinity;
  return atMost(`${name}, p95 of ${times.length} (median ${median.toFixed(0)} ms)`, p95, goal, "ms");
}

async function benchStreams(clients: ChildProcess, running: RunningCairn, seat: Seat): Promise<Figure> {
  const seats = await seatPeople(running, seat);
  const rates = { seconds: streamSeconds, perSecond: operationsPerSecond };
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const times = await run<StreamTimes>(clients, { kind: "stream", address: running.address, seats, ...rates });
  const { user, system } = process.cpuUsage(before);
  const share = (user + system) / 10 / (performance.now() - startedAt);
  const microsOfWord = (user + system) / (seats.length * streamSeconds * operationsPerSecond);
  if (times.failures.length > 0) throw new Error(`${times.failures.length} answers failed: ${times.failures[0]}`);
  const held = [
    `median ${times.medianGapMs.toFixed(0)} ms`,
    `longest ${times.longestGapMs.toFixed(0)} ms`,
    `${times.operationsPerSecond.toFixed(1)} a second`,
    `server ${share.toFixed(0)} % of a core, ${microsOfWord.toFixed(0)} µs a word`,
    `load ${os.loadavg()[0]?.toFixed(1)}`,
  ];
  const name = `${seats.length} streams, each of one person over one socket: p95 gap (${held.join(", ")})`;
  return atMost(name, times.p95GapMs, 100, "ms");
}

/** People of the same organization, each signed in. */
async function seatPeople(running: RunningCairn, seat: Seat): Promise<Seat[]> {
  const seats: Seat[] = [];
  for (let at = 0; at < people; at += 1) {
    const account = { ...person, email: `person-${at}@example.test` };
    seats.push(await signIn(running, seat, account));
  }
  await addEverybody(running.services.wholeDb, seat.organizationId);
  return seats;
}
