import { once } from "node:events";
import { performServerHandshake, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import { type Duplex, PassThrough } from "node:stream";

import { connectInFolder } from "#server/platform/sandbox/process/folder-socket.ts";

/** What the relay inside is told to do. */
export interface RelayOrder {
  command: readonly string[];
  /** All of the command's variables. `$PATH` in PATH stands for the image's. */
  env: Readonly<Record<string, string>>;
  folder: string;
  /** Folders in which it listens, inside, and under which names. */
  sockets: readonly { folder: string; names: readonly string[] }[];
  memoryBytes: number;
}

interface RelayOptions {
  /** Asked once, when the relay is there; what it throws refuses. */
  order: () => Promise<RelayOrder>;
  /** The folders on this machine for those of the order. */
  socketFolders: readonly string[];
  onOverMemory: () => void;
  /** Nothing is understood of it any more. */
  onLost: () => void;
}

export interface Relay {
  stdin: PassThrough;
  stdout: PassThrough;
  stderr: PassThrough;
  /** Whether the command may have begun. */
  hasBegun: () => boolean;
  /** Why it may not; null while nothing speaks against it. */
  refusal: () => unknown;
  /** Of the command; null while it has not ended by itself. */
  exitCode: () => number | null;
}

const windowBytes = 256 * 1024;
const linkWindowBytes = 2 ** 30;
const maxRequests = 512;
/** A relay asks in a few dozen bytes, and hardly ever for what it does not get. */
const maxPathCharacters = 256;
const maxHeaders = 16;
const maxRefused = 100;
const sayAliveMs = 5_000;
const cancelled = 8;
/** All that is asked for, each once, beside sockets. */
const questions = ["order", "stdin", "stdout", "stderr", "over-memory", "exit"] as const;
type RelayQuestion = (typeof questions)[number];

/** What is known of one container's relay. */
interface RelayState {
  hasBegun: boolean;
  refusal: unknown;
  exitCode: number | null;
  openSockets: number;
}

type Streams = Pick<Relay, "stdin" | "stdout" | "stderr">;

/**
 * Answers the relay of one container over its input and output. What runs in there may pretend to be the relay: it then can say how
 * its own command ended, and reach the sockets that its command was given. Whatever it says, nothing is thrown and little is kept.
 */
export function serveRelay(link: Duplex, options: RelayOptions): Relay {
  const session = performServerHandshake(link, {
    settings: { maxConcurrentStreams: maxRequests, initialWindowSize: windowBytes },
    maxHeaderListPairs: maxHeaders,
    maxSessionMemory: 256,
  });
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  for (const stream of Object.values(streams)) stream.on("error", () => undefined);
  const state: RelayState = { hasBegun: false, refusal: null, exitCode: null, openSockets: 0 };
  session.setLocalWindowSize(linkWindowBytes);
  session.on("error", () => undefined).on("close", options.onLost);
  sayAlive(session);
  const open = new Set<RelayQuestion>(questions);
  let refused = 0;
  session.on("stream", (stream: ServerHttp2Stream, headers) => {
    stream.on("error", () => undefined);
    const { ":path": path = "" } = headers;
    const [, word = "", ...rest] = path.length > maxPathCharacters ? [] : path.split("/");
    const question = questions.find((one) => one === word);
    try {
      if (word === "sockets") void openSocket(stream, rest, { options, state });
      else if (question !== undefined && open.delete(question)) {
        answerQuestion(stream, question, rest[0], { options, state, streams });
      } else if ((refused += 1) > maxRefused) session.destroy();
      else stream.close(cancelled);
    } catch {
      stream.destroy();
    }
  });
  return {
    ...streams,
    hasBegun: () => state.hasBegun,
    refusal: () => state.refusal,
    exitCode: () => state.exitCode,
  };
}

function answerQuestion(
  stream: ServerHttp2Stream,
  question: RelayQuestion,
  word: string | undefined,
  { options, state, streams }: { options: RelayOptions; state: RelayState; streams: Streams },
): void {
  if (question === "order") return void answerOrder(stream, options, state);
  if (question === "stdin") return void streams.stdin.pipe(answer(stream));
  if (question === "stdout" || question === "stderr") return take(stream, streams[question]);
  if (question === "over-memory") options.onOverMemory();
  if (question === "exit") state.exitCode = parseExitCode(word);
  answer(stream).end();
}

function sayAlive(session: ServerHttp2Session): void {
  const timer = setInterval(() => session.closed || session.destroyed || session.ping(() => undefined), sayAliveMs);
  session.on("close", () => clearInterval(timer));
}

/** What was cut meanwhile takes no answer, and says so by throwing. */
function answer(stream: ServerHttp2Stream): ServerHttp2Stream {
  try {
    if (!stream.destroyed && !stream.closed) stream.respond({ ":status": 200 });
  } catch {
    stream.destroy();
  }
  return stream;
}

async function answerOrder(stream: ServerHttp2Stream, { order }: RelayOptions, state: RelayState): Promise<void> {
  try {
    const given = JSON.stringify(await order());
    if (stream.destroyed) return;
    state.hasBegun = true;
    answer(stream).end(given);
  } catch (error) {
    state.refusal = error;
    stream.session?.destroy();
  }
}

/** It is answered when all of it was read, and so the relay knows that it may end. */
function take(stream: ServerHttp2Stream, into: PassThrough): void {
  stream.pipe(into, { end: false });
  stream.on("end", () => stream.destroyed || answer(stream).end());
}

function parseExitCode(word: string | undefined): number | null {
  const code = Number(word);
  return Number.isInteger(code) && code >= 0 && code <= 255 ? code : null;
}

function joinSocket(stream: ServerHttp2Stream, socket: Socket): void {
  socket.on("error", () => stream.close(cancelled)).on("close", () => stream.end());
  stream.on("close", () => socket.destroy());
  if (stream.destroyed || stream.closed || socket.destroyed) {
    socket.destroy();
    return stream.close(cancelled);
  }
  answer(stream);
  stream.pipe(socket).pipe(stream);
}

/** A name is one of a folder that this command was given, and nothing that leads out of it. */
async function openSocket(
  stream: ServerHttp2Stream,
  [at = "", name = ""]: string[],
  { options, state }: { options: RelayOptions; state: RelayState },
): Promise<void> {
  const folder = options.socketFolders[Number(at)];
  // One that was cut while it was connected counts until it has closed.
  if (folder === undefined || !/^[\w-]+$/.test(name) || state.openSockets >= maxRequests)
    return stream.close(cancelled);
  state.openSockets += 1;
  try {
    const socket = await connectInFolder(folder, name);
    joinSocket(stream, socket);
    if (!socket.closed) await once(socket, "close");
  } catch {
    stream.close(cancelled);
  } finally {
    state.openSockets -= 1;
  }
}
