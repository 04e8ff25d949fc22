import { once } from "node:events";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";

import { AppError } from "@cairn/contract/errors";

import { ByteReader } from "#server/platform/git/process/byte-reader.ts";
import { explainGitFailure, redactGitOutput } from "#server/platform/git/process/explain-git-failure.ts";
import { gitArguments, gitEnvironment } from "#server/platform/git/process/git-settings.ts";
import { watchMemory } from "#server/platform/git/process/watch-memory.ts";
import { launch } from "#server/platform/processes/launch/launch.ts";
import type { RunningProcess } from "#server/platform/processes/launch/launched-process.ts";

export interface ObjectHeader {
  oid: string;
  type: string;
  /** Bytes of the content. */
  size: number;
}

/** An answer; `bytes` is null when only the header was requested. */
export interface ObjectAnswer extends ObjectHeader {
  bytes: Buffer | null;
}

export type ObjectCommand = "info" | "contents";

/** Git ended before it answered; another process may well answer. */
export class LostProcessError extends Error {
  /** True for the request git was at, which may be what ended it, as a damaged object does. */
  readonly isSuspect: boolean;
  /** The error for people when no other process answers either. */
  readonly explanation: AppError;

  constructor(isSuspect: boolean, explanation: AppError) {
    super("Git ended before it answered.", { cause: explanation });
    this.isSuspect = isSuspect;
    this.explanation = explanation;
  }
}

interface PendingRequest {
  command: ObjectCommand;
  oid: string;
  resolve(answer: ObjectAnswer | null): void;
  reject(error: LostProcessError): void;
}

/** Git answers in microseconds. A disk that hangs this long counts as a lost process. */
const longestSilenceMs = 30_000;
const keptStderrCharacters = 4096;
const newline = 10;
/** Each process would otherwise keep up to 96 MB of what it unpacked. */
const config = ["core.deltaBaseCacheLimit=16m"];

/**
 * A long-lived `git cat-file` that answers requests for one repository's objects, in their order. It keeps
 * the server process alive only while a request is pending, and ends with it.
 */
export class ObjectProcess {
  readonly #child: RunningProcess;
  readonly #waiting: PendingRequest[] = [];
  readonly #silence: NodeJS.Timeout;
  #unwritten = "";
  #stderr = "";
  #startFailure: NodeJS.ErrnoException | null = null;
  #hasEnded = false;

  constructor(directory: string) {
    const args = [...gitArguments({ directory, config }), "cat-file", "--batch-command", "--buffer"];
    this.#child = launch("git", args, { env: gitEnvironment({ directory }), cwd: "/" });
    this.#silence = setTimeout(() => {
      if (this.isBusy) this.#giveUp();
    }, longestSilenceMs).unref();
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-keptStderrCharacters);
    });
    watchMemory(this.#child, () => this.#giveUp());
    // A git that ends early closes its input; how it ended says why.
    this.#child.stdin.on("error", () => undefined);
    this.#child.on("error", (error) => (this.#startFailure = error));
    unref(this.#child.stdin);
    unref(this.#child.stderr);
    this.#hold(false);
    void this.#live();
  }

  get isBusy(): boolean {
    return this.#waiting.length > 0;
  }

  /** True once it takes no more requests. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The object of a full id; null when there is none. Rejects with a `LostProcessError` alone. */
  send(command: ObjectCommand, oid: string): Promise<ObjectAnswer | null> {
    // Git would look up names and expressions too, some of them in surprising ways.
    if (!idPattern.test(oid)) return Promise.resolve(null);
    const { promise, resolve, reject } = Promise.withResolvers<ObjectAnswer | null>();
    if (!this.isBusy) {
      this.#hold(true);
      this.#silence.refresh();
    }
    this.#waiting.push({ command, oid, resolve, reject });
    // Requests of the same tick are written together.
    if (this.#unwritten === "") queueMicrotask(() => this.#write());
    this.#unwritten += `${command} ${oid}\n`;
    return promise;
  }

  /** Takes no more requests, and ends git when it has answered those that wait. */
  end(): void {
    this.#hasEnded = true;
    this.#write();
    this.#child.stdin.end();
  }

  #write(): void {
    if (this.#unwritten !== "" && this.#child.stdin.writable) this.#child.stdin.write(`${this.#unwritten}flush\n`);
    this.#unwritten = "";
  }

  async #live(): Promise<void> {
    const closed = once(this.#child, "close").catch(() => undefined);
    await this.#answer().catch(() => this.#giveUp());
    await closed;
    this.#hasEnded = true;
    clearTimeout(this.#silence);
    const explanation = this.#explain();
    for (const [position, requested] of this.#waiting.splice(0).entries()) {
      requested.reject(new LostProcessError(position === 0, explanation));
    }
    this.#hold(false);
  }

  /** Throws when an answer is not one to the request it should belong to. */
  async #answer(): Promise<void> {
    const reader = new ByteReader(this.#child.stdout);
    for (;;) {
      const line = await reader.readUntil(newline);
      if (line === null) return;
      const [requested] = this.#waiting;
      if (requested === undefined) throw new Error("Git answered what nobody requested.");
      const header = parseHeader(line.toString("latin1"));
      const bytes = header !== null && requested.command === "contents" ? await reader.readBytes(header.size) : null;
      if (bytes !== null && (await reader.readUntil(newline))?.length !== 0) throw new Error("Git's answer goes on.");
      this.#waiting.shift();
      this.#silence.refresh();
      if (!this.isBusy) this.#hold(false);
      // Where ids have 64 digits, one with 40 is only a prefix: not the requested object.
      requested.resolve(header?.oid === requested.oid ? { ...header, bytes } : null);
    }
  }

  #giveUp(): void {
    this.#hasEnded = true;
    this.#child.kill("SIGKILL");
    this.#child.stdout.destroy();
  }

  #explain(): AppError {
    if (this.#startFailure !== null) {
      return new AppError("unavailable", {
        message: "Git could not be started on this server.",
        cause: this.#startFailure,
      });
    }
    const cause = new Error(`git cat-file ended: ${redactGitOutput(this.#stderr, undefined)}`);
    return explainGitFailure({ stderr: this.#stderr, hadCredential: false, cause });
  }

  #hold(isHeld: boolean): void {
    const { stdout } = this.#child;
    if (isHeld) {
      this.#child.ref();
      if (stdout instanceof Socket) stdout.ref();
    } else {
      this.#child.unref();
      unref(stdout);
    }
  }
}

function unref(stream: Readable | Writable): void {
  if (stream instanceof Socket) stream.unref();
}

const idPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const headerPattern = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/;

/** Null for an object that is missing. */
function parseHeader(line: string): ObjectHeader | null {
  const [, oid, type, size] = headerPattern.exec(line) ?? [];
  if (oid !== undefined && type !== undefined) return { oid, type, size: Number(size) };
  if (/^[0-9a-f]+ (?:missing|ambiguous)$/.test(line)) return null;
  throw new Error("Git answered something else than was requested.");
}
