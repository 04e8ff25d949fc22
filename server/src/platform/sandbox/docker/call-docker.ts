import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { dockerEnvironment } from "./docker-arguments.ts";

const execute = promisify(execFile);
const longestMs = 20_000;

/** Runs Docker's program and answers what it wrote. Throws with what it said where it failed. */
export async function callDocker(docker: string, args: readonly string[]): Promise<string> {
  const options = { env: dockerEnvironment(), cwd: "/", timeout: longestMs, maxBuffer: 16 * 1024 ** 2 };
  const { stdout } = await execute(docker, [...args], options);
  return stdout;
}

/** Ends and removes containers. One that is being removed is as good as gone. */
export async function removeDockerContainers(docker: string, names: readonly string[]): Promise<void> {
  await callDocker(docker, ["rm", "--force", "--volumes", ...names]).catch(() => undefined);
}
