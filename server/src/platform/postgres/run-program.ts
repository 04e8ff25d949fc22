import { spawn } from "node:child_process";

import { type PostgresAccount, spawnIdentity } from "./postgres-account.ts";

/** Nothing of our own environment: it holds secrets, and PG* variables would change what PostgreSQL does. */
export const postgresEnvironment = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

/** Runs one of PostgreSQL's programs to its end. `isOk` is false when it failed or could not be started. */
export function runProgram(
  program: string,
  options: { parameters: string[]; account: PostgresAccount; directory: string; input?: string },
): Promise<{ isOk: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, options.parameters, {
      ...spawnIdentity(options.account),
      cwd: options.directory,
      env: postgresEnvironment,
      stdio: "pipe",
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    // A program that ends without reading its input must not end us.
    child.stdin.on("error", () => {});
    child.on("error", (error) => resolve({ isOk: false, output: `error: ${error.message}` }));
    child.on("close", (code) => resolve({ isOk: code === 0, output }));
    child.stdin.end(options.input ?? "");
  });
}
