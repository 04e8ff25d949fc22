import { freemem } from "node:os";

import { measureProcesses } from "#server/platform/processes/measure-processes.ts";

import type { LimitWatch } from "./run-command.ts";

const intervalMs = 200;
/** What a process holds for itself, in memory and swapped out. */
const heldFields = ["RssAnon", "RssShmem", "VmSwap"] as const;
/** With less than this the kernel would soon choose itself whom it ends. */
const leastFreeBytes = 128 * 1024 ** 2;

/**
 * Watches what all processes of a command hold together. One of them alone cannot pass the limit, the kernel sees to
 * that; but many could, each with a little.
 */
export function watchMemory(maxBytes: number): LimitWatch {
  return (walled, onOver) => {
    let timer: NodeJS.Timeout | undefined;
    let isStopped = false;
    const look = async (pid: number): Promise<void> => {
      if ((await measureProcesses(pid, heldFields)) > maxBytes || freemem() < leastFreeBytes) return onOver("memory");
      if (!isStopped) timer = setTimeout(() => void look(pid), intervalMs);
    };
    const begin = async (): Promise<void> => {
      const pid = await walled.firstProcess;
      if (pid !== null && !isStopped) timer = setTimeout(() => void look(pid), intervalMs);
    };
    void begin();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  };
}
