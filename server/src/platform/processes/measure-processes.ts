import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { setImmediate as yieldToOthers } from "node:timers/promises";

/** What the kernel tells of a process's memory, in kB: `proc_pid_status(5)`. */
type MemoryField = "RssAnon" | "RssShmem" | "VmSwap";

/** So many are read before whoever else waits gets a turn: some milliseconds. */
const readAtOnce = 32;

/** The file of a process is a few kilobytes at most; of a longer list of children the rest is seen as it shrinks. */
const buffer = Buffer.alloc(64 * 1024);

/**
 * Bytes that a process and all below it hold, as these fields say. 0 where it has ended, and on systems without `/proc`.
 * What is there is memory and no disk: reading it straight away costs a fraction of what threads and promises do.
 */
export async function measureProcesses(pid: number, fields: readonly MemoryField[]): Promise<number> {
  const pattern = new RegExp(`^(?:${fields.join("|")}):\\s+(\\d+) kB$`, "gm");
  const waiting = [pid];
  let kilobytes = 0;
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, size] of readOrNothing(`/proc/${next}/status`).matchAll(pattern)) kilobytes += Number(size);
    waiting.push(...listChildren(next));
    count += 1;
    if (count % readAtOnce === 0) await yieldToOthers();
  }
  return kilobytes * 1024;
}

/** Each thread has children of its own. */
function listChildren(pid: number): number[] {
  const children = listThreads(pid).map((thread) => readOrNothing(`/proc/${pid}/task/${thread}/children`));
  return (children.join(" ").match(/\d+/g) ?? []).map(Number);
}

function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** A process may end at any moment. */
function readOrNothing(file: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    return buffer.toString("latin1", 0, readSync(descriptor, buffer));
  } catch {
    return "";
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
