import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const root = fileURLToPath(new URL("..", import.meta.url));

export interface RunResult {
  exitCode: number;
  /** Standard output and error together, when captured. */
  output: string;
}

interface RunOptions {
  isQuiet?: boolean;
  env?: Record<string, string>;
  cwd?: string;
  /** Takes what a program on Node sends by `process.send`. */
  onMessage?: (message: unknown) => void;
}

/** Runs a program of node_modules/.bin or the system in the checkout; its output is shown unless `isQuiet`. */
export function run(command: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const [program = "", ...args] = command;
  const env = { ...process.env, ...options.env, PATH: `${path.join(root, "node_modules/.bin")}:${process.env.PATH}` };
  const channel = options.onMessage === undefined ? "ignore" : "ipc";
  const child = spawn(program, args, { cwd: options.cwd ?? root, env, stdio: ["ignore", "pipe", "pipe", channel] });
  if (options.onMessage !== undefined) child.on("message", options.onMessage);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (!options.isQuiet) process.stdout.write(text);
    });
  }
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ exitCode: 127, output: `${program}: ${error.message}` }));
    child.once("close", (code) => resolve({ exitCode: code ?? 1, output }));
  });
}
