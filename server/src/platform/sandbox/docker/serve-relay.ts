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
const sayAliveMs = 5_000;
const cancelled = 8;

/**
 * Answers the relay of one container over its input and output. What runs in there may pretend to be the relay: it then can say how
 * its own command ended, and reach the sockets that its command was given.
 */
export function serveRelay(link: Duplex, options: RelayOptions): Relay {
  const session = performServerHandshake(link, {
    settings: { maxConcurrentStreams: maxRequests, initialWindowSize: windowBytes },
    maxSessionMemory: 256,
  });
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const state = { hasBegun: false, refusal: null as unknown, exitCode: null as number | null };
  session.setLocalWindowSize(linkWindowBytes);
  session.on("error", () => undefined).on("close", options.onLost);
  sayAlive(session);
  const once = new Set<string>();
  session.on("stream", (stream: ServerHttp2Stream, headers) => {
    stream.on("error", () => undefined);
    const path = headers[":path"] ?? "";
    const [, word = "", ...rest] = path.split("/");
    if (word === "sockets") return openSocket(stream, rest, options);
    if (once.has(word)) return stream.close(cancelled);
    once.add(word);
    if (word === "order") return void answerOrder(stream, options, state);
    if (word === "stdin") return void streams.stdin.pipe(answer(stream));
    if (word === "stdout" || word === "stderr") return take(stream, streams[word]);
    if (word === "over-memory") options.onOverMemory();
    if (word === "exit") state.exitCode ??= parseExitCode(rest[0]);
    answer(stream).end();
  });
  streams.stdin.on("error", () => undefined);
  return {
    ...streams,
    hasBegun: () => state.hasBegun,
    refusal: () => state.refusal,
    exitCode: () => state.exitCode,
  };
}

function sayAlive(session: ServerHttp2Session): void {
  const timer = setInterval(() => session.closed || session.destroyed || session.ping(() => undefined), sayAliveMs);
  session.on("close", () => clearInterval(timer));
}

/** What was cut meanwhile takes no answer, and says so by throwing. */
function answer(stream: ServerHttp2Stream): ServerHttp2Stream {
  try {
    stream.respond({ ":status": 200 });
  } catch {
    stream.destroy();
  }
  return stream;
}

async function answerOrder(
  stream: ServerHttp2Stream,
  { order }: RelayOptions,
  state: { hasBegun: boolean; refusal: unknown },
): Promise<void> {
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
  if (stream.destroyed) return void socket.destroy();
  answer(stream);
  socket.on("error", () => stream.close(cancelled)).on("close", () => stream.end());
  stream.on("close", () => socket.destroy());
  stream.pipe(socket).pipe(stream);
}

/** A name is one of a folder that this command was given, and nothing that leads out of it. */
function openSocket(stream: ServerHttp2Stream, [at = "", name = ""]: string[], { socketFolders }: RelayOptions): void {
  const folder = socketFolders[Number(at)];
  if (folder === undefined || !/^[\w-]+$/.test(name)) return stream.close(cancelled);
  const end = () => stream.close(cancelled);
  void connectInFolder(folder, name).then((socket) => joinSocket(stream, socket), end);
}
