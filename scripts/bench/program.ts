import { spawn } from "node:child_process";
import { once } from "node:events";

export interface Program {
  /** Resolves with the first line of output that matches; rejects when the program ends before. */
  waitForLine(pattern: RegExp): Promise<string>;
  /** Ends the program and everything it started. */
  stop(): Promise<void>;
}

/** Starts a program in a process group of its own, so that all of it can be ended. */
export function startProgram(command: readonly string[], cwd: string, env: Record<string, string> = {}): Program {
  const [name = "", ...args] = command;
  const child = spawn(name, args, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let output = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  return {
    waitForLine: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const line = output.split("\n").find((one) => pattern.test(one));
          if (line === undefined) return;
          listeners.delete(check);
          resolve(line);
        };
        listeners.add(check);
        check();
        void exited.then(() => reject(new Error(`${name} ended:\n${output}`)));
      }),
    async stop() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
      await exited;
    },
  };
}
