import { EventEmitter } from "node:events";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";

/**
 * A running program whose input and outputs are pipes, in a process group of its own. Emits what a `ChildProcess` does:
 * `spawn` once it has a pid, `error` where it could not be started, `exit`, and `close` when its outputs have ended too.
 */
export interface RunningProcess extends EventEmitter {
  /** Undefined until `spawn`, and where it could not be started. */
  readonly pid?: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  kill(signal: NodeJS.Signals): void;
  /** Whether this process stays alive for it. */
  ref(): void;
  unref(): void;
}

/** One that the launcher at this address starts; whoever hears the launcher says here what became of it. */
export class LaunchedProcess extends EventEmitter implements RunningProcess {
  pid: number | undefined;
  readonly stdin = new Socket({ readable: false, writable: true });
  readonly stdout = new Socket({ readable: true, writable: false });
  readonly stderr = new Socket({ readable: true, writable: false });
  readonly #hold: (isHeld: boolean) => void;
  #end: { exitCode: number | null; signal: NodeJS.Signals | null } | undefined;
  #isClosed = false;

  /** Connects in the order in which the launcher takes the sockets. */
  constructor(address: string, hold: (isHeld: boolean) => void) {
    super();
    this.#hold = hold;
    for (const socket of [this.stdin, this.stdout, this.stderr]) {
      // Where the launcher is gone, it is said of the process.
      socket.on("error", () => undefined);
      socket.connect(address);
    }
    for (const output of [this.stdout, this.stderr]) output.on("close", () => this.#closeIfOver());
  }

  kill(signal: NodeJS.Signals): void {
    const { pid } = this;
    if (pid === undefined) this.once("spawn", () => this.kill(signal));
    // The number of one that has ended may be another one's.
    else if (this.#end === undefined) process.kill(pid, signal);
  }

  ref(): void {
    this.#hold(this.#end === undefined);
  }

  unref(): void {
    this.#hold(false);
  }

  started(pid: number): void {
    this.pid = pid;
    this.emit("spawn");
  }

  ended(exitCode: number | null, signal: NodeJS.Signals | null): void {
    this.#end = { exitCode, signal };
    this.#hold(false);
    this.stdin.destroy();
    this.emit("exit", exitCode, signal);
    // What nobody reads would never end.
    for (const output of [this.stdout, this.stderr]) output.resume();
    this.#closeIfOver();
  }

  /** It was never started, or nobody can say any more what becomes of it. */
  failed(error: NodeJS.ErrnoException): void {
    this.#end = { exitCode: null, signal: null };
    this.#hold(false);
    this.emit("error", error);
    if (this.pid !== undefined) this.#abandon(this.pid);
    for (const socket of [this.stdin, this.stdout, this.stderr]) socket.destroy();
    this.#closeIfOver();
  }

  /** Nobody would end it any more, nor say when its number is free again. */
  #abandon(pid: number): void {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
    this.emit("exit", null, null);
  }

  #closeIfOver(): void {
    if (this.#isClosed || !this.#end || !this.stdout.closed || !this.stderr.closed) return;
    this.#isClosed = true;
    this.emit("close", this.#end.exitCode, this.#end.signal);
  }
}
