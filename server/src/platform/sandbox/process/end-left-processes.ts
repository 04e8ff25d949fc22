import { readdir, readFile } from "node:fs/promises";

import { wallDescriptors } from "#server/platform/sandbox/walls/wall-arguments.ts";

/** Words that stand in every call of bubblewrap of ours, and in no other. */
const { options, filter, status } = wallDescriptors;
const ownWords = ["--args", options, "--seccomp", filter, "--json-status-fd", status, "--", "/bin/sh", "-c"];
const ownCall = `\0${ownWords.join("\0")}\0`;

/**
 * Ends first processes of sandboxes that nobody waits for. One that is killed between two steps of bubblewrap's leaves the
 * inner of its two processes asleep, without a command: the outer one, which is always its parent, is gone.
 */
export async function endLeftProcesses(): Promise<void> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    if (!(await isOwn(pid))) continue;
    const status = await readFile(`/proc/${pid}/status`, "latin1").catch(() => "");
    const isInner = /^NSpid:\s+\d+\s+\d/m.test(status) && /^NSpid:.*\s1$/m.test(status);
    const [, parent = ""] = /^PPid:\s+(\d+)$/m.exec(status) ?? [];
    if (!isInner || (await isOwn(parent))) continue;
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // Ended meanwhile, or another account's.
    }
  }
}

async function isOwn(pid: string): Promise<boolean> {
  const call = await readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "");
  return call.slice(0, call.indexOf("\0")).endsWith("bwrap") && call.includes(ownCall);
}
