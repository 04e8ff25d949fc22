import { readFileSync } from "node:fs";

/** Names this process for as long as the machine runs, and no other: its number, and when it began. */
export function describeOwner(pid: number = process.pid): string {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const startedAt = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  return `${pid}.${startedAt}.${boot}`;
}

/** Whether the process that is named like this still lives. */
export function isOwnerAlive(owner: string): boolean {
  try {
    return describeOwner(Number.parseInt(owner, 10)) === owner;
  } catch {
    return false;
  }
}
