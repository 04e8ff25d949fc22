import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { constants } from "node:os";
import type { Duplex, Readable, Writable } from "node:stream";

import { AppError } from "@cairn/contract/errors";

import { wallDescriptors } from "#server/platform/sandbox/walls/wall-arguments.ts";

import { inheritedDescriptors } from "./inherited-descriptors.ts";
import { markProcess, waitUntilGone } from "./wait-until-gone.ts";

/** One call of the program that builds the walls, with what is read from its descriptors. */
export interface WalledCall {
  command: readonly string[];
  options: Buffer;
  filter: Buffer;
  /** Where the walls are a container's, whose processes are no children of the program's. */
  container?: WalledContainer;
}

interface WalledContainer {
  /** The number of its first process on this machine, asked when that process has told that it lives. */
  findFirstProcess: () => Promise<number | null>;
  /** Removes what is left where the program that made it had to be ended. */
  remove: () => Promise<void>;
}

export interface WalledProcess {
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  /** The sandbox's first process, by its number on this machine; null when the walls could not be built. */
  firstProcess: Promise<number | null>;
  /** Settles when all its processes have ended and everything they wrote was read. */
  ended: Promise<WalledEnd>;
  /** Ends them all at once. */
  kill(): void;
}

export interface WalledEnd {
  /** Of the command; null where it has not begun, or its end was not told because bubblewrap was ended. */
  exitCode: number | null;
  /** Of bubblewrap; 128 and a signal's number where a signal ended it. */
  wallExitCode: number;
}

/** The walls tell of themselves in lines of a few dozen bytes. */
const maxStatusBytes = 16 * 1024;
/** A container is over at once when its first process is; then its program is given this long. */
const containerGraceMs = 2_000;

/**
 * Starts the walls with nothing of this server: no variable, no open file but the pipes. They end, and with them everything
 * inside, when the thread that called this ends; call it from one that lives as long as the command may.
 */
export function startWalled(call: WalledCall): WalledProcess {
  const [program = "", ...args] = call.command;
  const { stdio, close } = openDescriptors();
  const child = spawn(program, args, { env: {}, cwd: "/", stdio, detached: true });
  close();
  if (child.pid === undefined) throw notStarted(child);
  feed(child.stdio[wallDescriptors.filter] as Writable, call.filter);
  feed(child.stdio[wallDescriptors.options] as Writable, call.options);
  const descriptors: readonly unknown[] = child.stdio;
  const status = descriptors[wallDescriptors.status] as Readable;
  const gate = descriptors[wallDescriptors.gate] as Duplex;
  const isStanding = openGate(gate);
  const [stdin, stdout, stderr] = [child.stdin, child.stdout, child.stderr] as [Writable, Readable, Readable];
  stdin.on("error", () => undefined);
  const { exitCode, ...told } = readStatus(status, () => gate.destroy());
  const firstProcess = call.container === undefined ? told.firstProcess : findFirst(call.container, isStanding);
  return {
    stdin,
    stdout,
    stderr,
    firstProcess,
    ended: waitForEnd(child, { exitCode, firstProcess }),
    kill: () => {
      gate.destroy();
      if (call.container === undefined) killGroup(child);
      else endContainer(child, { container: call.container, firstProcess });
    },
  };
}

/** Pipes for what bubblewrap and the command use; what this server itself inherited becomes the empty device. */
function openDescriptors(): { stdio: ("pipe" | "ignore" | number)[]; close: () => void } {
  const pipes = Array.from({ length: wallDescriptors.gate + 1 }, () => "pipe" as const);
  const others = inheritedDescriptors().filter((descriptor) => descriptor >= pipes.length);
  if (others.length === 0) return { stdio: pipes, close: () => undefined };
  const empty = openSync("/dev/null", "r+");
  const beyond = Array.from({ length: Math.max(...others) + 1 - pipes.length }, (_, at) =>
    others.includes(at + pipes.length) ? empty : ("ignore" as const),
  );
  return { stdio: [...pipes, ...beyond], close: () => closeSync(empty) };
}

/** A program that ends without reading must not end us. */
function feed(descriptor: Writable, bytes: Buffer): void {
  descriptor.on("error", () => undefined).end(bytes);
}

/** The command begins when it has told that all its walls stand. Resolves with whether they ever did. */
function openGate(gate: Duplex): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  gate.on("error", () => undefined).on("close", () => resolve(false));
  gate.once("data", () => {
    gate.write("begin\n");
    resolve(true);
  });
  return promise;
}

async function findFirst({ findFirstProcess }: WalledContainer, isStanding: Promise<boolean>): Promise<number | null> {
  return (await isStanding) ? await findFirstProcess() : null;
}

/** The exit code is told only of a command that has begun: failures of the walls look like a command's otherwise. */
function readStatus(
  status: Readable,
  onExit: () => void,
): { firstProcess: Promise<number | null>; exitCode: () => number | null } {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  let text = "";
  const find = (name: string) => {
    const [, number] = new RegExp(`"${name}": (\\d+)`).exec(text) ?? [];
    return number === undefined ? null : Number(number);
  };
  status.setEncoding("utf8").on("data", (piece: string) => {
    text = (text + piece).slice(0, maxStatusBytes);
    const pid = find("child-pid");
    if (pid !== null) resolve(pid);
    if (find("exit-code") !== null) onExit();
  });
  status.on("error", () => undefined).on("close", () => resolve(null));
  return { firstProcess: promise, exitCode: () => find("exit-code") };
}

interface WalledStatus {
  exitCode: () => number | null;
  firstProcess: Promise<number | null>;
}

async function waitForEnd(child: ChildProcess, { exitCode, firstProcess }: WalledStatus): Promise<WalledEnd> {
  const closed = once(child, "close") as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const pid = await firstProcess;
  const mark = pid === null ? null : await markProcess(pid);
  const [code, signal] = await closed;
  // Bubblewrap's end is the command's, and what that has left behind may take a moment longer.
  if (mark !== null) await waitUntilGone(mark);
  return { exitCode: exitCode(), wallExitCode: code ?? 128 + (signal === null ? 0 : constants.signals[signal]) };
}

/** The machine has no process or file left for it, for instance; the reason comes later than this. */
function notStarted(child: ChildProcess): AppError {
  child.on("error", () => undefined);
  return new AppError("unavailable", { message: "A sandbox could not be started on this server. Try again later." });
}

/** What is inside dies with its first process, which is no child of this server's. */
function endContainer(
  child: ChildProcess,
  { container, firstProcess }: { container: WalledContainer; firstProcess: Promise<number | null> },
): void {
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  void firstProcess.then((pid) => pid !== null && !isOver() && killOne(pid));
  const timer = setTimeout(() => {
    if (isOver()) return;
    killGroup(child);
    void container.remove().catch(() => undefined);
  }, containerGraceMs);
  child.once("close", () => clearTimeout(timer));
}

function killOne(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Ended meanwhile.
  }
}

/** Everything inside dies with these; their number is taken while one of them lives. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Ended meanwhile.
  }
}
