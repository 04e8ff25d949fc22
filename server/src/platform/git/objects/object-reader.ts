import { runGit } from "#server/platform/git/process/run-git.ts";
import { unlessAborted } from "#server/platform/git/process/unless-aborted.ts";

import {
  LostProcessError,
  ObjectProcess,
  type ObjectAnswer,
  type ObjectHeader,
  type ObjectCommand,
} from "./object-process.ts";

/** Processes that are kept, one a repository; the least recently used one is ended first. */
const maxProcesses = 8;
const idleMs = 30_000;
/** Larger content is read by a process of its own, so that nobody waits behind it. */
const maxSharedBytes = 4 * 1024 * 1024;
/** Processes in the pool that may be lost under one request before it gets one to itself. */
const maxSharedTries = 3;

interface Pooled {
  process: ObjectProcess;
  idleTimer: NodeJS.Timeout;
}

/** By bare directory, the one used last at the end. One pool serves the whole server. */
const pool = new Map<string, Pooled>();

interface ReadOptions {
  signal?: AbortSignal;
}

/** Kind and size of an object by its full id; null when the repository has none such. */
export async function readObjectHeader(
  directory: string,
  oid: string,
  options: ReadOptions = {},
): Promise<ObjectHeader | null> {
  return await readAnswer(directory, { command: "info", oid, signal: options.signal });
}

/**
 * An object with its content, or with `bytes: null` when that is over `maxBytes`; null when the repository has no
 * object of this full id.
 */
export async function readObject(
  directory: string,
  oid: string,
  options: ReadOptions & { maxBytes: number },
): Promise<ObjectAnswer | null> {
  const { maxBytes, signal } = options;
  const header = await readObjectHeader(directory, oid, { signal });
  if (header === null || header.size > maxBytes) return header && { ...header, bytes: null };
  if (header.size <= maxSharedBytes) return await readAnswer(directory, { command: "contents", oid, signal });
  const { stdout } = await runGit({
    directory,
    args: ["cat-file", header.type, oid],
    maxOutputBytes: header.size,
    signal,
  });
  return { ...header, bytes: stdout };
}

/** Ends a repository's process, for example before its files are removed. Pending requests are still answered. */
export function releaseObjects(directory: string): void {
  const pooled = pool.get(directory);
  if (pooled === undefined) return;
  pool.delete(directory);
  clearTimeout(pooled.idleTimer);
  pooled.process.end();
}

/** Lets go of all processes, as when the server stops. */
export function releaseAllObjects(): void {
  for (const directory of pool.keys()) releaseObjects(directory);
}

interface ObjectRequest extends ReadOptions {
  command: ObjectCommand;
  oid: string;
}

async function readAnswer(directory: string, { command, oid, signal }: ObjectRequest): Promise<ObjectAnswer | null> {
  for (let tries = 1; tries <= maxSharedTries; tries += 1) {
    try {
      // A request that nobody waits for any more stays with git, so that the answers to others stay in order.
      return await unlessAborted(fromPool(directory).send(command, oid), signal);
    } catch (error) {
      if (!(error instanceof LostProcessError)) throw error;
      if (error.isSuspect) break;
    }
  }
  return await unlessAborted(readAlone(directory, command, oid), signal);
}

/** What ended a process once and ends this one too harms nobody else. */
async function readAlone(directory: string, command: ObjectCommand, oid: string): Promise<ObjectAnswer | null> {
  const process = new ObjectProcess(directory);
  try {
    return await process.send(command, oid);
  } catch (error) {
    throw error instanceof LostProcessError ? error.explanation : error;
  } finally {
    process.end();
  }
}

function fromPool(directory: string): ObjectProcess {
  const pooled = pool.get(directory);
  if (pooled !== undefined && !pooled.process.hasEnded) {
    pool.delete(directory);
    pool.set(directory, pooled);
    pooled.idleTimer.refresh();
    return pooled.process;
  }
  releaseObjects(directory);
  for (const oldest of [...pool.keys()].slice(0, Math.max(0, pool.size - maxProcesses + 1))) releaseObjects(oldest);
  const process = new ObjectProcess(directory);
  const idleTimer = setTimeout(() => releaseObjects(directory), idleMs).unref();
  pool.set(directory, { process, idleTimer });
  return process;
}
