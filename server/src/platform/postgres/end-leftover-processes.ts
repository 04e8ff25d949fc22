import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { AppError } from "@cairn/contract/errors";

interface ClusterProcess {
  pid: number;
  /** The parent of all others, which takes the signals that shut a server down. */
  isPostmaster: boolean;
}

const fastShutdownMs = 10_000;
const immediateShutdownMs = 5_000;
/** Children that lost their postmaster notice and end by themselves unless they are in the middle of a query. */
const childrenMs = 1_000;
const killMs = 5_000;

/**
 * Ends what an earlier Cairn that was killed left running in `directory`, politely first. Answers how many processes
 * there were. Call it only while holding the data directory's lock.
 */
export async function endLeftoverProcesses(directory: string): Promise<number> {
  const found = findProcesses(directory);
  if (found.length === 0) return 0;
  const isGone =
    (await endPostmaster(directory)) || (await isGoneWithin(directory, childrenMs)) || (await killAll(directory));
  if (isGone) return found.length;
  const ids = findProcesses(directory).map(({ pid }) => pid);
  throw new AppError("conflict", {
    message: `An old PostgreSQL (process ${ids.join(", ")}) still uses ${directory} and cannot be stopped.`,
  });
}

async function endPostmaster(directory: string): Promise<boolean> {
  for (const [signal, maxWaitMs] of [
    ["SIGINT", fastShutdownMs],
    ["SIGQUIT", immediateShutdownMs],
  ] as const) {
    const postmaster = findProcesses(directory).find((candidate) => candidate.isPostmaster);
    if (postmaster === undefined) return false;
    send(postmaster.pid, signal);
    if (await isGoneWithin(directory, maxWaitMs)) return true;
  }
  return false;
}

async function killAll(directory: string): Promise<boolean> {
  for (const { pid } of findProcesses(directory)) send(pid, "SIGKILL");
  return isGoneWithin(directory, killMs);
}

/** The end of a process that is not our child can only be polled for. */
async function isGoneWithin(directory: string, maxWaitMs: number): Promise<boolean> {
  const deadline = performance.now() + maxWaitMs;
  while (findProcesses(directory).length > 0) {
    if (performance.now() > deadline) return false;
    await wait(20);
  }
  return true;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in the meantime; what still runs is found by the next look.
  }
}

function findProcesses(directory: string): ClusterProcess[] {
  return process.platform === "linux" ? findInProc(directory) : findByCommand(directory);
}

/**
 * All of a cluster's processes have its folder as working directory. The program is checked too: a shell may be there.
 * A folder that was removed meanwhile counts as well, because its server still holds the socket.
 */
function findInProc(directory: string): ClusterProcess[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const folder = readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, "");
      if (folder !== directory) return [];
      const program = path.basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ""));
      if (program !== "postgres" && program !== "initdb") return [];
      const parameters = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return [{ pid: Number(pid), isPostmaster: program === "postgres" && parameters[1] === "-D" }];
    } catch {
      // Ended while we looked, or somebody else's.
      return [];
    }
  });
}

/** Without /proc only the postmaster can be recognized, by its parameters. */
function findByCommand(directory: string): ClusterProcess[] {
  const lines = execFileSync("ps", ["-axww", "-o", "pid=,command="], { encoding: "utf8" }).split("\n");
  const wanted = `/postgres -D ${directory} `;
  return lines
    .filter((line) => line.includes(wanted))
    .map((line) => ({ pid: Number.parseInt(line, 10), isPostmaster: true }));
}
