import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

import { dockerEnvironment } from "./docker-arguments.ts";

const execute = promisify(execFile);
const longestMs = 20_000;
const betweenMs = 100;

/** Runs Docker's program and answers what it wrote. Throws with what it said where it failed. */
export async function callDocker(docker: string, args: readonly string[]): Promise<string> {
  const options = { env: dockerEnvironment(), cwd: "/", timeout: longestMs, maxBuffer: 16 * 1024 ** 2 };
  const { stdout } = await execute(docker, [...args], options);
  return stdout;
}

/** Ends and removes containers, and waits for one that is being removed already. One that is not there is as good as gone. */
export async function removeDockerContainers(docker: string, names: readonly string[]): Promise<void> {
  for (const until = performance.now() + longestMs; performance.now() < until; await wait(betweenMs)) {
    const said = await callDocker(docker, ["rm", "--force", "--volumes", ...names]).then(() => "", describeFailure);
    if (!/in progress/i.test(said)) return;
  }
}

function describeFailure(error: unknown): string {
  return (error as { stderr?: string }).stderr ?? "";
}
