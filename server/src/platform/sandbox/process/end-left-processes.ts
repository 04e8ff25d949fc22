import { readdir, readFile } from "node:fs/promises";

import { wallDescriptors } from "#server/platform/sandbox/walls/wall-arguments.ts";

/** Words that stand in every call of bubblewrap of ours, and in no other. */
const { options, filter, status } = wallDescriptors;
const ownWords = ["--args", options, "--seccomp", filter, "--json-status-fd", status, "--", "/bin/sh", "-c"];
const ownCall = `\0${ownWords.join("\0")}\0`;

/**
 * Ends processes of bubblewrap's that nobody waits for. One that is killed between two of its steps leaves another asleep, without
 * a command. All are of the session of the first, which this server began for it: where that is gone, they are left.
 */
export async function endLeftProcesses(): Promise<void> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    if (!(await isOwn(pid))) continue;
    const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
    const [, , , session = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (session === "" || session === pid || (await isOwn(session))) continue;
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
