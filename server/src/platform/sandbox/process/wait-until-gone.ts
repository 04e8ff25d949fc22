import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

const shortestPauseMs = 2;
const longestPauseMs = 50;

/** A process by its number and when it began, since numbers are given again. */
export interface ProcessMark {
  pid: number;
  startedAt: string;
}

/** Null where there is no such process any more. */
export async function markProcess(pid: number): Promise<ProcessMark | null> {
  const found = await readState(pid);
  return found === null ? null : { pid, startedAt: found.startedAt };
}

/**
 * Resolves when the first process of a sandbox is over: the kernel lets it be over when all others in there are. One that
 * nobody collects, as where this server is a container's first process, is over too.
 */
export async function waitUntilGone(mark: ProcessMark): Promise<void> {
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const found = await readState(mark.pid);
    if (found === null || found.startedAt !== mark.startedAt || /[ZX]/.test(found.state)) return;
    await wait(pauseMs);
  }
}

/** The fields behind the program's name, which may hold anything: the state first, the begin as the twentieth. */
async function readState(pid: number): Promise<{ state: string; startedAt: string } | null> {
  const text = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", startedAt = ""] = [fields[0], fields[19]];
  return startedAt === "" ? null : { state, startedAt };
}
