import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Names this process for as long as the machine runs, and no other: its number, and when it began. */
export function describeOwner(pid: number = process.pid): string {
  return process.platform === "linux" ? describeByKernel(pid) : describeByTime(pid);
}

function describeByKernel(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const startedAt = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  return `${pid}.${startedAt}.${boot}`;
}

/** Where there is no /proc; to the second. Throws where there is no such process. */
export function describeByTime(pid: number): string {
  const options = { encoding: "utf8", env: { LC_ALL: "C", TZ: "UTC" }, stdio: "pipe" } as const;
  const startedAt = execFileSync("/bin/ps", ["-o", "lstart=", "-p", `${pid}`], options).trim();
  return `${pid}.${startedAt.replaceAll(/\W+/g, "-")}`;
}

/** Whether the process that is named like this still lives. */
export function isOwnerAlive(owner: string): boolean {
  try {
    return describeOwner(Number.parseInt(owner, 10)) === owner;
  } catch {
    return false;
  }
}
