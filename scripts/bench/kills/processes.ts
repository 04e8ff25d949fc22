import { readdir, readFile } from "node:fs/promises";

/** A process of this machine, as the kernel tells of it. */
interface ProcessLine {
  pid: number;
  parent: number;
  name: string;
}

/** Those that a process has started, and those that they have, of commands in a sandbox. */
export async function listSandboxed(pid: number): Promise<number[]> {
  const all = await listProcesses();
  const below = descend(all, pid);
  const walls = below.filter(({ name }) => name === "bwrap").flatMap((one) => [one, ...descend(all, one.pid)]);
  return [...new Set(walls.map((one) => one.pid))];
}

export async function listProcesses(): Promise<ProcessLine[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "latin1").catch(() => "")));
  return lines.flatMap((line) => {
    const [, pid, name = "", parent] = /^(\d+) \((.*)\) . (\d+)/s.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), name, parent: Number(parent) }];
  });
}

function descend(all: readonly ProcessLine[], pid: number): ProcessLine[] {
  const children = all.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descend(all, child.pid)]);
}

/** Whether there was anything to end. */
export function killHard(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, "SIGKILL");
    return true;
  } catch {
    return false;
  }
}
