import { readdir, readFile } from "node:fs/promises";
import { freemem } from "node:os";

import type { LimitWatch } from "./run-command.ts";

const intervalMs = 200;
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
      if ((await measure(pid)) > maxBytes || freemem() < leastFreeBytes) return onOver("memory");
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

/** Bytes that a process and all below it hold for themselves, in memory and swapped out. */
async function measure(pid: number): Promise<number> {
  const [status, threads] = await Promise.all([
    readFile(`/proc/${pid}/status`, "latin1").catch(() => ""),
    readdir(`/proc/${pid}/task`).catch(() => []),
  ]);
  const own = [...status.matchAll(/^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm)];
  const kilobytes = own.reduce((total, [, size]) => total + Number(size), 0);
  const children = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "latin1").catch(() => "")),
  );
  const below = await Promise.all((children.join(" ").match(/\d+/g) ?? []).map((child) => measure(Number(child))));
  return below.reduce((total, bytes) => total + bytes, kilobytes * 1024);
}
