import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import type { LauncherMessage, LaunchOptions, LaunchRequest } from "./launch-messages.ts";
import { LaunchedProcess } from "./launched-process.ts";

const worker = new URL("launcher-worker.ts", import.meta.url);
/** Below what the kernel keeps waiting of one socket; more at once would be refused. */
const mostWaiting = 100;

/** The small process that starts programs for this one. */
export class Launcher {
  readonly #child: ChildProcess;
  readonly #folder = mkdtempSync(path.join(tmpdir(), "cairn-launcher-"));
  readonly #processes = new Map<number, LaunchedProcess>();
  readonly #held = new Set<number>();
  #state: "starting" | "ready" | "lost" | "unusable" = "starting";
  #lastId = 0;
  #waiting = 0;

  constructor() {
    // What it starts gets its variables from the request; it needs none of this process's, some of which are secrets.
    this.#child = fork(worker, [this.#address], { env: {}, execArgv: [], stdio: "ignore" });
    this.#child.on("message", (message: LauncherMessage) => this.#hear(message));
    this.#child.on("error", () => this.#over());
    this.#child.on("exit", () => this.#over());
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Whether it takes a request now. */
  get isReady(): boolean {
    return this.#state === "ready" && this.#child.connected && this.#waiting < mostWaiting;
  }

  /** Whether it has ended after it had been ready: another one is worth trying. */
  get isLost(): boolean {
    return this.#state === "lost";
  }

  /** Only while it is ready. */
  launch(program: string, args: readonly string[], { cwd, env }: LaunchOptions): LaunchedProcess {
    const id = (this.#lastId += 1);
    this.#hold(id, true);
    this.#waiting += 1;
    const launched = new LaunchedProcess(this.#address, (isHeld) => this.#hold(id, isHeld));
    this.#processes.set(id, launched);
    this.#child.send({ id, program, args, cwd, env } satisfies LaunchRequest, (error) => {
      if (error) this.#child.kill("SIGKILL");
    });
    return launched;
  }

  get #address(): string {
    return path.join(this.#folder, "socket");
  }

  #hear(message: LauncherMessage): void {
    if (message.type === "ready") {
      this.#state = "ready";
      return;
    }
    const launched = this.#processes.get(message.id);
    if (message.type !== "ended") this.#waiting -= 1;
    if (message.type !== "started") this.#processes.delete(message.id);
    if (message.type === "started") launched?.started(message.pid);
    else if (message.type === "ended") launched?.ended(message.exitCode, message.signal);
    else launched?.failed(Object.assign(new Error(message.message), { code: message.code }));
  }

  #hold(id: number, isHeld: boolean): void {
    if (isHeld) this.#held.add(id);
    else this.#held.delete(id);
    if (this.#held.size > 0) this.#child.channel?.ref();
    else this.#child.channel?.unref();
  }

  #over(): void {
    if (this.#state !== "starting" && this.#state !== "ready") return;
    this.#state = this.#state === "ready" ? "lost" : "unusable";
    rmSync(this.#folder, { recursive: true, force: true });
    for (const launched of this.#processes.values()) launched.failed(new Error("What started it has ended."));
    this.#processes.clear();
  }
}
