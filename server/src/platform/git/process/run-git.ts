import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { AppError } from "@cairn/contract/errors";

import { launch } from "#server/platform/processes/launch/launch.ts";
import type { RunningProcess } from "#server/platform/processes/launch/launched-process.ts";

import { explainGitFailure, redactGitOutput } from "./explain-git-failure.ts";
import { gitArguments, gitEnvironment, type GitSettings } from "./git-settings.ts";
import { tookTooMuchMemory, watchMemory } from "./watch-memory.ts";

/** One git command on one bare repository. */
export interface GitCall extends GitSettings {
  /** Subcommand and arguments: constants, full object ids and full ref names only. */
  args: readonly string[];
  /** Written to standard input piece by piece, as fast as git takes it. */
  input?: Iterable<string> | AsyncIterable<string | Uint8Array>;
  signal?: AbortSignal;
  /** Called with each piece of standard error, which is where git reports progress. */
  onStderr?: (text: string) => void;
}

export interface GitLimits {
  /** For the whole command. */
  timeoutMs?: number;
  /** Longest silence on both outputs; unset = no limit. */
  idleTimeoutMs?: number;
  maxOutputBytes?: number;
  /** Exit codes that are an answer and not a failure; 0 unless said. */
  acceptExitCodes?: readonly number[];
}

export interface GitResult {
  exitCode: number;
  stdout: Buffer;
}

/** A running git whose output is read as it comes. */
export interface GitProcess {
  stdout: Readable;
  /** The exit code once everything has ended; rejects with an AppError when git was stopped or failed. */
  done: Promise<number>;
  /** Ends git with all its children; `done` then rejects. */
  stop(): void;
}

const defaultTimeoutMs = 120_000;
const defaultMaxOutputBytes = 256 * 1024 * 1024;
/** Enough for every error message; progress and remote chatter beyond it is dropped from the front. */
const keptStderrCharacters = 64 * 1024;
/** Git removes its temporary files on SIGTERM; one that does not end within this time gets SIGKILL. */
const killGraceMs = 2000;

/** Runs git to its end and returns its whole output. Throws an AppError in plain words on every failure. */
export async function runGit(call: GitCall & GitLimits): Promise<GitResult> {
  const limit = new AbortController();
  const idleTimer = startIdleTimer(call.idleTimeoutMs, limit);
  const timeoutMs = call.timeoutMs ?? defaultTimeoutMs;
  const deadline = setTimeout(
    () => limit.abort(stalled(`did not finish within ${timeoutMs / 1000} seconds`)),
    timeoutMs,
  );
  try {
    const git = startGit({
      ...call,
      signal: call.signal === undefined ? limit.signal : AbortSignal.any([call.signal, limit.signal]),
      onStderr: (text) => {
        idleTimer.restart();
        call.onStderr?.(text);
      },
    });
    const stdout = collect(git.stdout, {
      maxBytes: call.maxOutputBytes ?? defaultMaxOutputBytes,
      limit,
      onData: idleTimer.restart,
    });
    const [exitCode, bytes] = await Promise.all([git.done, stdout]);
    return { exitCode, stdout: bytes };
  } finally {
    clearTimeout(deadline);
    idleTimer.stop();
  }
}

/**
 * Starts git without a shell, without the server's environment and in a process group of its own. Aborting the signal
 * ends the group; an AppError as the abort reason is what the caller then sees.
 */
export function startGit(call: GitCall & Pick<GitLimits, "acceptExitCodes">): GitProcess {
  if (call.signal?.aborted === true) throw stopReason(call.signal);
  const child = launch("git", [...gitArguments(call), ...call.args], { env: gitEnvironment(call), cwd: "/" });
  const stop = new AbortController();
  watchMemory(child, () => stop.abort(tookTooMuchMemory()));
  const signal = call.signal === undefined ? stop.signal : AbortSignal.any([call.signal, stop.signal]);
  // A git that ends early closes its input; its exit code says why.
  pipeline(Readable.from(call.input ?? []), child.stdin).catch(() => undefined);
  const done = waitForExit(child, call, signal);
  // A reader of the output gets the failure there and may never await this.
  done.catch(() => undefined);
  return { stdout: child.stdout, done, stop: () => stop.abort() };
}

function waitForExit(
  child: RunningProcess,
  call: GitCall & Pick<GitLimits, "acceptExitCodes">,
  signal: AbortSignal,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-keptStderrCharacters);
    call.onStderr?.(text);
  });
  const onAbort = () => endGroup(child);
  signal.addEventListener("abort", onAbort, { once: true });
  child.on("error", (error) => reject(notStarted(error)));
  child.on("close", (exitCode, endedBy) => {
    signal.removeEventListener("abort", onAbort);
    if (signal.aborted) return reject(stopReason(signal));
    if (exitCode !== null && (call.acceptExitCodes ?? [0]).includes(exitCode)) return resolve(exitCode);
    const how = exitCode === null ? `was ended by ${endedBy}` : `exited with ${exitCode}`;
    const cause = new Error(`git ${call.args[0] ?? ""} ${how}: ${redactGitOutput(stderr, call.credential)}`);
    const isSsh = call.sshConfigFile !== undefined;
    reject(explainGitFailure({ stderr, hadCredential: call.credential !== undefined, isSsh, cause }));
  });
  return promise;
}

/** Ends a git that leads a process group of its own, with all its children; by force when it does not listen. */
export function endGroup(child: RunningProcess): void {
  const { pid } = child;
  if (pid === undefined) {
    child.once("spawn", () => endGroup(child));
    return;
  }
  killGroup(pid, "SIGTERM");
  const force = setTimeout(() => killGroup(pid, "SIGKILL"), killGraceMs);
  child.once("close", () => clearTimeout(force));
  child.stdout.destroy();
}

/** The group's number stays taken while any member lives, so this cannot hit a stranger. */
function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Everything in the group has ended already.
  }
}

interface Collecting {
  maxBytes: number;
  limit: AbortController;
  onData: () => void;
}

async function collect(stream: Readable, { maxBytes, limit, onData }: Collecting): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on("data", (chunk: Buffer) => {
    onData();
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes)
      limit.abort(new AppError("too_large", { message: "Git answered with more than this server accepts." }));
  });
  stream.on("close", () => resolve(Buffer.concat(chunks)));
  return promise;
}

function startIdleTimer(
  idleTimeoutMs: number | undefined,
  limit: AbortController,
): { restart: () => void; stop: () => void } {
  if (idleTimeoutMs === undefined) return { restart: () => undefined, stop: () => undefined };
  const timer = setTimeout(
    () => limit.abort(stalled(`said nothing for ${idleTimeoutMs / 1000} seconds`)),
    idleTimeoutMs,
  );
  return { restart: () => timer.refresh(), stop: () => clearTimeout(timer) };
}

function stalled(what: string): AppError {
  return new AppError("vendor_unavailable", { message: `Git ${what} and was stopped.` });
}

function stopReason(signal: AbortSignal): AppError {
  const reason: unknown = signal.reason;
  return reason instanceof AppError ? reason : new AppError("cancelled", { message: "Stopped.", cause: reason });
}

function notStarted(cause: NodeJS.ErrnoException): AppError {
  const message =
    cause.code === "ENOENT" ? "Git is not installed on this server." : "Git could not be started on this server.";
  return new AppError("unavailable", { message, cause });
}
