import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import type { WalledCommand } from "#server/platform/sandbox/open-walls.ts";
import type { SandboxedCommand } from "#server/platform/sandbox/port/sandbox-port.ts";
import { limitedCommand, neededPrograms } from "#server/platform/sandbox/process/limits.ts";
import { runCommand } from "#server/platform/sandbox/process/run-command.ts";
import { startWalled } from "#server/platform/sandbox/process/start-walled.ts";
import { watchMemory } from "#server/platform/sandbox/process/watch-memory.ts";
import { explainMissing, explainSystem } from "#server/platform/sandbox/readiness/explain-failure.ts";
import { createFilterProgram } from "#server/platform/sandbox/seccomp/filter-program.ts";
import { findProgram, isProgram } from "#server/platform/sandbox/walls/find-program.ts";

import { containerCommand, podmanCommand } from "./container-arguments.ts";
import { describeOwner } from "./container-owner.ts";
import { explainPodman } from "./explain-podman.ts";

const execute = promisify(execFile);
/** After the command's own deadline inside. */
const deadlineGraceSeconds = 15;

export interface PodmanOptions {
  searchPath: string;
  /** For the roots of containers, and the numbers of their processes. */
  folder: string;
}

/** Starts a command in a container of Podman's. Throws an AppError with the cure where this machine cannot have one. */
export function startInContainer(walled: WalledCommand, { searchPath, folder }: PodmanOptions): SandboxedCommand {
  const { limits, onOutput, signal } = walled;
  const podman = requirePodman(searchPath);
  if (process.arch !== "x64" && process.arch !== "arm64") throw explainSystem(`${process.platform}-${process.arch}`);
  if (process.getuid?.() === 0 && walled.account === null) throw new TypeError("Root must name a sandbox's account");
  const name = `cairn-${randomUUID()}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = describeOwner();
  const pidFile = path.join(folder, `${owner}_${name}.pid`);
  const filter = createFilterProgram(process.arch);
  const deadlineSeconds = Math.ceil(limits.wallMs / 1000) + deadlineGraceSeconds;
  const container = { ...walled, podman, name, owner, pidFile, roots: folder, filter, deadlineSeconds };
  const running = runCommand({
    open: () =>
      startWalled({
        ...containerCommand(container, limitedCommand(walled.command, limits, walled)),
        filter: Buffer.alloc(0),
        container: {
          findFirstProcess: () => readNumber(pidFile),
          remove: () => removeContainers(podman, [name]),
        },
      }),
    limits,
    watches: [watchMemory(limits.memoryBytes), ...(walled.watches ?? [])],
    onOutput,
    signal,
    explain: explainPodman,
  });
  const ended = running.ended.finally(() => rmSync(pidFile, { force: true }));
  ended.catch(() => undefined);
  return { ...running, ended };
}

/** Ends and removes containers by their names. */
export async function removeContainers(podman: string, names: readonly string[]): Promise<void> {
  const [program = "", ...args] = [...podmanCommand(podman), "rm", "--force", "--time=0", "--ignore", ...names];
  await execute(program, args, { env: {}, cwd: "/" });
}

async function readNumber(file: string): Promise<number | null> {
  const number = Number(await readFile(file, "latin1").catch(() => ""));
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

function requirePodman(searchPath: string): string {
  if (process.platform !== "linux") throw explainSystem(process.platform);
  const podman = findProgram("podman", searchPath);
  if (podman === null) throw explainMissing("podman");
  const missing = [...neededPrograms, "/bin/bash"].find((program) => !isProgram(program));
  if (missing !== undefined) throw explainMissing(missing);
  return podman;
}
