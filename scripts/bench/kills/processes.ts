import { readdir, readFile } from "node:fs/promises";

/** A process of this machine, as the kernel tells of it. */
interface ProcessLine {
  pid: number;
  parent: number;
  name: string;
}

/** Processes behind the walls that a process has started, walls and all: of commands, and of coding agents by themselves. */
export async function listSandboxed(pid: number): Promise<{ commands: number[]; agents: number[] }> {
  const all = await listProcesses();
  const walls = descend(all, pid).filter(({ name, parent }) => name === "bwrap" && !isWall(all, parent));
  const commands: number[] = [];
  const agents: number[] = [];
  for (const wall of walls) {
    const inside = [wall, ...descend(all, wall.pid)].map((one) => one.pid);
    const lines = await Promise.all(inside.map((one) => readFile(`/proc/${one}/cmdline`, "utf8").catch(() => "")));
    const isAgent = lines.some((line) => line.includes("test-agent.ts"));
    (isAgent ? agents : commands).push(...inside);
  }
  return { commands, agents };
}

function isWall(all: readonly ProcessLine[], pid: number): boolean {
  return all.some((one) => one.pid === pid && one.name === "bwrap");
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
