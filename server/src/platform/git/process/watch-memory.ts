import { totalmem } from "node:os";

import { AppError } from "@cairn/contract/errors";

import { measureProcesses } from "#server/platform/processes/measure-processes.ts";

interface MemoryLimits {
  /** For one git with all its children. */
  bytesEach: number;
  /** For all that run at the same time. */
  bytesInAll: number;
}

interface WatchedProcess {
  /** Undefined until it emits `spawn`. */
  readonly pid?: number | undefined;
  once(event: "spawn" | "exit", listener: () => void): unknown;
}

const gibibyte = 1024 ** 3;
const intervalMs = 500;
/** Without the packs that git reads like memory. */
const heldFields = ["RssAnon"] as const;

/**
 * Watches the gits of this server: some twenty objects, which are sent in no time, can make a commit of a thousand
 * million files, and git holds the whole list in memory. Only Linux reports the memory of a process; elsewhere nothing
 * is watched.
 */
export const watchMemory = createMemoryWatch({
  // Packing a repository of some gigabytes takes one of them.
  bytesEach: 2 * gibibyte,
  // A container may have less than its machine.
  bytesInAll: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2,
});

/** What people read about a git that was ended for it. */
export function tookTooMuchMemory(): AppError {
  const message = "Git took more memory for this than the server gives it. A commit in it may name far too many files.";
  return new AppError("too_large", { message });
}

/** Calls `onOver` of a child that holds too much or, where all together do, of the one that holds most. */
export function createMemoryWatch(limits: MemoryLimits): (child: WatchedProcess, onOver: () => void) => void {
  const watched = new Map<number, () => void>();
  let timer: NodeJS.Timeout | undefined;
  const check = async (): Promise<void> => {
    const measured = await Promise.all(
      [...watched].map(async ([pid, onOver]) => ({ pid, onOver, bytes: await measureProcesses(pid, heldFields) })),
    );
    for (const { pid, onOver } of findOver(measured, limits)) if (watched.delete(pid)) onOver();
    timer = watched.size === 0 ? undefined : setTimeout(() => void check(), intervalMs).unref();
  };
  return function watch(child, onOver) {
    const { pid } = child;
    if (pid === undefined) {
      child.once("spawn", () => watch(child, onOver));
      return;
    }
    watched.set(pid, onOver);
    // Its number may be another one's as soon as it has ended.
    child.once("exit", () => watched.delete(pid));
    timer ??= setTimeout(() => void check(), intervalMs).unref();
  };
}

function findOver<T extends { bytes: number }>(measured: readonly T[], { bytesEach, bytesInAll }: MemoryLimits): T[] {
  const inAll = measured.reduce((total, { bytes }) => total + bytes, 0);
  const bySize = measured.toSorted((one, other) => other.bytes - one.bytes);
  return bySize.filter(({ bytes }, position) => bytes > bytesEach || (position === 0 && inAll > bytesInAll));
}
