import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";

import type { Logger } from "#server/platform/log/logger.ts";

import { type Cluster, directoryParameter } from "./cluster-files.ts";
import { endLeftoverProcesses } from "./end-leftover-processes.ts";
import { postgresFailure } from "./file-failure.ts";
import { spawnIdentity } from "./postgres-account.ts";
import { postgresEnvironment } from "./run-program.ts";

export interface PostmasterExit {
  /** Null when a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A running server that accepts connections. */
export interface Postmaster {
  pid: number;
  /** Never rejects. */
  exited: Promise<PostmasterExit>;
  /** Disconnects everybody, writes a checkpoint and ends; ends harder when that takes too long. */
  stop(): Promise<void>;
}

/** Recovery after a crash may have much to read again. */
const startTimeoutMs = 300_000;
const readyPollMs = 10;
const fastShutdownMs = 15_000;
const immediateShutdownMs = 5_000;
const keptLines = 30;

/** For a small machine that does other work too; durability is PostgreSQL's default, which is full. */
const serverSettings = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "60",
  shared_buffers: "96MB",
  effective_cache_size: "512MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "256MB",
  wal_level: "minimal",
  max_wal_senders: "0",
  random_page_cost: "1.1",
  io_method: "sync",
  jit: "off",
  // Parallel queries need more shared memory than containers give, and two cores gain nothing by them.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "",
  // Statements and details carry people's data: our own log names what failed, PostgreSQL's only that it did.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

/** Ends leftovers, starts the server and waits until it accepts connections. Throws AppError when it does not. */
export async function startPostmaster(cluster: Cluster, log: Logger, signal: AbortSignal): Promise<Postmaster> {
  await removeLeftovers(cluster, log);
  const child = spawn(path.join(cluster.programs, "postgres"), parametersOf(cluster), {
    ...spawnIdentity(cluster.account),
    cwd: cluster.directory,
    env: postgresEnvironment,
    stdio: ["ignore", "ignore", "pipe"],
    // Its own process group: Ctrl-C in a terminal reaches us alone, and we end it when we are done.
    detached: true,
  });
  const output = collectOutput(child, log);
  const exited = new Promise<PostmasterExit>((resolve) => {
    child.on("exit", (code, endSignal) => resolve({ code, signal: endSignal }));
    child.on("error", (error) => {
      output.push(`error: ${error.message}`);
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
  });
  const endWithUs = () => child.kill("SIGINT");
  process.on("exit", endWithUs);
  void exited.then(() => process.off("exit", endWithUs));
  let stopped: Promise<void> | undefined;
  const postmaster = { pid: child.pid ?? 0, exited, stop: () => (stopped ??= stopChild(child, exited)) };
  try {
    await waitUntilReady(cluster, postmaster, signal);
    return postmaster;
  } catch (error) {
    const exit = await Promise.race([exited, wait(0, null)]);
    await postmaster.stop();
    throw exit === null ? error : postgresFailure("The embedded PostgreSQL did not start", output.join("\n"));
  }
}

/**
 * Nothing may run in the cluster any more. Then the file that names the last postmaster is stale; it is removed because
 * its number may since have gone to another process, which PostgreSQL would take for a server of this cluster.
 */
async function removeLeftovers(cluster: Cluster, log: Logger): Promise<void> {
  const count = await endLeftoverProcesses(cluster.directory);
  if (count > 0) log.warn({ count }, "Ended a PostgreSQL that an earlier process had left running");
  const canSeeAll = process.platform === "linux";
  if (canSeeAll) await rm(path.join(cluster.directory, "postmaster.pid"), { force: true });
}

function parametersOf(cluster: Cluster): string[] {
  const settings = { ...serverSettings, unix_socket_directories: `"${cluster.socketDirectory}"` };
  const assignments = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", directoryParameter(cluster), ...assignments];
}

/** PostgreSQL's messages go to our log; the last of them explain a failed start. */
function collectOutput(child: ChildProcess, log: Logger): string[] {
  const lines: string[] = [];
  if (child.stderr === null) return lines;
  createInterface({ input: child.stderr }).on("line", (line) => {
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    if (/^(WARNING|FATAL|PANIC):/.test(line)) log.warn({ source: "postgresql" }, line);
    else log.debug({ source: "postgresql" }, line);
  });
  return lines;
}

/** The eighth line of postmaster.pid says how far the server is. */
async function waitUntilReady(cluster: Cluster, postmaster: Postmaster, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(startTimeoutMs)]);
  const hasExited = postmaster.exited.then(() => true);
  for (;;) {
    const text = await readFile(path.join(cluster.directory, "postmaster.pid"), "utf8").catch(() => "");
    const lines = text.split("\n");
    if (Number(lines[0]) === postmaster.pid && lines[7]?.trim() === "ready") return;
    if (await Promise.race([hasExited, wait(readyPollMs, false, { signal: timeout })])) throw new Error("exited");
  }
}

async function stopChild(child: ChildProcess, exited: Promise<PostmasterExit>): Promise<void> {
  const steps = [
    ["SIGINT", fastShutdownMs],
    ["SIGQUIT", immediateShutdownMs],
    ["SIGKILL", 1_000],
  ] as const;
  for (const [signal, maxWaitMs] of steps) {
    child.kill(signal);
    const timeout = new AbortController();
    const isEnded = await Promise.race([
      exited.then(() => true),
      wait(maxWaitMs, false, { signal: timeout.signal }).catch(() => false),
    ]);
    timeout.abort();
    if (isEnded) break;
  }
  child.stderr?.destroy();
}
