import { execFile } from "node:child_process";
import { lstat, readdir, statfs } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import type { SandboxLimits } from "#server/platform/sandbox/port/sandbox-port.ts";

import type { LimitWatch } from "./run-command.ts";

const execute = promisify(execFile);

const intervalMs = 250;
/** Others may free as much of the disk as the command takes, so it is also measured when nothing seems to have gone. */
const longestUnmeasuredMs = 30_000;
/** With less than this commands are ended before uploads and pushes are refused. */
export const leastFreeBytes = 2 * 1024 ** 3;

/** What is free, or taken. */
interface DiskSpace {
  bytes: number;
  files: number;
}

/** What a work copy held, and what was free beside it then. */
interface Measurement {
  used: DiskSpace;
  free: DiskSpace;
  at: number;
}

/** Of each folder the last one; a command goes on where the one before it stopped. */
export type Measurements = Map<string, Measurement>;

/**
 * Watches what a work copy takes of the disk. Reading every folder of it all the time would cost more than many a
 * command; so that is done only when as much is gone from the disk as the work copy may still take.
 */
export function watchDisk(
  directory: string,
  limits: Pick<SandboxLimits, "diskBytes" | "diskFiles">,
  measurements: Measurements,
): LimitWatch {
  return (_walled, onOver) => {
    let timer: NodeJS.Timeout | undefined;
    let isStopped = false;
    const look = async (): Promise<void> => {
      const free = await readFree(directory);
      if (!isCertain(measurements.get(directory), free, limits)) {
        const used = await measureFolder(directory);
        if (isStopped) return;
        measurements.set(directory, { used, free, at: performance.now() });
        if (used.bytes > limits.diskBytes || used.files > limits.diskFiles) return onOver("disk");
      }
      if (!isStopped && free.bytes < leastFreeBytes) return onOver("disk");
      if (!isStopped) timer = setTimeout(next, intervalMs);
    };
    // A folder that cannot be measured is not a folder without a limit.
    const next = () => void look().catch(() => isStopped || onOver("disk"));
    timer = setTimeout(next, intervalMs);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  };
}

/** Whether a folder cannot have passed its limits since it was measured. */
function isCertain(
  last: Measurement | undefined,
  free: DiskSpace,
  limits: Pick<SandboxLimits, "diskBytes" | "diskFiles">,
): boolean {
  return (
    last !== undefined &&
    last.used.bytes + (last.free.bytes - free.bytes) < limits.diskBytes &&
    last.used.files + (last.free.files - free.files) < limits.diskFiles &&
    performance.now() - last.at < longestUnmeasuredMs
  );
}

async function readFree(directory: string): Promise<DiskSpace> {
  const { bavail, bsize, ffree } = await statfs(directory);
  return { bytes: bavail * bsize, files: ffree };
}

/** Follows no link, also not one that takes a folder's place meanwhile. */
export async function measureFolder(directory: string): Promise<DiskSpace> {
  if (process.platform !== "linux") return await walkFolder(directory);
  const [bytes, files] = await Promise.all([du(directory, "--block-size=1"), du(directory, "--inodes")]);
  return { bytes, files };
}

/** Where there is no `du` of GNU's. Files vanish while it counts, and some folders let nobody in: it counts the rest. */
export async function walkFolder(directory: string): Promise<DiskSpace> {
  const seen = new Set<number>();
  const total = { bytes: 0, files: 0 };
  const waiting = [directory];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(passOver);
    const paths = (entries ?? []).map((entry) => path.join(folder, entry.name));
    const found = await Promise.all(
      [...(folder === directory ? [folder] : []), ...paths].map((file) => lstat(file).catch(passOver)),
    );
    for (const one of found) {
      // A file with several names is counted once.
      if (one === null || seen.has(one.ino)) continue;
      if (one.nlink > 1 && !one.isDirectory()) seen.add(one.ino);
      total.bytes += one.blocks * 512;
      total.files += 1;
    }
    for (const entry of entries ?? []) if (entry.isDirectory()) waiting.push(path.join(folder, entry.name));
  }
  return total;
}

/** Deeper than a path can name is no folder without a limit. */
function passOver(error: NodeJS.ErrnoException): null {
  if (error.code === "ENAMETOOLONG") throw error;
  return null;
}

async function du(directory: string, unit: string): Promise<number> {
  const options = { env: {}, cwd: "/", timeout: longestUnmeasuredMs, maxBuffer: 16 * 1024 ** 2 };
  // Files vanish while it counts, and some folders let nobody in: it complains and counts the rest.
  const { stdout } = await execute(
    "/usr/bin/du",
    ["--summarize", "--one-file-system", unit, "--", directory],
    options,
  ).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }));
  const [, count] = /^(\d+)\t/m.exec(stdout) ?? [];
  if (count === undefined) throw new Error("A work copy could not be measured.");
  return Number(count);
}
